"""What `show:` may say: how a solution is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.spec.compiling.values import Indexed, items_of, keys_of
from cpsolver.spec.document import Place
from cpsolver.spec.drawing import STYLES, Drawing, drawn
from cpsolver.spec.gantt import Bar, bars
from cpsolver.spec.names import ModelNames
from cpsolver.spec.targets import targets
from cpsolver.spec.written import Written
from cpsolver.task.domain import Value
from cpsolver.task.expression import Name
from cpsolver.task.expression import names as named

Form = Literal["board", "grid", "table", "gantt"]


@dataclass(frozen=True)
class Show:
    """A form, and what it is drawn of.

    board: pieces on a board: an array of one dimension holds the row of the piece in each column
    grid:  an array of two dimensions (or of one: a single row) as a grid of its values
    table: variables or arrays, a row each
    gantt: a schedule: tasks as bars over the time
    rows:  of a grid whose array has gaps: what stands in each row, None in a gap
    bars:  of a schedule
    """

    form: Form
    names: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...] = ()
    bars: tuple[Bar, ...] = ()


def shown(places: Sequence[Place], names: ModelNames) -> tuple[Show | Drawing, ...]:
    """What the items of `show:` say, in order; of mappings from forms to names those of the last layer that has any.

    Raises: SpecError for an unknown form or name, with all problems.
    """
    mappings = [place for place in places if not _is_drawing(place)]
    found: list[Show | Drawing] = []
    problems: list[Problem] = []
    for place in places:
        try:
            if place not in mappings:
                found += drawn(place, names)
            elif _layer(place) == _layer(mappings[-1]):
                found += _forms(place, names)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return tuple(found)


def _layer(place: Place) -> tuple[object, ...]:
    """The `show:` in which an item stands."""
    return id(place.document), *(key for key in place.path if not isinstance(key, int))


def _is_drawing(place: Place) -> bool:
    return isinstance(place.data, dict) and not set(place.data) <= set(get_args(Form)) and _speaks_of_drawing(place)


def _speaks_of_drawing(place: Place) -> bool:
    """Whether an item is meant as a drawing: it has a form of one, or stands in a list."""
    return not set(place.entries()).isdisjoint(STYLES) or isinstance(place.path[-1], int)


def _forms(place: Place, names: ModelNames) -> Iterator[Show]:
    if not isinstance(place.data, dict):
        hint = f"forms: {', '.join((*get_args(Form), *STYLES))}"
        raise place.error("expected a mapping from a form to names", hint=hint)
    for key in place.data:
        at = place.at(key)
        form = next((form for form in get_args(Form) if form == key), None)
        if form is None:
            hint = did_you_mean(key, (*get_args(Form), *STYLES), "forms")
            raise at.error(f"'{key}' is no form to show a solution in", hint=hint, at_key=True)
        if form == "gantt":
            found = bars(at, names)
            nodes = (node for bar in found for node in (bar.start, bar.duration))
            yield Show(form, tuple(dict.fromkeys(name for node in nodes for name in named(node))), bars=found)
            continue
        shown = tuple(_name(each, names, form) for each in _each(at))
        if form == "table":
            yield Show(form, shown)
        else:  # a picture of each
            yield from (Show(form, (name,), _rows(name, names) if form == "grid" else ()) for name in shown)


def _each(place: Place) -> list[Place]:
    return [place.at(number) for number in range(len(place.data))] if isinstance(place.data, list) else [place]


def _name(place: Place, names: ModelNames, form: Form) -> str:
    written = Written.at(place)
    targets(written, names)
    wanted = {"board": (1,), "grid": (1, 2)}.get(form)
    array = names.arrays.get(written.text)
    if form == "grid" and _rows(written.text, names):
        return written.text
    if wanted and (array is None or len(array.index_sets) not in wanted):
        size = " or ".join(map(str, wanted))
        raise place.error(f"a {form} is drawn of an array of {size} dimension{'s' * (wanted != (1,))}")
    return written.text


def _rows(name: str, names: ModelNames) -> tuple[tuple[str | None, ...], ...]:
    """An array of two dimensions with gaps as rows of a grid; nothing for any other array."""
    if name in names.arrays or name not in names.elements:
        return ()
    value = names.value(Written(name, names.declarations[name].place))
    if not all(isinstance(row, Indexed) for row in items_of(value)):
        return ()
    rows = dict(zip(keys_of(value), items_of(value), strict=True))
    columns = _every(key for row in rows.values() for key in keys_of(row))
    return tuple(tuple(_there(rows.get(r), c) for c in columns) for r in _every(rows))


def _every(indices: Iterable[Value]) -> Sequence[Value]:
    """The indices in order; of whole numbers also those between."""
    found = tuple(dict.fromkeys(indices))
    whole = [index for index in found if isinstance(index, int)]
    return range(min(whole), max(whole) + 1) if len(whole) == len(found) > 0 else found


def _there(row: object, column: Value) -> str | None:
    """The variable of a row in a column, if there is one."""
    item = row.at(column) if isinstance(row, Indexed) and column in row.keys else None
    return item.name if isinstance(item, Name) else None
