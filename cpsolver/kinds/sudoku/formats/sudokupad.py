"""SudokuPad and the app of Cracking the Cryptic: links, and their JSON. It is a drawing; rules are only words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cpsolver.kinds.sudoku.formats import fpuzzles
from cpsolver.kinds.sudoku.formats.blank import read_blank
from cpsolver.kinds.sudoku.formats.format import Format
from cpsolver.kinds.sudoku.formats.lzstring import compress
from cpsolver.kinds.sudoku.formats.packed import packed, unpacked
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
from cpsolver.kinds.sudoku.formats.text import whole

_KEPT = "sudokupad "
_PREFIX = re.compile(r"[?/]*(?P<kind>fpuz(?:zles)?|ctc|scl|scf)(?P<payload>.*)", re.S)
_META = re.compile(r"(title|author|rules|solution)\s*:\s*(.*)", re.S | re.I)
_READ = frozenset(("cells", "regions", "cages", "metadata", "cellSize", "id", "settings"))
_DRAWN = frozenset(("lines", "arrows", "overlays", "underlays"))
_PLAIN_RULES = re.compile(
    r"(normal |standard |regular |classic )?(sudoku|killer|jigsaw|irregular|killer sudoku)( sudoku)? rules apply"
    r"|digits (with)?in (a |each )?((killer )?cages?|regions?) (must )?(not|cannot|can't|don't|do not|may not) repeat"
    r"|digits in (a |each )?cages? (must )?(add up|sum|add) to the (small )?(clue|total|number|sum)[^.]*"
    r"|place the digits (from )?1 (to|through|-|–) 9 in(to)? (each|every) row,? column,? and (box|region|3x3 box)[^.]*"
)


def fits(text: str) -> bool:
    """Whether the text is a link of SudokuPad, its payload, its JSON, or the packed form of that."""
    link = link_in(text)
    if link is not None:
        return link.site == "sudokupad" and not link.payload.startswith("fpuz")
    start = text.lstrip("\ufeff \t\r\n")
    return start.startswith("{") and re.search(r"""(["']cells["']\s*:|[{,](ce|cells):)\s*\[\s*\[""", text) is not None


def read(text: str) -> Sudoku:
    """The puzzle of a link or of JSON. Raises: FormatError."""
    link = link_in(text)
    return from_data(_data(text)) if link is None else read_link(link)


def read_link(link: Link) -> Sudoku:
    """The puzzle in a link. Raises: FormatError at the payload."""
    match = _PREFIX.fullmatch(link.payload.strip())
    if match is None:
        raise no_server("SudokuPad", link.offset)
    if match["kind"].startswith("fpuz"):
        return fpuzzles.read_link(link)
    try:
        return read_blank(match["payload"]) if match["kind"] == "scf" else from_data(unfolded(match["payload"], _data))
    except FormatError as error:
        problem = error.problems[0]
        raise FormatError([FormatProblem(problem.message, link.offset, problem.hint)]) from None


def _data(text: str) -> Any:
    """JSON, or the packed form of it."""
    text = text.lstrip("\ufeff")
    if re.match(r'\s*\{\s*("|\})', text):
        return from_json(text)
    if not text.lstrip().startswith("{"):
        raise wrong("the payload holds no puzzle", "copy the link again, to its very end")
    return unpacked(text)


def from_data(data: Any) -> Sudoku:
    """The puzzle in the data: digits, pencil marks, regions, cages, solution. What is drawn or said is kept.

    Raises: FormatError.
    """
    grid = data.get("cells") if isinstance(data, dict) else None
    if not isinstance(grid, list) or not all(isinstance(row, list) for row in grid):
        raise wrong("this JSON has no 'cells'", "SudokuPad's JSON has 'cells', a list for each row")
    size = len(grid)
    if not 1 <= size <= LARGEST_SIZE or any(len(row) != size for row in grid):
        raise wrong(f"the grid is not square, or larger than {LARGEST_SIZE}", f"it has {size} rows")
    cells = [cell if isinstance(cell, dict) else {} for row in grid for cell in row]
    values = [fpuzzles.digit_in(cell.get("value"), at, size) for at, cell in enumerate(cells)]
    is_given = [cell.get("given") is not False for cell in cells]
    entries = tuple(0 if given else value for value, given in zip(values, is_given, strict=True))
    about = _about(data)
    cages, kept = _cages(data.get("cages"), size)
    return Sudoku(
        size,
        tuple(value if given else 0 for value, given in zip(values, is_given, strict=True)),
        entries if any(entries) else (),
        _regions(data.get("regions"), size),
        marks=_marks(cells, ("centremarks", "centermarks"), size),
        corners=_marks(cells, ("pencilMarks", "cornermarks"), size),
        rules=cages,
        title=about.get("title", ""),
        author=about.get("author", ""),
        text=about.get("rules", ""),
        solution=_solution(about.get("solution", ""), size),
        kept=(*kept, *_not_understood(data, about.get("rules", ""), bool(cages))),
    )


def _about(data: dict[str, Any]) -> dict[str, str]:
    """Title, author, rules, solution: of the metadata, or of cages without cells."""
    found: dict[str, str] = {}
    for cage in fpuzzles.listed(data.get("cages")):
        match = (
            _META.fullmatch(str(cage.get("value", ""))) if isinstance(cage, dict) and not cage.get("cells") else None
        )
        if match:
            found[match[1].lower()] = match[2].strip()
    metadata = data.get("metadata")
    for key, value in metadata.items() if isinstance(metadata, dict) else ():
        if key in ("title", "author", "rules", "solution") and isinstance(value, (str, int, list)):
            found[key] = ("\n".join(map(str, value)) if isinstance(value, list) else str(value)).strip()
    return found


def _solution(text: str, size: int) -> Digits:
    found = tuple(whole(sign) or 0 for sign in text)
    fits_grid = len(found) == size * size and size <= 9 and all(digit <= size for digit in found) and any(found)
    return found if fits_grid else ()


def _marks(cells: list[dict[str, Any]], keys: tuple[str, ...], size: int) -> Marks:
    found = tuple(
        tuple(sorted({digit for key in keys for digit in fpuzzles.digits_in(cell.get(key), size)})) for cell in cells
    )
    return found if any(found) else ()


def _spots(cells: Any, size: int) -> tuple[Spot, ...] | None:
    """Cells given as pairs of row and column, None if one of them is none."""
    found = []
    for pair in fpuzzles.listed(cells):
        if not isinstance(pair, list) or len(pair) != 2 or not all(type(n) is int and 0 <= n < size for n in pair):
            return None
        found.append((pair[0], pair[1]))
    return tuple(found)


def _regions(regions: Any, size: int) -> Digits:
    """The number of each cell's region. Raises: FormatError if a cell is in two of them."""
    found = [0] * (size * size)
    listed = fpuzzles.listed(regions)
    for number, region in enumerate(listed, 1):
        spots = _spots(region.get("cells") if isinstance(region, dict) else region, size)
        for r, c in spots or ():
            if found[r * size + c]:
                raise wrong(f"r{r + 1}c{c + 1} is in two regions", "correct the regions where the puzzle was made")
            found[r * size + c] = number
    return own_regions(tuple(found) if listed else usual_regions(size), size)


def _cages(cages: Any, size: int) -> tuple[tuple[Rule, ...], tuple[Kept, ...]]:
    """Cages that are killer cages: with a sum, or said to be all different; others are kept."""
    found: list[Rule] = []
    kept: list[Kept] = []
    for cage in fpuzzles.listed(cages):
        if not isinstance(cage, dict) or not cage.get("cells"):
            continue
        spots = _spots(cage["cells"], size)
        value = str(cage.get("value", "") or "").strip()
        is_killer = spots and (whole(value) is not None if value else cage.get("unique") is True)
        if is_killer and spots and cage.get("unique") is not False:
            found.append(Rule("killer cage", spots, value=value))
        elif cage.get("hidden") is not True or value:
            kept.append(Kept(_KEPT + "cage", json_text(cage), is_rule=True))
    return tuple(found), tuple(kept)


def _not_understood(data: dict[str, Any], rules: str, has_cages: bool) -> Iterator[Kept]:
    """What is drawn, and rules in words that say more than those of a sudoku."""
    drawn = [key for key in data if key in _DRAWN and data[key]]
    in_words = bool(_unusual(rules))
    for key in drawn:
        is_rule = in_words or not rules or any(_has_text(item) for item in fpuzzles.listed(data[key]))
        yield Kept(_KEPT + key, json_text(data[key]), is_rule)
    if in_words:
        yield Kept(_KEPT + "rules in words", json_text(rules), is_rule=True)
    for key in data:
        if key not in _READ and key not in _DRAWN and data[key]:
            yield Kept(_KEPT + key, json_text(data[key]))


def _has_text(item: Any) -> bool:
    return isinstance(item, dict) and bool(item.get("text"))


def _unusual(rules: str) -> list[str]:
    """The sentences that are not known to say no more than rows, columns, regions and cages do."""
    sentences = (sentence.strip().lower() for sentence in re.split(r"[.!\n;]+", rules))
    return [sentence for sentence in sentences if sentence and not _PLAIN_RULES.fullmatch(sentence)]


# -- writing --------------------------------------------------------------------------------------------------


def to_data(sudoku: Sudoku) -> dict[str, Any]:
    """The data of SudokuPad's JSON: cells, regions, cages, and words."""
    size = sudoku.size
    regions: dict[int, list[list[int]]] = {}
    for at, number in enumerate(sudoku.regions or usual_regions(size)):
        if number:
            regions.setdefault(number, []).append([at // size, at % size])
    cells = [_cell(sudoku, at) for at in range(size * size)]
    data: dict[str, Any] = {
        "cellSize": 50,
        "cells": [cells[at : at + size] for at in range(0, size * size, size)],
        "regions": list(regions.values()),
        "cages": [_cage(rule) for rule in sudoku.rules if rule.name == "killer cage"],
    }
    metadata = {"title": sudoku.title, "author": sudoku.author, "rules": sudoku.text}
    if sudoku.solution and size <= 9:
        metadata["solution"] = "".join(map(str, sudoku.solution))
    data["metadata"] = {key: value for key, value in metadata.items() if value}
    for kept in sudoku.kept:
        key = kept.name.removeprefix(_KEPT)
        if key == "cage":
            data["cages"].append(from_json(kept.text))
        elif key not in (kept.name, "rules in words"):
            data[key] = from_json(kept.text)
    return data


def _cell(sudoku: Sudoku, at: int) -> dict[str, Any]:
    cell: dict[str, Any] = {"value": sudoku.board[at]} if sudoku.board[at] else {}
    if sudoku.board[at] and not sudoku.givens[at]:
        cell["given"] = False
    for key, marks in (("centremarks", sudoku.marks), ("pencilMarks", sudoku.corners)):
        if marks and marks[at]:
            cell[key] = list(marks[at])
    return cell


def _cage(rule: Rule) -> dict[str, Any]:
    cage: dict[str, Any] = {"cells": [list(spot) for spot in rule.cells], "unique": True}
    return {**cage, "value": rule.value} if rule.value else cage


def write(sudoku: Sudoku) -> str:
    """A link with the whole drawing in it."""
    return f"https://sudokupad.app/scl{compress(packed(to_data(sudoku)))}"


_CARRIES = frozenset(("entries", "regions", "marks", "corners", "title", "author", "text", "solution"))
_RULES = frozenset(("killer cage",))
LINK = Format(
    "sudokupad", "a link of SudokuPad (scl, ctc, scf, fpuzzles), or its JSON", fits, read, write,
    carries=_CARRIES, rules=_RULES, keeps=(_KEPT,), is_sure=True,
)  # fmt: skip
JSON = Format(
    "ctc-json", "SudokuPad's JSON", lambda text: False, read, lambda sudoku: json_text(to_data(sudoku)) + "\n",
    (), _CARRIES, _RULES, (_KEPT,),
)  # fmt: skip
