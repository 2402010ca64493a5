"""Uncertainties of givens carried to everything found: linear propagation, correlations right by construction.

For every quantity the gradient by the uncertain givens is kept, not only the size of its uncertainty; what rests on the
same given is correlated, and cancels or adds up as it should. A formula F = 0 that gave a quantity y gives its gradient
by implicit differentiation, dy = -(Σ ∂F/∂x dx) / (∂F/∂y), formulas solved together by the linear equations of all.

Source: JCGM 100:2008 (*Guide to the expression of uncertainty in measurement*), 5.1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpsolver.kinds.kind import Share, Spread
from cpsolver.task.algebra.differentiation import differentiated, slope
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Solution, Task, Variable

SINGULAR = 1e-7
"""A slope that is smaller, relative to the largest terms of its formula, counts as 0: that of a double root."""

Gradient = Mapping[str, float]
"""By how much a quantity changes with each uncertain given, in base units; givens without influence are left out."""

TOO_LARGE = "it is larger than any number a computer holds"
DOUBLE_ROOT = "it is a double root, which has no slope: no linear uncertainty"
NO_SLOPE = "a formula on the way to it has no slope there: no linear uncertainty"
NOT_REACHED = "how it depends on the uncertain givens is not known"


@dataclass(frozen=True)
class Measured(Variable):
    """A quantity some of whose values are uncertain. spreads: such values, in base units, and how uncertain they are"""

    spreads: tuple[tuple[Value, Spread], ...] = field(default=(), compare=False)


def spread_of(variable: Variable, value: Value) -> Spread | None:
    """How uncertain a value of a quantity is; None if it is exact, or not known to be uncertain."""
    spreads = variable.spreads if isinstance(variable, Measured) else ()
    return next((spread for known, spread in spreads if known == value), None)


def measured(variable: Variable, spreads: Iterable[tuple[Value, Spread]]) -> Variable:
    """The quantity with the uncertainties of its values, these alone."""
    found = tuple(spreads)
    if not found and not isinstance(variable, Measured):
        return variable
    return Measured(variable.name, variable.domain, variable.title, variable.unit, variable.mark, found)


def given_spreads(task: Task) -> dict[str, float]:
    """The standard uncertainties of the givens that have one, in base units."""
    found = {}
    for fact in task.given:
        variable = task.by_name[fact.variable]
        if isinstance(variable, Measured) and variable.spreads and fact.domain.is_fixed:
            sigma = variable.spreads[0][1].sigma
            if sigma:
                found[fact.variable] = sigma
    return found


def spreads(task: Task, solution: Solution, derivation: Derivation | None = None) -> Mapping[str, Spread]:
    """How uncertain every quantity of a solution is, by the uncertain givens; those that are exact are left out."""
    sigmas = given_spreads(task)
    if not sigmas:
        return {}
    return Propagation(task, solution, derivation, sigmas).spreads()


class Propagation:
    """Gradients carried from the givens through the formulas of one solution."""

    def __init__(
        self, task: Task, solution: Solution, derivation: Derivation | None, sigmas: Mapping[str, float]
    ) -> None:
        self.solution, self.sigmas = solution, sigmas
        self.gradients: dict[str, Gradient] = {
            fact.variable: {fact.variable: 1.0} if fact.variable in sigmas else {} for fact in task.given
        }
        self.failed: dict[str, str] = {}
        self.equations = _in_order(task, solution, derivation)

    def run(self) -> Mapping[str, Gradient]:
        """The gradients of all quantities for which they can be had."""
        while self.one() or self.together():
            pass
        return self.gradients

    def spreads(self) -> dict[str, Spread]:
        """The uncertainty of every quantity that depends on the uncertain givens."""
        self.run()
        found = {}
        for name in self.solution:
            if name in self.gradients:
                spread = spread_from(self.gradients[name], self.sigmas)
                if spread.sigma != 0:
                    found[name] = spread
            else:
                found[name] = Spread(None, note=self.failed.get(name, NOT_REACHED))
        return found

    def open(self, equation: Equation) -> list[str]:
        """The quantities of a formula whose gradients are not known."""
        return [name for name in equation.scope if name not in self.gradients]

    def one(self) -> bool:
        """Find the gradient of a quantity by a formula in which it is the only one without; whether there was one."""
        for equation in self.equations:
            unknown = self.open(equation)
            if len(unknown) != 1:
                continue
            slopes = {name: residual_slope(equation, name, self.solution) for name in equation.scope}
            own = slopes.pop(unknown[0])
            if own is None or None in slopes.values():
                self.failed.setdefault(unknown[0], NO_SLOPE)
                continue
            if is_singular(equation, unknown[0], own, self.solution):
                self.failed[unknown[0]] = DOUBLE_ROOT
                continue
            parts = [({name: -rate / own}, self.gradients[name]) for name, rate in slopes.items() if rate is not None]
            self.gradients[unknown[0]] = _combined((rates[name], g) for rates, g in parts for name in rates)
            return True
        return False

    def together(self) -> bool:
        """Find the gradients of quantities that several formulas determine together; whether there were any."""
        used = [equation for equation in self.equations if self.open(equation)]
        unknown = list(dict.fromkeys(name for equation in used for name in self.open(equation)))
        if len(used) < 2 or not unknown:
            return False
        rows = []
        for equation in used:
            slopes = {name: residual_slope(equation, name, self.solution) for name in equation.scope}
            if None not in slopes.values():
                rows.append({name: rate for name, rate in slopes.items() if rate is not None})
        found = _solved(rows, unknown, self.gradients, self.solution, tuple(self.sigmas))
        self.gradients.update(found)
        for name in unknown:
            if name not in found:
                self.failed.setdefault(name, DOUBLE_ROOT)
        return bool(found)


def spread_from(gradient: Gradient, sigmas: Mapping[str, float]) -> Spread:
    """The uncertainty that a gradient gives, and what each given contributes to its square, the largest first."""
    parts = {name: abs(rate * sigmas[name]) for name, rate in gradient.items()}
    sigma = math.hypot(*parts.values())  # whose squares neither overflow nor vanish
    if not math.isfinite(sigma):
        return Spread(None, note=TOO_LARGE)
    if sigma == 0:
        return Spread(0.0)
    ordered = sorted(parts.items(), key=lambda part: -part[1])
    return Spread(sigma, tuple(Share(name, (part / sigma) ** 2) for name, part in ordered))


def gradient_of(node: Node, solution: Solution, gradients: Mapping[str, Gradient]) -> Gradient | None:
    """The gradient of an expression by the uncertain givens; None where it has none."""
    rates = {name: slope(node, name, solution) for name in names(node)}
    if None in rates.values() or not rates.keys() <= gradients.keys():
        return None
    return _combined((rate, gradients[name]) for name, rate in rates.items() if rate is not None)


def _combined(parts: Iterable[tuple[float, Gradient]]) -> Gradient:
    total: dict[str, float] = {}
    for rate, gradient in parts:
        for name, value in gradient.items():
            total[name] = total.get(name, 0.0) + rate * value
    return total


def residual_slope(equation: Equation, name: str, values: Mapping[str, Value]) -> float | None:
    """How fast left minus right side changes with a quantity; None where that is not to be had."""
    slopes = [slope(side, name, values) for side in (equation.left, equation.right)]
    if slopes[0] is None or slopes[1] is None:
        return None
    return slopes[0] - slopes[1]


def is_singular(equation: Equation, name: str, rate: float, values: Mapping[str, Value]) -> bool:
    """Whether the slope of a formula by a quantity is 0, as far as rounding can tell: its terms cancel."""
    slopes = [differentiated(side, name) for side in (equation.left, equation.right)]
    return abs(rate) <= SINGULAR * max(_size(node, values) for node in slopes)


def _size(node: Node, values: Mapping[str, Value]) -> float:
    """The size of the terms an expression is made of, which may be much larger than its value."""
    if isinstance(node, Call):
        parts = [abs(_size(argument, values)) for argument in node.arguments]
        if node.function in ("+", "-", "neg", "sum"):
            return max(parts)
        if node.function in ("*", "product"):
            return math.prod(parts)
        if node.function == "/":
            return parts[0] / abs(float(evaluate(node.arguments[1], values)))
        if node.function == "^" and isinstance(node.arguments[1], Constant):
            return float(parts[0] ** float(node.arguments[1].value))
    return abs(float(evaluate(node, values)))


def _in_order(task: Task, solution: Solution, derivation: Derivation | None) -> list[Equation]:
    """The formulas whose quantities all have values: those used in the derivation first, then others, then lemmas."""
    steps = list(_flat(derivation.steps)) if derivation else []
    used = {label: place for place, label in enumerate(label for step in steps for label in step.conditions)}
    own = [condition for condition in task.conditions if isinstance(condition, Equation)]
    own.sort(key=lambda equation: used.get(equation.label or str(equation), len(used)))
    lemmas = [lemma for step in steps for lemma in step.finding.lemmas if isinstance(lemma, Equation)]
    return [e for e in (*own, *lemmas) if all(n in solution for n in e.scope) and _is_met(e, solution)]


def _is_met(equation: Equation, solution: Solution) -> bool:
    try:
        return equation.holds(solution)
    except (Undefined, OverflowError):
        return False


def _flat(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield from _flat(step.substeps)
        yield step


def _solved(
    rows: Sequence[Mapping[str, float]],
    unknown: Sequence[str],
    gradients: Mapping[str, Gradient],
    solution: Solution,
    givens: Sequence[str],
) -> dict[str, Gradient]:
    """The gradients of those of the unknown quantities that the linear equations of all formulas determine."""
    import numpy as np

    if not rows:
        return {}
    sizes = np.array([abs(float(solution[name])) or 1.0 for name in unknown])
    matrix = np.array([[row.get(name, 0.0) for name in unknown] for row in rows]) * sizes
    right = np.array(
        [
            [-math.fsum(rate * gradients[n].get(g, 0.0) for n, rate in row.items() if n in gradients) for g in givens]
            for row in rows
        ]
    )
    scale = np.abs(matrix).max(axis=1, keepdims=True)
    scale[scale == 0] = 1.0
    matrix, right = matrix / scale, right / scale
    left, values, turned = np.linalg.svd(matrix, full_matrices=True)
    rank = int((values > SINGULAR * values.max(initial=0.0)).sum())
    loose = np.abs(turned[rank:]).max(axis=0, initial=0.0) > SINGULAR
    answer = turned[:rank].T @ ((left[:, :rank].T @ right) / values[:rank, None])
    answer = answer * sizes[:, None]
    return {
        name: {given: float(answer[i, j]) for j, given in enumerate(givens) if answer[i, j]}
        for i, name in enumerate(unknown)
        if not loose[i]
    }
