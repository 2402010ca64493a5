"""Killers in one line: arrows that point to the cell with the sum, or SumoCue's numbers of cages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.record import (
    FormatError,
    Rule,
    Spot,
    Sudoku,
    numbered,
    own_regions,
    spots_of,
    usual_regions,
    wrong,
)
from cpsolver.kinds.sudoku.formats.text import expected, only_nine, whole

CAGE = "killer cage"
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_ARROWS = {
    "<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1),
}  # fmt: skip


def fits(text: str) -> bool:
    """Whether the text is about 81 sums and arrows, with some of `< > ^ v` among them."""
    packed = "".join(text.split())
    plain = sum(sign in "<>^v" for sign in packed)
    right = sum(sign in _SUMS or sign in _ARROWS for sign in packed)
    return 75 <= len(packed) <= 87 and plain >= 5 and len(packed) - right <= 3


def read(text: str) -> Sudoku:
    """The cages of 81 sums and arrows. A 0 is a cage without sum. Raises: FormatError."""
    signs = [(match[0], match.start()) for match in re.finditer(r"\S", text)]
    for sign, offset in signs:
        if sign not in _SUMS and sign not in _ARROWS:
            raise expected("a sum 0-9, A-Z, a-j or an arrow", sign, offset, "arrows are < > ^ v ` ' , .")
    if len(signs) != 81:
        at = signs[81][1] if len(signs) > 81 else 0
        raise wrong(f"the grid has {len(signs)} signs; 81 are needed", "write a sum or an arrow for each cell", at)
    cages: dict[int, list[int]] = {}
    for at in range(81):
        cages.setdefault(_root([sign for sign, _ in signs], at, signs[at][1]), []).append(at)
    offsets = tuple(offset for _, offset in signs)
    sums = {at: _SUMS.index(signs[at][0]) for at in cages}
    return _single_cells_given(Sudoku(9, (0,) * 81, rules=_rules(cages, sums), offsets=offsets))


def _root(signs: Sequence[str], start: int, offset: int) -> int:
    """The cell with the sum that arrows lead to. Raises: FormatError if they lead out of the grid, or in a circle."""
    at = start
    for _ in range(81):
        if signs[at] in _SUMS:
            return at
        down, right = _ARROWS[signs[at]]
        row, column = at // 9 + down, at % 9 + right
        if not (0 <= row < 9 and 0 <= column < 9):
            raise wrong(f"the arrow {signs[at]!r} points out of the grid", "it points to the cell with the sum", offset)
        at = row * 9 + column
    raise wrong("these arrows lead in a circle", "they lead to the cell with the sum", offset)


def _rules(cages: dict[int, list[int]], sums: dict[int, int]) -> tuple[Rule, ...]:
    """A rule for each cage; a single cell without a sum is none."""
    return tuple(
        Rule(CAGE, tuple(divmod(at, 9) for at in cells), value=str(sums[root] or ""))
        for root, cells in cages.items()
        if len(cells) > 1 or sums[root]
    )


def write(sudoku: Sudoku) -> str:
    """81 sums and arrows in one line."""
    only_nine(sudoku, "killer")
    signs = [str(digit) for digit in sudoku.givens]
    for cells, total in _cages(sudoku):
        if total >= len(_SUMS):
            raise wrong(f"'killer' holds sums to {len(_SUMS) - 1}; one is {total}", "use 'sumocue'")
        _no_givens(sudoku, cells, "killer")
        for spot, sign in _arrows(cells).items():
            signs[spot[0] * 9 + spot[1]] = sign or _SUMS[total]
    return "".join(signs)


def _cages(sudoku: Sudoku) -> Iterator[tuple[tuple[Spot, ...], int]]:
    """The cells and the sum of each cage, 0 for none. Raises: FormatError where cages overlap or are no cages."""
    taken: set[Spot] = set()
    for rule in sudoku.rules:
        if rule.name == CAGE:
            total = whole(rule.value) if rule.value else 0
            if total is None or taken & set(rule.cells):
                raise wrong(f"{rule} overlaps another cage, or its sum is no number", "use 'f-puzzles'")
            taken |= set(rule.cells)
            yield tuple(sorted(rule.cells)), total


def _no_givens(sudoku: Sudoku, cells: tuple[Spot, ...], name: str) -> None:
    if any(sudoku.givens[r * 9 + c] for r, c in cells):
        raise wrong(f"'{name}' holds no givens inside cages", "use 'f-puzzles'")


def _arrows(cells: tuple[Spot, ...]) -> dict[Spot, str]:
    """For each cell of a cage the arrow towards its first, "" for that. Raises: FormatError if it is in pieces."""
    found, waiting = {cells[0]: ""}, [cells[0]]
    while waiting:
        row, column = waiting.pop(0)
        for arrow, (down, right) in _ARROWS.items():
            spot = (row - down, column - right)
            if spot in cells and spot not in found:
                found[spot] = arrow
                waiting.append(spot)
    if len(found) != len(cells):
        raise wrong("'killer' holds cages in one piece only", "use 'sumocue'")
    return found


# -- SumoCue --------------------------------------------------------------------------------------------------

_NUMBERS = re.compile(r"\s*3x3:(d?):k:", re.I)
_ENTRIES = re.compile(r"\s*SumoCueV1(D?)", re.I)
_ENTRY = re.compile(r"([=+])([0-9]{1,3})(?:J([0-9]))?")
_DIAGONALS = (Rule("falling diagonal"), Rule("rising diagonal"))


def fits_sumocue(text: str) -> bool:
    """Whether the text begins as SumoCue's formats do."""
    return bool(_NUMBERS.match(text) or _ENTRIES.match(text))


