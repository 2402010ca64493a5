"""Formulas solved for one quantity by SymPy, where neither peeling nor a template does it: slow, so kept on disk.

SymPy runs in a process of its own with 2 s of processor time. Parameters and exponents stay symbols; numbers are put
in later. Every branch it returns must recover random points of the formula before it counts, and one that never does
is rejected: SymPy returns branches of complex numbers, and some that are none.
"""

from __future__ import annotations

import math
import random
import signal
from collections.abc import Iterator
from fractions import Fraction

from cpsolver.isolation import Ending, run_apart
from cpsolver.solvers.symbolic.apart import MEMORY
from cpsolver.solvers.symbolic.translation import FUNCTIONS, Translation, node_of
from cpsolver.task.algebra.inversion import forget, invert
from cpsolver.task.algebra.kept import keep_branches, kept_branches
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Domain, Reals, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, size
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.roots import roots_of

SECONDS = 2.0
"""Of processor time for one formula and quantity."""

LONGEST = 10.0
"""Seconds by the clock: other processes may leave SymPy little of its time."""

POINTS = 12
"""Random points a branch is tried at."""

CLOSE = 1e-7

LONGEST_BRANCH = 40
"""Parts of an expression; longer ones, such as Cardano's of letters, tell a person less than the numbers do."""


def invert_by_algebra(
    equation: Equation, variable: str, domains: dict[str, Domain] | None = None
) -> tuple[Node, ...] | None:
    """The branches SymPy finds that recover random points, and keeps them on disk; None if our own rules do it.

    domains: ranges of the quantities, from which the points are taken; positive numbers if none are given
    An empty answer says that nothing useful was found, and that too is kept.
    """
    if invert(equation, variable) is not None or not _is_algebra(equation.expression):
        return None
    outcome = run_apart(
        f"{__name__}:_solved", equation.left, equation.right, variable, load=f"{__name__}:_load",
        seconds=LONGEST, grace=0.0, memory=MEMORY,
    )  # fmt: skip
    found = outcome.value if outcome.ending is Ending.ANSWERED else ()
    branches = tuple(_recovering(equation, variable, found, domains or {}))
    keep_branches(equation.left, equation.right, variable, branches)
    forget(equation)
    return branches


def is_known(equation: Equation, variable: str) -> bool:
    """Whether SymPy was asked before, in this run or another."""
    return kept_branches(equation.left, equation.right, variable) is not None


def _is_algebra(node: Node) -> bool:
    if isinstance(node, Call):
        return (node.function in FUNCTIONS or node.function == "=") and all(map(_is_algebra, node.arguments))
    return isinstance(node, (Name, Constant))


# -- in the process of its own -----------------------------------------------------------------------------------


def _load(left: Node, right: Node, variable: str) -> None:
    import sympy  # noqa: F401


def _solved(left: Node, right: Node, variable: str) -> tuple[Node, ...]:
    """SymPy's branches as our own trees; what has no counterpart of ours is left out."""
    if hasattr(signal, "setitimer"):  # not on Windows, where the clock alone decides
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)  # ends this process, as nothing handles it
    whole = Call("-", (left, right))
    translation = Translation(list(Equation(Call("=", (left, right))).scope), real=True)
    try:
        raw = translation.sympy.solve(translation.expression(whole, {}), translation.symbols[variable])
    except Exception:  # SymPy raises whatever went wrong deep inside
        return ()
    back = {symbol: name for name, symbol in translation.symbols.items()}
    found = (node_of(expression, back) for expression in raw)
    return tuple(node for node in found if node is not None)


# -- what counts -------------------------------------------------------------------------------------------------


def _recovering(
    equation: Equation, variable: str, branches: tuple[Node, ...], domains: dict[str, Domain]
) -> Iterator[Node]:
    """The branches that satisfy the equation wherever they have a value at all, and recover some point."""
    points = list(_points(equation, variable, domains)) if branches else []
    for branch in branches:
        results = [_result(equation, variable, branch, point) for point in points]
        if size(branch) <= LONGEST_BRANCH and "wrong" not in results and "recovered" in results:
            yield branch


def _result(equation: Equation, variable: str, branch: Node, point: dict[str, Value]) -> str:
    """What a branch gives at a point: its value, another root, nothing, or something wrong."""
    try:
        value = evaluate(branch, point)
    except (Undefined, OverflowError):
        return "nothing"
    if isinstance(value, str) or not math.isfinite(value):
        return "nothing"
    if math.isclose(float(value), float(point[variable]), rel_tol=CLOSE, abs_tol=1e-12):
        return "recovered"
    return "another" if equation.holds({**point, variable: float(value)}) else "wrong"


def _points(equation: Equation, variable: str, domains: dict[str, Domain]) -> Iterator[dict[str, Value]]:
    """Random values for which the equation holds: all chosen but one, which is worked out by our own rules."""
    dice = random.Random(0)
    easiest = min((n for n in equation.scope if n != variable), key=lambda n: _weight(equation, n), default=None)
    if easiest is None:
        return
    found = 0
    for _ in range(10 * POINTS):
        values: dict[str, Value] = {
            name: _chosen(domains.get(name), dice) for name in equation.scope if name != easiest
        }
        try:
            roots = roots_of(equation, easiest, values, domains.get(easiest))
        except Undefined:
            continue
        if roots.found and not roots.free:
            yield {**values, easiest: dice.choice(roots.found).value}
            found += 1
            if found == POINTS:
                return


def _weight(equation: Equation, name: str) -> float:
    inversion = invert(equation, name)
    return inversion.weight if inversion else math.inf


def _chosen(domain: Domain | None, dice: random.Random) -> Fraction:
    """A number from a range."""
    lower, upper = (domain.lower, domain.upper) if isinstance(domain, Reals) else (0, None)
    part = Fraction(dice.randint(20, 400), 100)
    if lower is not None and upper is not None:
        return Fraction(lower) + (Fraction(upper) - Fraction(lower)) * Fraction(dice.randint(5, 95), 100)
    if upper is not None:
        return Fraction(upper) - part
    return part + (Fraction(lower) if lower is not None else 0)
