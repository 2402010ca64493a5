"""School templates: equations in which the quantity occurs several times, brought to ones that can be solved.

Each template turns an equation into others that hold all its roots. Roots that come in besides (by squaring, from a
case that was supposed) do not satisfy the equation, and fail when they are put back.
Source: school algebra: factoring, substitution, isolating and squaring roots, cases of absolute values, logarithms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import gcd

from cpsolver.task.algebra.branches import Inversion, joined
from cpsolver.task.algebra.clearing import numerator
from cpsolver.task.algebra.inverses import TURNS, State
from cpsolver.task.algebra.kernels import Kernel, atoms, kernel_of, logarithmic, replaced
from cpsolver.task.algebra.polynomial import Coefficients, difference, polynomial_node, quotient
from cpsolver.task.algebra.terms import ONE, ZERO, add, call, multiply, negate, number, power, subtract, value_of
from cpsolver.task.algebra.waves import by_waves
from cpsolver.task.expression import Call, Name, Node, names

Solve = Callable[[Node, Node, str, State], Inversion | None]
"""Solves an equation for a quantity after what was done before."""

DEEPEST = 4
"""So many templates are used one inside the other."""


def by_template(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """The equation solved by the first template that does it; None if none does."""
    if state.depth >= DEEPEST:
        return None
    state = replace(state, depth=state.depth + 1, complete=state.complete and not state.turning)
    for template in _TEMPLATES:
        found = template(left, right, variable, state, solve)
        if found is not None:
            return found
    return None


def _all(variable: str, found: Iterator[Inversion | None]) -> Inversion | None:
    """What several equations give together; None if one of them cannot be solved."""
    solved = []
    for one in found:
        if one is None:
            return None
        solved.append(one)
    return joined(variable, solved, "template")


# -- polynomials and products ------------------------------------------------------------------------------------


def _polynomial(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """Powers with a common factor, and polynomials in a power of the quantity: a·x^4 + b·x^2 + c, a·x^n + c."""
    one, other = quotient(left, variable), quotient(right, variable)
    if one is None or other is None:
        return None
    coefficients = difference(one, other)
    exponents = [index for index, c in enumerate(coefficients) if value_of(c) != 0]
    if len(coefficients) < 4 or not exponents:
        return None
    least, step = exponents[0], gcd(*(index - exponents[0] for index in exponents))
    if not least and step < 2:
        return None
    state = state.done("collect", polynomial_node(coefficients, variable), ZERO)
    return _all(variable, _factors(coefficients[least:], least, step, variable, state, solve))


def _factors(
    rest: Coefficients, least: int, step: int, variable: str, state: State, solve: Solve
) -> Iterator[Inversion | None]:
    """The roots of both factors of x^least · p(x^step)."""
    polynomial = polynomial_node(rest, variable)
    if len(rest) < 2:
        state = state.freed(Call("=", (polynomial, ZERO)))
    if least:
        yield solve(Name(variable), ZERO, variable, state.done("factor", Name(variable), ZERO, Name(variable)))
        state = state.done("factor", polynomial, ZERO, polynomial)
    if len(rest) < 2:
        return
    if step < 2:
        yield solve(polynomial, ZERO, variable, state)
        return
    fresh = _fresh(polynomial, variable)
    kernel = power(Name(variable), number(step))
    yield _substituted(polynomial_node(rest[::step], fresh), ZERO, fresh, kernel, variable, state, solve)


def _product(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """A product is 0 where one of its factors is."""
    whole = numerator(left, right, variable)
    factors = [factor for factor in _factors_of(whole) if variable in names(factor)]
    if len(factors) < 2:
        return None
    state = state.done("collect", whole, ZERO)
    free = [factor for factor in _factors_of(whole) if variable not in names(factor) and not value_of(factor)]
    state = state.freed(*(Call("=", (factor, ZERO)) for factor in free))
    return _all(
        variable, (solve(factor, ZERO, variable, state.done("factor", factor, ZERO, factor)) for factor in factors)
    )


def _power(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """x^2·(l - x)^2 = c is (x·(l - x))^2 = c."""
    for side, other in ((left, right), (right, left)):
        if variable in names(other):
            continue
        parts = _raised(side, 1)
        held = [(base, times) for base, times in parts if variable in names(base)]
        common = gcd(*(times for _, times in held))
        if common < 2 or len(held) < 2:
            return None
        root = _multiplied((base, times // common) for base, times in held)
        rest = _multiplied(part for part in parts if part not in held)
        whole = multiply(rest, Call("^", (root, number(common))))
        return _templated(solve(whole, other, variable, state.done("collect", whole, other)), variable)
    return None


def _multiplied(factors: Iterable[tuple[Node, int]]) -> Node:
    total: Node = ONE
    for base, times in factors:
        total = multiply(total, power(base, number(times)))
    return total


def _raised(node: Node, times: int) -> list[tuple[Node, int]]:
    """The factors of a product or quotient with their whole exponents."""
    if isinstance(node, Call):
        if node.function in ("*", "/", "product"):
            sign = -1 if node.function == "/" else 1
            first, *others = node.arguments
            return [*_raised(first, times), *(part for other in others for part in _raised(other, sign * times))]
        exponent = value_of(node.arguments[1]) if node.function == "^" else None
        if isinstance(exponent, int) and exponent:
            return _raised(node.arguments[0], times * exponent)
    return [(node, times)]


def _factors_of(node: Node) -> list[Node]:
    if isinstance(node, Call):
        if node.function in ("*", "product"):
            return [factor for argument in node.arguments for factor in _factors_of(argument)]
        if node.function == "neg":
            return _factors_of(node.arguments[0])
        if node.function == "^" and (value_of(node.arguments[1]) or 0) > 0:
            return _factors_of(node.arguments[0])
    return [node]


# -- substitution ------------------------------------------------------------------------------------------------


def _substitution(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """Where the quantity stands only in powers of one expression: an equation in that, and then the expression."""
    kernel = kernel_of((left, right), variable)
    if kernel is None:
        return None
    fresh = _fresh(Call("=", (left, right)), variable)
    return _substituted(*_with(kernel, left, right, fresh), fresh, kernel.expression, variable, state, solve)


def _with(kernel: Kernel, left: Node, right: Node, fresh: str) -> tuple[Node, Node]:
    table = {atom: factor_and_power(fresh, factor, times) for atom, (factor, times) in kernel.powers.items()}
    return replaced(left, table), replaced(right, table)


def factor_and_power(fresh: str, factor: Node, times: int) -> Node:
    """factor · fresh^times."""
    return multiply(factor, power(Name(fresh), number(times)))


def _substituted(
    left: Node, right: Node, fresh: str, kernel: Node, variable: str, state: State, solve: Solve
) -> Inversion | None:
    """Solve for the new name, then its expression for the quantity."""
    state = state.done("substitute", left, right, Call("=", (Name(fresh), kernel)))
    inner = solve(left, right, fresh, state)
    if inner is None:
        return None
    if not inner.branches:
        return replace(inner, variable=variable, method="template")

    def found() -> Iterator[Inversion | None]:
        for branch in inner.branches:
            after = State(
                branch.guards,
                inner.free,
                state.turning or TURNS in names(branch.expression),
                inner.complete,
                branch.steps,
                state.depth,
            )
            yield solve(kernel, branch.expression, variable, after.done("put back", kernel, branch.expression))

    return _all(variable, found())


def _fresh(node: Node, variable: str) -> str:
    """A name that does not occur."""
    taken = {*names(node), variable}
    return next(name for name in ("u", "w", "z", "q", *(f"u{n}" for n in range(len(taken) + 1))) if name not in taken)


# -- roots, absolute values, logarithms --------------------------------------------------------------------------


def _radical(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """A + B·√P = 0: isolate the root and square."""
    inner = next((atom for atom in atoms((left, right), variable) if _is_root(atom)), None)
    if not isinstance(inner, Call):
        return None
    radicand, fresh = inner.arguments[0], _fresh(Call("=", (left, right)), variable)
    table: dict[Node, Node] = {inner: Name(fresh)}
    one, other = (quotient(replaced(side, table), fresh) for side in (left, right))
    if one is None or other is None:
        return None
    without: Node = ZERO
    times: Node = ZERO
    for index, coefficient in enumerate(difference(one, other)):
        term = multiply(coefficient, power(radicand, number(index // 2)) if index > 1 else number(1))
        without, times = (add(without, term), times) if index % 2 == 0 else (without, add(times, term))
    if times == ZERO:
        return solve(without, ZERO, variable, state.done("collect", without, ZERO))
    state = state.done("collect", multiply(times, inner), negate(without))
    squared = multiply(power(times, number(2)), radicand), power(without, number(2))
    return _templated(solve(*squared, variable, state.done("square", *squared)), variable)


def _templated(found: Inversion | None, variable: str) -> Inversion | None:
    return None if found is None else joined(variable, [found], "template")


def _is_root(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "sqrt"


def _absolute(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """|P| is P or -P."""
    inner = next((a for a in atoms((left, right), variable) if isinstance(a, Call) and a.function == "abs"), None)
    if not isinstance(inner, Call):
        return None
    (content,) = inner.arguments

    def found() -> Iterator[Inversion | None]:
        for case, relation in ((content, ">="), (negate(content), "<=")):
            sides = replaced(left, {inner: case}), replaced(right, {inner: case})
            yield solve(*sides, variable, state.done("case", *sides, Call(relation, (content, ZERO))))

    return _all(variable, found())


def _exponential(left: Node, right: Node, variable: str, state: State, solve: Solve) -> Inversion | None:
    """a·b^(p(x)) = c·d^(q(x)): the logarithm of both sides."""
    one, other = logarithmic(left, variable), logarithmic(right, variable)
    if one is None or other is None or variable not in names(subtract(one.exponent, other.exponent)):
        return None
    state, ratio = state.guarded(*one.guards, *other.guards), one.ratio(other)
    nothing = Call("and", (Call("=", (one.constant, ZERO)), Call("=", (other.constant, ZERO))))
    state = state.guarded(*ratio.guards).freed(nothing)
    exponent, goal = subtract(one.exponent, other.exponent), call("log", ratio.expression)
    return _templated(solve(exponent, goal, variable, state.done("logarithm", exponent, goal)), variable)


_TEMPLATES: tuple[Callable[[Node, Node, str, State, Solve], Inversion | None], ...] = (
    _power,
    _polynomial,
    _exponential,
    _product,
    _substitution,
    by_waves,
    _radical,
    _absolute,
)
"""Tried in this order."""