def read_sumocue(text: str) -> Sudoku:
    """The cages, diagonals and regions of either of SumoCue's formats. Raises: FormatError."""
    numbers, entries = _NUMBERS.match(text), _ENTRIES.match(text)
    match = numbers or entries
    if match is None:
        raise wrong("expected '3x3::k:' or 'SumoCueV1'", "81 numbers follow")
    found = _by_numbers(text, match.end()) if numbers else _by_entries(text, match.end())
    return replace(found, rules=(*(_DIAGONALS if match[1] else ()), *found.rules))


def _by_numbers(text: str, start: int) -> Sudoku:
    """81 numbers: 256 times the sum, and the number of the cage."""
    found = [(match[0], match.start()) for match in re.finditer(r"[^\s:,;]+", text[start:])]
    cages: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    for at, (word, offset) in enumerate(found):
        number = whole(word)
        if number is None:
            raise expected("a number", word, start + offset)
        total, cage = divmod(number, 256)
        cages.setdefault(cage, []).append(at)
        if sums.setdefault(cage, total) not in (0, total) and total:
            raise wrong(f"the cage has two sums, {sums[cage]} and {total}", "", start + offset)
        sums[cage] = sums[cage] or total
    _need_81(len(found))
    return _single_cells_given(Sudoku(9, (0,) * 81, rules=_rules(cages, sums)))


def _need_81(count: int) -> None:
    if count != 81:
        raise wrong(f"there are {count} numbers of cages; 81 are needed", "one for each cell")


def _by_entries(text: str, start: int) -> Sudoku:
    """81 entries: `=sum` opens a cage, `+n` joins that of cell n, `J` names the region."""
    cages: dict[int, list[int]] = {}
    sums: dict[int, int] = {}
    joins: list[tuple[int, int, int]] = []
    regions: list[object] = []
    at, body = start, text.rstrip()
    while at < len(body):
        match = _ENTRY.match(body, at)
        if match is None:
            raise expected("'=sum' or '+cell'", body[at : at + 8], at, "such as =12J0+0J0")
        number = int(match[2])
        if match[1] == "=":
            cages[len(regions)], sums[len(regions)] = [len(regions)], number
        else:
            joins.append((len(regions), number, at))
        regions.append(match[3])
        at = match.end()
    _need_81(len(regions))
    for cell, root, offset in joins:
        if root not in cages:
            raise wrong(f"'+{root}' joins cell {root}, where no cage begins", "cells count from 0", offset)
        cages[root].append(cell)
    layout = own_regions(numbered(regions), 9) if None not in regions else ()
    return _single_cells_given(Sudoku(9, (0,) * 81, regions=layout, rules=_rules(cages, sums)))


def _single_cells_given(sudoku: Sudoku) -> Sudoku:
    """The record with cages of one cell as givens: that is what they say."""
    single = {
        rule.cells[0]: int(rule.value)
        for rule in sudoku.rules
        if len(rule.cells) == 1 and 1 <= (whole(rule.value) or 0) <= 9
    }
    rules = tuple(rule for rule in sudoku.rules if rule.cells[:1] == () or rule.cells[0] not in single)
    return replace(sudoku, givens=tuple(single.get(spot, 0) for spot in spots_of(9)), rules=rules)


def write_sumocue(sudoku: Sudoku) -> str:
    """Numbers of cages, or entries with regions if these are not the usual boxes."""
    only_nine(sudoku, "sumocue")
    totals, roots = _roots(sudoku)
    flag = _flag(sudoku)
    if not sudoku.regions:
        return f"3x3:{'d' * flag}:k:" + ":".join(str(totals[root] * 256 + root) for root in roots) + ":"
    regions = [number - 1 for number in sudoku.regions or usual_regions(9)]
    if min(regions) < 0 or max(regions) > 9:
        raise wrong("'sumocue' needs a region for each cell", "use 'f-puzzles'")
    entries = (f"={totals[at]}" if at == root else f"+{root}" for at, root in enumerate(roots))
    joined = (f"{entry}J{region}" for entry, region in zip(entries, regions, strict=True))
    return f"SumoCueV1{'D' * flag}" + "".join(joined)


def _roots(sudoku: Sudoku) -> tuple[list[int], list[int]]:
    """For each cell the sum of its cage, and the first cell of it; givens are cages of one cell."""
    totals, roots = list(sudoku.givens), list(range(81))
    for cells, total in _cages(sudoku):
        _no_givens(sudoku, cells, "sumocue")
        first = cells[0][0] * 9 + cells[0][1]
        for r, c in cells:
            totals[r * 9 + c], roots[r * 9 + c] = total, first
    return totals, roots


def _flag(sudoku: Sudoku) -> bool:
    names = {rule.name for rule in sudoku.rules} & {rule.name for rule in _DIAGONALS}
    if len(names) == 1:
        raise wrong("'sumocue' states both diagonals or none", "use 'f-puzzles'")
    return bool(names)


KILLER = Format("killer", "a killer in 81 sums and arrows", fits, read, write, rules=frozenset((CAGE,)), is_sure=True)
SUMOCUE = Format(
    "sumocue", "SumoCue: numbers of cages, or =sum +cell J region", fits_sumocue, read_sumocue, write_sumocue,
    carries=frozenset(("regions",)), rules=frozenset((CAGE, *(rule.name for rule in _DIAGONALS))), is_sure=True,
)  # fmt: skip
__all__ = ["CAGE", "KILLER", "SUMOCUE", "FormatError"]
