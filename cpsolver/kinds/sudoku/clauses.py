"""Rules of players' formats that have no model on the shelf, written out as conditions of one puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from cpsolver.kinds.sudoku.formats import Rule, Sudoku
from cpsolver.kinds.sudoku.formats.record import Spot, spot_name, usual_regions
from cpsolver.kinds.sudoku.formats.text import whole

Clause = tuple[str, str]
"""A label, and a condition in the language of specs."""


def clauses(sudoku: Sudoku, rule: Rule) -> tuple[Clause, ...] | None:
    """The conditions that state a rule; None if it cannot be stated. A clue without a value states nothing."""
    write = _RULES.get(rule.name)
    if write is None:
        return None
    try:
        return tuple(write(sudoku, rule))
    except _Unclear:
        return None


class _Unclear(Exception):
    """A rule is not in the form it should have."""


def side_of(sudoku: Sudoku, rule: Rule) -> tuple[str, int] | None:
    """From where a clue outside looks, and at which row or column, from 1; None if it is no such clue."""
    size = sudoku.size
    if len(rule.cells) != 1 or whole(rule.value) is None:
        return None
    row, column = rule.cells[0]
    for side, at, outside, inside in (
        ("left", column, -1, row),
        ("right", column, size, row),
        ("top", row, -1, column),
        ("bottom", row, size, column),
    ):
        if at == outside and 0 <= inside < size:
            return side, inside + 1
    return None


def _added(spots: Iterable[Spot]) -> str:
    return " + ".join(map(spot_name, spots))


def _neighbours(label: str, condition: str) -> Callable[[Sudoku, Rule], Iterator[Clause]]:
    """A condition for every two neighbours on the lines, `{value}` being the rule's."""

    def write(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
        for line in rule.lines:
            for one, other in pairwise(map(spot_name, line)):
                yield f"{label} {one} {other}", condition.format(one, other, value=rule.value)

    return write


def _x_sum(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
    """The first digits seen from there, as many as the first of them says, have the sum."""
    side = side_of(sudoku, rule)
    if side is None and rule.value:
        raise _Unclear
    if side is None:
        return
    name, number = side
    seen = {
        "left": f"cell[{number}, {{}}]",
        "right": f"cell[{number}, n + 1 - {{}}]",
        "top": f"cell[{{}}, {number}]",
        "bottom": f"cell[n + 1 - {{}}, {number}]",
    }[name]
    total = f"sum({seen.format('i')} for i in 1..k) = {rule.value}"
    yield f"x-sum {rule.value} from the {name} at {number}", f"all({seen.format(1)} = k -> {total} for k in 1..n)"


def _extreme(sign: str) -> Callable[[Sudoku, Rule], Iterator[Clause]]:
    """A cell smaller, or greater, than its neighbours; two marked neighbours are not compared."""

    def write(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
        marked = {spot for other in sudoku.rules if other.name == rule.name for spot in other.cells}
        for row, column in rule.cells:
            here = spot_name((row, column))
            for spot in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if 0 <= min(spot) and max(spot) < sudoku.size and spot not in marked:
                    yield f"{rule.name} {here}", f"{here} {sign} {spot_name(spot)}"

    return write


def _clone(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
    copies = rule.lines[0] if rule.lines else ()
    if len(copies) != len(rule.cells):
        raise _Unclear
    for one, other in zip(rule.cells, copies, strict=True):
        yield f"clone {spot_name(one)}", f"{spot_name(one)} = {spot_name(other)}"


def _along(conditions: Callable[[Sudoku, Sequence[Spot]], Iterator[str]]) -> Callable[[Sudoku, Rule], Iterator[Clause]]:
    """Conditions for each line of a rule."""

    def write(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
        for line in filter(None, rule.lines):
            for condition in conditions(sudoku, line):
                yield f"{rule.name} at {spot_name(line[0])}", condition

    return write


def _thirds(sudoku: Sudoku, line: Sequence[Spot]) -> Iterator[str]:
    """Of three neighbours one is low, one in the middle, one high."""
    third = -(-sudoku.size // 3)
    for at in range(len(line) - 2):
        parts = ", ".join(f"({spot_name(spot)} - 1) // {third}" for spot in line[at : at + 3])
        yield f"all_different({parts})"


def _remainders(sudoku: Sudoku, line: Sequence[Spot]) -> Iterator[str]:
    for at in range(len(line) - 2):
        yield f"all_different({', '.join(f'{spot_name(spot)} % 3' for spot in line[at : at + 3])})"


def _apart(sudoku: Sudoku, line: Sequence[Spot]) -> Iterator[str]:
    """No digit twice, none consecutive, anywhere on the line."""
    for at, one in enumerate(line):
        for other in line[at + 1 :]:
            yield f"abs({spot_name(one)} - {spot_name(other)}) >= 2"


def _double_arrow(sudoku: Sudoku, line: Sequence[Spot]) -> Iterator[str]:
    if len(line) > 2:
        yield f"{_added((line[0], line[-1]))} = {_added(line[1:-1])}"


def _zipper(sudoku: Sudoku, line: Sequence[Spot]) -> Iterator[str]:
    """Cells as far from the middle have one sum; on a line with a middle cell it is that cell's digit."""
    pairs = [_added((line[at], line[-1 - at])) for at in range(len(line) // 2)]
    sums = [*pairs, spot_name(line[len(line) // 2])] if len(line) % 2 else pairs
    for one, other in pairwise(sums):
        yield f"{one} = {other}"


def _region_sums(sudoku: Sudoku, line: Sequence[Spot]) -> Iterator[str]:
    """Each stretch of the line within a box has the same sum."""
    regions = sudoku.regions or usual_regions(sudoku.size)
    parts: list[list[Spot]] = []
    last = -1
    for row, column in line:
        number = regions[row * sudoku.size + column]
        if number != last:
            parts.append([])
        parts[-1].append((row, column))
        last = number
    for one, other in pairwise(parts):
        yield f"{_added(one)} = {_added(other)}"


def _row_indexer(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
    """The digit of a cell says in which row of its column the number of its own row stands."""
    for row, column in rule.cells:
        here = spot_name((row, column))
        yield f"row indexer {here}", f"all({here} = k -> cell[k, {column + 1}] = {row + 1} for k in 1..n)"


def _column_indexer(sudoku: Sudoku, rule: Rule) -> Iterator[Clause]:
    """The digit of a cell says in which column of its row the number of its own column stands."""
    for row, column in rule.cells:
        here = spot_name((row, column))
        yield f"column indexer {here}", f"all({here} = k -> cell[{row + 1}, k] = {column + 1} for k in 1..n)"


_RULES: dict[str, Callable[[Sudoku, Rule], Iterator[Clause]]] = {
    "slow thermometer": _neighbours("slow thermometer", "{} <= {}"),
    "whispers": _neighbours("whisper", "abs({} - {}) >= {value}"),
    "x-sum": _x_sum,
    "minimum": _extreme("<"),
    "maximum": _extreme(">"),
    "clone": _clone,
    "entropic line": _along(_thirds),
    "modular line": _along(_remainders),
    "nabner": _along(_apart),
    "double arrow": _along(_double_arrow),
    "zipper line": _along(_zipper),
    "region sum line": _along(_region_sums),
    "row indexer": _row_indexer,
    "column indexer": _column_indexer,
}
"""Rule → its conditions. `box indexer` is missing: programs number the boxes differently."""
