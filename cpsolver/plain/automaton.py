"""`regular` in simpler words that always have a value, for solvers that read undefined parts of nested lists wrongly.

Every letter has a place, one unknown has place 0; every state has a number, and from the dead one, 0, all ways lead
back to it. So each step is an element of one full list.
"""

from __future__ import annotations

from cpsolver.task.decomposition import may_be_undefined
from cpsolver.task.expression import Call, Collection, Constant, Node
from cpsolver.task.globals import items_of


def read_through(call: Call) -> Node:
    """The ground `regular` as nested elements: one for each item, every index of them within its list."""
    items, rows, accepting = (items_of(call.arguments[place]) for place in (0, 1, 3))
    moves = {(row[0], row[1]): row[2] for row in map(items_of, rows)}
    letters = list(dict.fromkeys(letter for _, letter in moves))
    states = list(dict.fromkeys([call.arguments[2], *(s for s, _ in moves), *moves.values()]))
    number = {state: place for place, state in enumerate(states, 1)}
    width = len(letters) + 1
    after = [0] * (width * (len(states) + 1))
    for (state, letter), target in moves.items():
        after[number[state] * width + letters.index(letter) + 1] = number[target]
    table, keys = (Collection(tuple(map(Constant, values))) for values in (after, range(len(after))))
    here: Node = Constant(number[call.arguments[2]])
    for item in items:
        place = Call("sum", tuple(_times(n, Call("=", (item, letter))) for n, letter in enumerate(letters, 1)))
        here = Call("element", (Call("+", (_times(width, here), place)), table, keys))
    final = tuple(Constant(number[state]) for state in accepting if state in number)
    defined = tuple(Call("=", (item, item)) for item in items if may_be_undefined(item))
    return Call("and", (*defined, Call("in", (here, Collection(final)))))


def _times(factor: int, node: Node) -> Node:
    return node if factor == 1 else Call("*", (Constant(factor), node))
