"""What a model says must be true of its parameters: `assert:`, a list of `{for, where, that, say, at, hint}`.

What is not true is an error with the words of `say:` at the place of what `at:` names, be that a parameter, a part of
one or the value of a loop variable: `cage.sum`, `lines[3]`, `regions[2, 5]`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.spec.compiling import calls
from cpsolver.spec.compiling.closures import Compiler
from cpsolver.spec.compiling.loops import Run, Slots
from cpsolver.spec.compiling.values import text_of
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.rounds import in_rounds, optional, template
from cpsolver.spec.wanted import place_of, sign_offset
from cpsolver.spec.written import Written, tagged
from cpsolver.task.expression import Element, Member, Name, Node

_KEYS = ("for", "where", "that", "say", "at", "hint")
_NEEDED = ("that", "say", "at")

MOST_PROBLEMS = 20

Spot = tuple[Place, int]
"""A place, and the offset in its text."""


def check_assertions(places: Iterable[Place], names: ModelNames) -> None:
    """Check what stands at these places. Raises: SpecError with all that is not true."""
    problems: list[Problem] = []
    for place in places:
        try:
            problems += _broken(place, names)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems[:MOST_PROBLEMS])


def _broken(place: Place, names: ModelNames) -> list[Problem]:
    """The problems of one item. Raises: SpecError if the item itself is wrong."""
    _check_keys(place)
    that, at = Written.at(place.at("that")), Written.at(place.at("at"))

    def inside(compiler: Compiler) -> Run:
        holds = tagged(that.reading(calls.condition, compiler, that.expression(), True).run, that)
        say, hint = (template(optional(place, key), compiler) for key in ("say", "hint"))
        where = _Locator(compiler, names, at)

        def problem(slots: Slots) -> Problem | None:
            value = holds(slots)
            if isinstance(value, Node):
                raise that.error("what is asserted must not depend on variables", value.span[0])
            if value:
                return None
            spot, offset = where.spot(at.expression(), slots)
            return spot.problem(say(slots), hint=hint(slots), offset=offset)

        return problem

    return [problem for problem in in_rounds(place, names, inside, that)() if problem is not None]


def _check_keys(place: Place) -> None:
    if not isinstance(place.data, dict):
        raise place.error("expected a mapping with the keys that, say, at", hint="{that: n > 2, say: …, at: n}")
    for key in place.data:
        if key not in _KEYS:
            raise place.at(key).error(f"unknown key '{key}'", hint=did_you_mean(key, _KEYS), at_key=True)
    for key in _NEEDED:
        if not place.data.get(key):
            raise place.error(f"key '{key}' is missing")


class _Locator:
    """Finds the place in the text that an expression over parameters and loop variables stands for."""

    def __init__(self, compiler: Compiler, names: ModelNames, written: Written) -> None:
        self.compiler, self.names, self.written = compiler, names, written
        self.scope = dict(compiler.scope)

    def spot(self, node: Node, slots: Slots) -> Spot:
        """The place; that of what is around it where it has none of its own. Raises: SpecError."""
        if isinstance(node, Name):
            return self._named(node, slots), 0
        if isinstance(node, Member):
            place, _ = self.spot(node.record, slots)
            return _inside(place, node.name), 0
        if isinstance(node, Element):
            place, _ = self.spot(node.array, slots)
            return self._element(place, [self._value(index, slots) for index in node.indices], self._value(node, slots))
        raise self.written.error("a parameter, or a part of one, should stand here", node.span[0], "such as 'cage.sum'")

    def _named(self, node: Name, slots: Slots) -> Place:
        if node.name in self.names.parameters:
            return self.names.parameters[node.name].place
        if node.name not in self.scope:
            raise self.written.error(f"'{node.name}' is no parameter and no loop variable", node.span[0])
        value = slots[self.scope[node.name][0]]
        for name, parameter in self.names.parameters.items():
            term = self.names.lookup(name)
            found = place_of(term.run([]), parameter.place, value) if term else None
            if found is not None:
                return found
        return self.written.place

    def _value(self, node: Node, slots: Slots) -> Any:
        before, self.compiler.scope = self.compiler.scope, self.scope
        try:
            run = tagged(self.written.reading(self.compiler.compile, node).run, self.written)
            return run([*slots, *[None] * (self.compiler.slots - len(slots))])
        finally:
            self.compiler.scope = before

    def _element(self, place: Place, indices: list[Any], value: Any) -> Spot:
        """An item of a list or mapping, or a sign of a block of text."""
        if isinstance(place.data, str) and len(indices) == 2 and isinstance(value, str):
            return place, sign_offset(place.data, *indices)
        for index in indices:
            key = text_of(index) if isinstance(place.data, dict) else index - 1 if isinstance(index, int) else index
            place = _inside(place, key)
        return place, 0


def _inside(place: Place, key: str | int) -> Place:
    inside = place.at(key)
    return inside if inside.exists else place
