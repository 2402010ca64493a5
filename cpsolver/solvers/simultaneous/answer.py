"""From the solutions of simultaneous formulas to a result that claims no more than was proven."""

from __future__ import annotations

from dataclasses import replace

from cpsolver.solvers import SOLVERS
from cpsolver.solvers.simultaneous.newton import newton_solutions
from cpsolver.solvers.simultaneous.substitution import Found, Substitution, Values
from cpsolver.task.condition import Condition, Equation, Rows
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.reals.roots import ROUNDING
from cpsolver.task.reals.rounding import is_same, lies_in
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Aim, Fact, Sought, Task

ALGEBRA_SECONDS = 10.0
"""So long SymPy may take where there is no other limit."""

NEAR = 1e-4
"""Solutions by Newton's method that differ by less, relative, are one: a double root it meets badly."""

MOST_SOLUTIONS = 20
"""More solutions by Newton's method than these are points of a line rather."""

OTHERS = "Newton's method does not prove that these are all solutions"


def answered(task: Task, settings: Settings, deadline: Deadline) -> Result:
    """The result, by substitution, else by SymPy, else by Newton's method."""
    known = task.knowledge()
    if known.is_contradictory:
        return Result(Status.UNSATISFIABLE, knowledge=known)
    values: Values = {name: value for name, value in known.solution().items() if not isinstance(value, str)}
    equations = [c for c in task.conditions if isinstance(c, Equation)]
    found = Substitution(task, deadline).follow(values, equations)
    if not found.certain and not (found.solutions and found.note == ROUNDING):
        found = _otherwise(task, found, equations, values, settings, deadline)
    return _result(task, known, _allowed(task, found), settings, deadline)


def _otherwise(
    task: Task, found: Found, equations: list[Equation], values: Values, settings: Settings, deadline: Deadline
) -> Found:
    """What SymPy, and if that is not certain Newton's method, adds to what substitution found."""
    if not found.solutions and not deadline.passed:
        algebra = _by_algebra(task, equations, settings, deadline)
        if algebra is not None and (algebra.certain or algebra.solutions):
            found = replace(algebra, lemmas=[])
    if found.certain:
        return found
    unknowns = list(dict.fromkeys(n for e in equations for n in e.scope if n not in values))
    if len(unknowns) > len(equations):
        return found
    domains = task.knowledge().domains
    more: list[Values] = []
    for solution in newton_solutions(equations, unknowns, values, domains, deadline):
        whole = {**values, **solution}
        is_new = not any(is_same(whole, old, NEAR) for old in found.solutions + more)
        if is_new and all(e.holds(whole) for e in equations):
            more.append(whole)
        if len(more) > MOST_SOLUTIONS:
            return Found(found.solutions, False, found.lemmas, "there are too many solutions near each other to list")
    note = OTHERS if more or not found.note else found.note
    return Found([*found.solutions, *more], False, found.lemmas, note)


def _by_algebra(task: Task, equations: list[Equation], settings: Settings, deadline: Deadline) -> Found | None:
    """What the solver of all equations by an algebra system finds."""
    solver = SOLVERS.get("symbolic")
    open_ = dict.fromkeys(name for e in equations for name in e.scope)
    asked = replace(task, conditions=tuple(equations), sought=Sought(tuple(open_), Aim.ALL))
    if solver.refuses(asked) is not None:
        return None
    left = deadline.left
    seconds = ALGEBRA_SECONDS if left is None else min(left, ALGEBRA_SECONDS)
    result = solver.solve(asked, replace(settings, seconds=seconds, solutions=None))
    certain = result.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)
    solutions = [{n: v for n, v in s.items() if not isinstance(v, str)} for s in result.solutions]
    return Found(solutions, certain, [], result.note)


def _allowed(task: Task, found: Found) -> Found:
    """The solutions that satisfy ranges and the other conditions of the task; doubt where rounding leaves that open."""
    kept, certain, note = [], found.certain, found.note
    others = [c for c in task.conditions if not isinstance(c, Equation)]
    for solution in found.solutions:
        said = [c.certainty(solution) for c in others if all(name in solution for name in c.scope)]
        said += [lies_in(task.by_name[name].domain, value) for name, value in solution.items()]
        if task.violations(solution):
            certain = certain and False in said
            continue
        kept.append(solution)
        if None in said or False in said:
            certain, note = False, note or ROUNDING
    return Found(kept, certain, found.lemmas, note)


def _result(task: Task, known: Knowledge, found: Found, settings: Settings, deadline: Deadline) -> Result:
    """Status, solutions, and what they say of every quantity."""
    solved = [s for s in found.solutions if task.sought.aim is Aim.NARROW or all(n in s for n in task.sought.variables)]
    certain = found.certain and len(solved) == len(found.solutions)
    status = Status.ALL_SOLUTIONS if certain else Status.SATISFIED
    if not solved:
        status = Status.UNSATISFIABLE if certain else Status.UNKNOWN
    limit = settings.solutions if task.sought.aim is Aim.ONE else None
    shown = solved if limit is None else solved[:limit]
    if len(shown) < len(solved):
        status = Status.SATISFIED
    note = "" if certain else deadline.note() if deadline.passed else found.note or "there may be more solutions"
    return Result(
        status,
        tuple(shown),
        knowledge=_narrowed(known, solved, found),
        statistics=Statistics(seconds=deadline.elapsed),
        note=note,
    )


def _narrowed(known: Knowledge, solved: list[Values], found: Found) -> Knowledge:
    """What the solutions say of every quantity that all of them determine, and how they were found."""
    known = known.copy()
    if solved:
        common = [name for name in solved[0] if all(name in solution for solution in solved)]
        facts = [Fact(name, Finite.of(solution[name] for solution in solved)) for name in common]
        fixed = known.solution()
        unknown = [name for name in common if name not in fixed]
        lemmas: list[Condition] = [*found.lemmas]
        if len(solved) > 1:
            lemmas.append(Rows.of(unknown, solved, f"{' and '.join(unknown)} belong together"))
        known.absorb(Finding(tuple(fact for fact in facts if fact.variable in unknown), tuple(lemmas)))
    return known
