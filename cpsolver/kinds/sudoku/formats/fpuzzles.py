"""f-puzzles: links and JSON with cells, pencil marks, and the rules of variants as data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.lzstring import compress
from cpsolver.kinds.sudoku.formats.payload import Link, from_json, json_text, link_in, no_server, unfolded
from cpsolver.kinds.sudoku.formats.record import (
    LARGEST_SIZE,
    Digits,
    FormatError,
    FormatProblem,
    Kept,
    Marks,
    Rule,
    Spot,
    Sudoku,
    own_regions,
    usual_regions,
    wrong,
)
from cpsolver.kinds.sudoku.formats.rules import DRAWING, FLAGS, LISTS, NEGATIVE, RULES, Spelling
from cpsolver.kinds.sudoku.formats.text import whole

_KEPT = "f-puzzles "
_CELL = re.compile(r"[Rr]([0-9]{1,2})[Cc]([0-9]{1,2})")
_TEXTS = {"title": "title", "author": "author", "ruleset": "text"}
_CELL_KEYS = frozenset(
    (
        "value",
        "given",
        "region",
        "centerPencilMarks",
        "cornerPencilMarks",
        "givenPencilMarks",
        "c",
        "cArray",
        "highlight",
    )
)
_LEFT_OUT = frozenset(("size", "grid", "solution", NEGATIVE, *_TEXTS, *FLAGS))


def fits(text: str) -> bool:
    """Whether the text is a link of f-puzzles, its payload, or its JSON."""
    link = link_in(text)
    if link is not None:
        return link.site.startswith("f-puzzles") or link.payload.startswith("fpuz")
    return text.lstrip("\ufeff \t\r\n").startswith("{") and re.search(r'"grid"\s*:\s*\[', text) is not None


def read(text: str) -> Sudoku:
    """The puzzle of a link or of JSON. Raises: FormatError."""
    link = link_in(text)
    if link is None:
        start = len(text) - len(text.lstrip("\ufeff"))
        return from_data(from_json(text[start:]))
    return read_link(link)


def read_link(link: Link) -> Sudoku:
    """The puzzle in a link's payload. Raises: FormatError at the payload."""
    if link.site == "f-puzzles id":
        raise no_server("f-puzzles", link.offset)
    payload = re.sub(r"^[?/]*(fpuz(zles)?)?", "", link.payload.strip())
    try:
        return from_data(unfolded(payload, _mapping))
    except FormatError as error:
        problem = error.problems[0]
        raise FormatError([FormatProblem(problem.message, link.offset, problem.hint)]) from None


def _mapping(text: str) -> dict[str, Any]:
    data = from_json(text)
    if not isinstance(data, dict):
        raise wrong("the payload holds no puzzle", "copy the link again, to its very end")
    return data


def from_data(data: Any) -> Sudoku:
    """The puzzle in f-puzzles' data. What is not understood is kept, and said to be a rule unless it only draws.

    Raises: FormatError.
    """
    if not isinstance(data, dict) or not isinstance(data.get("grid"), list):
        raise wrong("this JSON has no 'grid'", "f-puzzles' JSON has 'size' and 'grid'")
    grid = data["grid"]
    size = data.get("size", len(grid))
    rows = [row for row in grid if isinstance(row, list) and len(row) == size]
    if not isinstance(size, int) or not 1 <= size <= LARGEST_SIZE or len(rows) != size or len(grid) != size:
        raise wrong(f"the grid is not square, or larger than {LARGEST_SIZE}", f"'size' says {size!r:.20}")
    cells = [cell if isinstance(cell, dict) else {} for row in rows for cell in row]
    values = [digit_in(cell.get("value"), at, size) for at, cell in enumerate(cells)]
    is_given = [bool(cell.get("given")) for cell in cells]
    entries = tuple(0 if given else value for value, given in zip(values, is_given, strict=True))
    rules, kept = _rules(data, size)
    return Sudoku(
        size,
        tuple(value if given else 0 for value, given in zip(values, is_given, strict=True)),
        entries if any(entries) else (),
        _regions(cells, size),
        _marks(cells, "givenPencilMarks", size),
        _marks(cells, "centerPencilMarks", size),
        _marks(cells, "cornerPencilMarks", size),
        rules,
        solution=_solution(data.get("solution"), size),
        kept=(*kept, *_strange_cells(cells)),
    ).told({field: str(data[key]).strip() for key, field in _TEXTS.items() if isinstance(data.get(key), (str, int))})


