"""SadMan's and SudoCue's .sdk: a grid of nine lines, lines about it before, and sections in brackets behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import GridError, read_grid
from cpsolver.kinds.sudoku.formats.record import Digits, Kept, Marks, Sudoku, wrong
from cpsolver.kinds.sudoku.formats.text import only_nine, rows_of, signs

_ABOUT = {"A": "author", "D": "title", "C": "comment", "B": "date", "S": "source", "L": "level"}
_ABOUT_LINE = re.compile(r"#([A-Z])([^\n]*)")
_SECTION = re.compile(r"\[([A-Za-z ]+)\][ \t]*")


@dataclass(frozen=True)
class _Section:
    """The lines behind a bracket; the first ones have no name. `start` is the offset of the text."""

    name: str
    text: str
    start: int


def fits(text: str) -> bool:
    """Whether there is a section [Puzzle], or lines such as `#A` before nine lines of cells."""
    if re.search(r"^\[Puzzle\][ \t]*$", text, re.MULTILINE | re.IGNORECASE):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    rest = [line for line in lines if not line.startswith("#")]
    return bool(lines and rest and _ABOUT_LINE.fullmatch(lines[0])) and not any(": " in line for line in rest)


def read(text: str) -> Sudoku:
    """The puzzle with what is said about it; [State] holds the player's digits, unknown sections are kept.

    Raises: FormatError.
    """
    sections = list(_sections(text))
    named = {section.name.lower(): section for section in sections}
    puzzle = named.get("puzzle") or sections[0]
    grid = read_grid_at(text, puzzle)
    about, kept = _about(text)
    found = replace(grid.told(about), kept=kept)
    for section in sections:
        if section.name.lower() not in ("", "puzzle"):
            found = _with_section(found, text, section)
    return found


def read_grid_at(text: str, section: _Section) -> Sudoku:
    """The nine lines of a section. Raises: GridError."""
    body = re.sub(r"#[^\n]*", lambda match: " " * len(match[0]), section.text)
    try:
        grid = read_grid(body, 9)
    except GridError as error:
        raise error.within(text, section.start) from None
    return Sudoku(
        9,
        tuple(cell.digit or 0 for cell in grid.cells),
        offsets=tuple(cell.offset + section.start for cell in grid.cells),
    )


def _sections(text: str) -> Iterator[_Section]:
    name, start, at = "", 0, 0
    for line in text.split("\n"):
        match = _SECTION.fullmatch(line)
        if match:
            yield _Section(name, text[start:at], start)
            name, start = match[1], min(at + len(line) + 1, len(text))
        at += len(line) + 1
    yield _Section(name, text[start:], start)


def _about(text: str) -> tuple[dict[str, str], tuple[Kept, ...]]:
    """What the lines `#A…` say, by field; those of other letters are kept."""
    found: dict[str, list[str]] = {}
    kept = []
    for match in re.finditer(rf"^{_ABOUT_LINE.pattern}", text, re.MULTILINE):
        field, said = _ABOUT.get(match[1]), match[2].strip()
        if field:
            found.setdefault(field, []).append(said)
        else:
            kept.append(Kept(f"#{match[1]}", said))
    return {field: "\n".join(lines) for field, lines in found.items()}, tuple(kept)


def _with_section(found: Sudoku, text: str, section: _Section) -> Sudoku:
    """The record with what another section says; kept as it stands if that is not understood."""
    if section.name.lower() == "state":
        return replace(found, entries=_entries(found, text, section))
    marks = _marks(section.text) if section.name.lower() == "pencilmarks" else None
    if marks is not None:
        return replace(found, marks=marks if any(marks) else ())
    return replace(found, kept=(*found.kept, Kept(f"[{section.name}]", section.text.strip("\n"))))


def _entries(found: Sudoku, text: str, section: _Section) -> Digits:
    state = read_grid_at(text, section)
    for given, digit, offset in zip(found.givens, state.givens, state.offsets, strict=True):
        if given and digit and digit != given:
            raise wrong(f"[{section.name}] has {digit} where [Puzzle] has {given}", "a given cannot change", offset)
    entries = tuple(0 if given else digit for given, digit in zip(found.givens, state.givens, strict=True))
    return entries if any(entries) else ()


def _marks(text: str) -> Marks | None:
    """Nine lines of nine groups with commas between."""
    rows = [line.split(",") for line in text.split("\n") if line.strip()]
    cells = [cell.strip() for row in rows for cell in row]
    if len(rows) != 9 or len(cells) != 81 or not all(re.fullmatch("[1-9]*", cell) for cell in cells):
        return None
    return tuple(tuple(sorted({int(sign) for sign in cell})) for cell in cells)


def write(sudoku: Sudoku) -> str:
    """Lines about the puzzle, and its nine lines; with sections if there is more than the givens."""
    only_nine(sudoku, "sdk")
    lines = [
        f"#{letter}{said}"
        for letter, field in _ABOUT.items()
        for said in getattr(sudoku, field).split("\n")
        if getattr(sudoku, field)
    ]
    lines += [f"{kept.name}{kept.text}" for kept in sudoku.kept if kept.name.startswith("#")]
    sections = [kept for kept in sudoku.kept if kept.name.startswith("[")]
    if any(sudoku.entries) or sudoku.marks or sections:
        lines.append("[Puzzle]")
    lines += map(signs, rows_of(sudoku.givens, 9))
    if any(sudoku.entries):
        lines += ["[State]", *map(signs, rows_of(sudoku.board, 9))]
    if sudoku.marks:
        texts = ["".join(map(str, marks)) for marks in sudoku.marks]
        lines += ["[PencilMarks]", *(",".join(texts[at : at + 9]) for at in range(0, 81, 9))]
    for kept in sections:
        lines += [kept.name, kept.text]
    return "\n".join(lines) + "\n"


SECTIONS = Format(
    "sdk",
    "SadMan and SudoCue: lines #A author, #D title, …, sections [Puzzle], [State]",
    fits,
    read,
    write,
    (".sdk",),
    frozenset(("entries", "marks", *_ABOUT.values())),
    keeps=("#", "["),
    is_sure=True,
)
