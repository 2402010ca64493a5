"""Digits entered and pencil marks, judged by the rules and never by a stored answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsolver.auxiliary.diagnosis import Diagnosis, Solve, Verdict
from cpsolver.errors import Mark
from cpsolver.kinds.kind import Position
from cpsolver.kinds.sudoku.formulate import clashing
from cpsolver.kinds.sudoku.shape import different_cells
from cpsolver.kinds.sudoku.wording import listed
from cpsolver.task.domain import Domain, Finite
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Aim, Fact, Objective, Solution, Sought, Task

MOST_COUNTED = 100


def judge(task: Task, position: Position, solve: Solve) -> Diagnosis:
    """Whether what was entered can be completed, what conflicts, is wrong, is open; whether a mark is missing.

    An entry is wrong if the only solution has another digit there; where there are several solutions, if it is not in
    a largest part of the entries that can be completed. Empty if nothing was entered.
    """
    if not position.facts:
        return ()
    first = solve(_plain(task), 2)
    conflicts = tuple(_conflicts(task, position))
    verdicts = [_entries(task, position, first, conflicts, solve)] if position.entries else []
    return (*verdicts, *_marks(task, position, first, solve))


def _plain(task: Task) -> Task:
    return replace(task, sought=Sought(tuple(variable.name for variable in task.variables), Aim.ONE))


def _entries(task: Task, position: Position, first: Result, conflicts: Sequence[str], solve: Solve) -> Verdict:
    """The verdict on the digits entered."""
    count = f"{len(position.entries)} digit{'s' * (len(position.entries) != 1)} entered"
    open_ = _open(task, position)
    wrong = _wrong(task, position, first, solve)
    if wrong is None:
        is_refuted = first.status is Status.UNSATISFIABLE
        why = "the givens alone have no solution" if is_refuted else "the solution is not known"
        details = (*conflicts, f"{open_} cells are open")
        return Verdict("entries", False if conflicts else None, f"{count}: {why}", details)
    if wrong or conflicts:
        what = "the only solution has another digit there" if first.unique else "with them nothing can be completed"
        details = (*conflicts, *(f"{_said(fact)} is wrong: {what}" for fact in wrong), f"{open_} cells are open")
        return Verdict("entries", False, f"{count}, {len(wrong)} of them wrong", details)
    if open_:
        return Verdict("entries", True, f"{count}, none of them wrong; {open_} cells are open")
    return Verdict("entries", True, f"the grid is finished and keeps all rules{_how_many(task, first, solve)}")


def _how_many(task: Task, first: Result, solve: Solve) -> str:
    """What is to be said of a finished grid whose puzzle has other solutions."""
    if first.unique:
        return ""
    found = solve(_plain(task), MOST_COUNTED)
    if found.unique:
        return ""
    if len(found.solutions) < 2:
        return ": valid; whether the puzzle has other solutions is not known"
    least = "" if found.status is Status.ALL_SOLUTIONS else "at least "
    return f": valid, but the puzzle has {least}{len(found.solutions)} solutions"


def _open(task: Task, position: Position) -> int:
    filled = {fact.variable for fact in (*task.given, *position.entries) if fact.domain.is_fixed}
    return len(task.variables) - len(filled)


def _conflicts(task: Task, position: Position) -> Iterator[str]:
    """Two equal digits in a unit, one of them entered; a cage or line that the digits in it cannot keep."""
    facts = (*task.given, *position.entries)
    entered = {fact.variable: fact for fact in position.entries}
    by_name = {fact.variable: fact for fact in facts}
    for (one, other), labels in clashing(task, facts).items():
        if one in entered or other in entered:
            first, second = (other, one) if one in entered and other not in entered else (one, other)
            role = "entered" if first in entered else "given"
            yield (
                f"{_said(by_name[second])} conflicts with {first} = {_digit(by_name[first])} ({role}) "
                f"in {listed(labels)}"
            )
    domains = {variable.name: variable.domain for variable in task.variables}
    domains |= {fact.variable: fact.domain for fact in facts}
    for condition in task.conditions:
        touched = any(name in entered for name in condition.scope)
        if touched and different_cells(condition) is None and not condition.allows(domains):
            yield f"{condition.label or condition} cannot be kept with the digits in it"


def _wrong(task: Task, position: Position, first: Result, solve: Solve) -> tuple[Fact, ...] | None:
    """The entries that are wrong; None if that cannot be said."""
    if not first.status.has_solution:
        return None
    if first.unique:
        return _differing(position.entries, first.solutions[0])
    every = solve(_plain(replace(task, given=(*task.given, *position.entries))), 1)
    if every.status.has_solution:
        return ()
    if every.status is not Status.UNSATISFIABLE:
        return None
    best = solve(_keeping_most(task, position.entries), 1)
    return _differing(position.entries, best.solutions[0]) if best.status is Status.OPTIMAL_SOLUTION else None


def _differing(entries: Sequence[Fact], solution: Solution) -> tuple[Fact, ...]:
    return tuple(fact for fact in entries if solution[fact.variable] not in fact.domain)


def _keeping_most(task: Task, entries: Sequence[Fact]) -> Task:
    """The task of a solution that agrees with as many entries as one can."""
    kept: list[Node] = [Call("=", (Name(fact.variable), Constant(_digit(fact)))) for fact in entries]
    total = Call("count", tuple(kept))
    plain = _plain(task)
    return replace(plain, sought=Sought(plain.sought.variables, Aim.BEST, objective=Objective(total, maximize=True)))


def _marks(task: Task, position: Position, first: Result, solve: Solve) -> Iterator[Verdict]:
    """The verdict on pencil marks: whether the digit of a cell is missing among its marks."""
    if not position.marks:
        return
    count = f"pencil marks in {len(position.marks)} cell{'s' * (len(position.marks) != 1)}"
    if first.unique and first.status.has_solution:
        missing = _differing(position.marks, first.solutions[0])
        details = tuple(f"the digit of {fact.variable} is not among its marks {_listed(fact)}" for fact in missing)
        told = f"{len(missing) or 'none'} without the digit that is needed"
        yield Verdict("marks", not missing, f"{count}, {told}", details)
        return
    found = solve(_plain(replace(task, given=(*task.given, *position.marks))), 1)
    if found.status.has_solution:
        yield Verdict("marks", True, f"{count}: a solution agrees with all of them")
    elif found.status is Status.UNSATISFIABLE:
        yield Verdict("marks", False, f"{count}: no solution agrees with all of them")
    else:
        yield Verdict("marks", None, f"{count}: whether a solution agrees with them is not known")


def _listed(fact: Fact) -> str:
    domain: Domain = fact.domain
    assert isinstance(domain, Finite), "cells are finite"
    return listed(domain.values)


def _digit(fact: Fact) -> int:
    assert isinstance(fact.domain, Finite), "cells are finite"
    return int(str(fact.domain.value))


def _said(fact: Fact) -> str:
    place = f" ({fact.origin})" if isinstance(fact.origin, Mark) else ""
    return f"{fact.variable} = {_digit(fact)}{place}"
