"""Texts of the Interactive Sudoku Solver: `.~R1C1_5.Cage~10~R1C2~R1C3`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from urllib.parse import unquote

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.payload import link_in
from cpsolver.kinds.sudoku.formats.record import (
    LARGEST_SIZE,
    FormatError,
    FormatProblem,
    Kept,
    Rule,
    Spot,
    Sudoku,
    numbered,
    own_regions,
    wrong,
)
from cpsolver.kinds.sudoku.formats.text import expected, signs, whole

_KEPT = "iss "
_CELL = re.compile(r"R([0-9]{1,2})C([0-9]{1,2})", re.I)
_GIVEN = re.compile(r"R([0-9]{1,2})C([0-9]{1,2})((?:_[0-9]{1,2})+)", re.I)
_FLAGS = {
    "AntiKnight": "anti-knight", "AntiKing": "anti-king", "AntiConsecutive": "non-consecutive",
    "DisjointSets": "disjoint groups", "Windoku": "windoku",
}  # fmt: skip
_LINES = {"Thermo": "thermometer", "Renban": "renban", "Palindrome": "palindrome", "Between": "between line",
          "RegionSumLine": "region sum line", "Zipper": "zipper line"}  # fmt: skip
_PAIRS = {"X": ("xv", "X"), "V": ("xv", "V"), "WhiteDot": ("difference", "1"), "BlackDot": ("ratio", "2")}
_DIAGONALS = {"1": "rising diagonal", "-1": "falling diagonal"}


def fits(text: str) -> bool:
    """Whether the text is one of the solver's, alone or behind its address."""
    link = link_in(text)
    if link is not None:
        return link.site == "iss"
    names = re.split(r"\.", text.strip().strip("."))
    return (
        re.match(r"\s*\.([A-Z][A-Za-z]+)?~", text) is not None
        or (text.lstrip().startswith(".") and set(names) <= _FLAGS.keys() | {""} and any(names))
        or re.match(r"\s*(\.[A-Z][A-Za-z]+)+\.[A-Za-z]*~", text) is not None
    )


def read(text: str) -> Sudoku:
    """The puzzle of such a text. Constraints that are not known are kept as rules not understood.

    Raises: FormatError.
    """
    link = link_in(text)
    body = unquote(link.payload) if link else text.strip()
    start = link.offset if link else len(text) - len(text.lstrip())
    has_escapes = link is not None and "%" in link.payload
    try:
        reading = _Reading(_size(body))
        at = 0
        for item in body.split("."):
            if item.strip():
                reading.take(item.strip(), at)
            at += len(item) + 1
        return reading.finished()
    except FormatError as error:
        moved = [FormatProblem(p.message, start + (0 if has_escapes else p.offset), p.hint) for p in error.problems]
        raise FormatError(moved) from None


def _size(body: str) -> int:
    match = re.search(r"\.Shape~([0-9]{1,2})x([0-9]{1,2})(?=[.~]|$)", body)
    if match is None:
        return 9
    if match[1] != match[2] or not 1 <= int(match[1]) <= LARGEST_SIZE:
        raise wrong(f"a grid of {match[1]} × {match[2]} cells is not read", "it must be square", match.start())
    return int(match[1])


@dataclass
class _Reading:
    """What has been read so far."""

    size: int
    digits: dict[Spot, tuple[int, ...]] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    regions: tuple[int, ...] = ()

    def take(self, item: str, offset: int) -> None:
        """Read one constraint. Raises: FormatError if a given is wrong; what is not known is kept."""
        name, *arguments = item.split("~")
        if name == "":
            self.givens(arguments, offset)
        elif name == "Jigsaw" and arguments and self.jigsaw(arguments):
            return
        elif name != "Shape":
            rules = self.understood(name, arguments)
            self.rules += rules
            if not rules:
                self.kept.append(Kept(_KEPT + name, item, is_rule=True))

    def givens(self, arguments: list[str], offset: int) -> None:
        at = offset
        for argument in arguments:
            at += 1
            match = _GIVEN.fullmatch(argument)
            found = tuple(map(int, match[3].split("_")[1:])) if match else ()
            spot = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
            if not found or not all(0 <= n < self.size for n in spot) or not all(1 <= d <= self.size for d in found):
                raise expected("a cell and its digit, such as R1C1_5", argument, at)
            self.digits[spot] = tuple(sorted(set(found)))
            at += len(argument)

    def jigsaw(self, arguments: list[str]) -> bool:
        """Regions as a sign for each cell."""
        layout = arguments[-1]
        if len(layout) != self.size**2 or any(layout.count(sign) != self.size for sign in layout):
            return False
        self.regions = own_regions(numbered(list(layout)), self.size)
        return True

    def understood(self, name: str, arguments: list[str]) -> list[Rule]:
        """The rule a constraint says; none if it is not known."""
        if name in _FLAGS and not arguments:
            return [Rule(_FLAGS[name])]
        if name == "Diagonal" and len(arguments) == 1 and arguments[0] in _DIAGONALS:
            return [Rule(_DIAGONALS[arguments[0]])]
        value = "" if not arguments or _CELL.fullmatch(arguments[0]) else arguments[0]
        cells = self.spots(arguments[1:] if value else arguments)
        return _with_cells(name, value, cells) if cells else []

    def spots(self, names: list[str]) -> tuple[Spot, ...]:
        """The cells of these names, none if one is no cell."""
        found = []
        for name in names:
            match = _CELL.fullmatch(name)
            if match is None or not all(1 <= int(n) <= self.size for n in match.groups()):
                return ()
            found.append((int(match[1]) - 1, int(match[2]) - 1))
        return tuple(found)

    def finished(self) -> Sudoku:
        size = self.size
        cells = [self.digits.get((r, c), ()) for r in range(size) for c in range(size)]
        several = tuple(marks if len(marks) > 1 else () for marks in cells)
        return Sudoku(
            size,
            tuple(marks[0] if len(marks) == 1 else 0 for marks in cells),
            regions=self.regions,
            candidates=several if any(several) else (),
            rules=tuple(self.rules),
            kept=tuple(self.kept),
        )


