"""Auxiliary models of formula domains: test a condition, use one formula, find a needed quantity, follow each root.

Goal-directed: a plan (see `plan.py`) says which formula to use for which quantity, so that nothing is computed that is
not needed, no dead end is entered, and no quantity is needed for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice

from cpsolver.auxiliary.diagnosis import listed
from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique, part
from cpsolver.auxiliary.recombination import cases, narrow
from cpsolver.kinds.formulas.cancelling import cancelling
from cpsolver.kinds.formulas.deciding import deciding
from cpsolver.kinds.formulas.easiest import Chosen, course_plan
from cpsolver.kinds.formulas.plan import Block, Plan, Way, blocks_for, ways_for
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.task.condition import Condition, Rows
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.task import Aim, Fact, Solution, Sought, Task

MOST_BLOCKS = 4
"""So many sets of simultaneous formulas are tried for one quantity where the planned one says nothing."""

DEEPEST = 12
"""Auxiliary tasks lie no deeper within one another; what is needed from there on is found step after step."""


def _condition(task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Test conditions as soon as their quantities are known: roots are dropped, contradictions seen."""
    tied = [set(rows.scope) for rows in _rows(task, known)]
    values = known.solution()
    for condition in (*_lemmas(task, known), *task.conditions):
        is_tied = not isinstance(condition, Rows) and _is_tied(condition, known, tied)
        if not is_tied and _is_tested(condition, known, values):
            name = f"test {condition.label or condition}"
            rows = condition if isinstance(condition, Rows) else None
            yield AuxiliaryModel("condition", (part(task, known, (condition,), name),), narrow, pattern=rows)


def _rows(task: Task, known: Knowledge) -> tuple[Rows, ...]:
    """Values of several quantities that belong together, as far as they are known."""
    return tuple(condition for condition in (*known.lemmas, *task.conditions) if isinstance(condition, Rows))


def _is_tied(condition: Condition, known: Knowledge, tied: list[set[str]]) -> bool:
    """Whether several quantities of a condition are open that belong together: it is tested once they are followed."""
    open_ = {name for name in condition.scope if not known.domains[name].is_fixed}
    return any(len(open_ & names) > 1 for names in tied)


def _is_tested(condition: Condition, known: Knowledge, values: Solution) -> bool:
    """Whether all quantities are known and testing may say something."""
    if not all(isinstance(known.domains[name], Finite) for name in condition.scope):
        return False
    return any(name not in values for name in condition.scope) or not condition.holds(values)


