"""Schedules, rectangles and bins for CP-SAT: stated natively by intervals, which are there where a task is.

What may not be natively said (sizes that may be negative) is left to the decomposition, which says it in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from cpsolver.solvers.cpsat.model import Literals
from cpsolver.solvers.cpsat.sums import FALSE, TRUE, Sum
from cpsolver.task.decomposition import decomposed
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.globals import boxes, items_of, running

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

Post = Callable[["Compiler", Call, Literals], None]
Truth = tuple[int, tuple[int, ...]]


def _or_decomposed(native: Callable[[Compiler, Call, Literals], bool]) -> Post:
    """State a global natively where that says all of it, else in simpler words."""

    def post(compiler: Compiler, node: Call, when: Literals) -> None:
        if not native(compiler, node, when):
            found = decomposed(node)
            assert found is not None, f"{node.function} has a decomposition"
            compiler.post(found, when)

    return post


def _sums(compiler: Compiler, nodes: Sequence[Node], when: Literals) -> list[Sum] | None:
    """Whole-numbered sums of some expressions, required to be defined; None if one may be broken."""
    terms = [compiler.number(node) for node in nodes]
    if any(term.value.denominator != 1 for term in terms):
        return None
    compiler.require([literal for term in terms for literal in term.defined], when)
    return [term.value for term in terms]


def _may_be_negative(compiler: Compiler, sums: Sequence[Sum]) -> bool:
    return any(compiler.model.bounds(value)[0] < 0 for value in sums)


def _interval(compiler: Compiler, start: Sum, size: Sum, present: int) -> cp_model.IntervalVar:
    """The interval of a task; its end is determined, whether it is there or not."""
    model = compiler.model
    begin, length, end = (model.expression(model.affine(total)) for total in (start, size, start.plus(size)))
    if present == TRUE:
        return model.proto.new_interval_var(begin, length, end, "")
    return model.proto.new_optional_interval_var(begin, length, end, model.of(present), "")


def _solid(compiler: Compiler, present: Node, sizes: Sequence[Sum]) -> int:
    """The literal that a task is there and takes time, or a rectangle is there and has an area."""
    model = compiler.model
    above = [model.literal(model.claim(size, ">")) for size in sizes]
    return model.conjunction([compiler.literal(present), *above])


@_or_decomposed
def post_cumulative(compiler: Compiler, node: Call, when: Literals) -> bool:
    """`cumulative`, natively."""
    tasks, model = running(node), compiler.model
    columns = [[task.start for task in tasks], [task.duration for task in tasks], [task.demand for task in tasks]]
    found = [_sums(compiler, column, when) for column in (*columns, [node.arguments[3]])]
    starts, sizes, demands, limit = found
    if starts is None or sizes is None or demands is None or limit is None:
        return False
    if _may_be_negative(compiler, [*sizes, *demands, *limit]):
        return False
    intervals, amounts = [], []
    for task, start, size, demand in zip(tasks, starts, sizes, demands, strict=True):
        solid = _solid(compiler, task.present, [size])
        if solid != FALSE:
            intervals.append(_interval(compiler, start, size, solid))
            amounts.append(model.expression(model.affine(demand)))
    conditions = model.reduced(when)
    if intervals and conditions is not None:
        capacity = model.expression(model.affine(limit[0]))
        model.enforce(model.proto.add_cumulative(intervals, amounts, capacity), conditions)
    return True


@_or_decomposed
def post_disjunctive(compiler: Compiler, node: Call, when: Literals) -> bool:
    """`disjunctive`, natively."""
    tasks = running(node)
    starts = _sums(compiler, [task.start for task in tasks], when)
    sizes = _sums(compiler, [task.duration for task in tasks], when)
    if starts is None or sizes is None or _may_be_negative(compiler, sizes):
        return False
    intervals = []
    for task, start, size in zip(tasks, starts, sizes, strict=True):
        solid = _solid(compiler, task.present, [size])
        if solid != FALSE:
            intervals.append(_interval(compiler, start, size, solid))
    conditions = compiler.model.reduced(when)
    if intervals and conditions is not None:
        compiler.model.enforce(compiler.model.proto.add_no_overlap(intervals), conditions)
    return True


@_or_decomposed
def post_diffn(compiler: Compiler, node: Call, when: Literals) -> bool:
    """`diffn`, natively."""
    listed = boxes(node)
    columns = ([b.x for b in listed], [b.y for b in listed], [b.width for b in listed], [b.height for b in listed])
    xs, ys, widths, heights = (_sums(compiler, column, when) for column in columns)
    if xs is None or ys is None or widths is None or heights is None:
        return False
    if _may_be_negative(compiler, [*widths, *heights]):
        return False
    across, upwards = [], []
    for box, x, y, width, height in zip(listed, xs, ys, widths, heights, strict=True):
        solid = _solid(compiler, box.present, [width, height])
        if solid != FALSE:
            across.append(_interval(compiler, x, width, solid))
            upwards.append(_interval(compiler, y, height, solid))
    conditions = compiler.model.reduced(when)
    if across and conditions is not None:
        compiler.model.enforce(compiler.model.proto.add_no_overlap_2d(across, upwards), conditions)
    return True


# -- bins ----------------------------------------------------------------------------------------------------


def _bins(compiler: Compiler, node: Call) -> Iterator[Node] | None:
    """That what lies in each bin is not too heavy, bin by bin; None where which bins there are is not known."""
    capacity, listed, weights = node.arguments
    items = items_of(listed)
    if not all(isinstance(item, (Name, Constant)) for item in items):
        return None
    values: dict[object, Constant] = {}
    for item in items:
        here = compiler.domains[item.name].values if isinstance(item, Name) else (item.value,)  # type: ignore[attr-defined]
        values.update((value, Constant(value)) for value in here)
    return (_not_too_heavy(items, items_of(weights), key, capacity) for key in values.values())


def _not_too_heavy(items: Sequence[Node], weights: Sequence[Node], key: Node, capacity: Node) -> Node:
    """A bin that may stay empty holds nothing against a capacity below 0."""
    inside = [Call("=", (item, key)) for item in items]
    load = Call("sum", tuple(Call("*", (weight, lies)) for weight, lies in zip(weights, inside, strict=True)))
    fits = Call("<=", (load, capacity))
    if isinstance(capacity, Constant) and not isinstance(capacity.value, str) and capacity.value >= 0:
        return fits
    return Call("->", (Call("or", tuple(inside)), fits))


def bin_packing(compiler: Compiler, node: Call) -> Truth:
    """`bin_packing`, reified: bin by bin."""
    found = _bins(compiler, node) if not _doubtful(node) else None
    if found is None:
        simpler = decomposed(node)
        assert simpler is not None, "bin_packing has a decomposition"
        return compiler.literal(simpler), ()
    return compiler.model.conjunction([compiler.literal(part) for part in found]), ()


def post_bin_packing(compiler: Compiler, node: Call, when: Literals) -> None:
    """`bin_packing`, stated: bin by bin."""
    found = _bins(compiler, node) if not _doubtful(node) else None
    for part in found or (decomposed(node),):
        assert part is not None, "bin_packing has a decomposition"
        compiler.post(part, when)


def _doubtful(node: Call) -> bool:
    """Whether capacity or weights are anything but names and constants, and so perhaps undefined."""
    capacity, _, weights = node.arguments
    return not all(isinstance(part, (Name, Constant)) for part in (capacity, *items_of(weights)))


TRUTHS: Mapping[str, Callable[[Compiler, Call], Truth]] = {"bin_packing": bin_packing}

POSTS: Mapping[str, Post] = {
    "cumulative": post_cumulative,
    "disjunctive": post_disjunctive,
    "diffn": post_diffn,
    "bin_packing": post_bin_packing,
}
