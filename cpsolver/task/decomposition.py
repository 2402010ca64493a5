"""Global constraints in simpler words: the same said with comparisons, logic, sums and elements.

No decomposition has a variable of its own, so each may be negated, reified and counted like any expression: where the
global is true it is true, where it is false it is false. What has no such form (`connected`) has no entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from cpsolver.task.expression import Call, Collection, Constant, Node
from cpsolver.task.functions import FUNCTIONS
from cpsolver.task.globals import TRUE, Box, Running, boxes, items_of, running

PARTIAL = frozenset(("/", "//", "%", "div", "mod", "^", "element", "sqrt", "log", "log10", "asin", "acos", "tan"))
"""Functions that have no value for some arguments."""

NOTHING = Call("div", (Constant(1), Constant(0)))
"""What has no value."""

ZERO, ONE = Constant(0), Constant(1)


def decomposed(call: Call) -> Node | None:
    """The same in simpler words, or None if there are none. Undefined arguments make it false, or without a value."""
    decompose = DECOMPOSITIONS.get(call.function)
    if decompose is None:
        return None
    found = decompose(call)
    doubtful = [argument for argument in _arguments(call) if may_be_undefined(argument)]
    if not doubtful:
        return found
    defined = [Call("=", (argument, argument)) for argument in doubtful]
    if FUNCTIONS[call.function].gives == "boolean":
        return _all([*defined, found])
    return Call("if", (_all(defined), found, NOTHING))


def may_be_undefined(node: Node) -> bool:
    """Whether an expression may be without a value, by its form: no Boolean inside stands in the way."""
    if not isinstance(node, Call) or FUNCTIONS[node.function].gives == "boolean":
        return False
    if node.function in PARTIAL and not _by_constant(node):
        return True
    return any(may_be_undefined(argument) for argument in _arguments(node))


def _by_constant(node: Call) -> bool:
    """Whether this is a division by a constant other than 0."""
    divisor = node.arguments[-1]
    is_division = node.function in ("/", "//", "%", "div", "mod")
    return is_division and isinstance(divisor, Constant) and not isinstance(divisor.value, str) and divisor.value != 0


def _arguments(call: Call) -> Iterator[Node]:
    for argument in call.arguments:
        if isinstance(argument, Collection):
            yield from (item for item in argument.items if not isinstance(item, Collection))
        else:
            yield argument


# -- words ---------------------------------------------------------------------------------------------------


def _all(items: Iterable[Node]) -> Node:
    kept = [item for item in items if item != TRUE]
    return TRUE if not kept else kept[0] if len(kept) == 1 else Call("and", tuple(kept))


def _any(items: Iterable[Node]) -> Node:
    listed = tuple(items)
    return Constant(False) if not listed else listed[0] if len(listed) == 1 else Call("or", listed)


def _related(relation: str, left: Node, right: Node) -> Node:
    return Call(relation, (left, right))


def _same(left: Node, right: Node) -> Node:
    return Call("=", (left, right))


def _within(item: Node, values: Sequence[Node]) -> Node:
    return Call("in", (item, Collection(tuple(values))))


def _implied(premise: Node, conclusion: Node) -> Node:
    return conclusion if premise == TRUE else Call("->", (premise, conclusion))


def _plus(left: Node, right: Node) -> Node:
    return left if right == ZERO else Call("+", (left, right))


def _times(left: Node, truth: Node) -> Node:
    """A number where a condition holds, else 0."""
    return truth if left == ONE else Call("*", (left, truth))


def _sum(items: Sequence[Node]) -> Node:
    return Call("sum", tuple(items))


def _at(index: Node, items: Sequence[Node], keys: Sequence[Node]) -> Node:
    return Call("element", (index, Collection(tuple(items)), Collection(tuple(keys))))


def _lists(call: Call) -> list[tuple[Node, ...]]:
    return [items_of(argument) if isinstance(argument, Collection) else (argument,) for argument in call.arguments]


def _positions(count: int) -> tuple[Node, ...]:
    return tuple(Constant(position) for position in range(1, count + 1))


# -- values and their numbers --------------------------------------------------------------------------------


def _all_different_except(call: Call) -> Node:
    items, excluded = _lists(call)
    if not excluded:
        return Call("all_different", items)
    return _all(_any((_related("!=", a, b), _within(a, excluded))) for a, b in combinations(items, 2))


def _nvalue(call: Call) -> Node:
    items = call.arguments
    return Call("count", tuple(_all(_related("!=", a, b) for b in items[:i]) for i, a in enumerate(items)))


def _global_cardinality(call: Call) -> Node:
    items, cover, counts = _lists(call)
    return _all(_same(_how_many(items, value), count) for value, count in zip(cover, counts, strict=True))


def _how_many(items: Sequence[Node], value: Node) -> Node:
    return Call("count", tuple(_same(item, value) for item in items))


def _global_cardinality_closed(call: Call) -> Node:
    items, cover, _ = _lists(call)
    return _all((*(_within(item, cover) for item in items), _global_cardinality(call)))


def _value_precede(call: Call) -> Node:
    first, second, listed = call.arguments
    items = items_of(listed)
    return _all(
        _implied(_same(item, second), _any(_same(earlier, first) for earlier in items[:i]))
        for i, item in enumerate(items)
    )


def _arg_extreme(extreme: str, relation: str) -> Callable[[Call], Node]:
    """The position moves on past i just when the best of the first i is worse than the best of the others."""

    def decompose(call: Call) -> Node:
        items = call.arguments
        passed = (
            _related(relation, _extreme(extreme, items[:i]), _extreme(extreme, items[i:])) for i in range(1, len(items))
        )
        return Call("+", (ONE, Call("count", tuple(passed)))) if len(items) > 1 else ONE

    return decompose


def _extreme(extreme: str, items: Sequence[Node]) -> Node:
    return items[0] if len(items) == 1 else Call(extreme, tuple(items))


# -- orders --------------------------------------------------------------------------------------------------


def _chain(relation: str) -> Callable[[Call], Node]:
    return lambda call: _all(_related(relation, a, b) for a, b in pairwise(call.arguments))


def _lex(allows_equal: bool) -> Callable[[Call], Node]:
    """As long as all before are equal, the left one is not greater; at the end not all may be equal, if need be."""

    def decompose(call: Call) -> Node:
        left, right = _lists(call)
        pairs = tuple(zip(left, right, strict=False))
        steps = [
            _any((*(_related("!=", a, b) for a, b in pairs[:i]), _related("<=", *pair))) for i, pair in enumerate(pairs)
        ]
        ends_early = len(left) < len(right) or (allows_equal and len(left) == len(right))
        last = [] if ends_early else [_any(_related("!=", a, b) for a, b in pairs)]
        return _all((*steps, *last))

    return decompose


# -- graphs --------------------------------------------------------------------------------------------------


def _inverse(call: Call) -> Node:
    forth, back, keys, back_keys = _lists(call)
    inside = [_within(item, back_keys) for item in forth] + [_within(item, keys) for item in back]
    agree = (
        Call("<->", (_same(f, j), _same(b, i)))
        for f, i in zip(forth, keys, strict=True)
        for b, j in zip(back, back_keys, strict=True)
    )
    return _all((*inside, *agree))


def _circuit(call: Call) -> Node:
    """From the first element on, one successor after the other: not back at the first before all were visited."""
    successors, keys = _lists(call)
    if not keys:
        return TRUE
    inside = [_within(item, keys) for item in successors]
    if len(keys) == 1:
        return Constant(False)
    steps = []
    here = successors[0]
    for _ in keys[1:]:
        steps.append(_related("!=", here, keys[0]))
        here = _at(here, successors, keys)
    return _all((*inside, *steps, _same(here, keys[0])))


def _subcircuit(call: Call) -> Node:
    """All different, and the round of the first element that moves is not over before all that move are visited."""
    successors, keys = _lists(call)
    moves = [_related("!=", item, key) for item, key in zip(successors, keys, strict=True)]
    moving = Call("count", tuple(moves))
    start: Node = keys[-1] if keys else ZERO
    for key, is_moving in zip(reversed(keys), reversed(moves), strict=True):
        start = Call("if", (is_moving, key, start))
    rounds, here = [], start
    for number in range(1, len(keys)):
        here = _at(here, successors, keys)
        rounds.append(_any((_related("<=", moving, Constant(number)), _related("!=", here, start))))
    inside = [_within(item, keys) for item in successors]
    return _all((Call("all_different", successors), *inside, *rounds)) if keys else TRUE


# -- schedules and packing -----------------------------------------------------------------------------------


def _cumulative(call: Call) -> Node:
    """At the start of each task that takes time, what runs then demands no more than the limit."""
    tasks, limit = running(call), call.arguments[3]
    found = list(_sizes([(task.present, (task.duration, task.demand)) for task in tasks]))
    for task in tasks:
        load = _sum([task.demand if other is task else _demand_at(other, task) for other in tasks])
        found.append(_implied(_takes_time(task), _related("<=", load, limit)))
    return _all(found)


def _demand_at(other: Running, task: Running) -> Node:
    """What another task demands if it runs when the task starts."""
    meets = (_related("<=", other.start, task.start), _related("<", task.start, _plus(other.start, other.duration)))
    return _times(other.demand, _all((other.present, *meets)))


def _takes_time(task: Running) -> Node:
    return _all((task.present, *_positive(task.duration)))


def _positive(size: Node) -> tuple[Node, ...]:
    """That a size is above 0: nothing to say of a constant that is."""
    return () if isinstance(size, Constant) and size.value > 0 else (_related(">", size, ZERO),)  # type: ignore[operator]


def _sizes(parts: Iterable[tuple[Node, tuple[Node, ...]]]) -> Iterator[Node]:
    """That sizes are not negative, where what has them is there."""
    for present, sizes in parts:
        for size in sizes:
            if not (isinstance(size, Constant) and size.value >= 0):  # type: ignore[operator]
                yield _implied(present, _related(">=", size, ZERO))


def _apart(tasks: Sequence[Running]) -> Iterator[Node]:
    for one, other in combinations(tasks, 2):
        after = _related("<=", _plus(one.start, one.duration), other.start)
        before = _related("<=", _plus(other.start, other.duration), one.start)
        both = _all((_takes_time(one), _takes_time(other)))
        yield _implied(both, _any((after, before)))


def _disjunctive(call: Call) -> Node:
    tasks = running(call)
    return _all((*_sizes((task.present, (task.duration,)) for task in tasks), *_apart(tasks)))


def _diffn(call: Call) -> Node:
    listed = boxes(call)
    sizes = _sizes((box.present, (box.width, box.height)) for box in listed)
    return _all((*sizes, *(_beside(one, other) for one, other in combinations(listed, 2))))


def _beside(one: Box, other: Box) -> Node:
    solid = _all(
        (box.present for box in (one, other) if box.present != TRUE)
        if all(not _positive(size) for box in (one, other) for size in (box.width, box.height))
        else (
            part
            for box in (one, other)
            for part in (box.present, *_positive(box.width), *_positive(box.height))
            if part != TRUE
        )
    )
    ways = (
        _related("<=", _plus(one.x, one.width), other.x),
        _related("<=", _plus(other.x, other.width), one.x),
        _related("<=", _plus(one.y, one.height), other.y),
        _related("<=", _plus(other.y, other.height), one.y),
    )
    return _implied(solid, _any(ways))


def _bin_packing(call: Call) -> Node:
    (capacity,), bins, weights = _lists(call)
    return _all(_related("<=", _load(bins, weights, key), capacity) for key in dict.fromkeys(bins))


def _load(bins: Sequence[Node], weights: Sequence[Node], key: Node) -> Node:
    return _sum([_times(weight, _same(item, key)) for item, weight in zip(bins, weights, strict=True)])


def _loads(relation: str) -> Callable[[Call], Node]:
    """Every item lies in one of the bins, and each bin's load stands so to its number."""

    def decompose(call: Call) -> Node:
        numbers, keys, bins, weights = _lists(call)
        inside = (_within(item, keys) for item in bins)
        loads = (
            _related(relation, _load(bins, weights, key), number) for key, number in zip(keys, numbers, strict=True)
        )
        return _all((*inside, *loads))

    return decompose


