"""A text in a format of players, pasted, piped or given as an argument, turned into a spec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsolver.errors import SpecError
from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import AmbiguousFormat, FormatError, Sudoku
from cpsolver.kinds.sudoku.formats.lines import is_usual_line
from cpsolver.kinds.sudoku.formats.record import Digits, Marks, box_shape, spot_name, spots_of
from cpsolver.kinds.sudoku.formats.text import SIGNS
from cpsolver.kinds.sudoku.stating import CLASSIC, Stated, stated
from cpsolver.spec.document import Document, Path, Plain, assembled
from cpsolver.spec.text import Lines

_MAPPING = re.compile(r"""\s*["']?[A-Za-z][\w -]*["']?\s*:(\s|$)|\s*[{\[]""")
_NAME = re.compile(r".*([/\\]|\.[A-Za-z]\w{1,4}$)")
_GRIDS = ("line", "grid", "sdm")


def recognise(text: str, source: str) -> Document | None:
    """The spec that a text of players stands for, its places pointing into the text; None if the text is none.

    Text that is plainly meant as a grid but wrong, such as 80 cells or a letter among them, counts as one: reading it
    as a spec then says what is wrong with the grid.
    Raises: SpecError if it is in a format, but wrong, or if two formats read it differently.
    """
    text = formats.unified(text)
    if is_usual_line(text):
        return _plain(text, source)
    name = _format_of(text, source)
    if name is None:
        return None
    if name in _GRIDS and not _has_letters_from_one(text):
        return _plain(text, source)
    try:
        return spec_of(formats.read(text, name), text, source)
    except FormatError as error:
        raise in_place(error, text, source) from None


def in_place(error: FormatError, text: str, source: str) -> SpecError:
    """A format's error with its places in the text."""
    lines = Lines(source, formats.unified(text))
    return SpecError(*(lines.problem(found.message, found.offset, found.hint) for found in error.problems))


def _format_of(text: str, source: str) -> str | None:
    """The name of the format a text is in; None if it is a spec, a name, or nothing known."""
    try:
        found = formats.detect(text)
    except AmbiguousFormat as error:
        raise in_place(error, text, source) from None
    except FormatError:
        return "grid" if len(text) > formats.LARGEST_TEXT and is_meant_as_grid(text[:10_000]) else None
    return found if formats.FORMATS[found].is_sure or not _is_spec_or_name(text) else None


def is_meant_as_grid(text: str) -> bool:
    """Whether the text is neither a spec nor a name, and mostly digits and signs for empty cells."""
    return not _is_spec_or_name(text) and formats.is_meant_as_grid(text)


def _is_spec_or_name(text: str) -> bool:
    lines = [line for line, _ in formats.content_lines(text) if line.strip() and not formats.is_border(line)]
    return any(map(_MAPPING.match, lines)) or (len(lines) == 1 and _NAME.match(lines[0].strip()) is not None)


def _has_letters_from_one(text: str) -> bool:
    """Whether it is a large grid in letters without digits. Reading it says whether A is 1."""
    size = formats.size_of(text)
    signs = {sign.text for line in formats.sign_lines(text, size) for sign in line} if size > 9 else set()
    return any(sign.isalpha() for sign in signs) and not any(sign.isdigit() and sign != "0" for sign in signs)


def _plain(text: str, source: str) -> Document:
    """The spec of a grid without more: its text as it stands."""
    size = formats.size_of(text)
    rows, columns = box_shape(size)
    data: dict[str, Plain] = {"model": CLASSIC}
    if size != 9:
        data["parameters"] = {"box_rows": str(rows), "box_columns": str(columns)}
    data["given"] = {"grid": text}
    return assembled(data, text, source)


# -- a record as a spec ---------------------------------------------------------------------------------------


def spec_of(sudoku: Sudoku, text: str, source: str) -> Document:
    """The spec of a record: its models with their parameters, givens, and the state of play.

    Rules that are not understood stand under `not_understood:`, so that nothing solves the rest as if they were absent.
    """
    rules = stated(sudoku)
    data: dict[str, Plain] = {"model": _model(rules)}
    data |= {key: value for key, value in _about(sudoku).items() if value}
    parameters = _parameters(rules)
    if parameters:
        data["parameters"] = parameters
    data["given"] = dict(_given(sudoku))
    if rules.require:
        data["require"] = rules.require
    if rules.unstated:
        data["not_understood"] = list(rules.unstated)
    if sudoku.solution and all(sudoku.solution):
        data["expect"] = {"grid": grid_text(sudoku.solution, sudoku.size)}
    game = game_of(sudoku)
    if game:
        data["game"] = game
    starts, characters = _places(sudoku, data)
    return assembled(data, text, source, starts, characters, sudoku)


def _about(sudoku: Sudoku) -> dict[str, str]:
    words = ("title", "author", "source", "date", "level", "comment")
    return {name: getattr(sudoku, name) for name in words} | {"rules": sudoku.text}


def _model(rules: Stated) -> Plain:
    if len(rules.models) > 1:
        return {"extends": list(rules.models)}
    return rules.models[0] if rules.models else CLASSIC


def _parameters(rules: Stated) -> dict[str, Plain]:
    size = rules.sudoku.size
    rows, columns = box_shape(size)
    shape: dict[str, Plain] = {"box_rows": str(rows), "box_columns": str(columns)} if size != 9 else {}
    return {**shape, **rules.parameters}


def _given(sudoku: Sudoku) -> Iterator[tuple[str, Plain]]:
    yield "grid", grid_text(sudoku.givens, sudoku.size)
    for spot, digit, marks in zip(spots_of(sudoku.size), sudoku.givens, sudoku.candidates, strict=False):
        if marks and not digit:
            yield spot_name(spot), [str(mark) for mark in marks]


def grid_text(digits: Digits, size: int) -> str:
    """A grid as specs hold it: a line for each row."""
    signs = [SIGNS[digit] for digit in digits]
    return "".join("".join(signs[at : at + size]) + "\n" for at in range(0, size * size, size))


def game_of(sudoku: Sudoku) -> dict[str, Plain]:
    """The state of play as specs hold it; empty if there is none."""
    found: dict[str, Plain] = {}
    if any(sudoku.entries):
        found["entries"] = grid_text(sudoku.entries, sudoku.size)
    for name, marks in (("marks", sudoku.marks), ("corners", sudoku.corners)):
        if any(marks):
            found[name] = marks_data(marks, sudoku.size)
    if sudoku.seconds:
        found["seconds"] = str(sudoku.seconds)
    return found


def marks_data(marks: Marks, size: int) -> dict[str, Plain]:
    """Pencil marks as specs hold them: by cell, a sign for each digit."""
    return {
        spot_name(spot): "".join(SIGNS[digit] for digit in digits)
        for spot, digits in zip(spots_of(size), marks, strict=True)
        if digits
    }


def _places(sudoku: Sudoku, data: dict[str, Plain]) -> tuple[dict[Path, int], dict[Path, list[int]]]:
    """Where the cells of the grids, and of single cells, stand in the text."""
    offsets = [max(0, offset) for offset in sudoku.offsets] or [0] * sudoku.cells
    found = _grid_characters(offsets, sudoku.size)
    characters: dict[Path, list[int]] = {("given", "grid"): found}
    if isinstance(data.get("game"), dict) and any(sudoku.entries):
        characters["game", "entries"] = found
    starts: dict[Path, int] = {}
    for spot, offset in zip(spots_of(sudoku.size), offsets, strict=True):
        starts["given", spot_name(spot)] = offset
        starts |= {("given", spot_name(spot), number): offset for number in range(sudoku.size)}
    return starts, characters


def _grid_characters(offsets: Sequence[int], size: int) -> list[int]:
    """The place of each character of a grid's text, line ends at the cell before them; then that of its end."""
    found: list[int] = []
    for at in range(0, size * size, size):
        row = offsets[at : at + size]
        found += [*row, row[-1]]
    return [*found, found[-1]]


def without_state(sudoku: Sudoku) -> Sudoku:
    """The record as it was before anybody played."""
    return replace(sudoku, entries=(), marks=(), corners=(), seconds=0)
