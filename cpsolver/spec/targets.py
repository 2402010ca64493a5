"""Variables and arrays named in a spec, with values for them: `given:`, `find:`, `expect:`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cpsolver.errors import Mark, Problem, SpecError, did_you_mean
from cpsolver.spec.compiling.values import is_list, items_of, keys_of, leaves, text_of
from cpsolver.spec.declarations import domain_of
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.written import Written
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Name, Node
from cpsolver.task.task import Fact

UNKNOWN = ("", "_", ".", "?")
"""What stands in a list for a value that is not known."""


def targets(written: Written, names: ModelNames) -> tuple[str, ...]:
    """The variables that a text names: one, an element, or a whole array. Raises: SpecError."""
    found = tuple(leaves(_target(written, names)))
    for leaf in found:
        if not isinstance(leaf, Name):
            raise written.error(f"'{written.text}' is no variable", 0, did_you_mean(written.text, names.declarations))
    return tuple(leaf.name for leaf in found if isinstance(leaf, Name))


def facts(place: Place, names: ModelNames) -> tuple[Fact, ...]:
    """What `given:` says: a value, or a smaller domain, for variables and arrays. Raises: SpecError with all."""
    problems: list[Problem] = []
    found: dict[str, Fact] = {}
    for variable, at in _assigned(place, names):
        if isinstance(variable, SpecError):
            problems += variable.problems
            continue
        try:
            fact = Fact(variable, _given_domain(variable, at, names), at.mark())
        except SpecError as error:
            problems += error.problems
            continue
        if variable in found and found[variable].domain != fact.domain:
            problems.append(given_twice(at, found[variable], fact))
        found[variable] = fact
    if problems:
        raise SpecError(*problems)
    return tuple(found.values())


def given_twice(place: Place, first: Fact, second: Fact) -> Problem:
    """What is wrong where two givens say different things of one variable."""
    here, before = (_short(fact.domain) for fact in (second, first) if isinstance(fact.domain, Finite))
    hint = f"the first stands at {first.origin}; keep one of the two"
    problem = place.problem(f"{second.variable} is given as {here} here and as {before} before", hint=hint)
    if not isinstance(second.origin, Mark):
        return problem
    return replace(problem, mark=second.origin, excerpt=place.document.line(second.origin))


def values(place: Place, names: ModelNames) -> Iterator[tuple[str, Value, Place]]:
    """The single values that the variable or array whose key stands here is said to have.

    Raises: SpecError, also for a value that the variable can never have.
    """
    for variable, at in _spread(_target(Written.key(place), names), place, names):
        if isinstance(variable, SpecError):
            raise variable
        yield variable, _single(variable, at, names), at


def _target(written: Written, names: ModelNames) -> object:
    node = written.expression()
    if isinstance(node, Name) and names.lookup(node.name) is None:
        known = [*names.declarations, *(name for name in names.known() if names.is_variable(name))]
        raise written.error(f"'{node.name}' is no variable of this model", 0, did_you_mean(node.name, known))
    return written.reading(names.compiler().value, node)


def _assigned(place: Place, names: ModelNames) -> Iterator[tuple[str | SpecError, Place]]:
    """Every variable spoken of, with the place of its value; instead of a variable, what is wrong there."""
    if not isinstance(place.data, dict):
        yield place.error("expected a mapping from variables to values", hint="such as 'x: 3'"), place
        return
    for key in place.data:
        at = place.at(key)
        try:
            yield from _spread(_target(Written.key(at), names), at, names)
        except SpecError as error:
            yield error, at


def _spread(target: object, place: Place, names: ModelNames) -> Iterator[tuple[str | SpecError, Place]]:
    """An array's variables with the places of their values in a list or mapping."""
    if isinstance(target, Name) and names.is_variable(target.name):
        yield target.name, place
    elif not is_list(target):
        yield place.error(f"'{place.path[-1]}' is no variable", at_key=True), place
    elif isinstance(place.data, list):
        items = items_of(target)
        if len(place.data) != len(items):
            message = f"{len(place.data)} values stand here; {len(items)} are needed"
            yield place.error(message, hint="a value for each element; '_' for one that is not known"), place
            return
        for number, item in enumerate(items):
            at = place.at(number)
            if not (isinstance(at.data, str) and at.data in UNKNOWN):
                yield from _spread(item, at, names)
    elif isinstance(place.data, dict):
        yield from _by_key(target, place, names)
    else:
        yield place.error("an array takes a list of values", hint="'_' stands for one that is not known"), place


def _by_key(target: object, place: Place, names: ModelNames) -> Iterator[tuple[str | SpecError, Place]]:
    by_key = {text_of(key): item for key, item in zip(keys_of(target), items_of(target), strict=True)}
    assert isinstance(place.data, dict)
    for key in place.data:
        at = place.at(key)
        if key in by_key:
            yield from _spread(by_key[key], at, names)
        else:
            yield at.error(f"'{key}' is no index here", hint=did_you_mean(key, by_key), at_key=True), at


def _given_domain(variable: str, place: Place, names: ModelNames) -> Finite:
    """The values a given allows: one, or those of a set."""
    allowed = _allowed(variable, place, names)
    value = names.value_at(place)
    items = items_of(value) if is_list(value) else (value,)
    domain = domain_of(items, place, variable)
    for item in domain:
        if item not in allowed:
            raise _outside(place, text_of(item), variable, allowed)
    return allowed.meet(domain)


def _allowed(variable: str, place: Place, names: ModelNames) -> Finite:
    """The domain of a variable. Raises: SpecError if a name stands here that is none of the model's."""
    allowed = names.variables[variable].domain
    assert isinstance(allowed, Finite)
    if _is_name(place) and names.lookup(str(place.data)) is None:
        raise _outside(place, str(place.data), variable, allowed)
    return allowed


def _is_name(place: Place) -> bool:
    """Whether a name stands here, and no number, truth value or longer text."""
    is_word = isinstance(place.data, str) and place.data.isidentifier()
    return is_word and isinstance(Written.at(place).expression(), Name)


def _outside(place: Place, text: str, variable: str, allowed: Finite) -> SpecError:
    hint = f"its values are {_short(allowed)}"
    return place.error(f"'{text}' is not in the domain of '{variable}'", hint=hint)


def _short(domain: Finite) -> str:
    values = domain.values
    whole = [value for value in values if isinstance(value, int)]
    if len(whole) == len(values) > 2 and whole == list(range(whole[0], whole[0] + len(whole))):
        return f"{whole[0]}..{whole[-1]}"
    shown = ", ".join(map(text_of, values[:12]))
    return f"{shown}, …" if len(values) > 12 else shown


def _single(variable: str, place: Place, names: ModelNames) -> Value:
    allowed = _allowed(variable, place, names)
    value = names.value_at(place)
    if is_list(value) or isinstance(value, Node):
        raise place.error("a single value should stand here")
    if value not in allowed:
        raise _outside(place, text_of(value), variable, allowed)
    single: Value = value
    return single
