"""Conditions as a model states them, unrolled: one ground `Relation` for each value of the loop variables.

`conditions:` and `require:` hold texts, or mappings `{name, label, for, where, require, source}`; a later layer of the
model replaces what has the same `name`. What is stated together by `and` becomes conditions of their own under one
label; what is true of itself is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpsolver.errors import Mark, Problem, SpecError, did_you_mean
from cpsolver.spec.alike import Alike
from cpsolver.spec.compiling import calls
from cpsolver.spec.compiling.closures import Compiler
from cpsolver.spec.compiling.loops import Run
from cpsolver.spec.compiling.values import is_list, leaves
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.rounds import MOST_CONDITIONS, in_rounds, optional, template, texts
from cpsolver.spec.written import Written, tagged
from cpsolver.task.building import building
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Comprehension, Constant, Node

_KEYS = ("name", "label", "for", "where", "require", "source")


@building()
def unroll(places: Sequence[Place], names: ModelNames) -> tuple[Relation, ...]:
    """The conditions stated at these places, in order. Raises: SpecError with all problems."""
    found: list[Relation] = []
    problems: list[Problem] = []
    alike = Alike(names)
    for place in places:
        data = place.data
        made = alike.relation(place, data) if isinstance(data, str) else None
        if made is not None:
            found.append(made)
            continue
        try:
            found.extend(_stated(place, names).relations())
        except SpecError as error:
            problems += error.problems
        if len(found) > MOST_CONDITIONS:
            problems += place.error(f"more than {MOST_CONDITIONS:,} conditions").problems
            break
    if problems:
        raise SpecError(*problems)
    return tuple(found)


@dataclass(frozen=True)
class Stated:
    """An item of `conditions:` compiled: `run` gives, for every round of its loops, a label and what is required."""

    run: Callable[[], Iterable[tuple[str, list[Any]]]]
    required: tuple[Written, ...]
    source: str

    def relations(self) -> Iterator[Relation]:
        """The conditions it stands for. Raises: SpecError."""
        marks: dict[tuple[int, int], Mark] = {}
        for label, values in self.run():
            for number, value in enumerate(values):
                is_one = isinstance(value, Call) and value.function != "and"
                for node in (value,) if is_one else conjuncts(value):
                    key = (number, node.span[0])
                    mark = marks.get(key)
                    if mark is None:
                        mark = marks[key] = self.required[number].mark(node.span[0])
                    yield Relation.stated(node, label, mark, self.source)


def conjuncts(value: Any) -> Iterator[Node]:
    """The conditions that must all hold; what is true is left out, what is false stays as `false`."""
    if is_list(value):
        for item in leaves(value):
            yield from conjuncts(item)
    elif isinstance(value, Call) and value.function == "and":
        for argument in value.arguments:
            yield from conjuncts(argument)
    elif isinstance(value, Node):
        yield value
    elif not value:
        yield Constant(False)


def _stated(place: Place, names: ModelNames) -> Stated:
    if isinstance(place.data, str):
        return _compiled(names, place, (Written.at(place),))
    if isinstance(place.data, list):
        raise place.error("expected a condition, found a list", hint="write each condition as an item of its own")
    check_keys(place, _KEYS)
    return _compiled(names, place, texts(place.at("require")))


def check_keys(place: Place, known: Sequence[str]) -> None:
    """A mapping has keys that are known, and says what is required. Raises: SpecError."""
    assert isinstance(place.data, dict), "texts and lists were told apart before"
    for key in place.data:
        if key not in known:
            raise place.at(key).error(f"unknown key '{key}'", hint=did_you_mean(key, known), at_key=True)
    if not place.data.get("require"):
        raise place.error("key 'require' is missing", hint="it holds what the condition says")


def _compiled(names: ModelNames, place: Place, required: tuple[Written, ...]) -> Stated:
    def inside(compiler: Compiler) -> Run:
        label = template(optional(place, "label"), compiler)
        bodies = [body_of(compiler, written) for written in required]
        return lambda slots: (label(slots), [each(slots) for each in bodies])

    run = in_rounds(place, names, inside, required[0])
    source = optional(place, "source")
    return Stated(run, required, source.text if source else "")


def body_of(compiler: Compiler, written: Written) -> Run:
    """The closure of what a condition says, true, false or open; of a comprehension the list of it."""
    node = written.expression()
    if isinstance(node, Comprehension):
        term = written.reading(compiler.loop, node, lambda: calls.condition(compiler, node.body, True))
    else:
        term = written.reading(calls.condition, compiler, node, True)
    return tagged(term.run, written)
