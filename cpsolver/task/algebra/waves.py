"""Equations in the sine, cosine and tangent of one angle.

Source: school trigonometry: the auxiliary angle, the identity sin² + cos² = 1, and division by cos².
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cpsolver.task.algebra.branches import Inversion, joined
from cpsolver.task.algebra.clearing import fraction_of, numerator
from cpsolver.task.algebra.inverses import Guard, State, nonzero
from cpsolver.task.algebra.kernels import atoms, replaced, scaled
from cpsolver.task.algebra.polynomial import quotient
from cpsolver.task.algebra.terms import (
    ONE,
    ZERO,
    add,
    call,
    divide,
    multiply,
    negate,
    number,
    power,
    subtract,
    value_of,
)
from cpsolver.task.expression import Call, Name, Node, names

Solve = Callable[[Node, Node, str, State], Inversion | None]

SINE, COSINE = "sine of the angle", "cosine of the angle"
"""Names that no quantity can have."""

Terms = Mapping[tuple[int, int], Node]
"""Coefficients of sin^i · cos^j."""


def by_waves(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """An equation that holds the quantity only in sines, cosines and tangents of one angle, if a template does it."""
    found = atoms((left, right), variable)
    angles = {a.arguments[0] for a in found if isinstance(a, Call) and a.function in ("sin", "cos", "tan")}
    if not angles or any(not isinstance(a, Call) or a.function not in ("sin", "cos", "tan") for a in found):
        return None
    if len(angles) > 1:
        apart = _apart(found, variable)
        if apart is None:
            return None
        table, angle = apart
        left, right = replaced(left, table), replaced(right, table)
        state = state.done("identity", left, right)
    else:
        (angle,) = angles
    terms = _terms(left, right, angle, variable)
    if not terms:
        return None
    for template in (_linear, _even, _homogeneous):
        steps = template(terms, angle, state)
        if steps is not None:
            return _solved(steps, variable, solve)
    return None


def _apart(found: Sequence[Node], variable: str) -> tuple[dict[Node, Node], Node] | None:
    """Sines of a sum by those of its parts, where all angles are known ones and plus or minus the same one."""
    table: dict[Node, Node] = {}
    common: set[Node] = set()
    for atom in found:
        assert isinstance(atom, Call)
        fixed, times, rest = scaled(atom.arguments[0], variable)
        angle = multiply(number(abs(times)), rest)
        common.add(angle)
        sine, cosine = call("sin", angle), call("cos", angle)
        sine = sine if times > 0 else negate(sine)
        if fixed != ZERO:
            a, b = call("sin", fixed), call("cos", fixed)
            sine, cosine = (
                add(multiply(a, cosine), multiply(b, sine)),
                subtract(multiply(b, cosine), multiply(a, sine)),
            )
        table[atom] = {"sin": sine, "cos": cosine, "tan": divide(sine, cosine)}[atom.function]
    return (table, common.pop()) if len(common) == 1 else None


def _solved(equations: list[tuple[Node, Node, State]], variable: str, solve: Solve) -> Inversion | None:
    found = [solve(one, other, variable, state) for one, other, state in equations]
    solved = [one for one in found if one is not None]
    return joined(variable, solved, "template") if len(solved) == len(found) else None


def _terms(left: Node, right: Node, angle: Node, variable: str) -> Terms | None:
    """The equation, cleared of fractions, as a polynomial in sine and cosine."""
    sine, cosine = Name(SINE), Name(COSINE)
    table: dict[Node, Node] = {
        Call("sin", (angle,)): sine,
        Call("cos", (angle,)): cosine,
        Call("tan", (angle,)): divide(sine, cosine),
    }
    put = [replaced(side, table) for side in (left, right)]
    whole = numerator(numerator(put[0], put[1], COSINE), ZERO, SINE)
    stripped = [_vanishes(put, name) for name in (SINE, COSINE)]
    by_sine = quotient(whole, SINE)
    if by_sine is None or by_sine[1] != (ONE,):
        return None
    terms: dict[tuple[int, int], Node] = {}
    for i, coefficient in enumerate(by_sine[0]):
        by_cosine = quotient(coefficient, COSINE)
        if by_cosine is None or by_cosine[1] != (ONE,):
            return None
        terms.update({(i, j): c for j, c in enumerate(by_cosine[0]) if c != ZERO})
    if any(variable in names(c) for c in terms.values()) or not terms:
        return None
    least = [min(powers[place] for powers in terms) if stripped[place] else 0 for place in (0, 1)]
    return {(i - least[0], j - least[1]): c for (i, j), c in terms.items()}


def _vanishes(sides: list[Node], name: str) -> bool:
    """Whether a denominator is 0 where the sine, or the cosine, is: then that is no root, and may be divided by."""
    for side in sides:
        bottom = quotient(fraction_of(side, name)[1], name)
        if bottom is not None and len(bottom[0]) > 1 and bottom[0][0] == ZERO:
            return True
    return False


def _linear(terms: Terms, angle: Node, state: State) -> list[tuple[Node, Node, State]] | None:
    """a·sin + b·cos = c: r·sin(angle + φ) = c, with r² = a² + b² and φ the angle of the point (a, b)."""
    if not set(terms) <= {(1, 0), (0, 1), (0, 0)}:
        return None
    a, b, c = terms.get((1, 0), ZERO), terms.get((0, 1), ZERO), negate(terms.get((0, 0), ZERO))
    if ZERO in (a, b):
        function, factor = ("sin", a) if b == ZERO else ("cos", b)
        left = multiply(factor, call(function, angle))
        return [(left, c, state.done("collect", left, c))]
    if c == ZERO:
        return _by_tangent(a, b, angle, state)
    radius = call("sqrt", add(power(a, number(2)), power(b, number(2))))
    phase = call("atan2", b, a)
    left = add(multiply(a, call("sin", angle)), multiply(b, call("cos", angle)))
    nothing = Call("and", (Call("=", (a, ZERO)), Call("=", (b, ZERO)), Call("=", (c, ZERO))))
    state = state.done("collect", left, c).freed(nothing)
    wave, goal = call("sin", add(angle, phase)), divide(c, radius)
    state = nonzero(radius, "sine and cosine cancel", state).done("auxiliary angle", wave, goal, phase)
    return [(wave, goal, state)]


def _by_tangent(a: Node, b: Node, angle: Node, state: State) -> list[tuple[Node, Node, State]]:
    """a·sin + b·cos = 0: the tangent, unless a is 0; then the cosine is."""
    left, goal = call("tan", angle), divide(negate(b), a)
    state = state.freed(Call("and", (Call("=", (a, ZERO)), Call("=", (b, ZERO)))))
    steep = nonzero(a, "the cosine is 0", state).done("divide", left, goal, multiply(a, call("cos", angle)))
    if value_of(a) is not None:
        return [(left, goal, steep)]
    cosine = call("cos", angle)
    upright = state.guarded(Guard("=", a, ZERO, "the cosine is not 0")).done("case", cosine, ZERO)
    return [(left, goal, steep), (cosine, ZERO, upright)]


def _even(terms: Terms, angle: Node, state: State) -> list[tuple[Node, Node, State]] | None:
    """Only even powers of the one: a polynomial in the other, by sin² + cos² = 1."""
    for place, kept in ((0, "cos"), (1, "sin")):
        if any(power_[place] % 2 for power_ in terms) or all(power_[1 - place] == 0 for power_ in terms):
            continue
        other = call(kept, angle)
        squared = subtract(ONE, power(other, number(2)))
        total: Node = ZERO
        for powers, coefficient in terms.items():
            factor = power(squared, number(powers[place] // 2)) if powers[place] else ONE
            rest = power(other, number(powers[1 - place])) if powers[1 - place] else ONE
            total = add(total, multiply(coefficient, multiply(factor, rest)))
        gone = "sin" if kept == "cos" else "cos"
        identity = Call("=", (power(call(gone, angle), number(2)), squared))
        return [(total, ZERO, state.done("identity", total, ZERO, identity))]
    return None


def _homogeneous(terms: Terms, angle: Node, state: State) -> list[tuple[Node, Node, State]] | None:
    """a·sin² + b·sin·cos + c·cos² = d: divided by cos², with 1 = sin² + cos²; or a·sin = b·cos."""
    if not set(terms) <= {(2, 0), (1, 1), (0, 2), (0, 0)}:
        return None
    a, b, c, d = (terms.get(powers, ZERO) for powers in ((2, 0), (1, 1), (0, 2), (0, 0)))
    if (a, c) == (ZERO, ZERO):
        left = multiply(divide(b, number(2)), call("sin", multiply(number(2), angle)))
        return [(left, negate(d), state.done("identity", left, negate(d)))]
    tangent, leading = call("tan", angle), add(a, d)
    left = add(add(multiply(leading, power(tangent, number(2))), multiply(b, tangent)), add(c, d))
    found = [(left, ZERO, state.done("divide", left, ZERO, power(call("cos", angle), number(2))))]
    guard = Guard("=", leading, ZERO, "the cosine is not 0")
    upright = state.guarded(guard).done("case", call("cos", angle), ZERO)
    return [*found, (call("cos", angle), ZERO, upright)]