def _one_formula(chosen: Chosen, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Use the planned formula of a goal whose inputs all have one value; also a rule that gives such an input.

    Where auxiliary tasks lie too deep to open another, any planned formula whose inputs all have one value.
    """
    goals = _open_goals(task, known)
    plan = course_plan(task, known, goals, chosen)
    for way in plan.path(goals):
        is_last = (way.goal in goals or task.depth >= DEEPEST) and all(
            known.domains[name].is_fixed for name in way.inputs
        )
        if is_last or (way.is_rule and _is_needed_now(way.goal, plan, goals)):
            yield _use(task, known, way)


def _another_formula(chosen: Chosen, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Where the planned formula taught nothing, the others that could be used at once."""
    goals = _open_goals(task, known)
    plan = course_plan(task, known, goals, chosen)
    for goal in goals:
        if plan.reaches(goal) and goal not in plan.blocks:
            for way in sorted(ways_for(task.conditions, goal), key=lambda way: way.weight):
                if all(known.domains[name].is_fixed for name in way.inputs):
                    yield _use(task, known, way)


def _use(task: Task, known: Knowledge, way: Way) -> AuxiliaryModel:
    used = part(task, known, (way.formula,), f"{way.goal} from {way.formula.label or way.formula}")
    return AuxiliaryModel("one formula", (replace(used, sought=Sought((way.goal,), Aim.NARROW)),), narrow)


def _is_needed_now(name: str, plan: Plan, goals: list[str]) -> bool:
    """Whether a quantity is an input of the planned formula of a goal."""
    return any((step := plan.step_to(goal)) is not None and name in step.inputs for goal in goals)


def _needed_quantity(chosen: Chosen, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """For the goal whose formula still lacks inputs: find the first of them, as a task of its own."""
    if task.depth >= DEEPEST:
        return
    goals = _open_goals(task, known)
    plan = course_plan(task, known, goals, chosen)
    course = plan.course(goals)
    keeping = techniques_keeping_to(tuple(formula for step in course for formula in step.formulas))
    for step in course:
        if not any(goal in goals for goal in step.goals):
            continue
        for name in step.inputs:
            needed = plan.step_to(name)
            if needed is not None and not needed.is_rule:
                yield _find(task, known, name, step, keeping)


def _find(
    task: Task, known: Knowledge, name: str, step: Way | Block, techniques: tuple[Technique, ...]
) -> AuxiliaryModel:
    """The auxiliary task "find u": all that is known and all conditions but the formulas that need u."""
    without = {id(formula) for formula in step.formulas}
    auxiliary = replace(
        task,
        name=f"find {name}",
        conditions=(*_lemmas(task, known), *(c for c in task.conditions if id(c) not in without)),
        given=_facts(task, known),
        sought=Sought((name,), Aim.NARROW),
        depth=task.depth + 1,
    )
    return AuxiliaryModel("needed quantity", (auxiliary,), narrow, _without_cases, techniques)


def _lemmas(task: Task, known: Knowledge) -> tuple[Rows, ...]:
    """What is known of values that belong together and is no condition of the task."""
    return tuple(rows for rows in _rows(task, known) if rows not in task.conditions)


def _block(chosen: Chosen, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Formulas that only together give a goal, once all else in them has one value; if one says nothing, others."""
    goals = _open_goals(task, known)
    plan = course_plan(task, known, goals, chosen)
    ready = [
        step
        for step in plan.course(goals)
        if isinstance(step, Block) and all(known.domains[name].is_fixed for name in step.inputs)
    ]
    yield from (_solve_together(task, known, step) for step in ready)
    for goal in dict.fromkeys(goal for step in ready for goal in step.goals if goal in goals):
        for block in islice(blocks_for(task.conditions, known, goal), MOST_BLOCKS):
            if all(known.domains[name].is_fixed for name in block.inputs):
                yield _solve_together(task, known, block)


def _solve_together(task: Task, known: Knowledge, block: Block) -> AuxiliaryModel:
    """The auxiliary task of a block alone."""
    labels = ", ".join(formula.label or str(formula) for formula in block.formulas)
    used = part(task, known, block.formulas, f"{listed(block.goals)} from {labels} together")
    return AuxiliaryModel("block", (replace(used, sought=Sought(block.goals, Aim.NARROW)),), narrow)


def _without_cases(finding: Finding) -> Finding:
    """Only the domains: cases of an auxiliary task are solutions of that task, not of the one it was derived from."""
    return replace(finding, cases=())


def _roots(chosen: Chosen, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel]:
    """Where a quantity on the way has several roots, follow each by itself."""
    goals = _open_goals(task, known)
    plan = course_plan(task, known, goals, chosen)
    for name in _several(task, known, plan, goals):
        domain = known.domains[name]
        assert isinstance(domain, Finite)
        parts = tuple(_case(task, known, name, value) for value in domain)
        yield AuxiliaryModel("roots", parts, cases, deepen=techniques_keeping_to(chosen) if chosen else TECHNIQUES)


def _several(task: Task, known: Knowledge, plan: Plan, goals: list[str]) -> list[str]:
    """Quantities with several roots: what is needed first; then, unless only roots are asked for, what is sought.

    Last what a block gave beside that: its values belong together.
    """
    names = [name for step in plan.course(goals) for name in step.inputs]
    if task.sought.aim is not Aim.NARROW:
        names += [*goals, *known.domains]
    open_ = [name for name in dict.fromkeys(names) if isinstance(known.domains[name], Finite)]
    return [name for name in open_ if not known.domains[name].is_fixed]


def _case(task: Task, known: Knowledge, name: str, value: object) -> Task:
    """The task with one of the roots supposed, in which every condition that can be tested will be."""
    supposed = Fact(name, Finite((value,)), known.origins.get(name))  # type: ignore[arg-type]
    facts = tuple(fact for fact in _facts(task, known) if fact.variable != name)
    text = shown_value(task.by_name[name], value).text  # type: ignore[arg-type]
    return replace(
        task,
        name=f"case {name} = {text}",
        conditions=(*_lemmas(task, known), *task.conditions),
        given=(*facts, supposed),
        sought=replace(task.sought, tested=deciding(task, known)),
        depth=task.depth + 1,
    )


def _cancelling(chosen: Chosen, task: Task, known: Knowledge) -> Iterator[AuxiliaryModel | SolvedModel]:
    """What is determined although a quantity is missing."""
    yield from cancelling(task, known, _open(task.sought.variables, known), CANCELLING, techniques_keeping_to(chosen))


def _facts(task: Task, known: Knowledge) -> tuple[Fact, ...]:
    return tuple(known.fact(v.name) for v in task.variables if isinstance(known.domains[v.name], Finite))


def _open_goals(task: Task, known: Knowledge) -> list[str]:
    """What is sought and has no value yet; once all of it has one, that by which conditions are tested."""
    return _open(task.sought.variables, known) or _open(task.sought.tested, known)


def _open(names: tuple[str, ...], known: Knowledge) -> list[str]:
    return [name for name in names if not known.domains[name].is_fixed]


CONDITION = Technique("condition", 1, _condition, "a condition over known quantities drops the roots it forbids")

CANCELLING = 7

_Generate = Callable[[Chosen, Task, Knowledge], Iterator[AuxiliaryModel | SolvedModel]]

_PLANNED: tuple[tuple[str, int, _Generate, str], ...] = (
    ("one formula", 2, _one_formula, "a formula whose only unknown is what is sought"),
    ("block", 3, _block, "as many formulas as unknowns, solved together"),
    ("needed quantity", 4, _needed_quantity, "the auxiliary task of finding what a formula needs"),
    ("roots", 5, _roots, "several roots, each followed by itself"),
    ("another formula", 6, _another_formula, "where the planned formula says nothing, one that could be used as well"),
    ("cancelling", CANCELLING, _cancelling, "formulas put into each other, in which what is missing cancels"),
)


@lru_cache(maxsize=64)
def _keeping_to(ids: tuple[int, ...], chosen: Chosen) -> tuple[Technique, ...]:
    planned = (Technique(name, difficulty, partial(use, chosen), said) for name, difficulty, use, said in _PLANNED)
    return (CONDITION, *planned)


def techniques_keeping_to(chosen: Chosen) -> tuple[Technique, ...]:
    """The techniques, easiest first, for derivations that use these formulas as long as they lead to what is sought."""
    return _keeping_to(tuple(map(id, chosen)), chosen)


TECHNIQUES: tuple[Technique, ...] = techniques_keeping_to(())
"""Easiest first."""
