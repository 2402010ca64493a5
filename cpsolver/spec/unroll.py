"""Conditions as a model states them, unrolled: one ground `Relation` for each value of the loop variables.

`conditions:` and `require:` hold texts, or mappings `{label, for, where, require, source}`. What is stated together by
`and` becomes conditions of their own under one label; what is true of itself is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cpsolver.errors import Mark, Problem, SpecError, did_you_mean
from cpsolver.spec.compiling import calls
from cpsolver.spec.compiling.closures import Compiler, size
from cpsolver.spec.compiling.loops import Loop, Run, Slots, Spending, UndefinedAt, nested
from cpsolver.spec.compiling.values import is_list, leaves, text_of
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.written import Written
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Comprehension, Constant, Node
from cpsolver.task.parser import ExpressionError, parse_expression
from cpsolver.task.task import Objective

MOST_CONDITIONS = 100_000

_KEYS = ("label", "for", "where", "require", "source")


def unroll(places: Sequence[Place], names: ModelNames) -> tuple[Relation, ...]:
    """The conditions stated at these places, in order. Raises: SpecError with all problems."""
    found: list[Relation] = []
    problems: list[Problem] = []
    for place in places:
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


def objective(written: Written, names: ModelNames, maximize: bool) -> Objective:
    """What `minimize:` or `maximize:` says. Raises: SpecError."""

    def compiled() -> Any:
        compiler = names.compiler()
        term = calls.argument(compiler, written.expression(), "number")
        return tagged(term.run, written)([None] * compiler.slots)

    node = written.reading(compiled)
    if not isinstance(node, Node):
        raise written.error("the objective does not depend on any variable")
    return Objective(node, maximize, written.mark())


def tagged(run: Run, written: Written) -> Run:
    """The same closure; what goes wrong in it is a SpecError in this text."""

    def placed(slots: Slots) -> Any:
        try:
            return run(slots)
        except ExpressionError as error:
            raise written.error(error.message, error.offset, error.hint) from None
        except UndefinedAt as error:
            raise written.error(error.reason, error.span[0]) from None

    return placed


@dataclass(frozen=True)
class Stated:
    """An item of `conditions:` compiled: `run` gives, for every round of its loops, a label and what is required."""

    run: Run
    slots: int
    required: tuple[Written, ...]
    source: str

    def relations(self) -> Iterator[Relation]:
        """The conditions it stands for. Raises: SpecError."""
        marks: dict[tuple[int, int], Mark] = {}
        for label, values in self.run([None] * self.slots):
            for number, value in enumerate(values):
                for node in conjuncts(value):
                    key = (number, node.span[0])
                    if key not in marks:
                        marks[key] = self.required[number].mark(node.span[0])
                    yield Relation(node, label=label, mark=marks[key], source=self.source)


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
    for key in place.data:
        if key not in _KEYS:
            raise place.at(key).error(f"unknown key '{key}'", hint=did_you_mean(key, _KEYS), at_key=True)
    if not place.data.get("require"):
        raise place.error("key 'require' is missing", hint="it holds what the condition says")
    return _compiled(names, place, _texts(place.at("require")))


def _texts(place: Place) -> tuple[Written, ...]:
    """The texts at a place: one, or a list of them."""
    if isinstance(place.data, list):
        return tuple(Written.at(place.at(number)) for number in range(len(place.data)))
    return (Written.at(place),)


def _compiled(names: ModelNames, place: Place, required: tuple[Written, ...]) -> Stated:
    compiler = names.compiler()
    loops, wheres = _loops(place, compiler)
    label = _label(place, compiler)
    bodies = [_body(compiler, written) for written in required]

    def body(slots: Slots) -> tuple[str, list[Any]]:
        names.rounds += 1
        if names.rounds > MOST_CONDITIONS:
            raise place.error(f"more than {MOST_CONDITIONS:,} conditions")
        return label(slots), [each(slots) for each in bodies]

    def where(slots: Slots) -> bool:
        return all(each(slots) for each in wheres)

    node = required[0].expression()
    spending = Spending(compiler.budget, size(node) if loops else 1, node.span)
    run = tagged(nested(loops, where if wheres else None, body, spending), required[0])
    source = _optional(place, "source")
    return Stated(run, compiler.slots, required, source.text if source else "")


def _optional(place: Place, key: str) -> Written | None:
    data = place.data
    return Written.at(place.at(key)) if isinstance(data, dict) and data.get(key) else None


def _loops(place: Place, compiler: Compiler) -> tuple[list[Loop], list[Run]]:
    """The loops of `for:` and the closures of what stands after `where`."""
    loops: list[Loop] = []
    wheres: list[Run] = []
    data = place.data
    for written in _texts(place.at("for")) if isinstance(data, dict) and data.get("for") else ():
        binding = written.binding()
        for clause in binding.clauses:
            loop = written.reading(compiler.open, clause)
            loops.append(replace(loop, items=tagged(loop.items, written)))
        if binding.where is not None:
            wheres.append(tagged(written.reading(compiler.filter, binding.where), written))
    where = _optional(place, "where")
    if where is not None:
        wheres.append(tagged(where.reading(compiler.filter, where.expression()), where))
    return loops, wheres


def _body(compiler: Compiler, written: Written) -> Run:
    node = written.expression()
    if isinstance(node, Comprehension):
        term = written.reading(compiler.loop, node, lambda: calls.condition(compiler, node.body, True))
    else:
        term = written.reading(calls.condition, compiler, node, True)
    return tagged(term.run, written)


_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


def _label(place: Place, compiler: Compiler) -> Callable[[Slots], str]:
    """A label such as `row {r}`, with the values of expressions in braces; `{{` and `}}` are braces."""
    written = _optional(place, "label")
    if written is None:
        return lambda slots: ""
    parts: list[str | Run] = []
    after = 0
    for found in _PLACEHOLDER.finditer(written.text):
        parts.append(written.text[after : found.start()])
        after = found.end()
        parts.append(_placeholder(found, written, compiler))
    parts.append(written.text[after:])
    return lambda slots: "".join(part if isinstance(part, str) else text_of(part(slots)) for part in parts)


def _placeholder(found: re.Match[str], written: Written, compiler: Compiler) -> str | Run:
    if found[0] in ("{{", "}}"):
        return found[0][0]
    if found[1] is None:
        raise written.error(f"'{found[0]}' has no partner", found.start(), "write '{{' or '}}' for a brace itself")
    # Blanks in front keep the places of what is read.
    node = written.reading(parse_expression, " " * found.start(1) + found[1])
    return tagged(written.reading(compiler.compile, node).run, written)
