"""Conditions: relations over a scope of variables, each with the name a person calls it by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any, Self

from cpsolver.errors import Mark
from cpsolver.task.domain import Domain, Finite, Number, Reals, Value
from cpsolver.task.evaluation import Evaluator, compiled
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.matching import is_matchable
from cpsolver.task.notation import plain
from cpsolver.task.reals.rounding import Rounded, holds_nearly, truth

Domains = Mapping[str, Domain]

TOLERANCE = 1e-9
"""Two sides of an equation count as equal if they differ by less, relative to their largest term."""

WIDE = 1e-3
"""By no more, relative, they may differ where the bounds of rounding would allow it: wide ones allow anything."""


@dataclass(frozen=True)
class Condition:
    """What all conditions have: a label, the place in the text, and where known the source in the literature."""

    expression: Node
    label: str = field(default="", kw_only=True)
    mark: Mark | None = field(default=None, kw_only=True, compare=False)
    source: str = field(default="", kw_only=True, compare=False)

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables the condition speaks of, each once, in the order of the text."""
        return names(self.expression)

    @cached_property
    def _evaluate(self) -> Evaluator:
        return compiled(self.expression)

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Whether the condition is true of values for its whole scope. Undefined counts as false."""
        try:
            return bool(self._evaluate(values))
        except Undefined:
            return False

    def certainty(self, values: Mapping[str, Value]) -> bool | None:
        """Whether the condition is true of the numbers that the values stand for; None where rounding leaves it open.

        Only False is a proof that it fails: `holds` may be false of values that were rounded, and of their numbers not.
        """
        return truth(self.expression, values)

    def allows(self, domains: Domains) -> bool:
        """A necessary test: False only if no assignment within the domains can hold."""
        return not any(domains[name].is_empty for name in self.scope)

    def restrict(self, scope: Sequence[str]) -> Condition | None:
        """The condition this one implies over fewer variables, or None if it implies nothing there."""
        return self if set(self.scope) <= set(scope) else None

    def __str__(self) -> str:
        return plain(self.expression)

    def __getstate__(self) -> dict[str, Any]:
        # Compiled evaluators cannot be pickled and are made again on demand.
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Relation(Condition):
    """A condition that is true or false of values: any Boolean expression, global constraints being nodes of it."""

    @classmethod
    def stated(cls, expression: Node, label: str, mark: Mark, source: str) -> Self:
        """The relation with all that is known of it, made in a third of the usual time: tasks state thousands."""
        made = object.__new__(cls)
        fields = made.__dict__
        fields["expression"], fields["label"], fields["mark"], fields["source"] = expression, label, mark, source
        return made

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Whether the condition is true of values for its whole scope; of rounded ones `<=` and `>=` up to rounding."""
        if super().holds(values):
            return True
        if not self._may_nearly_hold or not any(isinstance(values[name], Rounded) for name in self.scope):
            return False
        return holds_nearly(self.expression, values)

    @cached_property
    def _may_nearly_hold(self) -> bool:
        return isinstance(self.expression, Call) and self.expression.function in ("<=", ">=", "and", "or")

    @cached_property
    def different(self) -> tuple[str, ...] | None:
        """The variables, if this says no more than that certain variables all differ; else None."""
        node = self.expression
        if not isinstance(node, Call) or node.function not in ("all_different", "!="):
            return None
        variables = tuple(item.name for item in node.arguments if isinstance(item, Name))
        return variables if len(variables) == len(node.arguments) == len(set(variables)) else None

    def allows(self, domains: Domains) -> bool:
        """For all-different exact, by bipartite matching; else exact once at most one variable is open."""
        if self.different is not None:
            return is_matchable([tuple(_finite(domains[name])) for name in self.different])
        if not super().allows(domains):
            return False
        if any(isinstance(domains[name], Reals) for name in self.scope):
            return True
        open_ = [name for name in self.scope if not domains[name].is_fixed]
        if len(open_) > 1:
            return True
        values = {name: _finite(domains[name]).values[0] for name in self.scope}
        if not open_:
            return self.holds(values)
        return any(self.holds({**values, open_[0]: value}) for value in _finite(domains[open_[0]]))

    def restrict(self, scope: Sequence[str]) -> Condition | None:
        """An all-different restricts to any of its variables; other relations only to their whole scope."""
        if self.different is None:
            return super().restrict(scope)
        kept = [item for item in _arguments(self.expression) if isinstance(item, Name) and item.name in scope]
        return replace(self, expression=Call("all_different", tuple(kept))) if len(kept) > 1 else None


