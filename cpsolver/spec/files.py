"""Files beside a spec that hold values: `{file: jobs.csv, key: job, value: hours}`, `{file: net.json}`.

    {file: F}                  a table as a list of records by its head; what JSON holds, as it is
    {file: F, value: V}        one column, or one key of every record, as a list
    {file: F, key: K}          the records by what they have in a column
    {file: F, key: K, value: V}  what they have in one column by what they have in another
    {file: F, header: no}      a table without head, as a list of rows

What stands in such a file is a value and never an expression: a number, a truth value, or else a symbol, whatever
signs it has. Tables are CSV (RFC 4180), parted by commas, semicolons or tabs. Files lie in the folder of the spec or
below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cpsolver.errors import SpecError, did_you_mean
from cpsolver.spec.document import Document, Place, as_written, assembled, contents, in_words, parse, words_for
from cpsolver.spec.document import Path as Keys
from cpsolver.spec.schema import flag
from cpsolver.spec.text import readable

_KEYS = ("file", "key", "value", "header")
_PARTED = (",", ";", "\t")

ROWS: Keys = ("rows",)
"""Where a document of a file keeps its rows, or what a column has of them."""

MOST_CELLS = 1_000_000
"""Cells of one table."""

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")


@dataclass(frozen=True)
class Held:
    """The mark of a document that holds values and no expressions."""


HELD = Held()


def is_held(place: Place) -> bool:
    """Whether what stands at a place is a value of a file, and no expression."""
    return isinstance(place.document.record, Held)


def is_number(text: str) -> bool:
    """Whether a value of a file is a number."""
    return bool(_NUMBER.fullmatch(text))


def from_file(place: Place) -> Place:
    """Where the values of the file stand that a mapping names; the place itself if it names none.

    Raises: SpecError at the name of the file if it cannot be read, or in the file at what is wrong there.
    """
    data = place.data
    if not isinstance(data, dict) or not isinstance(data.get("file"), str) or not data["file"]:
        return place
    for key in data:
        if key not in _KEYS:
            raise place.at(key).error(f"unknown key '{key}'", hint=did_you_mean(key, _KEYS), at_key=True)
    path = _path(place.at("file"))
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        hint = f"values are read from {', '.join(_READERS)}"
        raise place.at("file").error(f"'{data['file']}' is no file of values", hint=hint)
    return _arranged(reader(_text(path, place.at("file")), as_written(path), place), place)


def _path(name: Place) -> Path:
    """The path of a file in the folder of the spec, or below."""
    folder = name.document.folder or Path()
    path = folder / str(name.data)
    try:
        is_beside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        is_beside = False
    if not is_beside:
        raise name.error(f"'{name.data}' does not lie beside the spec", hint="put the file into its folder, or below")
    return path


def _text(path: Path, name: Place) -> bytes:
    try:
        return contents(path)
    except (OSError, ValueError) as error:
        raise name.error(f"'{name.data}' cannot be read: {in_words(error)}") from None


# -- tables --------------------------------------------------------------------------------------------------

Cell = tuple[str, int]
"""The text of a cell, and where it starts."""


def _table(content: bytes, source: str, wanted: Place) -> Place:
    text = readable(content, source).text
    rows = list(_rows(text, source))
    if not rows:
        raise wanted.at("file").error(f"'{source}' is empty")
    if _has_header(wanted):
        return _records(rows, text, source)
    starts: dict[Keys, int] = {}
    for number, row in enumerate(rows):
        starts[number,] = row[0][1]
        starts.update(((number, column), start) for column, (_, start) in enumerate(row))
    return Place(_held({"rows": [[cell for cell, _ in row] for row in rows]}, text, source, starts)).at("rows")


def _has_header(wanted: Place) -> bool:
    from pydantic_core import PydanticCustomError

    if "header" not in wanted.entries():
        return True
    try:
        return flag(wanted.at("header").data)
    except PydanticCustomError as error:
        raise wanted.at("header").error(error.message()) from None


def _records(rows: list[list[Cell]], text: str, source: str) -> Place:
    """The rows below the head as mappings."""
    head = [name.strip() for name, _ in rows[0]]
    starts: dict[Keys, int] = {}
    records = []
    for column, (name, start) in enumerate(rows[0]):
        if not name.strip() or name.strip() in head[:column]:
            message = f"column '{name.strip()}' stands twice in the head" if name.strip() else "a column has no name"
            raise _wrong(text, source, message, start, "or write 'header: no' for a table without head")
    for number, row in enumerate(rows[1:]):
        if len(row) != len(head):
            message = f"this row has {len(row)} cell{'s' * (len(row) != 1)}; the head has {len(head)}"
            raise _wrong(text, source, message, row[0][1])
        starts[number,] = row[0][1]
        starts.update(((number, name), start) for name, (_, start) in zip(head, row, strict=True))
        records.append({name: cell for name, (cell, _) in zip(head, row, strict=True)})
    return Place(_held({"rows": records}, text, source, starts)).at("rows")


def _held(data: Mapping[str, object], text: str, source: str, starts: Mapping[Keys, int]) -> Document:
    inside = {("rows", *path): start for path, start in starts.items()}
    return assembled(dict(data), text, source, inside, record=HELD)  # type: ignore[arg-type]


def _wrong(text: str, source: str, message: str, start: int, hint: str = "") -> SpecError:
    document = assembled({"at": ""}, text, source, {("at",): start})
    return Place(document).at("at").error(message, hint=hint)


def _rows(text: str, source: str) -> Iterator[list[Cell]]:
    """The rows of a table that hold anything, each cell with the place where it starts."""
    first = text.partition("\n")[0]
    parted = max(_PARTED, key=first.count)
    position = cells = 0
    row: list[Cell] = []
    while position < len(text):
        cell, position = _cell(text, position, parted, source)
        row.append(cell)
        cells += 1
        if cells > MOST_CELLS:
            raise _wrong(text, source, f"more than {MOST_CELLS:,} cells", cell[1])
        is_last = position >= len(text) or text[position] == "\n"
        position += 1
        if is_last:
            if len(row) > 1 or row[0][0].strip():
                yield row
            row = []
    if row:
        yield [*row, ("", len(text))]


def _cell(text: str, start: int, parted: str, source: str) -> tuple[Cell, int]:
    """The cell that starts here, and where its separator or line end stands."""
    if not text.startswith('"', start):
        end = min((at for at in (text.find(parted, start), text.find("\n", start)) if at >= 0), default=len(text))
        raw = text[start:end]
        return (raw.strip(), start + len(raw) - len(raw.lstrip())), end
    found, position = "", start + 1
    while True:
        close = text.find('"', position)
        if close < 0:
            raise _wrong(text, source, "this quote is never closed", start, 'close it with "')
        found += text[position:close]
        if not text.startswith('""', close):
            break
        found, position = found + '"', close + 2
    end = close + 1
    if end < len(text) and text[end] not in (parted, "\n"):
        raise _wrong(text, source, "something stands behind the closing quote", end, 'a quote inside is written ""')
    return (found, start + 1), end


# -- JSON ----------------------------------------------------------------------------------------------------


def _json(content: bytes, source: str, wanted: Place) -> Place:
    """JSON, read as the YAML that it is, as if it stood under a key."""
    text = readable(content, source).text.replace("\t", " ")
    if text.lstrip()[:1] not in ("[", "{"):
        raise wanted.at("file").error(f"'{source}' is no JSON: it holds neither {{…}} nor […]")
    # behind the key the text keeps its lines, and the first line its columns but for the key's
    document = parse(f"? rows\n: {text}", source)
    return Place(_as_held(_one_line_up(document, source, text))).at("rows")


def _one_line_up(document: Document, source: str, text: str) -> Document:
    """The same, with places as they are without the line and the sign in front."""
    shift = len("? rows\n: ")
    starts: dict[Keys, int] = {}
    _starts(Place(document).at("rows"), (), starts, shift)
    return assembled(document.data, text, source, {("rows", *path): start for path, start in starts.items()})


def _starts(place: Place, path: Keys, starts: dict[Keys, int], shift: int) -> None:
    node = place.document.node(place.path)
    assert node is not None, f"{path} is in the document"
    quote = 1 if node.style in ("'", '"') else 0
    starts[path] = max(0, node.start - shift + quote)
    for key in node.children:
        _starts(place.at(key), (*path, key), starts, shift)


def _as_held(document: Document) -> Document:
    return replace(document, record=HELD)


_READERS: Mapping[str, Callable[[bytes, str, Place], Place]] = {
    ".csv": _table,
    ".tsv": _table,
    ".json": _json,
}
"""By the ending of a file's name."""


