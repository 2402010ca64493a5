"""Tasks in languages of other solvers, and as specs of their own: whole ones, and the part that a step solved."""

from __future__ import annotations

from collections.abc import Callable

from cpsolver.api.explaining import explain
from cpsolver.api.tasks import Loaded
from cpsolver.errors import UnsupportedTask
from cpsolver.exports import EXPORTS
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Text
from cpsolver.spec.task_text import task_data
from cpsolver.spec.writer import spec_text
from cpsolver.task.derivation import Step
from cpsolver.task.result import never
from cpsolver.task.task import Fact, Sought, Task


def languages() -> dict[str, str]:
    """The languages in which finite tasks are written, with a line on each."""
    own = {name: f"the model of {name} as text" for name in _texts()}
    return {each.name: each.summary for each in EXPORTS} | own


def language_of(suffix: str) -> str | None:
    """The language that a file's suffix stands for, or None."""
    suffixes = {each.name: each.suffix for each in EXPORTS} | {name: text.suffix for name, text in _texts().items()}
    return next((name for name, own in suffixes.items() if own == suffix), None)


def _texts() -> dict[str, Text]:
    """The models of solvers that are written as text, by the names of the solvers."""
    return {each.name: each.text for each in SOLVERS if each.text is not None}


def in_language(task: Task, name: str) -> tuple[str, tuple[str, ...]]:
    """The task as text, and in words what the language could not carry. Raises: UnsupportedTask."""
    if name in EXPORTS.names():
        written = EXPORTS.get(name).write(task)
        return written.text, written.lost
    return _texts()[name].write(task), ()


def as_spec(task: Task) -> tuple[str, tuple[str, ...]]:
    """The task as a spec, every condition written out, and what is lost. Raises: UnsupportedTask."""
    lost = ("how solutions are drawn (show:)",) if task.show else ()
    return spec_text(task_data(task)), lost


def part_of_step(loaded: Loaded, number: int, seconds: float | None = None, stop: Callable[[], bool] = never) -> Task:
    """The auxiliary task that a step of the derivation solved: its conditions over their variables, from its premises.

    Raises: UnsupportedTask if there is no such step, or if it rests on no condition of the task.
    """
    derivation = explain(loaded, seconds=seconds, stop=stop).answer.derivation
    steps = {step.number: step for step in derivation or ()}
    step = steps.get(number)
    if step is None:
        known = f"steps: {', '.join(map(str, steps))}" if steps else "no derivation was found"
        raise UnsupportedTask(f"{loaded.name} has no step {number}; {known}")
    return _part(loaded.task, step)


def _part(task: Task, step: Step) -> Task:
    """The conditions that a step names, over their scope, with its premises as givens."""
    called = set(step.conditions)
    own = tuple(each for each in task.conditions if (each.label or str(each)) in called)
    concluded = [fact.variable for fact in step.conclusions]
    scope = {name for each in own for name in each.scope} | {fact.variable for fact in step.premises} | set(concluded)
    if not scope:
        raise UnsupportedTask(f"step {step.number} of {task.name} rests on no condition of the task")
    variables = tuple(each for each in task.variables if each.name in scope)
    given = tuple(Fact(fact.variable, fact.domain) for fact in step.premises)
    found = tuple(dict.fromkeys(concluded)) or tuple(each.name for each in variables)
    return Task(f"{task.name}/step-{step.number}", "csp", variables, own, given, Sought(found), depth=task.depth + 1)
