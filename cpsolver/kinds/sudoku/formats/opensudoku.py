"""OpenSudoku's XML: folders of games, each with its cells, the player's digits and notes, and the time.

Read with entities and document types refused, so that no bomb can unfold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.grid import GridError, read_grid
from cpsolver.kinds.sudoku.formats.record import FormatError, FormatProblem, Kept, Marks, Sudoku, wrong
from cpsolver.kinds.sudoku.formats.text import expected, only_nine, signs, whole

MOST_GAMES = 100_000
_KNOWN = ("data", "time", "note")
_KEPT = "opensudoku "
_CELLS = {
    1: re.compile(r"([0-9])\|([0-9,-]*)\|([01])\|"),
    2: re.compile(r"([0-9])\|([0-9]{1,3})\|{1,2}([01])\|"),
    3: re.compile(r"([0-9])\|([0-9]{1,3})\|([01])\|"),
}

Game = tuple[Mapping[str, str], int]
"""The attributes of a game, with the name of its folder, and the offset of its element."""


def fits(text: str) -> bool:
    """Whether the text is XML."""
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def read(text: str) -> Sudoku:
    """The only game of a file. Raises: FormatError if there are several or none."""
    found = list(games(text))
    if len(found) != 1:
        hint = "say which, such as 'line: 2'" if found else "a game is '<game data=\"…\"/>'"
        raise wrong(f"the file holds {len(found)} games; one is needed", hint, found[1][1] if found else 0)
    return read_game(*found[0])


def read_all(text: str) -> Iterator[tuple[Sudoku | FormatError, int]]:
    """Every game of a file, or what is wrong with it, with its offset. Raises: FormatError if it is no such file."""
    for attributes, offset in games(text):
        try:
            yield read_game(attributes, offset), offset
        except FormatError as error:
            yield error, offset


def games(text: str) -> list[Game]:
    """The games of a file. Raises: FormatError, where the XML breaks."""
    reader = _Reader(text)
    try:
        reader.parser.Parse(text.lstrip("\ufeff").encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        offset = reader.offset(error.lineno, error.offset)
        message = f"this is no XML: {expat.ErrorString(error.code).lower()}"
        raise FormatError([FormatProblem(message, offset, "save the file from OpenSudoku again")], text) from None
    if not reader.is_opensudoku:
        raise FormatError([FormatProblem("this XML is not of OpenSudoku", 0, "it starts with '<opensudoku>'")], text)
    return reader.games


class _Reader:
    """Collects games from XML; refuses what no such file has."""

    def __init__(self, text: str) -> None:
        self.text, self.folder, self.depth, self.is_opensudoku = text, "", 0, False
        self.games: list[Game] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth == 1:
            self.is_opensudoku = name == "opensudoku"
        elif name == "folder":
            self.folder = attributes.get("name", "")
        elif name == "game" and self.is_opensudoku:
            if len(self.games) >= MOST_GAMES:
                raise wrong(f"the file holds more than {MOST_GAMES} games", "split it", self.here())
            self.games.append(({**attributes, "folder": self.folder}, self.here()))

    def end(self, name: str) -> None:
        self.depth -= 1
        if name == "folder":
            self.folder = ""

    def refuse(self, *declared: object) -> None:
        message = "document types and entities are not read"
        raise FormatError([FormatProblem(message, self.here(), "remove '<!DOCTYPE …>'")], self.text)

    def here(self) -> int:
        return self.offset(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)

    def offset(self, line: int, column: int) -> int:
        """The offset of a place that the parser names; its columns are bytes."""
        before = sum(len(found) + 1 for found in self.text.split("\n")[: line - 1])
        rest = self.text[before:].split("\n")[0].encode("utf-8", "surrogatepass")[:column]
        return min(before + len(rest.decode("utf-8", "ignore")), len(self.text))


def read_game(attributes: Mapping[str, str], offset: int) -> Sudoku:
    """One game. Raises: FormatError at its element."""
    if "data" not in attributes:
        raise wrong("a game without 'data'", "its cells stand there", offset)
    kept = [Kept(_KEPT + name, text) for name, text in attributes.items() if name not in (*_KNOWN, "folder") and text]
    givens, entries, marks = _cells(attributes["data"], offset)
    return Sudoku(
        9,
        givens,
        entries if any(entries) else (),
        marks=marks if any(marks) else (),
        kept=tuple(kept),
        offsets=(offset,) * 81,
        title=attributes["folder"].strip(),
        comment=attributes.get("note", "").strip(),
        seconds=(whole(attributes.get("time", ""), 10**10) or 0) // 1000,
    )


def _cells(data: str, offset: int) -> tuple[tuple[int, ...], tuple[int, ...], Marks]:
    """Givens, entries and notes. Raises: FormatError."""
    match = re.match(r"\s*version: *([0-9]+)\s+", data)
    if match is None:
        try:
            grid = read_grid(data, 9)
        except GridError as error:
            raise FormatError(
                [FormatProblem(problem.message, offset, problem.hint) for problem in error.problems]
            ) from None
        return tuple(cell.digit or 0 for cell in grid.cells), (0,) * 81, ()
    pattern = _CELLS.get(int(match[1][:9]))
    if pattern is None:
        raise wrong(f"version {match[1][:9]} of a game's data is not known", "1, 2 and 3 are read", offset)
    found: list[tuple[int, tuple[int, ...], bool]] = []
    at = match.end()
    while at < len(data.rstrip()):
        cell = pattern.match(data, at)
        if cell is None:
            raise expected("'digit|note|editable|'", data[at : at + 12], offset, f"cell {len(found) + 1} of the game")
        found.append((int(cell[1]), _notes(cell[2], int(match[1])), cell[3] == "0"))
        at = cell.end()
    if len(found) != 81:
        raise wrong(f"the game has {len(found)} cells; 81 are needed", "save it from OpenSudoku again", offset)
    return (
        tuple(digit if is_given else 0 for digit, _, is_given in found),
        tuple(0 if is_given else digit for digit, _, is_given in found),
        tuple(notes for _, notes, _ in found),
    )


def _notes(text: str, version: int) -> tuple[int, ...]:
    """The digits of a note: `1,2,`, or the sum of 1 for the 1, 2 for the 2, 4 for the 3 …"""
    if version == 1:
        return tuple(sorted({int(digit) for digit in re.findall("[1-9]", text)}))
    return tuple(digit for digit in range(1, 10) if int(text) >> digit - 1 & 1)


def write(sudoku: Sudoku) -> str:
    """A file of one folder with one game."""
    only_nine(sudoku, "opensudoku")
    extra = {
        kept.name.removeprefix(_KEPT): kept.text for kept in sudoku.kept if re.fullmatch(_KEPT + "[a-z_]+", kept.name)
    }
    attributes = {"data": _data(sudoku), "time": str(sudoku.seconds * 1000), "note": sudoku.comment, **extra}
    said = " ".join(f"{name}={quoteattr(text, _LINE_END)}" for name, text in attributes.items() if text)
    folder = f"  <folder name={quoteattr(sudoku.title)}>\n    <game {said} />\n  </folder>\n"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n{folder}</opensudoku>\n'


_LINE_END = {"\n": "&#10;"}


def _data(sudoku: Sudoku) -> str:
    if not any(sudoku.entries) and not sudoku.marks:
        return signs(sudoku.givens, "0")
    marks = sudoku.marks or ((),) * 81
    cells = [
        f"{digit}|{sum(1 << mark - 1 for mark in notes)}|{int(not given)}|"
        for digit, given, notes in zip(sudoku.board, sudoku.givens, marks, strict=True)
    ]
    return "version: 3\n" + "".join(cells)


OPENSUDOKU = Format(
    "opensudoku",
    "OpenSudoku's XML, versions 1 to 3: digits, notes, time",
    fits,
    read,
    write,
    (".opensudoku",),
    frozenset(("entries", "marks", "title", "comment", "seconds")),
    keeps=(_KEPT,),
    is_sure=True,
    is_list=True,
)
