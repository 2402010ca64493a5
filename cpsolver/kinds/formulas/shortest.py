"""The derivation with the fewest formulas, proven: which formulas to choose is a finite task of its own.

Chosen formulas are matched to unknowns, one to each; all unknowns of a chosen formula must be found; what is sought
must be found. No order is asked for: formulas in a circle are a block. A choice whose formulas depend on each other
determines nothing and is forbidden, and the next one asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.auxiliary.diagnosis import Solve
from cpsolver.kinds.formulas.easiest import course_plan
from cpsolver.kinds.formulas.plan import Plan, determined_from
from cpsolver.kinds.formulas.techniques import TECHNIQUES, techniques_keeping_to
from cpsolver.kinds.kind import Shortest
from cpsolver.task.condition import Condition, Equation, Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.result import Status
from cpsolver.task.task import Aim, Fact, Objective, Solution, Sought, Task, Variable

MOST_REFUSED = 30
"""So many choices of formulas that determine nothing are refused before the search ends without a proof."""

_BIT = Finite((0, 1))


def shortest(task: Task, solve: Solve) -> Shortest:
    """The techniques that keep to the fewest formulas, and what is proven of their number.

    solve: the best solution of a finite task
    """
    known = task.knowledge()
    goals = [name for name in task.sought.variables if not isinstance(known.domains[name], Finite)]
    easiest = course_plan(task, known, goals)
    if not goals or not easiest.reaches_all(goals):
        return Shortest(TECHNIQUES, ())
    used = _formulas(easiest, goals)
    chosen, is_proven = _chosen(task, known, goals, used, solve)
    return Shortest(techniques_keeping_to(chosen), (_said(len(chosen), len(used), is_proven),))


def _formulas(plan: Plan, goals: Sequence[str]) -> tuple[Equation, ...]:
    """The formulas of a course."""
    return tuple(formula for step in plan.course(goals) for formula in step.formulas)


def _said(fewest: int, easiest: int, is_proven: bool) -> str:
    count = f"{fewest} formula{'s' if fewest != 1 else ''}"
    if not is_proven:
        return f"{count}; that fewer do not suffice was not proven in time"
    same = (
        "the easiest derivation is the same length" if easiest == fewest else f"the easiest derivation uses {easiest}"
    )
    return f"shortest: {count}, proven; {same}"


def _chosen(
    task: Task, known: Knowledge, goals: Sequence[str], used: tuple[Equation, ...], solve: Solve
) -> tuple[tuple[Equation, ...], bool]:
    """The fewest formulas, and whether that is proven; else those of the easiest derivation."""
    choice = Choice(task, known, goals)
    for _ in range(MOST_REFUSED):
        result = solve(choice.task(len(used)), 1)
        if result.status is Status.UNSATISFIABLE:
            return used, True  # nothing but choices that determine nothing was shorter, or as short
        if not result.solutions:
            return used, False
        chosen = choice.of(result.solutions[0])
        is_proven = result.status is Status.OPTIMAL_SOLUTION
        if len(chosen) == len(used):
            return used, is_proven
        if determined_from(chosen, known).reaches_all(goals):
            return chosen, is_proven
        choice.refuse(chosen)
    return used, False


class Choice:
    """Which formulas to use, as a finite task.

    Variables, 0 or 1: `use` of every formula that may help, `find` of every unknown, and `by` of each pair of them.
    """

    def __init__(self, task: Task, known: Knowledge, goals: Sequence[str]) -> None:
        self.goals = tuple(goals)
        self.formulas, self.unknowns = _that_may_help(task, known, goals)
        self.refused: list[tuple[int, ...]] = []

    def task(self, most: int) -> Task:
        """The choice of the fewest formulas, no more than so many."""
        uses = [_use(index) for index in range(len(self.formulas))]
        names = [*uses, *map(_find, self.all_unknowns())]
        names += [_by(index, name) for index, unknown in enumerate(self.unknowns) for name in unknown]
        total = _sum(uses)
        conditions = (*self.conditions(), _relation("<=", total, Constant(most)))
        return Task(
            name="the fewest formulas",
            kind="formulas",
            variables=tuple(Variable(name, _BIT) for name in names),
            conditions=conditions,
            given=tuple(Fact(_find(goal), Finite((1,))) for goal in self.goals),
            sought=Sought(tuple(uses), Aim.BEST, Objective(total)),
            depth=1,
        )

    def all_unknowns(self) -> tuple[str, ...]:
        """Every unknown of some formula, once."""
        return tuple(dict.fromkeys(name for unknown in self.unknowns for name in unknown))

    def conditions(self) -> Iterator[Condition]:
        """A formula used finds one unknown; an unknown to be found is found once; all unknowns of a used one are."""
        for index, unknown in enumerate(self.unknowns):
            yield _relation("=", _sum([_by(index, name) for name in unknown]), Name(_use(index)))
            yield from (_relation("<=", Name(_use(index)), Name(_find(name))) for name in unknown)
        for name in self.all_unknowns():
            by = [_by(index, name) for index, unknown in enumerate(self.unknowns) if name in unknown]
            yield _relation("=", _sum(by), Name(_find(name)))
        for refused in self.refused:
            yield _relation("<=", _sum([_use(index) for index in refused]), Constant(len(refused) - 1))

    def of(self, solution: Solution) -> tuple[Equation, ...]:
        """The formulas that a solution chooses."""
        return tuple(formula for index, formula in enumerate(self.formulas) if solution[_use(index)])

    def refuse(self, chosen: Sequence[Equation]) -> None:
        """Forbid these formulas together: with them any more depend on each other too."""
        ids = set(map(id, chosen))
        self.refused.append(tuple(index for index, formula in enumerate(self.formulas) if id(formula) in ids))


def _that_may_help(task: Task, known: Knowledge, goals: Sequence[str]) -> tuple[list[Equation], list[tuple[str, ...]]]:
    """The formulas joined with the goals all of whose unknowns can be found, and these unknowns."""
    reached = determined_from(task.conditions, known)
    open_: dict[int, tuple[Equation, tuple[str, ...]]] = {}
    for index, condition in enumerate(task.conditions):
        unknown = tuple(n for n in condition.scope if not isinstance(known.domains[n], Finite))
        if isinstance(condition, Equation) and unknown and reached.reaches_all(unknown):
            open_[index] = (condition, unknown)
    joined, names, is_growing = dict[int, tuple[Equation, tuple[str, ...]]](), set(goals), True
    while is_growing:
        found = {i: pair for i, pair in open_.items() if i not in joined and names.intersection(pair[1])}
        is_growing = bool(found)
        joined.update(found)
        names.update(name for _, unknown in found.values() for name in unknown)
    pairs = [joined[index] for index in sorted(joined)]
    return [formula for formula, _ in pairs], [unknown for _, unknown in pairs]


def _use(index: int) -> str:
    return f"use[{index}]"


def _find(name: str) -> str:
    return f"find[{name}]"


def _by(index: int, name: str) -> str:
    return f"by[{index}, {name}]"


def _sum(names: Sequence[str]) -> Node:
    return Call("sum", tuple(map(Name, names)))


def _relation(sign: str, left: Node, right: Node) -> Relation:
    return Relation(Call(sign, (left, right)))
