"""The state of play that a spec holds under `game:`: digits entered, pencil marks, time.

    game:
      entries: |                  # a grid of what the player has placed
        ..4......
        …
      marks: {r1c1: 123, r1c2: 59}    # pencil marks in the middle: the cell is one of these
      corners: {r3c3: 4}              # in the corners: for the player alone
      seconds: 754
      started: 2026-11-30 17:05
      notes: the pair in box 3

Other keys are the player's own and are kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.kinds.kind import Position
from cpsolver.kinds.sudoku.formats import digit_of
from cpsolver.kinds.sudoku.formulate import grid_at
from cpsolver.kinds.sudoku.shape import board
from cpsolver.spec.document import Place, words_for
from cpsolver.spec.loading import Spec
from cpsolver.task.domain import Finite
from cpsolver.task.task import Fact, Task

KEYS = ("entries", "marks", "corners", "seconds", "started", "notes", "moves", "undone")


def position(spec: Spec, task: Task) -> Position:
    """What a spec says of the state of play, each fact with its place. Raises: SpecError with all problems."""
    game = spec.place.entries().get("game")
    if game is None:
        return Position()
    parts = game.entries()
    problems: list[Problem] = []
    entries = tuple(_read(problems, _entries, parts.get("entries"), task))
    marks = tuple(_read(problems, _marks, parts.get("marks"), task))
    tuple(_read(problems, _marks, parts.get("corners"), task))
    seconds = _seconds(problems, parts.get("seconds"))
    if problems:
        raise SpecError(*problems)
    filled = {fact.variable for fact in (*task.given, *entries) if fact.domain.is_fixed}
    return Position(entries, tuple(fact for fact in marks if fact.variable not in filled), seconds)


def _read(problems: list[Problem], read: object, place: Place | None, task: Task) -> Iterator[Fact]:
    """The facts at a place; what is wrong goes to the problems."""
    if place is None or not place.data:
        return
    try:
        assert callable(read)
        yield from read(place, task)
    except SpecError as error:
        problems += error.problems


def _entries(place: Place, task: Task) -> list[Fact]:
    """The digits entered; one that repeats a given is none. Raises: SpecError where it changes a given."""
    rows = board(task).rows
    given = {fact.variable: fact for fact in task.given if fact.domain.is_fixed}
    found, problems = [], []
    for cell in grid_at(place, task).givens:
        name = rows[cell.row][cell.column]
        assert name is not None and cell.digit is not None
        fact = Fact(name, Finite((cell.digit,)), place.mark(cell.offset))
        if name not in given:
            found.append(fact)
        elif isinstance(held := given[name].domain, Finite) and held != fact.domain:
            hint = f"{name} = {held.value} stands at {given[name].origin}"
            problems.append(place.problem(f"{name} is given and cannot be {cell.digit}", offset=cell.offset, hint=hint))
    if problems:
        raise SpecError(*problems)
    return found


def _marks(place: Place, task: Task) -> Iterator[Fact]:
    """The digits noted of cells. Raises: SpecError."""
    if not isinstance(place.data, dict):
        raise place.error(
            f"expected cells with their marks, found {words_for(place.data)}", hint="such as {r1c1: 123, r1c2: 59}"
        )
    for name, at in place.entries().items():
        if name not in task.by_name:
            raise at.error(f"'{name}' is no cell", hint=did_you_mean(name, task.by_name), at_key=True)
        yield Fact(name, Finite(tuple(_digits(at, len(board(task).rows)))), at.mark())


def _digits(place: Place, size: int) -> list[int]:
    texts = place.data if isinstance(place.data, list) else list(str(place.data))
    found = []
    for number, text in enumerate(texts):
        digit = digit_of(text, size) if isinstance(text, str) else None
        if digit is None:
            at, offset = (place.at(number), 0) if isinstance(place.data, list) else (place, number)
            raise at.error(f"{words_for(text)} is no digit 1-{size}", offset=offset, hint="such as 123, or [1, 12]")
        found.append(digit)
    if not found:
        raise place.error("a cell without marks", hint="leave it out")
    return sorted(set(found))


def _seconds(problems: list[Problem], place: Place | None) -> int:
    if place is None or place.data == "":
        return 0
    text = place.data
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 10:
        return int(text)
    problems.append(place.problem(f"{words_for(text)} is not a number of seconds", hint="such as 754"))
    return 0
