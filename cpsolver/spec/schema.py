"""The shape of specs and models: which keys there are and what they hold.

The only door to pydantic. All data is text, and the types here say how it is read; they never guess by its look. Each
error stands at the place of its value, and all problems of a mapping come at once. Every field has a description: it is
what editors show (`describing` makes JSON Schema of the shapes).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, ValidationError, WithJsonSchema
from pydantic import Field as Field
from pydantic_core import ErrorDetails, PydanticCustomError

from cpsolver.errors import Problem, SpecError, did_you_mean, quoted
from cpsolver.spec.document import Place, words_for
from cpsolver.spec.forms import OWN_MODEL, TEXT, As, Listed
from cpsolver.spec.text import ONE_TEXT
from cpsolver.task.result import Status

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:  # a kind reads it itself
    Plain = Annotated[Any, PlainValidator(lambda value: value), WithJsonSchema({})]

S = TypeVar("S", bound=BaseModel)

_LONGEST_NUMBER = 1_000
_WHOLE = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def wrong(message: str, hint: str = "") -> NoReturn:
    """Say in a validator of a shape what is wrong with a value, and what to do next.

    Raises: what `validate` turns into a problem at the value's place.
    """
    raise PydanticCustomError("wrong", "{message}", {"message": message, "hint": hint})


def text(value: object) -> str:
    """The text itself. Raises: for a mapping or a list."""
    if not isinstance(value, str):
        wrong(f"expected text, found {words_for(value)}", ONE_TEXT)
    return value


def whole(value: object) -> int:
    """The whole number that a text names."""
    if not isinstance(value, str) or not _WHOLE.fullmatch(value):
        wrong(_expected("a whole number", value), "such as 92")
    if len(value) > _LONGEST_NUMBER:
        wrong(f"a number of {len(value)} digits is too long", f"at most {_LONGEST_NUMBER} are read")
    return int(value)


def exact(value: object) -> Fraction:
    """The number that a text names, exactly: `2.5`, `1e-3`, `1/3`."""
    if not isinstance(value, str) or len(value) > _LONGEST_NUMBER:
        wrong(_expected("a number", value))
    if _DECIMAL.fullmatch(value):
        return Fraction(value)
    above, slash, below = value.partition("/")
    if not slash or not _WHOLE.fullmatch(above) or not _WHOLE.fullmatch(below):
        wrong(_expected("a number", value), "such as 3, 2.5, 1e-3 or 1/3")
    if int(below) == 0:
        wrong(f"'{value}' divides by zero")
    return Fraction(int(above), int(below))


def flag(value: object) -> bool:
    """Whether a text says yes."""
    if not isinstance(value, str) or value.lower() not in _FLAGS:
        wrong(_expected("'true' or 'false'", value))
    return _FLAGS[value.lower()]


def entries(value: object) -> object:
    """A mapping; nothing counts as an empty one."""
    if value == "":
        return {}
    if not isinstance(value, dict):
        wrong(_expected("a mapping", value), "write '{key: value}', or 'key: value' on lines of their own")
    return value


def items(value: object) -> object:
    """A list; a single value counts as a list of one, nothing as an empty one."""
    if value == "":
        return []
    return value if isinstance(value, list) else [value]


def _expected(what: str, value: object) -> str:
    is_number_wrong = isinstance(value, str) and value and what.endswith("number")
    return f"{words_for(value)} is not {what}" if is_number_wrong else f"expected {what}, found {words_for(value)}"


_FLAGS_WRITTEN = [True, False, *_FLAGS]

Text = Annotated[str, PlainValidator(text), WithJsonSchema(TEXT)]
Whole = Annotated[
    int, PlainValidator(whole), WithJsonSchema({"type": ["integer", "string"], "pattern": f"^{_WHOLE.pattern}$"})
]
Exact = Annotated[Fraction, PlainValidator(exact), WithJsonSchema({"type": ["number", "string"]})]
Flag = Annotated[bool, PlainValidator(flag), WithJsonSchema({"enum": _FLAGS_WRITTEN})]
Entries = Annotated[dict[str, Plain], BeforeValidator(entries), WithJsonSchema({"type": ["object", "null"]})]
Items = Annotated[list[Plain], BeforeValidator(items), WithJsonSchema({})]


def _name_or_mapping(value: object) -> object:
    if isinstance(value, list) or not value:
        hint = "name one model; a model of its own may extend several: 'model: {extends: [a, b]}'"
        wrong(f"expected the name of a model or a mapping, found {words_for(value)}", hint if value else "")
    return value


class Shape(BaseModel):
    """A mapping whose keys are known."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, defer_build=True)


