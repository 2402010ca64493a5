"""Every printed line of a derivation checked on its own: an equation that follows holds wherever the formula does.

At random points the formula is solved by the rearranged expression; then the formula, and every equation on the way to
that expression, must hold there. This knows nothing of how the expression was found.

Source: the probabilistic test of identities of Schwartz (1980) and Zippel (1979), with floating point numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from cpsolver.kinds.formulas.narrate.formula import explicit
from cpsolver.kinds.formulas.narrate.rearranged import branch_of, equations
from cpsolver.kinds.formulas.narrate.told import condition_of, values_of
from cpsolver.kinds.formulas.readable import readable
from cpsolver.kinds.formulas.wording import formula_text, number_text
from cpsolver.kinds.kind import Proven
from cpsolver.task.algebra.inversion import Branch
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Name, Node, names
from cpsolver.task.functions import Undefined
from cpsolver.task.systems.jacobian import System, random_point
from cpsolver.task.task import Task

POINTS = 20
"""At so many random points a line is checked."""

ATTEMPTS = 400
"""So many points are tried, since an expression is not defined everywhere."""

SPREAD = 0.5
"""By which part a quantity is moved away from its value, at most."""

NEAR = 1e-6
"""How far the two sides may differ, relative to the largest term."""

Point = dict[str, Value]


def prove(task: Task, step: Step) -> Iterator[Proven]:
    """Every equation that a step and its substeps print, with the number of points at which it was found to hold."""
    for substep in step.substeps:
        yield from prove(task, substep)
    if step.technique in ("one formula", "another formula"):
        yield from _rearranged(task, step)
    elif step.technique == "cancelling":
        yield from _without_what_cancels(task, step)
    elif step.finding.lemmas:
        yield from proven_together(task, step) or _at_the_answer(task, step)


def _rearranged(task: Task, step: Step) -> Iterator[Proven]:
    """The formula, for each root with the equations on the way to its expression."""
    formula = condition_of(task, step)
    if not isinstance(formula, Equation) or not step.conclusions or len(formula.scope) == 1:
        return
    fact, values = step.conclusions[-1], values_of(step.premises)
    for value in fact.domain if isinstance(fact.domain, Finite) else ():
        side = explicit(formula, step, fact.variable, values, value)
        if side is None:
            yield _holding(task, formula, {**values, fact.variable: value})
            continue
        branch = branch_of(formula, fact.variable, side) or Branch(side)
        yield from _proven(task, formula, fact.variable, branch, values)


def _proven(task: Task, formula: Equation, name: str, branch: Branch, values: Mapping[str, Value]) -> Iterator[Proven]:
    points = list(random_points(task, formula, name, branch, values))
    first, *rest = equations(formula, branch.steps)
    printed = Name(name), readable(task, branch.expression, (formula,), name)
    for left, right in dict.fromkeys((first, *rest[:-1], (Name(name), branch.expression), printed)):
        text = formula_text(Call("=", (left, right)))
        failed = next((point for point in points if not _agree(left, right, point)), None)
        yield Proven(text, len(points), "" if failed is None else _said(failed))


def random_points(
    task: Task, formula: Equation, name: str, branch: Branch, values: Mapping[str, Value]
) -> Iterator[Point]:
    """Points near the task's where the branch exists, the quantity solved for by it; the same ones each time.

    Where few points have such a branch (an exponent must be even, say), more and more quantities keep their values.
    """
    random, found = Random(formula_text(formula.expression) + name), 0
    others = [other for other in formula.scope if other != name and other in values]
    for attempt in range(ATTEMPTS):
        point = {other: _moved(task, other, values[other], random, attempt / ATTEMPTS) for other in others}
        solved = _solved(name, branch, point)
        if solved is not None:
            yield solved
            found += 1
        if found == POINTS:
            return


def _moved(task: Task, name: str, value: Value, random: Random, staying: float, spread: float = SPREAD) -> Value:
    """A value near by, within the quantity's domain; the value itself with the probability of staying."""
    assert not isinstance(value, str)
    by = random.uniform(-spread, spread)
    moved = float(value) * (1 + by) if value else by
    return moved if random.random() >= staying and moved in task.by_name[name].domain else value


def _solved(name: str, branch: Branch, point: Point) -> Point | None:
    """The point with the quantity, and what was put in on the way; None if the branch does not exist there."""
    try:
        if not all(evaluate(Call(guard.relation, (guard.left, guard.right)), point) for guard in branch.guards):
            return None
        solved = {**point, name: evaluate(branch.expression, point)}
        for step in branch.steps:
            if step.action == "substitute" and isinstance(step.operand, Call):
                new, expression = step.operand.arguments
                assert isinstance(new, Name)
                solved[new.name] = evaluate(expression, solved)
    except (Undefined, OverflowError, ZeroDivisionError):
        return None
    return solved


def _agree(left: Node, right: Node, point: Mapping[str, Value]) -> bool:
    """Whether both sides are the same there, but for rounding; where a side is not defined they are not."""
    try:
        one, other = evaluate(left, point), evaluate(right, point)
        most = _largest(left, point) + _largest(right, point)
    except (Undefined, OverflowError, ZeroDivisionError):
        return False
    assert not isinstance(one, str) and not isinstance(other, str)
    return abs(float(one) - float(other)) <= NEAR * most


def _largest(node: Node, point: Mapping[str, Value]) -> float:
    """How large the terms of a sum are together, so that what cancels counts."""
    if isinstance(node, Call) and node.function in ("+", "-", "neg", "sum"):
        return sum(_largest(argument, point) for argument in node.arguments)
    if isinstance(node, Call) and node.function in ("*", "product"):
        return math.prod(_largest(argument, point) for argument in node.arguments)
    if isinstance(node, Call) and node.function == "/":
        top, bottom = node.arguments
        return _largest(top, point) / _largest(Call("abs", (bottom,)), point)
    value = evaluate(node, point)
    assert not isinstance(value, str)
    return abs(float(value))