# -- how they are arranged -----------------------------------------------------------------------------------


def _arranged(found: Place, wanted: Place) -> Place:
    """The values as `key:` and `value:` ask for them."""
    key, value = (wanted.entries().get(name) for name in ("key", "value"))
    if key is None and value is None:
        return found
    records = found.items()
    if not isinstance(found.data, list) or not all(isinstance(record.data, dict) for record in records):
        asked = key or value
        assert asked is not None, "one of the two was asked for"
        raise asked.error(f"'{found.document.source}' holds no list of records", at_key=True)
    starts: dict[Keys, int] = {}
    chosen: dict[str, object] | list[object] = {} if key else []
    for number, record in enumerate(records):
        at = _inside(record, value) if value else record
        name: str | int = _named(record, key, chosen) if key else number
        _keep(chosen, name, at)
        _starts(at, (name,), starts, 0)
    text = found.document.text
    inside = {("rows", *path): start for path, start in starts.items()}
    return Place(assembled({"rows": chosen}, text, found.document.source, inside, record=HELD)).at("rows")  # type: ignore[dict-item]


def _keep(chosen: dict[str, object] | list[object], name: str | int, at: Place) -> None:
    if isinstance(chosen, dict):
        chosen[str(name)] = at.data
    else:
        chosen.append(at.data)


def _inside(record: Place, column: Place) -> Place:
    entries = record.entries()
    if str(column.data) not in entries:
        hint = did_you_mean(str(column.data), entries, "columns")
        raise column.error(f"there is no column '{column.data}' in '{record.document.source}'", hint=hint)
    return record.at(str(column.data))


def _named(record: Place, column: Place, chosen: object) -> str:
    at = _inside(record, column)
    if not isinstance(at.data, str) or not at.data:
        raise at.error(f"{words_for(at.data)} is no key; a number or a symbol should stand here")
    if isinstance(chosen, dict) and at.data in chosen:
        raise at.error(f"'{at.data}' stands twice in the column '{column.data}'")
    return at.data
