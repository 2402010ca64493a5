"""A sudoku being played: digits placed, pencil marks, moves that can be undone, time; saved in the file of its spec.

    >>> game = Game.load(Path("game.yaml"))
    >>> game = game.place("r1c3", 5).mark("r2c4", 7).undo()
    >>> game.save(Path("game.yaml"))

A game never changes: each move gives another one. It reads no clock; who plays says what time was spent.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from cpsolver.errors import CpsolverError, did_you_mean
from cpsolver.kinds.sudoku.formats.text import SIGNS
from cpsolver.kinds.sudoku.formulate import SudokuModel, SudokuSpec, formulate
from cpsolver.kinds.sudoku.recognition import recognise
from cpsolver.kinds.sudoku.shape import board
from cpsolver.kinds.sudoku.state import position
from cpsolver.spec.document import Document, Place, Plain, as_written, contents, parse
from cpsolver.spec.loading import gather, validated
from cpsolver.spec.writer import spec_text
from cpsolver.task.domain import Finite

_CONTENT = re.compile(r"(?P<digit>[.1-9A-Za-z])(?:/(?P<marks>\w*)(?:/(?P<corners>\w*))?)?")
_MOVE = re.compile(r"(?P<cell>r\d{1,3}c\d{1,3}) (?P<before>\S+) -> (?P<after>\S+)")


class PlayError(CpsolverError, ValueError):
    """A move that cannot be made. The message says why."""


@dataclass(frozen=True)
class Content:
    """What a player has put into a cell: a digit or 0, pencil marks in the middle and in the corners."""

    digit: int = 0
    marks: tuple[int, ...] = ()
    corners: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = (SIGNS[self.digit], _signs(self.marks), _signs(self.corners))
        return "/".join(parts).rstrip("/")


@dataclass(frozen=True)
class Move:
    """One change of a cell."""

    cell: str
    before: Content
    after: Content

    def __str__(self) -> str:
        return f"{self.cell} {self.before} -> {self.after}"


@dataclass(frozen=True)
class Game:
    """A sudoku and how far a player has come.

    document: the spec it was loaded from
    rows:     the names of the cells
    givens:   cell → digit
    cells:    cell → what the player has put there
    moves:    those made, the last one last; undone: those taken back, the next to be made again last
    other:    keys under `game:` that are not known here; they are kept
    """

    document: Document = field(repr=False)
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    givens: Mapping[str, int]
    cells: Mapping[str, Content] = field(default_factory=dict)
    seconds: int = 0
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    other: Mapping[str, Plain] = field(default_factory=dict)

    # -- moves ------------------------------------------------------------------------------------------------

    def place(self, cell: str, digit: int) -> Game:
        """The game with a digit in a cell; its pencil marks there are gone, but come back with `undo`.

        Raises: PlayError if there is no such cell or digit, or if the cell is given.
        """
        self._check(cell, digit)
        return self._changed(cell, Content(digit))

    def erase(self, cell: str) -> Game:
        """The game with an empty cell. Raises: PlayError."""
        self._check(cell)
        return self._changed(cell, Content())

    def mark(self, cell: str, digit: int) -> Game:
        """The game with a pencil mark set, or taken away if it was there. Raises: PlayError, also for a filled cell."""
        now = self._open(cell, digit)
        return self._changed(cell, replace(now, marks=_toggled(now.marks, digit)))

    def corner(self, cell: str, digit: int) -> Game:
        """The same in the corner of the cell."""
        now = self._open(cell, digit)
        return self._changed(cell, replace(now, corners=_toggled(now.corners, digit)))

    def undo(self) -> Game:
        """The game before the last move. Raises: PlayError if there is none."""
        if not self.moves:
            raise PlayError("there is no move to undo")
        last = self.moves[-1]
        return replace(self._with(last.cell, last.before), moves=self.moves[:-1], undone=(*self.undone, last))

    def redo(self) -> Game:
        """The game after the move that was undone last. Raises: PlayError if there is none."""
        if not self.undone:
            raise PlayError("there is no move to make again")
        last = self.undone[-1]
        return replace(self._with(last.cell, last.after), moves=(*self.moves, last), undone=self.undone[:-1])

    def spend(self, seconds: int) -> Game:
        """The game after so many more seconds of play."""
        return replace(self, seconds=self.seconds + max(0, seconds))

    def digit(self, cell: str) -> int:
        """The digit in a cell, given or placed; 0 if it is open."""
        return self.givens.get(cell) or self.cells.get(cell, Content()).digit

    @property
    def size(self) -> int:
        """How many rows the grid has."""
        return len(self.rows)

    def _check(self, cell: str, digit: int = 1) -> None:
        names = [name for row in self.rows for name in row]
        if cell not in names:
            raise PlayError(f"there is no cell '{cell}'; {did_you_mean(cell, names, 'cells')}")
        if not 1 <= digit <= self.size:
            raise PlayError(f"{digit} is no digit 1-{self.size}")
        if cell in self.givens:
            raise PlayError(f"{cell} is given as {self.givens[cell]}")

    def _open(self, cell: str, digit: int) -> Content:
        self._check(cell, digit)
        now = self.cells.get(cell, Content())
        if now.digit:
            raise PlayError(f"{cell} holds {now.digit}; erase it before marking")
        return now

    def _changed(self, cell: str, after: Content) -> Game:
        before = self.cells.get(cell, Content())
        if before == after:
            return self
        return replace(self._with(cell, after), moves=(*self.moves, Move(cell, before, after)), undone=())

    def _with(self, cell: str, content: Content) -> Game:
        cells = {name: held for name, held in self.cells.items() if name != cell}
        return replace(self, cells=cells if content == Content() else {**cells, cell: content})

    # -- files ------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """The game in a file: a spec with `game:`, without it, or a puzzle in a format of players.

        Raises: SpecError, with places, for what is wrong in the file; OSError if it cannot be read.
        """
        found = Path(path)
        return cls.read(contents(found), as_written(found), found.parent)

    @classmethod
    def read(cls, text: str | bytes, source: str = "<text>", folder: Path | None = None) -> Game:
        """The game that a text holds. Raises: SpecError."""
        decoded = text.decode("utf-8-sig", errors="surrogateescape") if isinstance(text, bytes) else text
        return cls.of(recognise(decoded, source) or parse(text, source, folder))

    @classmethod
    def of(cls, document: Document) -> Game:
        """The game of a document. Raises: SpecError, also where its board has gaps."""
        spec = validated(gather(document), SudokuSpec, SudokuModel)
        task = formulate(spec)
        now = position(spec, task)
        rows = tuple(tuple(name for name in row if name is not None) for row in board(task).rows)
        data = document.data.get("game", {}) if isinstance(document.data, dict) else {}
        kept = data if isinstance(data, dict) else {}
        cells = {
            fact.variable: Content(_only(fact.domain.values)) for fact in now.entries if isinstance(fact.domain, Finite)
        }
        givens = {
            fact.variable: _only(fact.domain.values)
            for fact in task.given
            if fact.domain.is_fixed and isinstance(fact.domain, Finite)
        }
        game = cls(document, rows, givens, cells, now.seconds, other={k: v for k, v in kept.items() if k not in _OWN})
        return replace(
            game._with_marks(kept.get("marks"), "marks")._with_marks(kept.get("corners"), "corners"),
            moves=_moves(Place(document), "moves"),
            undone=_moves(Place(document), "undone"),
        )

    def _with_marks(self, marks: Plain | None, name: str) -> Game:
        cells = dict(self.cells)
        for cell, signs in marks.items() if isinstance(marks, dict) else ():
            digits = tuple(sorted({_digit(sign) for sign in signs if isinstance(sign, str)}))
            held = cells.get(cell, Content())
            if cell not in self.givens and not held.digit:
                cells[cell] = replace(held, marks=digits) if name == "marks" else replace(held, corners=digits)
        return replace(self, cells=cells)

    @property
    def data(self) -> dict[str, Plain]:
        """The state of play as it stands under `game:`."""
        entries = {name: held.digit for name, held in self.cells.items() if held.digit}
        found: dict[str, Plain] = {}
        if entries:
            found["entries"] = "".join("".join(SIGNS[entries.get(cell, 0)] for cell in row) + "\n" for row in self.rows)
        names = [cell for row in self.rows for cell in row if cell in self.cells]
        for key, of in _MARKS.items():
            marks: dict[str, Plain] = {cell: _signs(of(self.cells[cell])) for cell in names if of(self.cells[cell])}
            found |= {key: marks} if marks else {}
        if self.seconds:
            found["seconds"] = str(self.seconds)
        found |= dict(self.other)
        for key, moves in (("moves", self.moves), ("undone", self.undone)):
            found |= {key: [str(move) for move in moves]} if moves else {}
        return found

    @property
    def text(self) -> str:
        """The spec with the state of play: the text it was loaded from with another `game:`, comments kept."""
        data = self.document.data
        assert isinstance(data, dict), "a document is a mapping"
        whole: dict[str, Plain] = {key: value for key, value in data.items() if key != "game"}
        game = self.data
        whole |= {"game": game} if game else {}
        if not self.document.is_assembled and not self.document.grafts:
            text = _replaced(self.document.text, spec_text({"game": game}) if game else "")
            with contextlib.suppress(CpsolverError):
                if parse(text, self.document.source).data == whole:
                    return text
        return spec_text(whole)

    def save(self, path: str | Path) -> None:
        """Write the game to a file, whole or not at all: the old file stays until the new one is complete.

        Raises: OSError.
        """
        target = Path(path).resolve()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".new")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(self.text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


_MARKS: dict[str, Callable[[Content], tuple[int, ...]]] = {
    "marks": lambda content: content.marks,
    "corners": lambda content: content.corners,
}
_OWN = frozenset(("entries", "seconds", "moves", "undone", *_MARKS))


def _only(values: tuple[object, ...]) -> int:
    return int(str(values[0]))


def _signs(digits: tuple[int, ...]) -> str:
    return "".join(SIGNS[digit] for digit in digits)


def _digit(text: str) -> int:
    """The digit of a sign, or of a number of two signs."""
    return int(text) if text.isdigit() else SIGNS.index(text.upper())


def _toggled(marks: tuple[int, ...], digit: int) -> tuple[int, ...]:
    return tuple(sorted({digit}.symmetric_difference(marks)))


def _moves(document: Place, key: str) -> tuple[Move, ...]:
    """The moves that stand in a game's file. Raises: SpecError."""
    game = document.entries().get("game")
    place = game.entries().get(key) if game else None
    return tuple(_move(item) for item in place.items()) if place else ()


def _move(place: Place) -> Move:
    match = _MOVE.fullmatch(place.data) if isinstance(place.data, str) else None
    parts = [_CONTENT.fullmatch(match[name]) for name in ("before", "after")] if match else []
    if match is None or None in parts:
        raise place.error("this is no move", hint="such as 'r1c3 ./57 -> 5'")
    before, after = (
        Content(
            0 if part["digit"] == "." else _digit(part["digit"]),
            tuple(map(_digit, part["marks"] or "")),
            tuple(map(_digit, part["corners"] or "")),
        )
        for part in parts
        if part is not None
    )
    return Move(match["cell"], before, after)


def _replaced(text: str, game: str) -> str:
    """The text with another `game:` block, in the place of the old one or at its end."""
    block = re.compile(r"^game:[^\n]*\n?(?:(?:[ \t]+[^\n]*|[ \t]*)(?:\n|\Z))*", re.MULTILINE)
    found = block.search(text)
    if found:
        return text[: found.start()] + game + text[found.end() :]
    return text + ("" if text.endswith("\n") else "\n") + game
