"""Every formula of a model solved for each of its quantities: what is printed of a model, and asked of SymPy once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.api.tasks import load_text
from cpsolver.task.algebra.inversion import Inversion, Method, invert
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Finite
from cpsolver.task.notation import plain


@dataclass(frozen=True)
class Rearranged:
    """A formula solved for one of its quantities: how, and the explicit expressions; none where only numbers do it."""

    formula: str
    label: str
    quantity: str
    method: Method
    expressions: tuple[str, ...] = ()


def rearranged(model: str, ask: bool = False) -> Iterator[Rearranged]:
    """Each formula of a model on the shelf, or in a file, for each of its quantities that is no constant.

    ask: where no rule of ours does it, SymPy is asked, for up to 2 s of processor time each, and what it finds is kept
    on disk: later runs use it without SymPy. Raises: SpecError if there is no such model, or it is no formula domain.
    """
    task = load_text(f"task: {model}\nmodel: {model}\n", model).task
    domains = {variable.name: variable.domain for variable in task.variables}
    constants = {fact.variable for fact in task.given if isinstance(fact.domain, Finite)}
    for condition in task.conditions:
        if not isinstance(condition, Equation):
            continue
        for name in condition.scope:
            if name in constants:
                continue
            if ask and invert(condition, name) is None:
                _ask(condition, name, domains)
            yield _said(condition, name, invert(condition, name))


def _ask(equation: Equation, name: str, domains: dict[str, Domain]) -> None:
    from cpsolver.solvers.symbolic.inverting import invert_by_algebra, is_known

    if not is_known(equation, name):
        invert_by_algebra(equation, name, domains)


def _said(equation: Equation, name: str, inversion: Inversion | None) -> Rearranged:
    texts = [plain(branch.expression) for branch in inversion.branches] if inversion else []
    method: Method = inversion.method if inversion else "numeric"
    return Rearranged(str(equation), equation.label, name, method, tuple(dict.fromkeys(texts)))