class ConditionShape(Shape):
    """A condition of a model with more than its text."""

    name: Text = Field("", description="A model that extends this one replaces the condition of this name")
    label: Text = Field(
        "", description="What explanations call it; {…} holds an expression", examples=["row {r}", "{a} beside {b}"]
    )
    for_: Annotated[Plain, As(TEXT, Listed(TEXT))] = Field(
        "", alias="for", description="One condition for each of these values", examples=["r in 1..n", "(a, b) in pairs"]
    )
    where: Text = Field("", description="Only for the values for which this holds", examples=["a < b"])
    require: Annotated[Plain, As(TEXT, Listed(TEXT))] = Field(
        description="What must hold", examples=["all_different(cell[r, *])", "x + y <= 10"]
    )
    source: Text = Field("", description="Where the condition comes from")


class ExpectShape(Shape):
    """What must come out."""

    model_config = ConfigDict(extra="allow")
    status: Annotated[Plain, As({"enum": [status.value for status in Status]})] = Field(
        "", description="How the search must end"
    )
    solutions: Whole = Field(1, description="How many solutions there must be", examples=[1])


class PreferenceShape(ConditionShape):
    """A condition that should hold, if it can."""

    weight: Annotated[Plain, As({"type": ["number", "string"]})] = Field(
        "1", description="What it costs if it does not hold: a number above 0", examples=[3]
    )


CONDITIONS = As(TEXT, Listed(TEXT, ConditionShape), ConditionShape)
PREFERENCES = As(TEXT, Listed(TEXT, PreferenceShape), PreferenceShape)
NAMES = As(TEXT, Listed(TEXT))


class SpecShape(Shape):
    """The keys of every spec; kinds add theirs."""

    task: Text = Field("", description="The name of the task; its path otherwise")
    title: Text = Field("", description="What people call the task")
    model: Annotated[Plain, BeforeValidator(_name_or_mapping), As({"type": "string"}, OWN_MODEL)] = Field(
        "",
        description="The name of a model on the shelf, a path, or the model itself as a mapping",
        examples=["sudoku/classic", "physics/kinematics"],
    )
    parameters: Entries = Field({}, description="Values for parameters of the model", examples=[{"n": 8}])
    given: Plain = Field("", description="What is known", examples=[{"x": 3}])
    require: Annotated[Items, CONDITIONS] = Field([], description="Conditions of this task alone", examples=[["x < y"]])
    find: Annotated[Plain, NAMES] = Field("", description="What is sought; everything if it is left out")
    expect: Annotated[Entries, As({"type": "null"}, ExpectShape)] = Field(
        {}, description="What must come out; `check` compares", examples=[{"solutions": 1}]
    )
    source: Text = Field("", description="Where the task comes from")


class ModelShape(Shape):
    """The keys of every model; kinds add theirs."""

    model: Text = Field("", description="The name of the model: its path on the shelf")
    kind: Text = Field("", description="The kind of its tasks, such as csp, sudoku or formulas")
    title: Text = Field("", description="What people call the model")
    extends: Annotated[Items, NAMES] = Field(
        [], description="The model, or models, this one adds to", examples=["sudoku/classic"]
    )
    parameters: Entries = Field(
        {}, description="Parameters and their values, unless a spec gives others", examples=[{"n": 8}]
    )
    source: Text = Field("", description="Where the model comes from")


