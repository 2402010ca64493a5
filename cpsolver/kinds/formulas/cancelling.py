"""What is determined although a quantity is missing, because that cancels: how fast something falls, whatever its mass.

Whether a goal is determined at all is seen at points that satisfy the formulas: it is, if it does not change along any
direction in which they still hold. Which quantity cancels is then found by supposing it known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from cpsolver.auxiliary.diagnosis import listed
from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique
from cpsolver.kinds.formulas.plan import determined, determined_from
from cpsolver.task.algebra.cancelling import Combined, excludes_zero, without
from cpsolver.task.algebra.differentiation import NotDifferentiable
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Finite, Number, Reals, Value
from cpsolver.task.expression import Call, Constant
from cpsolver.task.functions import Undefined
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.reals.roots import roots_of
from cpsolver.task.reals.rounding import truth
from cpsolver.task.result import Result, Status
from cpsolver.task.systems.jacobian import System, fixed_columns, numeric, random_point
from cpsolver.task.task import Aim, Fact, Sought, Task

MOST_CANCELLING = 2
"""So many quantities are supposed to cancel at once, and not more."""

MOST_SETS = 400

LARGEST = 40
"""Of more formulas it is not looked at points whether they determine a goal, and fewer sets are tried."""

TRIALS = 12
POINTS = 2
MOST_FAILURES = 4

SUPPOSED: tuple[Number, ...] = (1, 2, 5)


@dataclass(frozen=True)
class Cancelled:
    """How a step that needs no value of some quantities looks.

    names:    the quantities that cancel
    combined: the equations that the formulas come to, and the same without them; none if only examples show it
    """

    names: tuple[str, ...]
    goal: str
    combined: tuple[Combined, ...] = ()


def cancelling(
    task: Task, known: Knowledge, goals: Sequence[str], difficulty: int, techniques: tuple[Technique, ...]
) -> Iterator[SolvedModel | AuxiliaryModel]:
    """For each goal that nothing else gives: by formulas put into each other, else by examples that agree.

    techniques: those by which examples are solved
    """
    plan = determined_from(task.conditions, known)
    for goal in goals:
        if plan.reaches(goal) or not is_locally_determined(task, known, goal):
            continue
        for names in _candidates(task, known, goal):
            found = _by_division(task, known, goal, names, difficulty)
            if found is not None:
                yield found
                break
            yield _by_examples(task, known, goal, names, techniques)


def is_locally_determined(task: Task, known: Knowledge, goal: str) -> bool:
    """Whether at points that satisfy the formulas the goal cannot change while they hold; True if none is looked at.

    Source: the implicit function theorem: its part of every vector in the null space of the derivatives is 0.
    """
    values = known.solution()
    equations = _connected(task, goal, tuple(values))
    system = System(equations)
    unknowns = [name for name in system.names if name not in values]
    if goal not in unknowns:
        return False
    if len(equations) > LARGEST:
        return True
    choose, looked_at, failures = random.Random(7), 0, 0
    for _ in range(TRIALS):
        point = {**random_point(system.names, known.domains, choose), **numeric(values)}
        consistent = system.consistent(point, unknowns)
        if consistent is None:
            failures += 1
            if failures == MOST_FAILURES:
                break
            continue
        try:
            matrix = system.matrix(consistent, unknowns)
        except (NotDifferentiable, Undefined, OverflowError):
            continue
        if unknowns.index(goal) not in fixed_columns(matrix, len(unknowns)):
            return False
        looked_at += 1
        if looked_at == POINTS:
            break
    return True


def _connected(task: Task, goal: str, known: Sequence[str]) -> tuple[Equation, ...]:
    """The formulas joined with a goal by quantities that are not known."""
    names, found, is_growing = {goal}, dict[int, Equation](), True
    while is_growing:
        is_growing = False
        for index, condition in enumerate(task.conditions):
            if index not in found and isinstance(condition, Equation) and names.intersection(condition.scope):
                found[index] = condition
                names.update(name for name in condition.scope if name not in known)
                is_growing = True
    return tuple(found[index] for index in sorted(found))


def _candidates(task: Task, known: Knowledge, goal: str) -> Iterator[tuple[str, ...]]:
    """Smallest sets of quantities that, were they known, would lead to the goal; the likeliest to cancel first."""
    values = known.solution()
    names = {n for e in _connected(task, goal, tuple(values)) for n in e.scope if n not in values and n != goal}
    others = [variable.name for variable in task.variables if variable.name in names]
    tried, most = 0, MOST_SETS if len(others) <= LARGEST else LARGEST
    for size in range(1, MOST_CANCELLING + 1):
        found: list[tuple[str, ...]] = []
        for more in combinations(others, size):
            tried += 1
            if tried <= most and determined(task.conditions, (*values, *more)).reaches(goal):
                found.append(more)
        yield from sorted(found, key=lambda more: _oddity(task, known, more))
        if found:
            return


def _oddity(task: Task, known: Knowledge, names: tuple[str, ...]) -> tuple[bool, int]:
    """What makes it odd to say that these cancel: they may be 0, or few formulas speak of them."""
    may_be_zero = not all(excludes_zero(known.domains[name]) for name in names)
    return may_be_zero, -sum(len(task.conditions_on[name]) for name in names)


# -- by division -------------------------------------------------------------------------------------------------


def _by_division(
    task: Task, known: Knowledge, goal: str, names: tuple[str, ...], difficulty: int
) -> SolvedModel | None:
    """The goal from the formulas put into each other, divided by what cancels; None if that does not fall out."""
    values = known.solution()
    course = determined(task.conditions, (*values, *names)).course([goal])
    formulas = tuple(formula for step in course for formula in step.formulas)
    inner = {name for step in course for name in step.goals if name != goal}
    combined = without(formulas, goal, inner, names, known.domains)
    if not combined or any(name in one.reduced.scope for one in combined for name in (*names, *inner)):
        return None
    domain = known.domains[goal]
    roots = [roots_of(one.reduced, goal, values, domain) for one in combined]
    if any(found.free for found in roots):
        return None
    doubts = [found.note for found in roots if not found.complete]
    doubts += [f"{name} is taken not to be 0" for name in names if not excludes_zero(known.domains[name])]
    doubts += ["a case in which a formula cannot be turned round is left open" for one in combined if not one.complete]
    found_values = dict.fromkeys(root.value for found in roots for root in found.found)
    if not found_values and doubts:
        return None
    premises = [known.fact(name) for one in combined for name in one.reduced.scope if name in values]
    return SolvedModel(
        "cancelling",
        difficulty,
        tuple(formula.label or str(formula) for formula in formulas),
        tuple({fact.variable: fact for fact in premises}.values()),
        Finding((Fact(goal, Finite(tuple(found_values))),), tuple(one.reduced for one in combined)),
        Cancelled(names, goal, combined),
        doubt=doubts[0] if doubts else "",
    )


# -- by examples -------------------------------------------------------------------------------------------------


def _by_examples(
    task: Task, known: Knowledge, goal: str, names: tuple[str, ...], techniques: tuple[Technique, ...]
) -> AuxiliaryModel:
    """The task with three values for what may cancel: if all give the same, that is the answer, though not proven."""
    facts = [known.fact(v.name) for v in task.variables if isinstance(known.domains[v.name], Finite)]
    parts = tuple(
        replace(
            task,
            name=f"find {goal} with {listed(names)} supposed ({number})",
            given=(*facts, *(Fact(name, Finite((_inside(known.domains[name], number),))) for name in names)),
            sought=Sought((goal,), Aim.NARROW),
            depth=task.depth + 1,
        )
        for number in range(len(SUPPOSED))
    )
    doubt = f"that {listed(names)} cancels is seen by examples only"
    return AuxiliaryModel("cancelling", parts, agreeing, deepen=techniques, doubt=doubt)


def _inside(domain: Domain, number: int) -> Number:
    """One of three values inside a range."""
    value = SUPPOSED[number]
    if not isinstance(domain, Reals) or value in domain:
        return value
    lower, upper = domain.lower, domain.upper
    if lower is not None and upper is not None:
        return lower + (upper - lower) * Fraction(number + 1, 4)
    return lower + value if lower is not None else (upper or 0) - value


def agreeing(parts: Sequence[Task], results: Sequence[Result]) -> Finding:
    """What all parts say of what is sought, each supposing another value of what should not matter.

    No proof: that it does not matter for three values makes it likely for all.
    """
    (goal,) = parts[0].sought.variables
    domains = [result.knowledge.domains[goal] for result in results if result.knowledge is not None]
    if len(domains) < len(parts) or any(result.status is Status.UNSATISFIABLE for result in results):
        return Finding()
    first = domains[0]
    if not isinstance(first, Finite) or first.is_empty:
        return Finding()
    is_same = all(
        isinstance(other, Finite)
        and len(other) == len(first)
        and all(_may_be_same(a, b) for a, b in zip(first, other, strict=True))
        for other in domains[1:]
    )
    return Finding((Fact(goal, first),)) if is_same else Finding()


def _may_be_same(a: Value, b: Value) -> bool:
    """Whether two values stand for one number, as far as rounding tells: exact ones only if they are equal."""
    return truth(Call("=", (Constant(a), Constant(b))), {}) is not False