@dataclass(frozen=True)
class Rows(Relation):
    """Values that belong together: one of the rows of a `table`, as solving simultaneous formulas gave them.

    The values of the rows are those in the domains, not numbers near them: rounding leaves nothing open.
    """

    @classmethod
    def of(cls, names: Sequence[str], solutions: Sequence[Mapping[str, Value]], label: str) -> Rows:
        """That these variables have the values of one of the solutions."""
        rows = tuple(Collection(tuple(Constant(one[name]) for name in names)) for one in solutions)
        return cls(Call("table", (Collection(tuple(map(Name, names))), Collection(rows))), label=label)

    @cached_property
    def rows(self) -> tuple[Mapping[str, Value], ...]:
        """The rows, each as the values of the variables."""
        rows = _arguments(self.expression)[1]
        return tuple(
            {name: item.value for name, item in zip(self.scope, row.children(), strict=True)}  # type: ignore[attr-defined]
            for row in rows.children()
        )

    def certainty(self, values: Mapping[str, Value]) -> bool | None:
        """Whether the values are those of a row."""
        return self.holds(values)


@dataclass(frozen=True)
class Equation(Condition):
    """An equation over real quantities; `expression` is a Call of `=`."""

    @property
    def left(self) -> Node:
        """The left side."""
        return _arguments(self.expression)[0]

    @property
    def right(self) -> Node:
        """The right side."""
        return _arguments(self.expression)[1]

    def residual(self, values: Mapping[str, Value]) -> Number:
        """Left side minus right side, in base units. Raises: Undefined."""
        left, right = self._sides
        difference: Number = left(values) - right(values)
        return difference

    @cached_property
    def _sides(self) -> tuple[Evaluator, Evaluator]:
        return compiled(self.left), compiled(self.right)

    def holds(self, values: Mapping[str, Value]) -> bool:
        """Whether both sides are equal: exactly for exact numbers, else up to rounding, if that is not too large."""
        try:
            left, right = (side(values) for side in self._sides)
        except Undefined:
            return False
        if isinstance(left, (int, Fraction)) and isinstance(right, (int, Fraction)):
            return left == right
        apart, size = abs(left - right), max(self._size(values), abs(left), abs(right))
        if apart <= TOLERANCE * size:
            return True
        if not any(isinstance(values[name], Rounded) for name in self.scope):
            return False
        inner = max(_magnitude(side, values) for side in (self.left, self.right))
        return bool(apart <= WIDE * max(size, inner)) and self.certainty(values) is not False

    def _size(self, values: Mapping[str, Value]) -> float:
        """The largest term of a sum on either side: what cancels limits how exact a difference can be."""
        stack, largest = [self.left, self.right], 0.0
        while stack:
            node = stack.pop()
            if isinstance(node, Call) and node.function in ("+", "-", "neg", "sum"):
                stack.extend(node.arguments)
                continue
            try:
                largest = max(largest, abs(float(compiled(node)(values))))
            except (Undefined, OverflowError):
                continue
        return largest


def _magnitude(node: Node, values: Mapping[str, Value]) -> float:
    """How large a side would be if the terms of no sum in its products and quotients cancelled; 0 where unknown."""
    if isinstance(node, Call) and node.function in _MAGNITUDES:
        return _MAGNITUDES[node.function]([_magnitude(argument, values) for argument in node.arguments])
    try:
        return abs(float(compiled(node)(values)))
    except (Undefined, OverflowError):
        return 0.0


_MAGNITUDES: dict[str, Callable[[Sequence[float]], float]] = {
    **dict.fromkeys(("+", "-", "sum"), max),
    "neg": lambda sizes: sizes[0],
    "*": prod,
    "product": prod,
    "/": lambda sizes: sizes[0] / sizes[1] if sizes[1] else 0.0,
}


def _arguments(node: Node) -> tuple[Node, ...]:
    assert isinstance(node, Call), f"{node} has no arguments"
    return node.arguments


def _finite(domain: Domain) -> Finite:
    assert isinstance(domain, Finite), f"{domain} is not finite"
    return domain
