"""What a model says of a parameter that a spec must give: `list of {cells: list of cells, sum: number}`.

    wanted  = [a | an] type [= default]
    type    = number | bool | list [of type] | set [of type] | pair [of type] | mapping [to type] | block | record
            | the name of an array of variables, for one of its elements
    record  = { name [: type] [= default], … }

Words may stand in the plural. A block is text in lines of equal length, each sign a symbol: `block[2, 3]`. In a record
a key with a default may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.spec.compiling.values import Indexed, is_list, items_of, leaf_of, text_of
from cpsolver.spec.document import Place, words_for
from cpsolver.spec.written import Written
from cpsolver.task.expression import Name, Node

if TYPE_CHECKING:
    from cpsolver.spec.names import ModelNames

WORDS = ("list", "set", "pair", "mapping", "number", "bool", "block")
"""Words that a description may start with; a record stands inside a list, a set, a pair or a mapping."""

_START = re.compile(rf"(?:an? )?(?:{'|'.join(WORDS)})s?(?= of | to | = |$)")
_TOKEN = re.compile(r"\s*([\w]+|[{},:=])")


@dataclass(frozen=True)
class Wanted:
    """A type: its word (`record`, or the name of an array, besides the usual ones), and what is inside it."""

    word: str
    text: str
    inside: Wanted | None = None
    fields: tuple[Field, ...] = ()

    @property
    def article(self) -> str:
        """The type in words, as a message says it."""
        text = re.sub(rf"^{self.word}s\b", self.word, self.text)
        return text if re.match("an? ", text) else f"a {text}"


@dataclass(frozen=True)
class Field:
    """A key of a record; `default` is the text of its value where the key is left out."""

    name: str
    wanted: Wanted | None
    default: str = ""


@dataclass(frozen=True)
class Description:
    """What a model says of a parameter. `default`: the text of its value, empty if the spec must give one."""

    wanted: Wanted
    default: str = ""


def described(place: Place) -> Description | None:
    """What the text of a parameter says is wanted, or None if that text is the parameter's value.

    Raises: SpecError if the description is wrong.
    """
    data = place.data
    if not isinstance(data, str) or not _START.match(data):
        return None
    reader = _Reader(data, place)
    wanted = reader.type()
    default = data[reader.at :].partition("=")[2].strip() if reader.take("=") else ""
    if not default and reader.peek():
        raise reader.error(f"found '{reader.peek()}' behind the type", "a default stands behind '='")
    return Description(wanted, default)


class _Reader:
    """Reads a description from left to right."""

    def __init__(self, text: str, place: Place) -> None:
        self.text, self.place, self.at = text, place, 0

    def peek(self) -> str:
        """The next word or sign; empty at the end."""
        found = _TOKEN.match(self.text, self.at)
        return found[1] if found else self.text[self.at : self.at + 1].strip()

    def take(self, *wanted: str) -> bool:
        """Whether the next word is one of these; `=` is left standing, all others are passed over."""
        word = self.peek()
        if word not in wanted:
            return False
        if word != "=":
            self.next()
        return True

    def next(self) -> str:
        """The next word, passed over."""
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise self.error("a type should stand here", f"known: {', '.join(WORDS)}, or the name of an array")
        self.at = found.end()
        return found[1]

    def error(self, message: str, hint: str = "") -> SpecError:
        """What is wrong with the next word."""
        blanks = len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        return self.place.error(message, offset=self.at + blanks, hint=hint)

    def type(self) -> Wanted:
        """The type that starts here."""
        start = self.at
        self.take("a", "an")
        if self.take("{"):
            fields = tuple(self.fields())
            return Wanted("record", self.text[start : self.at].strip(), fields=fields)
        word = self.next()
        if word in "{},:=":
            raise self.error(f"found '{word}' where a type should stand")
        known = next((known for known in WORDS if word in (known, f"{known}s")), word)
        inside = self.type() if known in WORDS and self.take("of", "to") else None
        return Wanted(known, self.text[start : self.at].strip(), inside)

    def fields(self) -> Iterator[Field]:
        """The keys of a record, up to its closing brace."""
        while not self.take("}"):
            name = self.next()
            if not name.isidentifier():
                raise self.error(f"'{name}' cannot be the name of a key")
            wanted = self.type() if self.take(":") else None
            yield Field(name, wanted, self.default() if self.take("=") else "")
            if not self.take(",") and self.peek() != "}":
                raise self.error("this '{' is never closed", "close it with '}'")

    def default(self) -> str:
        """The text behind `=`, up to a comma or brace that is not inside brackets."""
        self.at = self.text.index("=", self.at) + 1
        start, depth = self.at, 0
        while self.at < len(self.text):
            sign = self.text[self.at]
            if depth == 0 and sign in ",}":
                break
            depth += (sign in "([{") - (sign in ")]}")
            self.at += 1
        return self.text[start : self.at].strip()


# -- values that are wanted ----------------------------------------------------------------------------------


def taken(wanted: Wanted | None, place: Place, names: ModelNames) -> Any:
    """The value at a place, as it is wanted; keys left out of a record have their defaults.

    Raises: SpecError at the very item that is of another type.
    """
    if wanted is None:
        return names.value_at(place)
    return _TAKEN.get(wanted.word, _element)(wanted, place, names)


def _expected(wanted: Wanted, place: Place, hint: str = "") -> SpecError:
    return place.error(f"expected {wanted.article}", hint=hint)


def _list(wanted: Wanted, place: Place, names: ModelNames) -> Any:
    if isinstance(place.data, list):
        items = _each_taken(wanted.inside, place, names)
    else:
        value = names.value_at(place)
        if not is_list(value) or (isinstance(value, Indexed) and wanted.inside is not None):
            raise _expected(wanted, place)
        items = value if wanted.inside is None else tuple(_checked(wanted.inside, item, place) for item in value)
    if wanted.word == "pair" and len(items_of(items)) != 2:
        count = len(items_of(items))
        raise place.error(f"expected {wanted.article}, found {count} item{'s' * (count != 1)}")
    return items


def _each_taken(inside: Wanted | None, place: Place, names: ModelNames) -> tuple[Any, ...]:
    """The items of a list. Raises: SpecError with the problems of all."""
    found: list[Any] = []
    problems: list[Problem] = []
    for number in range(len(place.data)):
        try:
            found.append(taken(inside, place.at(number), names))
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return tuple(found)


def _mapping(wanted: Wanted, place: Place, names: ModelNames) -> Any:
    value = names.value_at(place)
    if not isinstance(value, Indexed):
        raise _expected(wanted, place)
    if wanted.inside is not None:
        for key, item in zip(value.keys, value.items, strict=True):
            _checked(wanted.inside, item, place.at(str(key)))
    return value


def _single(wanted: Wanted, place: Place, names: ModelNames) -> Any:
    return _checked(wanted, names.value_at(place), place)


def _checked(wanted: Wanted, value: Any, place: Place) -> Any:
    """A value worked out elsewhere, if it is of the type as far as that can be seen."""
    single = {"number": ("number",), "bool": ("boolean",)}.get(wanted.word)
    if single and (is_list(value) or isinstance(value, Node) or leaf_of(value) not in single):
        raise _expected(wanted, place)
    if wanted.word in ("list", "set", "pair") and not is_list(value):
        raise _expected(wanted, place)
    return value


def _element(wanted: Wanted, place: Place, names: ModelNames) -> Any:
    """One of the elements of an array of variables."""
    array = next((name for name in (wanted.word, wanted.word.removesuffix("s")) if name in names.declarations), None)
    if array is None:
        known = (*WORDS, *names.declarations)
        raise place.error(f"'{wanted.word}' is neither a type nor an array", hint=did_you_mean(wanted.word, known))
    names.lookup(array)
    elements = names.elements.get(array, (array,))
    data = place.data
    if not isinstance(data, str):
        raise place.error(f"expected a {array}, found {words_for(data)}", hint=f"such as '{elements[0]}'")
    value = None if _is_unknown(data, names) else names.value(Written.at(place))
    if not isinstance(value, Name) or value.name not in elements:
        hint = did_you_mean(data, elements) if len(elements) < 20 else f"they go from {elements[0]} to {elements[-1]}"
        raise place.error(f"there is no {array} '{data}'", hint=hint)
    return value


def _is_unknown(text: str, names: ModelNames) -> bool:
    return text.isidentifier() and names.lookup(text) is None


def _record(wanted: Wanted, place: Place, names: ModelNames) -> Indexed:
    known = [field.name for field in wanted.fields]
    if not isinstance(place.data, dict):
        raise place.error(f"expected a mapping with the keys {', '.join(known)}")
    for key in place.data:
        if key not in known:
            hint = did_you_mean(key, known) if len(known) > 9 else f"known: {', '.join(known)}"
            raise place.at(key).error(f"unknown key '{key}'", hint=hint, at_key=True)
    return Indexed(tuple(known), tuple(_part(field, place, names) for field in wanted.fields))


def _part(field: Field, place: Place, names: ModelNames) -> Any:
    if field.name in place.data:
        return taken(field.wanted, place.at(field.name), names)
    if not field.default:
        raise place.error(f"key '{field.name}' is missing")
    return names.value(Written(field.default, place))


def _block(wanted: Wanted, place: Place, names: ModelNames) -> tuple[tuple[str, ...], ...]:
    """The signs of a text in lines; blanks between them are passed over."""
    if not isinstance(place.data, str):
        raise place.error(f"expected a block of text, found {words_for(place.data)}", hint="write '|' and a line a row")
    rows: list[tuple[str, ...]] = []
    offset = 0
    for line in place.data.split("\n"):
        row = tuple(line.replace(" ", ""))
        if row and rows and len(row) != len(rows[0]):
            at = offset + len(line) - len(line.lstrip())
            message = f"row {len(rows) + 1} has {len(row)} signs; the rows above have {len(rows[0])}"
            raise place.error(message, offset=at)
        rows += [row] if row else []
        offset += len(line) + 1
    if not rows:
        raise place.error("the block is empty", hint="write '|' and a line a row")
    return tuple(rows)


def sign_offset(text: str, row: int, column: int) -> int:
    """The offset of a sign of a block in its text; row and column count from 1."""
    offset, at = 0, 0
    for line in text.split("\n"):
        at += bool(line.strip())
        if line.strip() and at == row:
            places = [number for number, sign in enumerate(line) if sign != " "]
            return offset + places[min(column, len(places)) - 1]
        offset += len(line) + 1
    return 0


_TAKEN: dict[str, Callable[[Wanted, Place, ModelNames], Any]] = {
    "list": _list,
    "set": _list,
    "pair": _list,
    "mapping": _mapping,
    "number": _single,
    "bool": _single,
    "block": _block,
    "record": _record,
}


def place_of(value: Any, place: Place, target: Any) -> Place | None:
    """The place inside `place` at which the very list or record `target` stands in the value there; None if nowhere."""
    if value is target:
        return place
    if not is_list(value) or isinstance(value, range):
        return None
    keys: Iterable[str | int] = map(text_of, value.keys) if isinstance(value, Indexed) else range(len(value))
    for key, item in zip(keys, items_of(value), strict=True):
        found = place_of(item, place.at(key), target)
        if found is not None:
            return found
    return None