def _with_cells(name: str, value: str, cells: tuple[Spot, ...]) -> list[Rule]:
    number = whole(value) if value else None
    if name == "Cage" and number is not None:
        return [Rule("killer cage", cells, value=value if number else "")]
    if name == "AllDifferent" and not value:
        return [Rule("extra region" if len(cells) == 9 else "killer cage", cells)]
    if name == "Arrow" and not value and len(cells) > 1:
        return [Rule("arrow", cells[:1], (cells,))]
    if name == "Whisper" and (number is not None or not value):
        return [Rule("whispers", lines=(cells,), value=value or "5")]
    if name in _LINES and not value and len(cells) > 1:
        return [Rule(_LINES[name], lines=(cells,))]
    if name in _PAIRS and not value and len(cells) > 1:
        rule, said = _PAIRS[name]
        return [Rule(rule, pair, value=said) for pair in pairwise(cells)]
    return []


# -- writing --------------------------------------------------------------------------------------------------


def write(sudoku: Sudoku) -> str:
    """The text that the solver reads."""
    size = sudoku.size
    items = [f"Shape~{size}x{size}"] if size != 9 else []
    if sudoku.regions:
        if 0 in sudoku.regions:
            raise wrong("'iss' needs a region for each cell", "use 'f-puzzles'")
        items.append("Jigsaw~" + signs(sudoku.regions))
    items += _constraints(sudoku)
    items += [kept.text for kept in sudoku.kept if kept.name.startswith(_KEPT)]
    givens = [f"{_name(divmod(at, size))}_{digit}" for at, digit in enumerate(sudoku.givens) if digit]
    for at, marks in enumerate(sudoku.candidates):
        if marks and not sudoku.givens[at]:
            givens.append(f"{_name(divmod(at, size))}_{'_'.join(map(str, marks))}")
    return "." + ".".join([*items, "~".join(["", *givens])] if givens or not items else items)


def _constraints(sudoku: Sudoku) -> Iterator[str]:
    flags = {name: f".{key}"[1:] for key, name in _FLAGS.items()} | {
        name: f"Diagonal~{key}" for key, name in _DIAGONALS.items()
    }
    for rule in sudoku.rules:
        if rule.name in flags:
            yield flags[rule.name]
        elif rule.name in _WRITERS:
            yield from _WRITERS[rule.name](rule)


def _name(spot: Spot) -> str:
    return f"R{spot[0] + 1}C{spot[1] + 1}"


def _names(spots: tuple[Spot, ...]) -> str:
    return "~".join(map(_name, spots))


def _paths(key: str) -> Callable[[Rule], Iterator[str]]:
    return lambda rule: (f"{key}~{_names(line)}" for line in rule.lines)


def _pair(rule: Rule) -> Iterator[str]:
    said = {(name, value): key for key, (name, value) in _PAIRS.items()}
    default = {"difference": "1", "ratio": "2"}.get(rule.name, "")
    key = said.get((rule.name, rule.value.upper() or default))
    if key is None:
        raise wrong(f"'iss' cannot state '{rule}'", "use 'f-puzzles'")
    yield f"{key}~{_names(rule.cells)}"


_WRITERS: dict[str, Callable[[Rule], Iterator[str]]] = {
    "killer cage": lambda rule: iter([f"Cage~{rule.value or '0'}~{_names(rule.cells)}"]),
    "extra region": lambda rule: iter([f"AllDifferent~{_names(rule.cells)}"]),
    "arrow": _paths("Arrow"),
    "whispers": lambda rule: (f"Whisper~{rule.value or '5'}~{_names(line)}" for line in rule.lines),
    **{name: _paths(key) for key, name in _LINES.items()},
    **dict.fromkeys(("xv", "difference", "ratio"), _pair),
}

ISS = Format(
    "iss", "texts of the Interactive Sudoku Solver", fits, read, write,
    carries=frozenset(("regions", "candidates")),
    rules=frozenset((*_WRITERS, *_FLAGS.values(), *_DIAGONALS.values())), keeps=(_KEPT,), is_sure=True,
)  # fmt: skip
