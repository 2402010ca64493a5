"""Globals under MiniZinc's own names, where they must be true: reified, many of them are not supported by solvers.

Each says None where MiniZinc's global would mean something else or refuse: tasks without length, negative sizes,
values of an array's own. The condition is then written in simpler words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cpsolver.exports.minizinc.naming import is_run
from cpsolver.exports.minizinc.words import GLOBALS, Said, Words, position
from cpsolver.task.expression import Call, Constant, Node
from cpsolver.task.globals import TRUE, boxes, items_of, running

Native = Callable[[Words, Call], Said | None]


def _numbers(items: Sequence[Node]) -> list[int] | None:
    """The values of constants; None if there are others."""
    found = [int(item.value) for item in items if isinstance(item, Constant)]
    return found if len(found) == len(items) else None


def _least(words: Words, items: Sequence[Node]) -> int:
    return min((words.extent(item)[0] for item in items), default=0)


def _except(words: Words, call: Call) -> Said | None:
    items, excluded = map(items_of, call.arguments)
    values = _numbers(excluded)
    if not items or not values:
        return None
    if values == [0]:
        return words.call("alldifferent_except_0", words.numbers(items))
    return words.call("alldifferent_except", words.numbers(items), "{" + ", ".join(map(str, values)) + "}")


def _cardinality(name: str) -> Native:
    def write(words: Words, call: Call) -> Said | None:
        items, cover, counts = map(items_of, call.arguments)
        values = _numbers(cover)
        if not items or not values or len(set(values)) < len(values):
            return None
        return words.call(name, *(words.numbers(each) for each in (items, cover, counts)))

    return write


def _precede(words: Words, call: Call) -> Said | None:
    values, items = _numbers(call.arguments[:2]), items_of(call.arguments[2])
    if values is None or not items or values[0] == values[1]:
        return None
    return words.call("value_precede", *map(str, values), words.numbers(items))


def _lex(name: str) -> Native:
    def write(words: Words, call: Call) -> Said | None:
        left, right = map(items_of, call.arguments)
        if not left or len(left) != len(right):
            return None
        return words.call(name, words.numbers(left), words.numbers(right))

    return write


def _inverse(words: Words, call: Call) -> Said | None:
    forth, back, keys, back_keys = map(items_of, call.arguments)
    if not forth or len(forth) != len(back):
        return None
    one, other = words.over(keys, forth), words.over(back_keys, back)
    if one is None or other is None:
        one = words.numbers([position(item, back_keys) for item in forth])
        other = words.numbers([position(item, keys) for item in back])
    return words.call("inverse", one, other)


def _round(name: str) -> Native:
    """Elements that are no run of numbers are counted; so is what leads to them."""

    def write(words: Words, call: Call) -> Said | None:
        successors, keys = map(items_of, call.arguments)
        if len(successors) < 2:
            return None
        array = words.over(keys, successors) or words.numbers([position(item, keys) for item in successors])
        return words.call(name, array)

    return write


def _cumulative(words: Words, call: Call) -> Said | None:
    tasks, limit = running(call), call.arguments[3]
    if any(task.present != TRUE for task in tasks) or _least(words, [task.demand for task in tasks]) < 0:
        return None
    tasks = tuple(task for task in tasks if task.duration != Constant(0))
    if not tasks or _least(words, [task.duration for task in tasks]) < 1 or words.extent(limit)[0] < 0:
        return None
    lists = ([task.start for task in tasks], [task.duration for task in tasks], [task.demand for task in tasks])
    return words.call("cumulative", *map(words.numbers, lists), words.number(limit).text)


def _disjunctive(words: Words, call: Call) -> Said | None:
    tasks = running(call)
    if any(task.present != TRUE for task in tasks):
        return None
    tasks = tuple(task for task in tasks if task.duration != Constant(0))
    if not tasks or _least(words, [task.duration for task in tasks]) < 1:
        return None
    lists = ([task.start for task in tasks], [task.duration for task in tasks])
    return words.call("disjunctive", *map(words.numbers, lists))


def _diffn(words: Words, call: Call) -> Said | None:
    listed = boxes(call)
    sizes = [size for box in listed for size in (box.width, box.height)]
    if not listed or any(box.present != TRUE for box in listed) or _least(words, sizes) < 0:
        return None
    name = "diffn" if _least(words, sizes) > 0 else "diffn_nonstrict"
    sides = ([getattr(box, side) for box in listed] for side in ("x", "y", "width", "height"))
    return words.call(name, *map(words.numbers, sides))


def _packing(words: Words, call: Call) -> Said | None:
    capacity, bins, weights = call.arguments
    known = _numbers(items_of(weights))
    if not isinstance(capacity, Constant) or not known or min(known) < 0:
        return None
    sides = map(words.numbers, map(items_of, (bins, weights)))
    return words.call("bin_packing", str(capacity.value), *sides)


def _loads(name: str) -> Native:
    """Bins that are a run of numbers, and no item may lie elsewhere."""

    def write(words: Words, call: Call) -> Said | None:
        numbers, keys, bins, weights = map(items_of, call.arguments)
        known, own = _numbers(weights), _numbers(keys)
        if not known or min(known) < 0 or not own or not is_run(tuple(own)):
            return None
        if name == "bin_packing_capa" and _numbers(numbers) is None:
            return None
        if any(low < own[0] or high > own[-1] for low, high in map(words.extent, bins)):
            return None
        array = words.over(keys, numbers)
        assert array is not None, "its keys are a run"
        return words.call(name, array, words.numbers(bins), words.numbers(weights))

    return write


def _regular(words: Words, call: Call) -> Said | None:
    """By a table of next states; letters that are a run of numbers are counted from 1."""
    items, rows, accepting = items_of(call.arguments[0]), items_of(call.arguments[1]), items_of(call.arguments[3])
    triples = [_numbers(items_of(row)) for row in rows]
    start = call.arguments[2]
    if not items or not accepting or not isinstance(start, Constant) or None in triples or not triples:
        return None
    moves = {(row[0], row[1]): row[2] for row in triples if row is not None}
    letters = tuple(sorted({letter for _, letter in moves}))
    if not is_run(letters):
        return None
    ends = [int(item.value) for item in accepting if isinstance(item, Constant)]
    states = list(dict.fromkeys([int(start.value), *(s for s, _ in moves), *moves.values(), *ends]))
    number = {state: position for position, state in enumerate(states, 1)}
    table = " | ".join(
        ", ".join(str(number.get(moves.get((state, letter)), 0)) for letter in letters)  # type: ignore[arg-type]
        for state in states
    )
    shift = letters[0] - 1
    counted = [Call("-", (item, Constant(shift))) if shift else item for item in items]
    final = "{" + ", ".join(str(number[state]) for state in ends) + "}"
    sizes = (str(len(states)), str(len(letters)))
    return words.call("regular", words.numbers(counted), *sizes, f"[| {table} |]", "1", final)


def _ordered(name: str) -> Native:
    return lambda words, call: words.call(name, words.numbers(call.arguments)) if call.arguments else None


GLOBALS |= {
    "all_different_except": _except,
    "global_cardinality": _cardinality("global_cardinality"),
    "global_cardinality_closed": _cardinality("global_cardinality_closed"),
    "value_precede": _precede,
    "lex_less": _lex("lex_less"),
    "lex_lesseq": _lex("lex_lesseq"),
    "inverse": _inverse,
    "circuit": _round("circuit"),
    "subcircuit": _round("subcircuit"),
    "cumulative": _cumulative,
    "disjunctive": _disjunctive,
    "diffn": _diffn,
    "bin_packing": _packing,
    "bin_packing_capa": _loads("bin_packing_capa"),
    "bin_packing_load": _loads("bin_packing_load"),
    "regular": _regular,
    "increasing": _ordered("increasing"),
    "decreasing": _ordered("decreasing"),
}
