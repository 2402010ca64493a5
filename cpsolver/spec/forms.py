"""How people write what is read by hand, said for editors: the JSON Schema of fields that shapes leave `Plain`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel, GetJsonSchemaHandler

TEXT: dict[str, Any] = {"type": ["string", "number", "boolean", "null"]}
"""Text as editors see it: what looks like a number or a truth value to them is text all the same."""

OWN_MODEL = {"$model": ""}
"""Stands in the shape of a spec for the schema of its kind's models."""


class Listed:
    """A form: a list whose items have one of the forms inside."""

    def __init__(self, *forms: Any) -> None:
        self.forms = forms


class Mapped:
    """A form: a mapping with keys of the user's own, whose values have one of the forms inside."""

    def __init__(self, *forms: Any) -> None:
        self.forms = forms


class As:
    """How people write a value, for editors alone: in any of these forms.

    forms: JSON Schema as a dictionary, a shape, `Listed` or `Mapped`
    """

    def __init__(self, *forms: Any) -> None:
        self.forms = forms

    def __get_pydantic_json_schema__(self, _: Any, __: GetJsonSchemaHandler) -> dict[str, Any]:
        return _any_of(self.forms)


SHAPES: dict[str, type[BaseModel]] = {}
"""The shapes that forms speak of, by name; `describing` puts their schemas in the place of their names."""

SHAPE = "$shape"
"""The key that holds the name of a shape until then."""


def _any_of(forms: Iterable[Any]) -> dict[str, Any]:
    found = [_form(form) for form in forms]
    return found[0] if len(found) == 1 and SHAPE not in found[0] else {"anyOf": found}


def _form(form: Any) -> dict[str, Any]:
    if isinstance(form, Listed):
        return {"type": "array", "items": _any_of(form.forms)}
    if isinstance(form, Mapped):
        return {"type": "object", "additionalProperties": _any_of(form.forms)}
    if isinstance(form, dict):
        return dict(form)
    SHAPES[form.__name__] = form
    return {SHAPE: form.__name__}
