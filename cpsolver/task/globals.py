"""The meaning of the global constraints on plain values: what `functions.FUNCTIONS` calls, and nothing of solvers.

Lists arrive as tuples. `keys` are the indices of an array in order, so that a value may name one of its elements.
Undefined arguments never arrive: they make the global false, as the nearest Boolean around them, before it is called.
Names and meanings are MiniZinc's (MiniZinc Handbook, Global constraints; Beldiceanu et al., Global Constraint
Catalogue), but for one choice: what has no length or no size never conflicts with anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Collection, Constant, Node

Values = Sequence[Value]
Numbers = Sequence[Any]

# -- values and their numbers --------------------------------------------------------------------------------


def all_different_except(items: Values, excluded: Values) -> bool:
    """Whether no value but the excluded ones stands twice."""
    kept = [item for item in items if item not in excluded]
    return len(set(kept)) == len(kept)


def nvalue(*items: Value) -> int:
    """How many different values there are."""
    return len(set(items))


def global_cardinality(items: Values, cover: Values, counts: Numbers) -> bool:
    """Whether each value of the cover stands as often as its count says; other values are free."""
    number = Counter(items)
    return all(number[value] == count for value, count in zip(cover, counts, strict=True))


def global_cardinality_closed(items: Values, cover: Values, counts: Numbers) -> bool:
    """The same, and there are no other values."""
    return set(items) <= set(cover) and global_cardinality(items, cover, counts)


def value_precede(first: Value, second: Value, items: Values) -> bool:
    """Whether the first value stands before every second one."""
    for item in items:
        if item == first:
            return True
        if item == second:
            return False
    return True


def arg_max(*items: Any) -> int:
    """The position, from 1, of the first of the greatest."""
    return items.index(max(items)) + 1


def arg_min(*items: Any) -> int:
    """The position, from 1, of the first of the least."""
    return items.index(min(items)) + 1


# -- orders --------------------------------------------------------------------------------------------------


def lex_less(left: Numbers, right: Numbers) -> bool:
    """Whether the left list stands before the right one in a dictionary; a beginning stands before the whole."""
    return tuple(left) < tuple(right)


def lex_lesseq(left: Numbers, right: Numbers) -> bool:
    """The same, or they are equal."""
    return tuple(left) <= tuple(right)


# -- graphs --------------------------------------------------------------------------------------------------


def inverse(forth: Values, back: Values, keys: Values, back_keys: Values) -> bool:
    """Whether each list leads back from where the other leads: forth[i] = j just when back[j] = i."""
    there, here = dict(zip(keys, forth, strict=True)), dict(zip(back_keys, back, strict=True))
    is_inside = all(j in here for j in forth) and all(i in there for i in back)
    return is_inside and all(here[j] == i for i, j in there.items()) and all(there[i] == j for j, i in here.items())


def circuit(successors: Values, keys: Values) -> bool:
    """Whether following the successors is one round through all elements. A single element has no round."""
    return not keys or (keys[0] not in successors[:1] and _round(successors, keys) == len(keys))


def subcircuit(successors: Values, keys: Values) -> bool:
    """Whether the elements that are not their own successors form one round, or none."""
    there = dict(zip(keys, successors, strict=True))
    moving = [key for key, successor in there.items() if successor != key]
    if len(set(successors)) < len(keys) or not set(successors) <= set(keys):
        return False
    return not moving or _round(successors, keys, moving[0]) == len(moving)


def _round(successors: Values, keys: Values, start: Value | None = None) -> int:
    """How many steps lead from an element, the first if none is named, back to it; 0 if none do."""
    there = dict(zip(keys, successors, strict=True))
    start = keys[0] if start is None else start
    here, steps = start, 0
    while steps < len(keys):
        if here not in there:
            return 0
        here, steps = there[here], steps + 1
        if here == start:
            return steps
    return 0


def connected(chosen: Values, edges: Sequence[tuple[int, int]]) -> bool:
    """Whether the elements chosen hang together by edges between chosen ones. Edges are pairs of positions from 1."""
    left = {position for position, value in enumerate(chosen, 1) if value}
    neighbours: dict[int, list[int]] = {position: [] for position in left}
    for one, other in edges:
        if one in left and other in left:
            neighbours[one].append(other)
            neighbours[other].append(one)
    stack = [left.pop()] if left else []
    while stack:
        for position in neighbours[stack.pop()]:
            if position in left:
                left.remove(position)
                stack.append(position)
    return not left


# -- schedules and packing -----------------------------------------------------------------------------------


def cumulative(
    starts: Numbers, durations: Numbers, demands: Numbers, limit: Any, present: Values | None = None
) -> bool:
    """Whether what runs at once never demands more than the limit; tasks that are not present count for nothing."""
    tasks = [
        (start, duration, demand)
        for start, duration, demand, is_present in zip(starts, durations, demands, _all(starts, present), strict=True)
        if is_present
    ]
    if any(duration < 0 or demand < 0 for _, duration, demand in tasks):
        return False
    running = [task for task in tasks if task[1] > 0]
    return all(sum(d for s, length, d in running if s <= start < s + length) <= limit for start, _, _ in running)


def disjunctive(starts: Numbers, durations: Numbers, present: Values | None = None) -> bool:
    """Whether no two tasks that take time run at once."""
    tasks = [
        (start, duration)
        for start, duration, is_present in zip(starts, durations, _all(starts, present), strict=True)
        if is_present
    ]
    if any(duration < 0 for _, duration in tasks):
        return False
    running = [task for task in tasks if task[1] > 0]
    return all(s + d <= t or t + e <= s for (s, d), (t, e) in combinations(running, 2))


def diffn(xs: Numbers, ys: Numbers, widths: Numbers, heights: Numbers, present: Values | None = None) -> bool:
    """Whether no two rectangles overlap; one without width or height overlaps with nothing."""
    boxes = [
        (x, y, width, height)
        for x, y, width, height, is_present in zip(xs, ys, widths, heights, _all(xs, present), strict=True)
        if is_present
    ]
    if any(width < 0 or height < 0 for _, _, width, height in boxes):
        return False
    solid = [box for box in boxes if box[2] > 0 and box[3] > 0]
    return all(
        x + w <= u or u + v <= x or y + h <= t or t + k <= y for (x, y, w, h), (u, t, v, k) in combinations(solid, 2)
    )


def _all(items: Values, present: Values | None) -> Values:
    return (True,) * len(items) if present is None else present


def bin_packing(capacity: Any, bins: Values, weights: Numbers) -> bool:
    """Whether what lies in one bin never weighs more than the capacity."""
    return all(load <= capacity for load in _loads(bins, weights).values())


def bin_packing_capa(capacities: Numbers, keys: Values, bins: Values, weights: Numbers) -> bool:
    """The same with a capacity for each bin; every item lies in one of these."""
    loads = _loads(bins, weights)
    return set(loads) <= set(keys) and all(loads.get(k, 0) <= c for k, c in zip(keys, capacities, strict=True))


def bin_packing_load(loads: Numbers, keys: Values, bins: Values, weights: Numbers) -> bool:
    """Whether the loads are those of the bins; every item lies in one of these."""
    found = _loads(bins, weights)
    return set(found) <= set(keys) and all(found.get(k, 0) == load for k, load in zip(keys, loads, strict=True))


def _loads(bins: Values, weights: Numbers) -> dict[Value, Any]:
    found: dict[Value, Any] = {}
    for key, weight in zip(bins, weights, strict=True):
        found[key] = found.get(key, 0) + weight
    return found


# -- sequences -----------------------------------------------------------------------------------------------


def regular(items: Values, transitions: Sequence[tuple[Value, Value, Value]], start: Value, accepting: Values) -> bool:
    """Whether the automaton reads the items to the end and accepts. Transitions are (state, value, next state)."""
    moves = {(state, value): after for state, value, after in transitions}
    state: Value | None = start
    for item in items:
        state = moves.get((state, item)) if state is not None else None
    return state in accepting


# -- the ground form taken apart, for those who compile it -----------------------------------------------------

TRUE = Constant(True)


@dataclass(frozen=True)
class Running:
    """A task of `cumulative` or `disjunctive`: its start, duration, demand, and whether it is there, as expressions."""

    start: Node
    duration: Node
    demand: Node
    present: Node = TRUE


@dataclass(frozen=True)
class Box:
    """A rectangle of `diffn`: its lower corner, its sizes, and whether it is there, as expressions."""

    x: Node
    y: Node
    width: Node
    height: Node
    present: Node = TRUE


def items_of(node: Node) -> tuple[Node, ...]:
    """The items of a list in a ground call."""
    assert isinstance(node, Collection), f"{node} is no list"
    return node.items


def running(call: Call) -> tuple[Running, ...]:
    """The tasks of a ground `cumulative` or `disjunctive`; each demands 1 of the latter."""
    if call.function == "cumulative":
        starts, durations, demands, _, *present = call.arguments
        listed = items_of(demands)
    else:
        starts, durations, *present = call.arguments
        listed = (Constant(1),) * len(items_of(starts))
    return tuple(
        Running(*parts)
        for parts in zip(items_of(starts), items_of(durations), listed, _there(starts, present), strict=True)
    )


def boxes(call: Call) -> tuple[Box, ...]:
    """The rectangles of a ground `diffn`."""
    *sides, present = call.arguments if len(call.arguments) == 5 else (*call.arguments, None)
    there = [] if present is None else [present]
    lists = [items_of(side) for side in sides if side is not None]
    return tuple(Box(*parts) for parts in zip(*lists, _there(call.arguments[0], there), strict=True))


def _there(starts: Node, present: Sequence[Node]) -> tuple[Node, ...]:
    return items_of(present[0]) if present else (TRUE,) * len(items_of(starts))


def edges_of(call: Call) -> Iterator[tuple[int, int]]:
    """The edges of a ground `connected`, as pairs of positions from 0."""
    for pair in items_of(call.arguments[1]):
        one, other = (part.value for part in items_of(pair) if isinstance(part, Constant))
        yield int(one) - 1, int(other) - 1
