"""What an item of a model says beside its expressions: `for:`, `where:`, and texts such as `row {r}`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cpsolver.spec.compiling.closures import Compiler, size
from cpsolver.spec.compiling.loops import Loop, Run, Slots, Spending, nested
from cpsolver.spec.compiling.values import text_of
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.written import Written, tagged
from cpsolver.task.parser import parse_expression

MOST_CONDITIONS = 100_000
"""Conditions of a task, and whatever else loops of a model make."""


def texts(place: Place) -> tuple[Written, ...]:
    """The texts at a place: one, or a list of them."""
    if isinstance(place.data, list):
        return tuple(Written.at(place.at(number)) for number in range(len(place.data)))
    return (Written.at(place),)


def optional(place: Place, key: str) -> Written | None:
    """The text of a key, if it is there."""
    data = place.data
    return Written.at(place.at(key)) if isinstance(data, dict) and data.get(key) else None


def loops_of(place: Place, compiler: Compiler) -> tuple[list[Loop], Run | None]:
    """The loops of `for:`, and the closure of `where:`. Raises: SpecError."""
    loops: list[Loop] = []
    data = place.data
    for written in texts(place.at("for")) if isinstance(data, dict) and data.get("for") else ():
        binding = written.binding()
        for clause in binding.clauses:
            loop = written.reading(compiler.open, clause)
            loops.append(replace(loop, items=tagged(loop.items, written)))
        if binding.where is not None:
            where = tagged(written.reading(compiler.filter, binding.where), written)
            loops[-1] = replace(loops[-1], where=where)
    last = optional(place, "where")
    return loops, None if last is None else tagged(last.reading(compiler.filter, last.expression()), last)


def in_rounds(
    place: Place, names: ModelNames, inside: Callable[[Compiler], Run], written: Written
) -> Callable[[], tuple[Any, ...]]:
    """What gives the values of a closure in every round of the loops that stand at a place; without loops in one round.

    inside:  compiles the closure, the names of the loops being in scope
    written: its main text; what goes wrong in the loops is told there
    Raises: SpecError, also later, when it is run.
    """
    compiler = names.compiler()
    loops, where = loops_of(place, compiler)
    run = inside(compiler)

    def body(slots: Slots) -> Any:
        names.rounds += 1
        if names.rounds > MOST_CONDITIONS:
            raise place.error(f"more than {MOST_CONDITIONS:,} conditions")
        return run(slots)

    node = written.expression()
    spending = Spending(compiler.budget, size(node) if loops else 1, node.span)
    each = tagged(nested(loops, where, body, spending), written)
    return lambda: each([None] * compiler.slots)


_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


def template(written: Written | None, compiler: Compiler) -> Callable[[Slots], str]:
    """A text such as `row {r}`, with the values of expressions in braces; `{{` and `}}` are braces.

    Raises: SpecError.
    """
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
