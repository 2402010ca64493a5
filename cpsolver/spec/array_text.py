"""Variables of a task as a spec declares them: arrays as arrays, others together if they have one domain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, product

from cpsolver.errors import UnsupportedTask
from cpsolver.spec.document import Plain
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Collection, Constant, Element, Name
from cpsolver.task.notation import plain
from cpsolver.task.parser import ExpressionError, parse_declaration, parse_expression
from cpsolver.task.task import Array, Fact, Task, Variable

Keys = tuple[Value, ...]

LONGEST_KEY = 90
"""Characters of a key that declares several variables."""


@dataclass
class Declared:
    """`variables:` as data; the sets that they need; and where a domain in an array is smaller, that as facts.

    order: the variables in the order in which they are declared
    """

    variables: dict[str, Plain] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    sets: dict[str, Keys] = field(default_factory=dict)
    narrowed: list[Fact] = field(default_factory=list)


def declared(task: Task, free: Callable[[str], str]) -> Declared:
    """How the variables of a task are declared, in their order as far as arrays allow. Raises: UnsupportedTask."""
    found = Declared()
    owner = {name: array for array in _arrays(task) for name in array.variables}
    done: set[str] = set()
    for (title, _), group in groupby(
        task.variables,
        key=lambda each: (each.title, None if each.name in owner else each.domain.as_written),  # type: ignore[union-attr]
    ):
        members = list(group)
        single = [each.name for each in members if each.name not in owner]
        if single:
            _check_names(single)
            shown = _domain(members[0].domain, found, free)
            for key in _keys_of(single):
                found.variables[key] = {"domain": shown, "title": title} if title else shown
            found.order += single
        for each in members:
            array = owner.get(each.name)
            if array is not None and array.name not in done:
                done.add(array.name)
                _declare(array, task, found, free)
    return found


def _keys_of(names: Sequence[str]) -> Iterator[str]:
    """The names with commas, in keys that are no longer than YAML allows."""
    line = ""
    for name in names:
        if line and len(line) + len(name) > LONGEST_KEY:
            yield line
            line = ""
        line = f"{line}, {name}" if line else name
    yield line


def _check_names(names: Sequence[str]) -> None:
    for name in names:
        try:
            is_name = isinstance(parse_expression(name), Name)
        except ExpressionError:
            is_name = False
        if not is_name:
            raise UnsupportedTask(f"'{name}' can be no name in a spec")


def _arrays(task: Task) -> Iterator[Array]:
    """The arrays of a task, and those of which only some elements are variables of it."""
    known: set[str] = set()
    for array in task.arrays:
        if all(name in task.by_name for name in array.variables) and not known & set(array.variables):
            known |= set(array.variables)
            yield array
    parts: dict[str, dict[str, Keys]] = {}
    for variable in task.variables:
        indices = None if variable.name in known else _indices(variable.name)
        if indices is not None:
            parts.setdefault(indices[0], {})[variable.name] = indices[1]
    for name, elements in parts.items():
        if len({len(keys) for keys in elements.values()}) > 1:
            raise UnsupportedTask(f"elements of '{name}' have different numbers of indices")
        sets = tuple(tuple(dict.fromkeys(keys)) for keys in zip(*elements.values(), strict=True))
        yield Array(name, sets, tuple(elements))


def _indices(name: str) -> tuple[str, Keys] | None:
    """The array and the indices that the name of an element speaks of; None if it is no element."""
    if "[" not in name:
        return None
    try:
        node = parse_expression(name)
    except ExpressionError:
        return None
    if not (isinstance(node, Element) and isinstance(node.array, Name)):
        return None
    keys: list[Value] = []
    for index in node.indices:
        if isinstance(index, Constant):
            keys.append(index.value)
        elif isinstance(index, Name):
            keys.append(index.name)
        else:
            text = plain(index)
            if not re.fullmatch(r"-\d+", text):
                return None
            keys.append(int(text))
    return node.array.name, tuple(keys)


def _declare(array: Array, task: Task, found: Declared, free: Callable[[str], str]) -> None:
    """An array under its index sets; its domain is that of all elements together, and smaller ones are facts."""
    members = [task.by_name[name] for name in array.variables]
    domain = _joined(members)
    for each in members:
        if isinstance(each.domain, Finite) and len(each.domain) < len(domain):
            found.narrowed.append(Fact(each.name, each.domain))
    places = _places(array)
    found.order += _in_order(array, places)
    is_full = len(places) == len(list(product(*array.index_sets)))
    letters = [free("i") for _ in array.index_sets] if not is_full else []
    sets = [_keys(keys, found, free) for keys in array.index_sets]
    shown = ", ".join(sets if is_full else (f"{i} in {s}" for i, s in zip(letters, sets, strict=True)))
    details: dict[str, Plain] = {"domain": _domain(domain, found, free)}
    if members[0].title:
        details["title"] = members[0].title
    template = _template(array, places)
    if template:
        details["name"] = template
    if not is_full:
        rows = Collection(tuple(Collection(tuple(map(Constant, place)), "[]") for place in places), "[]")
        details["where"] = f"[{', '.join(letters)}] in {plain(rows)}"
    key = f"{array.name}[{shown}]"
    parse_declaration(key)
    found.variables[key] = details["domain"] if len(details) == 1 else details


def _in_order(array: Array, places: Sequence[Keys]) -> list[str]:
    """The elements in the order in which the declaration makes them."""
    called = dict(zip(places, array.variables, strict=True))
    return [called[place] for place in product(*array.index_sets) if place in called]


def _joined(members: Sequence[Variable]) -> Finite:
    domain = members[0].domain
    assert isinstance(domain, Finite), "checked before"
    for each in members[1:]:
        assert isinstance(each.domain, Finite), "checked before"
        if each.domain is not domain:
            domain = domain.join(each.domain)
    return domain


def _places(array: Array) -> list[Keys]:
    """The indices of the elements there are."""
    every = list(product(*array.index_sets))
    if len(every) == len(array.variables):
        return every
    found = [_indices(name) for name in array.variables]
    assert all(found), "elements of an array with gaps are called by their indices"
    return [each[1] for each in found if each is not None]


def _template(array: Array, places: Sequence[Keys]) -> str:
    """What the elements are called, if not by their indices: `r{1}c{2}`. Raises: UnsupportedTask."""
    usual = [f"{array.name}[{', '.join(plain(Constant(key)) for key in place)}]" for place in places]
    usual_plainly = [f"{array.name}[{', '.join(map(str, place))}]" for place in places]
    if list(array.variables) in (usual, usual_plainly):
        return ""
    telling = max(zip(places, array.variables, strict=True), key=lambda pair: (len(set(pair[0])), len(pair[1])))
    template, rest = "", telling[1]
    for number, key in enumerate(telling[0], 1):
        before, mark, rest = rest.partition(str(key))
        if not mark:
            break
        template += f"{before}{{{number}}}"
    template += rest
    for place, name in zip(places, array.variables, strict=True):
        if re.sub(r"\{(\d+)\}", lambda found: str(place[int(found[1]) - 1]), template) != name:  # noqa: B023
            raise UnsupportedTask(f"the elements of '{array.name}' are not called by their indices")
    return template


def _keys(keys: Keys, found: Declared, free: Callable[[str], str]) -> str:
    """An index set: a range, or a set of its own."""
    run = _run(keys)
    if run:
        return run
    if all(isinstance(key, int) and not isinstance(key, bool) for key in keys):
        return plain(Collection(tuple(map(Constant, keys)), "{}"))
    return _set(keys, found, free)


def _set(values: Keys, found: Declared, free: Callable[[str], str]) -> str:
    known = next((name for name, other in found.sets.items() if other == values), None)
    name = known or free("values")
    found.sets[name] = values
    return name


def _run(values: Keys) -> str:
    """`a..b`, if the values are that."""
    if not values or any(not isinstance(value, int) or isinstance(value, bool) for value in values):
        return ""
    first, last = values[0], values[-1]
    is_run = values == tuple(range(int(first), int(first) + len(values)))
    return f"{first}..{last}" if is_run else ""


def _domain(domain: object, found: Declared, free: Callable[[str], str]) -> str:
    """A domain: `bool`, a range, a set of numbers, or the name of a set with symbols."""
    assert isinstance(domain, Finite), "checked before"
    if domain.as_written == (Finite((False, True)), (bool, bool)):
        return "bool"
    if not domain.values:
        raise UnsupportedTask("a variable has no value; a spec cannot say so")
    if any(isinstance(value, str) for value in domain):
        return _set(domain.values, found, free)
    return _run(domain.values) or plain(Collection(tuple(map(Constant, domain)), "{}"))
