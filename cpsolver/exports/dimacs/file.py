"""A task as the text of a DIMACS file: which number is which variable, then clauses, each condition under its label."""

from __future__ import annotations

from cpsolver.errors import UnsupportedTask
from cpsolver.exports.dimacs.clauses import Clauses, Unsayable
from cpsolver.exports.export import Written
from cpsolver.plain.whole_numbers import in_whole_numbers
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Finite
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Task


def write(task: Task) -> Written:
    """The task as clauses. Raises: UnsupportedTask if it has other values than true and false, or an objective."""
    if objectives(task):
        raise UnsupportedTask("DIMACS has no objective: leave it out, or write the task in MiniZinc or for CP-SAT")
    _check_domains(task)
    whole = in_whole_numbers(task).task
    clauses = Clauses([each.name for each in whole.variables])
    body: list[str] = []
    for variable in whole.variables:
        assert isinstance(variable.domain, Finite), "checked before"
        _restrict(clauses, variable.name, variable.domain)
    for fact in whole.given:
        assert isinstance(fact.domain, Finite), "givens of finite tasks are finite"
        _restrict(clauses, fact.variable, fact.domain)
    body += _taken(clauses, "given" if whole.given else "")
    for condition in whole.conditions:
        _state(clauses, condition)
        body += _taken(clauses, condition.label)
    count = sum(not line.startswith("c") for line in body)
    named = [f"c {number} {' '.join(name.split())}" for name, number in clauses.numbers.items()]
    others = clauses.last - len(named)
    if others:
        named.append(f"c the other {others} stand for parts of conditions, and follow from these")
    head = [f"c {' '.join(task.name.split())}"] if task.name.strip() else []
    return Written("\n".join([*head, *named, f"p cnf {clauses.last} {count}", *body]) + "\n")


def _check_domains(task: Task) -> None:
    for variable in task.variables:
        domain = variable.domain
        others = [value for value in domain if value not in (0, 1)] if isinstance(domain, Finite) else ["more"]
        if others:
            raise UnsupportedTask(
                f"DIMACS holds only variables that are true or false; '{variable.name}' may be {others[0]}"
            )


def _restrict(clauses: Clauses, name: str, domain: Finite) -> None:
    number = clauses.numbers[name]
    if 1 not in domain:
        clauses.add(-number)
    if 0 not in domain:
        clauses.add(number)


def _state(clauses: Clauses, condition: Condition) -> None:
    try:
        clauses.state(condition.expression)
    except Unsayable as reason:
        named = condition.label or str(condition)
        place = f" ({condition.mark})" if condition.mark else ""
        raise UnsupportedTask(f"condition '{named}'{place}: {reason}") from None


def _taken(clauses: Clauses, label: str) -> list[str]:
    """The clauses since the last time as lines, the label before them."""
    found = [" ".join(map(str, (*clause, 0))) for clause in clauses.taken()]
    return [f"c {' '.join(label.split())}", *found] if label and found else found
