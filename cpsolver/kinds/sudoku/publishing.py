"""A sudoku in a format of players, made from what was read in another, or from a spec and the models of the shelf."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from cpsolver.errors import UnknownName, UnsupportedTask, did_you_mean
from cpsolver.kinds.kind import Position, Writable
from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import FORMATS, FormatError, Rule, Sudoku
from cpsolver.kinds.sudoku.formats.record import Digits, Kept, Marks, Spot, numbered, own_regions
from cpsolver.kinds.sudoku.formats.text import whole
from cpsolver.kinds.sudoku.recognition import without_state
from cpsolver.kinds.sudoku.shape import board, different_cells
from cpsolver.spec.document import Plain
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task

_CELL = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})")
_MERGED = "which digits were entered: they stand among the givens"
_WORDS = {"title": "title", "author": "author", "rules": "text", "comment": "comment", "source": "source"}


def publish(writable: Writable, format: str) -> tuple[str, tuple[str, ...]]:
    """The text of a sudoku in a format, and what that cannot carry.

    Raises: UnknownName; UnsupportedTask if the format cannot hold the sudoku at all.
    """
    if format not in written_formats():
        raise UnknownName(f"no format '{format}' is written", did_you_mean(format, written_formats(), "written are"))
    record = _record(writable)
    notes: tuple[str, ...] = ()
    if any(record.entries) and "entries" not in FORMATS[format].carries:
        record, notes = replace(record, givens=record.board, entries=()), (_MERGED,)
    try:
        written = formats.write(record, format)
    except FormatError as error:
        raise UnsupportedTask(f"{error}; {error.hint}" if error.hint else str(error)) from None
    return written.text, (*notes, *written.lost)


def written_formats() -> Mapping[str, str]:
    """The formats that are written, with a line on each."""
    return {name: found.summary for name, found in FORMATS.items() if found.write}


def _record(writable: Writable) -> Sudoku:
    """The record to be written, in the state that is asked for."""
    record = writable.document.record
    if not isinstance(record, Sudoku):
        record = _of_spec(writable)
    elif writable.state == "current":
        return record
    record = without_state(record)
    if writable.state == "solution":
        return replace(record, entries=_solution(writable.task, writable.solution))
    if writable.state == "current" and writable.position is not None and writable.task is not None:
        return _with_position(record, writable.task, writable.position)
    return record


def _of_spec(writable: Writable) -> Sudoku:
    task = writable.task
    assert task is not None, "a task without a record is formulated"
    rows = board(task).rows
    size = len(rows)
    if any(len(row) != size or None in row for row in rows) or not 0 < size <= formats.LARGEST_SIZE:
        raise UnsupportedTask(f"{task.name} is no square grid, and the formats of players hold nothing else")
    data = writable.document.data
    assert isinstance(data, dict), "a document is a mapping"
    reading = _Reading(size, _layers(writable), _mapping(data.get("parameters")))
    reading.read(data)
    found = Sudoku(
        size,
        _digits(task, [fact for fact in task.given if fact.domain.is_fixed]),
        regions=reading.regions or _boxes(task, size),
        candidates=_several(task, task.given),
        rules=tuple(reading.rules),
        kept=tuple(Kept(name, "", is_rule=True) for name in reading.unstated),
    )
    return found.told({field: str(data.get(key, "")).strip() for key, field in _WORDS.items()})


def _boxes(task: Task, size: int) -> Digits:
    """The boxes of the classic model as regions; none where they are the usual ones of this size."""
    boxes = (different_cells(condition) or () for condition in task.conditions if condition.label.startswith("box "))
    number = {name: at for at, cells in enumerate(boxes, 1) for name in cells}
    found = tuple(number.get(name, 0) for name in board(task).spots)
    return own_regions(found, size) if all(found) else ()


def _layers(writable: Writable) -> list[str]:
    """The names of the models of a spec, `` for one that stands in it."""
    assert writable.spec is not None, "a task without a record is formulated"
    return [layer.shape.model for layer in writable.spec.model]


def _mapping(data: Plain | None) -> dict[str, Plain]:
    return data if isinstance(data, dict) else {}


def _digits(task: Task, facts: Sequence[Fact]) -> Digits:
    found = {fact.variable: fact.domain.value for fact in facts if isinstance(fact.domain, Finite)}
    return tuple(int(str(found.get(name, 0))) for name in board(task).spots)


def _several(task: Task, facts: Sequence[Fact]) -> Marks:
    """Facts that leave several values, or one noted by hand, as marks."""
    found = {
        fact.variable: tuple(int(str(value)) for value in fact.domain)
        for fact in facts
        if isinstance(fact.domain, Finite) and len(fact.domain) > 1
    }
    return tuple(found.get(name, ()) for name in board(task).spots) if found else ()


def _with_position(record: Sudoku, task: Task, position: Position) -> Sudoku:
    noted = {
        fact.variable: tuple(int(str(value)) for value in fact.domain)
        for fact in position.marks
        if isinstance(fact.domain, Finite)
    }
    marks = tuple(noted.get(name, ()) for name in board(task).spots)
    return replace(
        record,
        entries=_digits(task, position.entries) if position.entries else (),
        marks=marks if any(marks) else (),
        seconds=position.seconds,
    )


def _solution(task: Task | None, solution: Mapping[str, Value]) -> Digits:
    """The digits of a solution that are not given."""
    assert task is not None, "a solution is one of a task"
    given = {fact.variable for fact in task.given if fact.domain.is_fixed}
    return tuple(0 if name in given else int(str(solution[name])) for name in board(task).spots)


# -- from models of the shelf to rules ------------------------------------------------------------------------


class _Unread(Exception):
    """A parameter is not written in the way that is read here."""


class _Reading:
    """Rules that a spec states by models of the shelf, and what cannot be said of others."""

    def __init__(self, size: int, models: Sequence[str], parameters: dict[str, Plain]) -> None:
        self.size, self.models, self.parameters = size, models, parameters
        self.rules: list[Rule] = []
        self.regions: Digits = ()
        self.unstated: list[str] = []

    def read(self, data: dict[str, Plain]) -> None:
        """Read all models."""
        for name in self.models:
            flags, read = _FLAGS.get(name), _READERS.get(name)
            if flags is not None:
                self.rules += map(Rule, flags)
            elif read is not None:
                try:
                    self.rules += read(self)
                except (_Unread, KeyError):
                    self.unstated.append(f"parameters of {name}")
            elif name == "sudoku/jigsaw":
                self.regions = own_regions(numbered("".join(str(self.parameters["regions"]).split())), self.size)
            elif name == "sudoku/asterisk":
                self.rules.append(Rule("extra region", _ASTERISK))
            elif name not in ("sudoku/classic", ""):
                self.unstated.append(f"the model {name}")
        if "require" in data or "" in self.models:
            self.unstated.append("conditions of this spec")

    def items(self, parameter: str) -> list[Plain]:
        """The items of a list, none if it is not given."""
        found = self.parameters.get(parameter, [])
        if not isinstance(found, list):
            raise _Unread
        return found

    def paths(self, parameter: str) -> list[tuple[Spot, ...]]:
        """Lists of cells."""
        return [_spots(item) for item in self.items(parameter)]


def _spots(names: Plain) -> tuple[Spot, ...]:
    found = []
    for name in names if isinstance(names, list) else [names]:
        match = _CELL.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise _Unread
        found.append((int(match[1]) - 1, int(match[2]) - 1))
    return tuple(found)


def _text(value: Plain | None) -> str:
    if not isinstance(value, str) or whole(value) is None:
        raise _Unread
    return value


def _cages(reading: _Reading) -> Iterator[Rule]:
    for cage in map(_mapping, reading.items("cages")):
        if str(cage.get("repeats", "false")).lower() not in ("false", "no", "off"):
            reading.unstated.append("a cage that may hold a digit twice")
            continue
        total = _text(cage.get("sum", "0"))
        yield Rule("killer cage", _spots(cage["cells"]), value="" if int(total) == 0 else total)


def _lines(parameter: str, name: str) -> Callable[[_Reading], Iterator[Rule]]:
    return lambda reading: (Rule(name, lines=(path,)) for path in reading.paths(parameter))


def _whispers(reading: _Reading) -> Iterator[Rule]:
    least = str(reading.parameters.get("least", (reading.size + 1) // 2))
    return (Rule("whispers", lines=(path,), value=_text(least)) for path in reading.paths("whispers"))


def _arrows(reading: _Reading) -> Iterator[Rule]:
    return (Rule("arrow", path[:1], (path,)) for path in reading.paths("arrows"))


def _is_on(reading: _Reading, parameter: str) -> bool:
    return str(reading.parameters.get(parameter, "false")).lower() in ("true", "yes", "on")


def _dots(reading: _Reading) -> Iterator[Rule]:
    for parameter, name, value in (("white", "difference", "1"), ("black", "ratio", "2")):
        yield from (Rule(name, path, value=value) for path in reading.paths(parameter))
    if _is_on(reading, "all_dots"):
        yield from (Rule("negative", value=name) for name in ("difference", "ratio"))


def _signs(reading: _Reading) -> Iterator[Rule]:
    for sign in ("x", "v"):
        yield from (Rule("xv", path, value=sign.upper()) for path in reading.paths(sign))
    if _is_on(reading, "all_signs"):
        yield Rule("negative", value="xv")


def _quadruples(reading: _Reading) -> Iterator[Rule]:
    for found in map(_mapping, reading.items("quadruples")):
        ((row, column),) = _spots(found["at"])
        around = tuple((row + down, column + right) for down in (0, 1) for right in (0, 1))
        digits = found["digits"] if isinstance(found["digits"], list) else [found["digits"]]
        yield Rule("quadruple", around, digits=tuple(int(_text(digit)) for digit in digits))


def _diagonal_sums(reading: _Reading) -> Iterator[Rule]:
    """The clue stands outside, one step before the first cell."""
    for found in map(_mapping, reading.items("diagonals")):
        (start,), (end,) = _spots(found["from"]), _spots(found["to"])
        down, right = (1 if end[0] > start[0] else -1), (1 if end[1] > start[1] else -1)
        direction = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
        outside = (start[0] - down, start[1] - right)
        yield Rule("little killer", (outside,), value=_text(found["sum"]), direction=direction)


def _outside(name: str, sides: Mapping[str, Callable[[int, int], Spot]]) -> Callable[[_Reading], Iterator[Rule]]:
    def read(reading: _Reading) -> Iterator[Rule]:
        for parameter, spot in sides.items():
            for key, value in _mapping(reading.parameters.get(parameter)).items():
                yield Rule(name, (spot(int(_text(key)) - 1, reading.size),), value=_text(value))

    return read


def _parity(reading: _Reading) -> Iterator[Rule]:
    for name in ("even", "odd"):
        yield from (Rule(name, _spots(item)) for item in reading.items(name))


def _extra(reading: _Reading) -> Iterator[Rule]:
    return (Rule("extra region", path) for path in reading.paths("extra"))


_ASTERISK = ((1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4))

_FLAGS = {
    "sudoku/x": ("falling diagonal", "rising diagonal"),
    "sudoku/anti-knight": ("anti-knight",),
    "sudoku/anti-king": ("anti-king",),
    "sudoku/non-consecutive": ("non-consecutive",),
    "sudoku/disjoint-groups": ("disjoint groups",),
    "sudoku/windoku": ("windoku",),
}

_READERS: dict[str, Callable[[_Reading], Iterator[Rule]]] = {
    "sudoku/killer": _cages,
    "sudoku/thermometer": _lines("thermometers", "thermometer"),
    "sudoku/palindrome": _lines("palindromes", "palindrome"),
    "sudoku/renban": _lines("renban", "renban"),
    "sudoku/between-lines": _lines("between", "between line"),
    "sudoku/german-whispers": _whispers,
    "sudoku/arrow": _arrows,
    "sudoku/kropki": _dots,
    "sudoku/xv": _signs,
    "sudoku/quadruple": _quadruples,
    "sudoku/little-killer": _diagonal_sums,
    "sudoku/sandwich": _outside(
        "sandwich", {"row_sums": lambda at, size: (at, -1), "column_sums": lambda at, size: (-1, at)}
    ),
    "sudoku/skyscraper": _outside(
        "skyscraper",
        {
            "left": lambda at, size: (at, -1),
            "right": lambda at, size: (at, size),
            "top": lambda at, size: (-1, at),
            "bottom": lambda at, size: (size, at),
        },
    ),
    "sudoku/even-odd": _parity,
    "sudoku/extra-regions": _extra,
}
"""Model of the shelf → the rules that its parameters state."""