def validate(
    place: Place,
    shape: type[S],
    *,
    only: frozenset[str] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> S:
    """The mapping at a place, in its shape; nothing counts as an empty mapping.

    only:      read just these keys
    elsewhere: for keys that belong to another mapping, the hint that says so
    Raises: SpecError with every problem of the mapping, each at its place.
    """
    data: object = {} if place.data == "" else place.data
    if only is not None and isinstance(data, dict):
        data = {key: value for key, value in data.items() if key in only}
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
    raise SpecError(*(_problem(place, shape, detail, elsewhere or {}) for detail in details))


def keys_of(shape: type[BaseModel]) -> tuple[str, ...]:
    """The keys of a shape, as they are written in YAML."""
    return tuple(field.alias or name for name, field in shape.model_fields.items())


def _problem(place: Place, shape: type[BaseModel], detail: ErrorDetails, elsewhere: Mapping[str, str]) -> Problem:
    """A problem that pydantic found, at its place and in plain words."""
    *inside, last = detail["loc"] or ("",)
    if detail["type"] == "extra_forbidden":
        parent = _place_inside(place, inside)
        hint = elsewhere.get(str(last)) if parent == place else None
        return _unknown_key(parent.at(last), hint or _nearest_key(parent.at(last), _shape_inside(shape, inside)))
    if detail["type"] == "missing":
        return _place_inside(place, inside).problem(f"key '{last}' is missing")
    here = _place_inside(place, detail["loc"])
    if detail["type"] == "wrong":
        return here.problem(detail["ctx"]["message"], hint=detail["ctx"]["hint"])
    return here.problem(_in_words(detail))


def _unknown_key(place: Place, hint: str) -> Problem:
    return place.problem(f"unknown key {quoted(str(place.path[-1]))}", hint=hint, at_key=True)


def _nearest_key(place: Place, shape: type[BaseModel]) -> str:
    """The hint for an unknown key. One with spaces and without value is the tail of a text that a comma cut."""
    key = str(place.path[-1])
    if not place.data and re.search(r"[\s()\[\]]", key):
        return "inside {…} a comma ends the value: put the text before it in quotes"
    return did_you_mean(key, keys_of(shape))


def _place_inside(place: Place, loc: tuple[int | str, ...] | list[int | str]) -> Place:
    """The place that pydantic's path means. The path also names validators and members of unions: those are skipped."""
    for key in loc:
        inside = place.at(key)
        place = inside if inside.exists else place
    return place


def _shape_inside(shape: type[BaseModel], loc: list[int | str]) -> type[BaseModel]:
    """The shape of the mapping at pydantic's path."""
    for key in loc:
        for name, field in shape.model_fields.items():
            if key in (name, field.alias):
                shape = next(_shapes_in(field.annotation), shape)
    return shape


def _shapes_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _shapes_in(argument)


def _in_words(detail: ErrorDetails) -> str:
    """What pydantic found wrong, for the few of its own checks that shapes use."""
    say = _WORDS.get(detail["type"])
    if say:
        return say(detail)
    return detail["msg"][:1].lower() + detail["msg"][1:]


def _type_words(what: str) -> Callable[[ErrorDetails], str]:
    return lambda detail: _expected(what, detail["input"])


_WORDS: dict[str, Callable[[ErrorDetails], str]] = {
    "dict_type": _type_words("a mapping"),
    "model_type": _type_words("a mapping"),
    "model_attributes_type": _type_words("a mapping"),
    "list_type": _type_words("a list"),
    "tuple_type": _type_words("a list"),
    "string_type": _type_words("text"),
    "int_type": _type_words("a whole number"),
    "int_parsing": _type_words("a whole number"),
    "bool_type": _type_words("'true' or 'false'"),
    "bool_parsing": _type_words("'true' or 'false'"),
    "literal_error": lambda detail: f"expected {detail['ctx']['expected']}, found {words_for(detail['input'])}",
    "value_error": lambda detail: str(detail["ctx"]["error"]),
}
