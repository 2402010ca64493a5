"""The shape of specs and models: which keys there are and what they hold.

The only door to pydantic. All data is text; the types here read it. Errors come with the place of the value, all
problems of a mapping at once.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails, PydanticCustomError

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.spec.document import Place

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    Plain = Annotated[Any, PlainValidator(lambda value: value), WithJsonSchema({})]

S = TypeVar("S", bound=BaseModel)

_LONGEST_NUMBER = 1_000
_WHOLE = re.compile(r"[+-]?[0-9]+")
_EXACT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def wrong(message: str, hint: str = "") -> NoReturn:
    """Say in a validator what is wrong with a value, and what to do next."""
    raise PydanticCustomError("wrong", "{message}", {"message": message, "hint": hint})


def words_for(value: object) -> str:
    """What a value is, in words: `a mapping`, `a list`, `nothing`, or the text in quotes."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"'{value}'" if value else "nothing"


def text(value: object) -> str:
    """The text itself."""
    if not isinstance(value, str):
        wrong(f"expected text, found {words_for(value)}")
    return value


def whole(value: object) -> int:
    """The whole number a text names."""
    if not isinstance(value, str) or not _WHOLE.fullmatch(value) or len(value) > _LONGEST_NUMBER:
        wrong(f"{words_for(value)} is not a whole number")
    return int(value)


def exact(value: object) -> Fraction:
    """The number a text names, exactly: `2.5`, `1e-3`, `1/3`."""
    if isinstance(value, str) and len(value) <= _LONGEST_NUMBER:
        above, slash, below = value.partition("/")
        if not slash and _EXACT.fullmatch(value):
            return Fraction(value)
        if slash and _WHOLE.fullmatch(above) and _WHOLE.fullmatch(below) and int(below):
            return Fraction(int(above), int(below))
    wrong(f"{words_for(value)} is not a number")


def flag(value: object) -> bool:
    """Whether a text says yes."""
    if not isinstance(value, str) or value.lower() not in _FLAGS:
        wrong(f"{words_for(value)} is neither 'true' nor 'false'")
    return _FLAGS[value.lower()]


def entries(value: object) -> object:
    """A mapping; nothing counts as an empty one."""
    if value == "":
        return {}
    if not isinstance(value, dict):
        wrong(f"expected a mapping, found {words_for(value)}")
    return value


def items(value: object) -> object:
    """A list; a single value counts as a list of one, nothing as an empty one."""
    if value == "":
        return []
    return value if isinstance(value, list) else [value]


Text = Annotated[str, PlainValidator(text), WithJsonSchema({"type": "string"})]
Whole = Annotated[int, PlainValidator(whole), WithJsonSchema({"type": "integer"})]
Exact = Annotated[Fraction, PlainValidator(exact), WithJsonSchema({"type": ["number", "string"]})]
Flag = Annotated[bool, PlainValidator(flag), WithJsonSchema({"type": "boolean"})]
Entries = Annotated[dict[str, Plain], BeforeValidator(entries)]
Items = Annotated[list[Plain], BeforeValidator(items)]


class Shape(BaseModel):
    """A mapping whose keys are known."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class SpecShape(Shape):
    """The keys of every spec; kinds add theirs."""

    task: Text = ""
    title: Text = ""
    model: Plain = ""
    parameters: Entries = {}
    given: Plain = ""
    require: Items = []
    find: Plain = ""
    expect: Entries = {}
    source: Text = ""


class ModelShape(Shape):
    """The keys of every model; kinds add theirs."""

    model: Text = ""
    kind: Text = ""
    title: Text = ""
    extends: Text = ""
    parameters: Entries = {}
    source: Text = ""


def validate(place: Place, shape: type[S]) -> S:
    """The mapping at a place in its shape.

    Raises: SpecError with every problem of the mapping, each at its place.
    """
    try:
        return shape.model_validate(place.data)
    except ValidationError as error:
        raise SpecError(*(_problem(place, shape, detail) for detail in error.errors())) from None


def _problem(place: Place, shape: type[BaseModel], detail: ErrorDetails) -> Problem:
    loc = detail["loc"]
    here = place.at(*loc)
    if detail["type"] == "extra_forbidden":
        hint = did_you_mean(str(loc[-1]), shape.model_fields, "known")
        return here.problem(f"unknown key '{loc[-1]}'", hint=hint, at_key=True)
    if detail["type"] == "missing":
        return place.at(*loc[:-1]).problem(f"key '{loc[-1]}' is missing")
    if detail["type"] == "wrong":
        return here.problem(detail["ctx"]["message"], hint=detail["ctx"]["hint"])
    return here.problem(detail["msg"][:1].lower() + detail["msg"][1:])
