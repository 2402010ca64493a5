"""A task's CP-SAT model as text: a `CpModelProto` in the text format of protocol buffers, which OR-tools reads back."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.errors import UnsupportedTask
from cpsolver.solvers.cpsat.formulation import Formulation, formulate
from cpsolver.solvers.cpsat.model import SolverModel, Unsupported
from cpsolver.solvers.cpsat.sums import Sum
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Task


def text(task: Task) -> str:
    """The model, its variables under the task's names; comments say which numbers stand for which values.

    Values that the givens alone decide are said in comments too. Several objectives in order become one weighed sum.
    Raises: UnsupportedTask.
    """
    found = formulate(task)
    model = found.model.proto
    lines = [f"# {' '.join(task.name.split())}", *_comments(found)]
    if found.is_infeasible:
        empty = next(name for name, domain in found.domains.items() if domain.is_empty)
        lines.append(f"# no value is left of {_plain(empty)}")
        model.add_bool_or([])
    for name, index in found.compiler.indices.items():
        found.model.variables[index].name = name
    wanted = objectives(task)
    if found.objectives:
        one = _one(found.model, found.objectives, [each.maximize == wanted[0].maximize for each in wanted])
        (model.maximize if wanted[0].maximize else model.minimize)(one)
    return "\n".join(lines) + "\n" + str(model.Proto())


def _comments(found: Formulation) -> Iterator[str]:
    indices = found.compiler.indices
    for name, domain in found.domains.items():
        if name not in indices:
            if domain.is_fixed:
                yield f"# {_plain(name)} = {domain.value}, which is decided"
            continue
        values = found.compiler.codings[name].values
        if values is not None:
            pairs = (f"{number} is {_plain(str(value))}" for number, value in values.items())
            yield f"# {_plain(name)}: {', '.join(pairs)}"
    for number, scale in enumerate(found.scales, 1):
        if scale != 1:
            yield f"# objective {number} is written {scale} times as large"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _one(model: SolverModel, sums: tuple[Sum, ...], same: list[bool]) -> object:
    """One objective for several: each weighs more than all that follow can make up for. Raises: UnsupportedTask."""
    total: Sum | None = None
    try:
        for each, is_same in reversed(list(zip(sums, same, strict=True))):
            own = each if is_same else each.times(-1)
            if total is None:
                total = own
                continue
            lower, upper = model.bounds(total)
            total = total.plus(own, int(upper - lower) + 1)
        assert total is not None, "there is an objective"
        return model.expression(total)
    except Unsupported as reason:
        raise UnsupportedTask(f"its objectives in order cannot be written as one: {reason}") from None
