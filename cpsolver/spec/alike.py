"""Conditions that are alike but for their numbers and variables: compiled once, then made by filling these in.

`3*x[1] + y <= 17` and `5*x[2] + z <= 9` have one form. A form seen for the second time is compiled with its whole
numbers and its variables as if they were names of loops. Whatever is unusual about a text, a mistake above all, is left
to the way of all other conditions, and said there: what comes out is the same, but for the places of inner nodes, which
are those of the text that was compiled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from cpsolver.errors import SpecError
from cpsolver.spec.compiling import calls
from cpsolver.spec.compiling.loops import Run, UndefinedAt
from cpsolver.spec.compiling.values import NUMBER, Leaf, Shape
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.rounds import MOST_CONDITIONS
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Comprehension, Constant, Name, Node, Span
from cpsolver.task.parser import ExpressionError, parse_expression

_TOKEN = re.compile(r"([A-Za-z_]\w*|(?<![\w.])[0-9]{1,18}(?![\w.]))")
_MARKS: Mapping[Leaf, str] = {"number": "\0n", "boolean": "\0b", "symbol": "\0s", "any": "\0a"}
_SHAPES = {"\0": NUMBER, **{mark: Shape(leaf) for leaf, mark in _MARKS.items()}}


@dataclass(frozen=True)
class _Form:
    """A condition compiled, its holes being the first slots; `rest`: slots of its own loops. `start`: of its text."""

    run: Run
    rest: list[None]
    start: int


class Alike:
    """The forms of the conditions of one model that were seen so far."""

    def __init__(self, names: ModelNames) -> None:
        self.names = names
        self._seen: set[str] = set()
        self._forms: dict[str, _Form | None] = {}
        self._variables: dict[str, Name] = {}

    def relation(self, place: Place, text: str) -> Relation | None:
        """The one condition that the text at a place says; None if it is to be read in the usual way."""
        parts = _TOKEN.split(text)
        holes = self._holes(parts)
        key = "\0".join(parts)
        form = self._forms.get(key)
        if form is None:
            if key in self._forms or key not in self._seen:
                self._seen.add(key)
                return None
            form = self._forms[key] = self._compiled(text, parts)
            if form is None:
                return None
        names = self.names
        if names.rounds >= MOST_CONDITIONS or names.budget.left <= 0:
            return None
        try:
            value = form.run(holes + form.rest)
        except (ExpressionError, UndefinedAt, SpecError):
            return None
        if not isinstance(value, Call) or value.function == "and" or value.span[0] != form.start:
            return None
        names.rounds += 1
        names.budget.left -= 1
        return Relation.stated(value, "", place.mark(form.start), "")

    def _holes(self, parts: list[str]) -> list[Any]:
        """The numbers and variables among the parts of a text, which get a mark in their place."""
        found: list[Any] = []
        leaves, variables = self.names.leaves, self._variables
        for at in range(1, len(parts), 2):
            token = parts[at]
            if token in leaves:
                variable = variables.get(token)
                if variable is None:
                    variable = variables[token] = Name(token)
                found.append(variable)
                parts[at] = _MARKS[leaves[token]]
            elif token.isdecimal():
                found.append(int(token))
                parts[at] = "\0"
        return found

    def _compiled(self, text: str, parts: list[str]) -> _Form | None:
        """The form of a text, or None if it is not made of its holes alone, or is wrong."""
        spans: dict[Span, tuple[str, Shape]] = {}
        for found, mark in zip(_TOKEN.finditer(text), parts[1::2], strict=True):
            if mark.startswith("\0"):
                spans[found.span()] = (f"\0{len(spans)}", _SHAPES[mark])
        compiler = self.names.compiler()
        compiler.scope = {name: (slot, shape) for slot, (name, shape) in enumerate(spans.values())}
        compiler.slots = len(spans)
        try:
            tree = parse_expression(text)
            replaced: set[Span] = set()
            filled = _with_holes(tree, spans, replaced)
            if isinstance(tree, Comprehension) or len(replaced) < len(spans):
                return None
            run = calls.condition(compiler, filled, True).run
        except (ExpressionError, SpecError):
            return None
        return _Form(run, [None] * (compiler.slots - len(spans)), tree.span[0])


def _with_holes(node: Node, holes: Mapping[Span, tuple[str, Shape]], replaced: set[Span]) -> Node:
    """The tree with names in place of the numbers and variables that stand at these spans."""
    if isinstance(node, (Constant, Name)):
        if node.span not in holes:
            return node
        replaced.add(node.span)
        return Name(holes[node.span][0], span=node.span)
    changed: dict[str, Any] = {}
    for part in (each.name for each in fields(node) if each.init and each.compare):
        value = getattr(node, part)
        if isinstance(value, Node):
            changed[part] = _with_holes(value, holes, replaced)
        elif isinstance(value, tuple) and any(isinstance(item, Node) for item in value):
            changed[part] = tuple(_with_holes(item, holes, replaced) for item in value)
    return replace(node, **changed) if changed else node
