"""Variables as a model declares them: `S, M: 1..9`, `queen[1..n]: 1..n`, `cell[1..n, 1..n]: {domain: …, name: …}`.

Indices may have names, and `where:` then says which elements there are: `cell[r in 1..9, c in 1..9]: {where: r <= c}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.spec.compiling.values import Indexed, Leaf, common, is_list, items_of, leaf_of, text_of
from cpsolver.spec.document import Place
from cpsolver.spec.written import Written, tagged
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Call, Clause, Name, Node, Span
from cpsolver.task.task import Array, Variable

if TYPE_CHECKING:
    from cpsolver.spec.names import ModelNames

_UNBOUNDED = ("int", "integer", "number", "float", "real")

MOST_VARIABLES = 100_000
LARGEST_DOMAIN = 1_000_000

_KEYS = ("domain", "name", "title", "where")


@dataclass(frozen=True)
class Declaration:
    """A name being declared: its key in the text, its index sets, and the place of what it may be."""

    name: str
    key: Written
    index_sets: tuple[Node, ...]
    span: Span
    place: Place

    @property
    def details(self) -> Place | None:
        """The place of `{domain: …, name: …}`, if it is written so."""
        data = self.place.data
        return self.place if isinstance(data, dict) and any(data.values()) else None

    @property
    def names_elements(self) -> bool:
        """Whether its elements have names of their own."""
        data = self.place.data
        return isinstance(data, dict) and bool(data.get("name"))


@dataclass(frozen=True)
class Elaborated:
    """What a declaration comes to. `value`: what its name stands for in expressions."""

    variables: tuple[Variable, ...]
    array: Array | None
    value: Any
    leaf: Leaf
    has_gaps: bool = False
    """Whether elements are left out, so that the array is no full one."""


def declarations(places: Sequence[Place]) -> tuple[Declaration, ...]:
    """What the `variables:` of the layers of a model declare; a later layer's declaration replaces an earlier one's.

    Raises: SpecError with all problems.
    """
    problems: list[Problem] = []
    found: dict[str, Declaration] = {}
    for place in places:
        here: dict[str, Declaration] = {}
        assert isinstance(place.data, dict)
        for key in place.data:
            try:
                for declaration in _declared(Written.key(place.at(key))):
                    if declaration.name in here:
                        error = declaration.key.error(
                            f"'{declaration.name}' is declared twice",
                            declaration.span[0],
                            "give one of the two another name",
                        )
                        problems += error.problems
                    here[declaration.name] = declaration
            except SpecError as error:
                problems += error.problems
        found.update(here)
    if problems:
        raise SpecError(*problems)
    return tuple(found.values())


def _declared(key: Written) -> Iterator[Declaration]:
    for declared in key.declaration():
        yield Declaration(declared.name, key, declared.index_sets, declared.span, key.place)


def elaborate(declaration: Declaration, names: ModelNames) -> Elaborated:
    """The variables a declaration stands for. Raises: SpecError."""
    _check_details(declaration)
    domain = _domain(declaration, names)
    leaf = common(leaf_of(value) for value in domain)
    title = Written.at(declaration.place.at("title")).text if _has_title(declaration) else ""
    mark = declaration.key.mark(declaration.span[0])
    if not declaration.index_sets:
        variable = Variable(declaration.name, domain, title, mark=mark)
        return Elaborated((variable,), None, Name(declaration.name), leaf)
    index_sets = tuple(_index_set(declaration, node, names) for node in declaration.index_sets)
    size = prod(map(len, index_sets))
    if size > MOST_VARIABLES:
        raise _too_many(declaration)
    places = list(_places(declaration, index_sets, names))
    called = _element_names(declaration, places)
    array = Array(declaration.name, index_sets, tuple(called))
    variables = tuple(Variable(name, domain, title, mark=mark) for name in called)
    value = _nested(index_sets, dict(zip(places, called, strict=True)), ())
    return Elaborated(variables, array, value, leaf, has_gaps=len(places) < size)


def _places(
    declaration: Declaration, index_sets: Sequence[tuple[Value, ...]], names: ModelNames
) -> Iterator[tuple[Value, ...]]:
    """The indices of the elements there are. Raises: SpecError."""
    details = declaration.details
    if details is None or not isinstance(details.data, dict) or not details.data.get("where"):
        yield from product(*index_sets)
        return
    written = Written.at(details.at("where"))
    compiler = names.compiler()
    called = [index_name(node) for node in declaration.index_sets]
    clauses = [
        Clause((name,), node.arguments[1], span=node.span)
        for name, node in zip(called, declaration.index_sets, strict=True)
        if name and isinstance(node, Call)
    ]
    slots = [declaration.key.reading(compiler.open, clause).slots[0] for clause in clauses]
    holds = tagged(written.reading(compiler.filter, written.expression()), written)
    for indices in product(*index_sets):
        values: list[Any] = [None] * compiler.slots
        named = (index for name, index in zip(called, indices, strict=True) if name)
        for slot, index in zip(slots, named, strict=True):
            values[slot] = index
        if holds(values):
            yield indices


def index_name(node: Node) -> str:
    """The name an index set gives its indices, `r` in `r in 1..9`; empty if it gives none."""
    is_named = isinstance(node, Call) and node.function == "in" and isinstance(node.arguments[0], Name)
    return node.arguments[0].name if is_named else ""  # type: ignore[attr-defined]


def _check_details(declaration: Declaration) -> None:
    details = declaration.details
    if details is None or not isinstance(details.data, dict):
        return
    for key in details.data:
        if key not in _KEYS:
            place = details.at(key)
            raise place.error(f"unknown key '{key}'", hint=did_you_mean(key, _KEYS), at_key=True)
    if not details.data.get("domain"):
        raise details.error("key 'domain' is missing", hint="such as 'domain: 1..9'")


def _has_title(declaration: Declaration) -> bool:
    data = declaration.place.data
    return isinstance(data, dict) and bool(data.get("title"))


def _domain(declaration: Declaration, names: ModelNames) -> Finite:
    place = declaration.details.at("domain") if declaration.details else declaration.place
    if place.data == "bool":
        return Finite((False, True))
    if place.data == "":
        hint = "such as '1..9', '{2, 4, 8}', 'bool' or the name of a set"
        raise declaration.key.error(f"'{declaration.name}' has no domain", declaration.span[0], hint)
    if place.data in _UNBOUNDED:
        hint = "write the values it may have, such as '0..100'"
        raise place.error(f"'{place.data}' is no domain of '{declaration.name}'", hint=hint)
    value = names.value_at(place, declaring=True)
    if not is_list(value):
        raise place.error(f"the domain of '{declaration.name}' must hold values", hint="such as '1..9' or '{2, 4, 8}'")
    return domain_of(value, place, declaration.name)


def domain_of(value: Any, place: Place, name: str) -> Finite:
    """The domain of these values. Raises: SpecError if there are none, too many, or what is no value."""
    items = items_of(value)
    if len(items) == 0:
        raise place.error(f"the domain of '{name}' is empty", hint="a range goes from its lower to its upper bound")
    if len(items) > LARGEST_DOMAIN:
        raise place.error(f"the domain of '{name}' holds more than {LARGEST_DOMAIN:,} values", hint="let it hold fewer")
    for item in items if not isinstance(items, range) else ():
        if isinstance(item, Node):
            raise place.error(
                f"'{text_of(item)}' is a variable; a domain holds values",
                hint="such as 1..9, {2, 4, 8}, bool or the name of a set",
            )
        if is_list(item):
            raise place.error(f"'{text_of(item)}' is a list; a domain holds single values")
    return Finite(tuple(items)) if isinstance(items, range) else Finite.of(items)


def _index_set(declaration: Declaration, node: Node, names: ModelNames) -> tuple[Value, ...]:
    key = declaration.key
    node = node.arguments[1] if isinstance(node, Call) and index_name(node) else node
    value = key.reading(names.compiler().value, node)
    if not is_list(value):
        raise key.error(f"'{text_of(value)}' is no set of indices", node.span[0], f"such as '1..{text_of(value)}'")
    if len(items_of(value)) > MOST_VARIABLES:
        raise _too_many(declaration)
    items = tuple(items_of(value))
    if any(is_list(item) or isinstance(item, Node) for item in items):
        raise key.error("indices are single values", node.span[0])
    return tuple(dict.fromkeys(items))


def _too_many(declaration: Declaration) -> SpecError:
    message = f"'{declaration.name}' has more than {MOST_VARIABLES:,} elements"
    return declaration.key.error(message, declaration.span[0], "let the index sets hold fewer")


def _element_names(declaration: Declaration, places: Sequence[tuple[Value, ...]]) -> list[str]:
    if not declaration.names_elements:
        inside = (", ".join(map(text_of, indices)) for indices in places)
        return [f"{declaration.name}[{text}]" for text in inside]
    pattern = declaration.place.at("name")
    template = Written.at(pattern).text
    _check_template(template, pattern, declaration)
    called = [_filled(template, indices) for indices in places]
    for name in called:
        if not name.isidentifier():
            raise pattern.error(f"'{name}' cannot be a name", hint="letters, digits and '_', a letter first")
    if len(set(called)) < len(called):
        twice = next(name for number, name in enumerate(called) if name in called[:number])
        raise pattern.error(f"two elements are called '{twice}'", hint="use every index in the name")
    return called


def _filled(template: str, indices: Sequence[Value]) -> str:
    return _INDEX.sub(lambda found: text_of(indices[int(found[1]) - 1]), template)


_INDEX = re.compile(r"\{([^}]*)\}")


def _check_template(template: str, pattern: Place, declaration: Declaration) -> None:
    for found in _INDEX.finditer(template):
        if not found[1].isdigit() or not 1 <= int(found[1]) <= len(declaration.index_sets):
            hint = f"'{{1}}' is the first of {len(declaration.index_sets)}"
            raise pattern.error(f"'{found[0]}' names no index", offset=found.start(), hint=hint)


def _nested(
    index_sets: Sequence[tuple[Value, ...]], called: Mapping[tuple[Value, ...], str], outer: tuple[Value, ...]
) -> Indexed:
    """The array as nested arrays of one dimension each; indices without an element are left out."""
    first, rest = index_sets[0], index_sets[1:]
    if rest:
        inner = ((index, _nested(rest, called, (*outer, index))) for index in first)
        kept: list[tuple[Value, Any]] = [(index, array) for index, array in inner if array.keys]
    else:
        kept = [(index, Name(called[*outer, index])) for index in first if (*outer, index) in called]
    return Indexed(tuple(index for index, _ in kept), tuple(item for _, item in kept))
