"""All formats, and which of them a text is. Nothing is guessed: what two formats read differently is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsolver.errors import did_you_mean
from cpsolver.kinds.sudoku.formats import (
    blank,
    cages,
    candidates,
    fpuzzles,
    hodoku,
    iss,
    lines,
    opensudoku,
    penpa,
    regions,
    sections,
    sudokupad,
    tatham,
    wiki,
)
from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.record import (
    LARGEST_TEXT,
    AmbiguousFormat,
    FormatError,
    FormatProblem,
    Sudoku,
    Written,
)

FORMATS: dict[str, Format] = {
    found.name: found
    for found in (
        lines.LINE, lines.GRID, lines.LIST, lines.SIMPLE, candidates.GROUPS, candidates.CUBE, candidates.SDX,
        sections.SECTIONS, regions.JIGSAW, hodoku.HODOKU, hodoku.COMMAS, opensudoku.OPENSUDOKU,
        fpuzzles.LINK, fpuzzles.JSON, sudokupad.LINK, sudokupad.JSON, blank.BLANK, penpa.PENPA,
        cages.KILLER, cages.SUMOCUE, tatham.TATHAM, wiki.WIKI, iss.ISS,
    )
}  # fmt: skip
"""Name → format. Those that begin with signs of their own are sure; the others are told by what they hold."""


@dataclass(frozen=True)
class Numbered:
    """One sudoku of many: its line in the file, and the record or what is wrong with it."""

    line: int
    text: str
    sudoku: Sudoku | None
    error: FormatError | None = None


def format_named(name: str) -> Format:
    """The format of a name. Raises: FormatError with the nearest name."""
    found = FORMATS.get(name.lower().replace("_", "-").lstrip("."))
    if found is None:
        found = next((one for one in FORMATS.values() if f".{name.lower().lstrip('.')}" in one.suffixes), None)
    if found is None:
        hint = did_you_mean(name, FORMATS, "formats")
        raise FormatError([FormatProblem(f"there is no format '{name}'", 0, hint)])
    return found


def detect(text: str) -> str:
    """The name of the format that a text is in.

    Raises: FormatError if it is in none, or if two formats read it differently.
    """
    _check_length(text)
    text = unified(text)
    if lines.is_usual_line(text):
        return lines.LINE.name
    sure = [found for found in FORMATS.values() if found.is_sure and found.fits(text)]
    fitting = sure or [found for found in FORMATS.values() if not found.is_sure and found.fits(text)]
    if not fitting:
        hint = "such as 81 characters with '.' for empty cells, or a link of f-puzzles or SudokuPad"
        raise FormatError([FormatProblem("this is no sudoku in a known format", _first_sign(text), hint)], text)
    return _only(fitting, text).name


def _first_sign(text: str) -> int:
    return len(text) - len(text.lstrip())


def _only(fitting: list[Format], text: str) -> Format:
    """The one format of several that read a text alike, or that alone can read it. Raises: FormatError."""
    readings: dict[str, Sudoku] = {}
    for found in fitting if len(fitting) > 1 else ():
        try:
            readings[found.name] = found.read(text)
        except FormatError:
            continue
    names = list(readings) or [fitting[0].name]
    different = [name for name in names[1:] if readings[name] != readings[names[0]]]
    if different:
        one, other = FORMATS[names[0]], FORMATS[different[0]]
        message = f"this may be '{one.name}' ({one.summary}) or '{other.name}' ({other.summary})"
        raise AmbiguousFormat([FormatProblem(message, _first_sign(text), "say which format it is")], text)
    return FORMATS[names[0]]


def read(text: str, format: str | None = None) -> Sudoku:
    """The sudoku in a text, of that format or of the one it is in.

    Raises: FormatError with every problem at its place; never anything else.
    """
    _check_length(text)
    found = format_named(format or detect(text))
    unified_text = unified(text)
    try:
        return found.read(unified_text)
    except FormatError as error:
        raise error.within(unified_text) from None


def read_many(text: str | Iterable[str], format: str | None = None) -> Iterator[Numbered]:
    """The sudokus of a list, one after another, each with its line; a wrong one carries its error.

    text: all of it, or its lines as they come; of OpenSudoku's XML all of it, `line` then being the number of the game
    Raises: FormatError if the whole cannot be read as a list.
    """
    if isinstance(text, str) and (format == "opensudoku" or (format is None and opensudoku.fits(text))):
        for number, (found, _) in enumerate(opensudoku.read_all(unified(text)), 1):
            is_wrong = isinstance(found, FormatError)
            yield Numbered(number, "", None if is_wrong else found, found if is_wrong else None)  # type: ignore[arg-type]
        return
    known = None if format in (None, "sdm") else format_named(str(format)).name
    for number, line in enumerate(text.splitlines() if isinstance(text, str) else text, 1):
        line = line.rstrip("\r\n").removeprefix("\ufeff")
        if line.strip() and not line.lstrip().startswith("#"):
            yield _numbered(number, line, known)


def _numbered(number: int, line: str, format: str | None) -> Numbered:
    try:
        return Numbered(number, line, read(line, format))
    except FormatError as error:
        return Numbered(number, line, None, error)


def write(sudoku: Sudoku, format: str) -> Written:
    """The sudoku in a format, and in words what that could not carry.

    Raises: FormatError if there is no such format, if it is only read, or if it cannot hold the grid at all.
    """
    found = format_named(format)
    if found.write is None:
        hint = "written are " + ", ".join(name for name, one in FORMATS.items() if one.write)
        raise FormatError([FormatProblem(f"'{found.name}' is read, not written", 0, hint)])
    return Written(found.write(sudoku), tuple(found.lost(sudoku)))


def unified(text: str) -> str:
    """The text with line ends `\\n`. Offsets of what is read count in this."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_length(text: str) -> None:
    if len(text) > LARGEST_TEXT and not opensudoku.fits(text[:1000]):
        message = f"the text is longer than {LARGEST_TEXT // 1024} KB; no sudoku is"
        raise FormatError([FormatProblem(message, 0, "read lists line by line")], text[:1000])