def digit_in(value: Any, at: int, size: int) -> int:
    """The digit a cell holds, 0 for none. Raises: FormatError."""
    if value in (None, "", 0, "0"):
        return 0
    found = value if type(value) is int else whole(value) if isinstance(value, str) else None
    if found is None or not 1 <= found <= size:
        cell = f"r{at // size + 1}c{at % size + 1}"
        raise wrong(f"{str(value)!r:.40} in {cell} is no digit 1-{size}", "correct the cell where the puzzle was made")
    return found


def _marks(cells: Sequence[dict[str, Any]], key: str, size: int) -> Marks:
    found = tuple(tuple(sorted(set(digits_in(cell.get(key), size)))) for cell in cells)
    return found if any(found) else ()


def digits_in(values: Any, size: int) -> Iterator[int]:
    """The digits of a list, whatever else stands in it."""
    for value in values if isinstance(values, list) else []:
        found = value if type(value) is int else whole(value) if isinstance(value, str) else None
        if found is not None and 1 <= found <= size:
            yield found


def _regions(cells: Sequence[dict[str, Any]], size: int) -> Digits:
    usual = usual_regions(size)
    found = []
    for at, cell in enumerate(cells):
        region = cell.get("region", usual[at] - 1)
        found.append(region + 1 if type(region) is int and 0 <= region < size * size else 0)
    return own_regions(tuple(found), size)


def _solution(values: Any, size: int) -> Digits:
    if not isinstance(values, list) or len(values) != size * size:
        return ()
    found = tuple(next(digits_in([value], size), 0) for value in values)
    return found if any(found) else ()


def _strange_cells(cells: Sequence[dict[str, Any]]) -> Iterator[Kept]:
    names = {
        key for cell in cells for key, value in cell.items() if key not in _CELL_KEYS and value not in (None, False)
    }
    for name in sorted(map(str, names)):
        yield Kept(f"{_KEPT}cell {name}", json_text([cell.get(name) for cell in cells]), is_rule=True)


# -- rules ----------------------------------------------------------------------------------------------------


def _rules(data: dict[str, Any], size: int) -> tuple[tuple[Rule, ...], tuple[Kept, ...]]:
    """The rules that are understood, and the parts that are not."""
    rules = [Rule(name) for key, name in FLAGS.items() if data.get(key) is True]
    kept: list[Kept] = []
    spellings = {spelling.key: (name, spelling) for name, spelling in LISTS.items()}
    for key, value in data.items():
        if key in _LEFT_OUT or value in (None, False, [], "", {}):
            continue
        name, spelling = spellings.get(key, ("", None))
        found = _items(name, spelling, value, size) if spelling else None
        if found is None:
            kept.append(Kept(_KEPT + key, json_text(value), key not in DRAWING))
        else:
            rules += found
    rules += [Rule(NEGATIVE, value=str(name)) for name in listed(data.get(NEGATIVE))]
    return tuple(rules), tuple(kept)