def _holding(task: Task, formula: Equation, values: Mapping[str, Value]) -> Proven:
    """A formula that was not rearranged: whether it holds at the one point found numerically."""
    holds = _agree(formula.left, formula.right, values)
    return Proven(formula_text(formula.expression), 1, "" if holds else _said(values))


# -- formulas used together --------------------------------------------------------------------------------------

CLOSE = 0.05
"""The spread for formulas used together: so near each way of solving them stays what it is; what is 0 stays 0, since
an equation without its square, say, is solved in another way."""

MOST_ROUTES = 16


def proven_together(task: Task, step: Step) -> list[Proven]:
    """Formulas used together: solved by the printed expressions one after the other, all of them hold at random points.

    Nothing if the expressions do not lead to all quantities, as where the last was found numerically.
    """
    premises = values_of(step.premises)
    unknowns = {fact.variable for fact in step.conclusions}
    formulas = [c for c in task.conditions if isinstance(c, Equation) and (c.label or str(c)) in step.conditions]
    lemmas = [each for each in step.finding.lemmas if isinstance(each, Equation) and _is_explicit(each)]
    routes = list(islice(_routes(tuple(lemmas), frozenset(premises), unknowns), MOST_ROUTES))
    found: dict[str, Proven] = {}
    for route in routes:
        base = _followed(route, premises)
        if base is None or not all(_agree(formula.left, formula.right, base) for formula in formulas):
            continue
        points = _points_together(task, route, premises)
        for formula in formulas:
            failed = next((point for point in points if not _agree(formula.left, formula.right, point)), None)
            text = formula_text(formula.expression)
            line = Proven(text, len(points), "" if failed is None else _said(failed))
            if text not in found or line.failure:
                found[text] = line
    return list(found.values())


Route = tuple[Equation, ...]
"""Explicit equations, each needing nothing but what those before it give."""


def _routes(lemmas: Route, known: frozenset[str], unknowns: set[str]) -> Iterator[Route]:
    """Every order in which explicit equations lead from what is known to all unknowns, one equation for each."""
    missing = unknowns - known
    if not missing:
        yield ()
        return
    usable = [each for each in lemmas if _gives(each) in missing and known.issuperset(names(each.right))]
    first = next((_gives(each) for each in usable), None)
    for lemma in usable:
        if _gives(lemma) == first:
            yield from ((lemma, *rest) for rest in _routes(lemmas, known | {_gives(lemma)}, unknowns))


def _is_explicit(lemma: Equation) -> bool:
    """Whether an equation gives a quantity by others, not as the number that it has only here."""
    return isinstance(lemma.left, Name) and bool(names(lemma.right))


def _gives(lemma: Equation) -> str:
    assert isinstance(lemma.left, Name)
    return lemma.left.name


def _followed(route: Route, values: Mapping[str, Value]) -> Point | None:
    """The point that a route leads to; None where it is not defined."""
    point = dict(values)
    try:
        for lemma in route:
            point[_gives(lemma)] = evaluate(lemma.right, point)
    except (Undefined, OverflowError, ZeroDivisionError, KeyError):
        return None
    return point


def _points_together(task: Task, route: Route, premises: Mapping[str, Value]) -> list[Point]:
    random, found = Random("".join(map(str, route))), []
    for attempt in range(ATTEMPTS):
        moved = {n: _moved(task, n, v, random, attempt / ATTEMPTS, CLOSE) for n, v in premises.items() if v}
        point = _followed(route, {**premises, **moved})
        found += [point] if point is not None else []
        if len(found) == POINTS:
            break
    return found


def _without_what_cancels(task: Task, step: Step) -> Iterator[Proven]:
    """What formulas put into each other say of the others when a quantity cancels: it holds where all of them do."""
    formulas = [c for c in task.conditions if isinstance(c, Equation) and (c.label or str(c)) in step.conditions]
    lemmas = [each for each in step.finding.lemmas if isinstance(each, Equation)]
    if not formulas or not lemmas:
        return
    system, random = System(formulas), Random("".join(map(str, lemmas)))
    near = {n: float(v) for n, v in values_of((*step.premises, *step.conclusions)).items() if not isinstance(v, str)}
    domains, points = {name: task.by_name[name].domain for name in system.names}, []
    for _ in range(POINTS):
        start = {**random_point(system.names, domains, random), **{n: near[n] for n in near if n in system.names}}
        point = system.consistent(start, system.names)
        points += [point] if point is not None and all(point[n] in domains[n] for n in point) else []
    for lemma in lemmas:
        failed = next((point for point in points if not _agree(lemma.left, lemma.right, point)), None)
        yield Proven(formula_text(lemma.expression), len(points), "" if failed is None else _said(failed))


def _at_the_answer(task: Task, step: Step) -> Iterator[Proven]:
    """Formulas used together: each holds at what they gave, where that is one value for each."""
    values = values_of((*step.premises, *step.conclusions))
    for condition in task.conditions:
        is_used = (condition.label or str(condition)) in step.conditions and values.keys() >= set(condition.scope)
        if isinstance(condition, Equation) and is_used:
            yield _holding(task, condition, values)


def _said(point: Mapping[str, Value]) -> str:
    """The point in base units."""
    return ", ".join(f"{name} = {number_text(v)}" for name, v in point.items() if not isinstance(v, str))
