"""What a finite spec's `expect:` says must come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from cpsolver.errors import did_you_mean
from cpsolver.spec.document import Place
from cpsolver.spec.expected import Expected, ExpectedValue
from cpsolver.spec.finite import model_names
from cpsolver.spec.loading import Spec
from cpsolver.spec.names import ModelNames
from cpsolver.spec.schema import exact, whole
from cpsolver.spec.targets import values
from cpsolver.task.functions import exact as simplest
from cpsolver.task.result import Status
from cpsolver.task.task import Task

RESERVED = ("solutions", "objective", "status")
"""Keys of `expect:` that are no variables."""

T = TypeVar("T")

Values = Callable[[Place, Task], Sequence[ExpectedValue] | None]
"""Reads a key of `expect:` where a kind has a form of its own; None if the key is none of these."""


def expected_finite(spec: Spec, task: Task, own: Values | None = None) -> Expected:
    """What `expect:` says must come out: the status, how many solutions, the objective, values.

    own: how a kind reads keys of its own, such as a whole grid.
    Raises: SpecError at unknown keys and at what is no value.
    """
    if not spec.shape.expect:
        return Expected()
    place = spec.place.at("expect")
    names: ModelNames | None = None
    found: list[ExpectedValue] = []
    for key in spec.shape.expect:
        if key in RESERVED:
            continue
        mine = own(place.at(key), task) if own else None
        if mine is None:
            names = names or _settled(spec)
            mine = _values(place, key, names)
        found += mine
    data = spec.shape.expect
    return Expected(
        status=_status(place.at("status")) if "status" in data else None,
        solutions=_typed(place.at("solutions"), whole) if "solutions" in data else None,
        objective=simplest(_typed(place.at("objective"), exact)) if "objective" in data else None,
        values=tuple(found),
    )


def _settled(spec: Spec) -> ModelNames:
    names = model_names(spec)
    names.settle()
    return names


def _typed(place: Place, read: Callable[[object], T]) -> T:
    from pydantic_core import PydanticCustomError

    try:
        return read(place.data)
    except PydanticCustomError as error:
        raise place.error(error.message()) from None


def _status(place: Place) -> str:
    names = [status.value for status in Status]
    if place.data not in names:
        raise place.error(f"'{place.data}' is no status", hint=did_you_mean(str(place.data), names, "known"))
    return str(place.data)


def _values(place: Place, key: str, names: ModelNames) -> list[ExpectedValue]:
    """The values one key of `expect:` names."""
    known = [*RESERVED, *names.known()]
    if key.isidentifier() and not names.is_variable(key):
        hint = did_you_mean(key, known)
        raise place.at(key).error(
            f"'{key}' is neither a variable nor one of {', '.join(RESERVED)}", hint=hint, at_key=True
        )
    return [ExpectedValue(name, value, str(at.data)) for name, value, at in values(place.at(key), names)]