def listed(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def _items(name: str, spelling: Spelling, items: Any, size: int) -> list[Rule] | None:
    """The rules of a list; None if one of them cannot be understood, so that none is taken for the whole."""
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return None
    try:
        return [_rule(name, spelling, item, size) for item in items]
    except FormatError:
        return None


def _rule(name: str, spelling: Spelling, item: dict[str, Any], size: int) -> Rule:
    cells = item.get("cells", [item["cell"]] if "cell" in item else [])
    lines = item.get("lines", [item["cloneCells"]] if "cloneCells" in item else [])
    value = item.get("value", "")
    found = Rule(
        name,
        _spots(cells, size),
        tuple(_spots(line, size) for line in listed(lines)),
        "" if value is None else str(value).strip(),
        tuple(digits_in(item.get("values"), size)),
        str(item.get("direction", "")),
    )
    if not found.cells and not found.lines:
        raise wrong(f"a {name} without cells")
    return found


def _spots(names: Any, size: int) -> tuple[Spot, ...]:
    found = []
    for name in listed(names):
        match = _CELL.fullmatch(name) if isinstance(name, str) else None
        if match is None or int(match[1]) > size + 1 or int(match[2]) > size + 1:
            raise wrong(f"{str(name)!r:.30} is no cell")
        found.append((int(match[1]) - 1, int(match[2]) - 1))
    return tuple(found)


# -- writing --------------------------------------------------------------------------------------------------


def to_data(sudoku: Sudoku) -> dict[str, Any]:
    """The data of f-puzzles' JSON."""
    size = sudoku.size
    cells = [_cell(sudoku, at) for at in range(size * size)]
    data: dict[str, Any] = {"size": size, "grid": [cells[at : at + size] for at in range(0, size * size, size)]}
    data.update({key: getattr(sudoku, field) for key, field in _TEXTS.items() if getattr(sudoku, field)})
    if sudoku.solution:
        data["solution"] = [digit or None for digit in sudoku.solution]
    flags = {name: key for key, name in FLAGS.items()}
    for rule in sudoku.rules:
        if rule.name in flags:
            data[flags[rule.name]] = True
        elif rule.name == NEGATIVE:
            data.setdefault(NEGATIVE, []).append(rule.value)
        elif rule.name in LISTS:
            data.setdefault(LISTS[rule.name].key, []).append(_item(rule, LISTS[rule.name]))
    for kept in sudoku.kept:
        key = kept.name.removeprefix(_KEPT)
        if key.startswith("cell "):
            for cell, value in zip(cells, from_json(kept.text), strict=True):
                cell.update({} if value is None else {key.removeprefix("cell "): value})
        elif key != kept.name:
            data[key] = from_json(kept.text)
    return data


def _cell(sudoku: Sudoku, at: int) -> dict[str, Any]:
    cell: dict[str, Any] = {}
    if sudoku.board[at]:
        cell["value"] = sudoku.board[at]
    if sudoku.givens[at]:
        cell["given"] = True
    if sudoku.regions:
        cell["region"] = sudoku.regions[at] - 1 if sudoku.regions[at] else None
    for key, marks in (
        ("givenPencilMarks", sudoku.candidates),
        ("centerPencilMarks", sudoku.marks),
        ("cornerPencilMarks", sudoku.corners),
    ):
        if marks and marks[at]:
            cell[key] = list(marks[at])
    return cell


def _item(rule: Rule, spelling: Spelling) -> dict[str, Any]:
    names = [_name(spot) for spot in rule.cells]
    values = {
        "cells": names,
        "cell": names[0] if names else "",
        "lines": [[_name(spot) for spot in line] for line in rule.lines],
        "cloneCells": [_name(spot) for spot in rule.lines[0]] if rule.lines else [],
        "value": rule.value,
        "values": list(rule.digits),
        "direction": rule.direction,
    }
    return {field: values[field] for field in spelling.fields}


def _name(spot: Spot) -> str:
    return f"R{spot[0] + 1}C{spot[1] + 1}"


def write(sudoku: Sudoku) -> str:
    """A link with the whole puzzle in it."""
    return f"https://www.f-puzzles.com/?load={compress(json_text(to_data(sudoku)))}"


_CARRIES = frozenset(("entries", "regions", "candidates", "marks", "corners", "title", "author", "text", "solution"))
LINK = Format(
    "f-puzzles", "a link of f-puzzles, its payload, or its JSON", fits, read, write,
    carries=_CARRIES, rules=RULES, keeps=(_KEPT,), is_sure=True,
)  # fmt: skip
JSON = Format(
    "f-puzzles-json", "f-puzzles' JSON", lambda text: False, read, lambda sudoku: json_text(to_data(sudoku)) + "\n",
    (".json",), _CARRIES, RULES, (_KEPT,),
)  # fmt: skip