# -- sequences -----------------------------------------------------------------------------------------------


def _regular(call: Call) -> Node:
    """State after state as an element of the table of transitions; where there is none, the state has no value."""
    listed, transitions, start, accepting = call.arguments
    triples = [tuple(items_of(row)) for row in items_of(transitions)]
    states = list(dict.fromkeys([start, *(s for row in triples for s in (row[0], row[2]))]))
    letters = list(dict.fromkeys(row[1] for row in triples))
    moves = {(row[0], row[1]): row[2] for row in triples}
    number = {state: position for position, state in enumerate(states)}
    pairs = [(s, a) for s in states for a in letters if (s, a) in moves]
    keys = [Constant(number[s] * len(letters) + letters.index(a)) for s, a in pairs]
    after = [Constant(number[moves[pair]]) for pair in pairs]
    here: Node = Constant(number[start])
    for item in items_of(listed):
        letter = _at(item, [Constant(position) for position in range(len(letters))], letters)
        here = _at(Call("+", (Call("*", (here, Constant(len(letters)))), letter)), after, keys)
    final = [Constant(number[state]) for state in items_of(accepting) if state in number]
    return _within(here, final) if final else Constant(False)


DECOMPOSITIONS: Mapping[str, Callable[[Call], Node]] = {
    "all_different_except": _all_different_except,
    "nvalue": _nvalue,
    "global_cardinality": _global_cardinality,
    "global_cardinality_closed": _global_cardinality_closed,
    "value_precede": _value_precede,
    "arg_max": _arg_extreme("max", "<"),
    "arg_min": _arg_extreme("min", ">"),
    "strictly_decreasing": _chain(">"),
    "lex_less": _lex(allows_equal=False),
    "lex_lesseq": _lex(allows_equal=True),
    "inverse": _inverse,
    "circuit": _circuit,
    "subcircuit": _subcircuit,
    "cumulative": _cumulative,
    "disjunctive": _disjunctive,
    "diffn": _diffn,
    "bin_packing": _bin_packing,
    "bin_packing_capa": _loads("<="),
    "bin_packing_load": _loads("="),
    "regular": _regular,
}
"""Each global with its decomposition."""
