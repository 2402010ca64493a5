"""What `show:` may say: how a solution is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cpsolver.errors import did_you_mean
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.targets import targets
from cpsolver.spec.written import Written

Form = Literal["board", "grid", "table"]


@dataclass(frozen=True)
class Show:
    """A form, and what it is drawn of.

    board: pieces on a board: an array of one dimension holds the row of the piece in each column
    grid:  an array of two dimensions (or of one: a single row) as a grid of its values
    table: variables or arrays, a row each
    """

    form: Form
    names: tuple[str, ...]


def shown(place: Place, names: ModelNames) -> tuple[Show, ...]:
    """What `show:` says, in order. Raises: SpecError for an unknown form or name."""
    if not isinstance(place.data, dict):
        raise place.error("expected a mapping from a form to names", hint=f"forms: {', '.join(get_args(Form))}")
    found = []
    for key in place.data:
        at = place.at(key)
        form = next((form for form in get_args(Form) if form == key), None)
        if form is None:
            hint = did_you_mean(key, get_args(Form), "forms")
            raise at.error(f"'{key}' is no form to show a solution in", hint=hint, at_key=True)
        found.append(Show(form, tuple(_name(each, names, form) for each in _each(at))))
    return tuple(found)


def _each(place: Place) -> list[Place]:
    return [place.at(number) for number in range(len(place.data))] if isinstance(place.data, list) else [place]


def _name(place: Place, names: ModelNames, form: Form) -> str:
    written = Written.at(place)
    targets(written, names)
    wanted = {"board": (1,), "grid": (1, 2)}.get(form)
    array = names.arrays.get(written.text)
    if wanted and (array is None or len(array.index_sets) not in wanted):
        size = " or ".join(map(str, wanted))
        raise place.error(f"a {form} is drawn of an array of {size} dimension{'s' * (wanted != (1,))}")
    return written.text
