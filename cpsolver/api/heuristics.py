"""How a recursion branches, propagates and begins anew: asked of the solvers that know it, refused of all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from cpsolver.api.answers import spelt
from cpsolver.errors import UnknownName, UnsupportedTask, did_you_mean, quoted
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import ORDERS, PROPAGATIONS, USUAL_ORDER, USUAL_PROPAGATION, Settings

OPTIONS = {"order": "--order", "propagate": "--propagate", "restarts": "--restarts"}
"""The settings of a recursion, and the options that set them."""

_KNOWN = {"order": ORDERS, "propagate": PROPAGATIONS}


def with_heuristics(
    settings: Settings, solver: str | None, order: str | None, propagate: str | None, restarts: bool
) -> tuple[Settings, str | None]:
    """The settings with what is asked of a recursion, and the solver: the first that knows it, if none is named.

    Raises: UnknownName for an order or propagation there is not; UnsupportedTask if the named solver has no such thing.
    """
    asked = {"order": order, "propagate": propagate, "restarts": restarts or None}
    wanted = {name: value for name, value in asked.items() if value is not None}
    if not wanted:
        return settings, solver
    for name, value in wanted.items():
        _known(name, value)
        if solver is not None and name not in SOLVERS.get(solver).heuristics:
            raise UnsupportedTask(
                f"{spelt(solver)} has no '{OPTIONS[name]}'; {_that_have(name)}: leave it out, or name that one"
            )
    return replace(settings, **wanted), solver or _that_obey(wanted)[0]  # type: ignore[arg-type]


def _known(name: str, value: object) -> None:
    if name in _KNOWN and value not in _KNOWN[name]:
        what = "order" if name == "order" else "propagation"
        raise UnknownName(
            f"no {what} is called {quoted(str(value))}", did_you_mean(str(value), _KNOWN[name], f"{what}s")
        )


def _that_obey(wanted: Sequence[str] | dict[str, object]) -> list[str]:
    return [solver.name for solver in SOLVERS if set(wanted) <= set(solver.heuristics)]


def _that_have(name: str) -> str:
    return f"{', '.join(map(spelt, _that_obey([name])))} has"


def variants(
    name: str, settings: Settings, orders: Sequence[str], propagations: Sequence[str], restarts: bool
) -> dict[str, Settings]:
    """The rows a solver has in a comparison: one, or of a recursion one for each combination asked for.

    Raises: UnknownName for an order or propagation there is not.
    """
    for kind, asked in (("order", orders), ("propagate", propagations)):
        for value in asked:
            _known(kind, value)
    solver = SOLVERS.get(name)
    if not (orders or propagations or restarts) or not solver.heuristics:
        return {name: settings}
    found = {}
    for order, propagate in product(orders or (USUAL_ORDER,), propagations or (USUAL_PROPAGATION,)):
        label = ", ".join((order, propagate, *(("restarts",) if restarts else ())))
        found[f"{name}[{label}]"] = replace(settings, order=order, propagate=propagate, restarts=restarts)
    return found


def refuse_without(names: Sequence[str], asked: bool) -> None:
    """Raises: UnsupportedTask if heuristics are asked for and none of the solvers named has any."""
    if asked and not any(SOLVERS.get(name).heuristics for name in names):
        raise UnsupportedTask(f"none of {', '.join(map(spelt, names))} has orders; {_that_have('order')}: name it too")
