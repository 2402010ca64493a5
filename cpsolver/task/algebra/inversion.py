"""Formulas turned round: every real value that an equation allows one of its quantities, as explicit expressions.

Where the quantity occurs once the equation is *peeled*: what is done to the quantity last is undone first, until it
stands alone. Where it occurs several times like terms are collected, and the school formulas for linear and quadratic
equations apply. All real branches are kept, each with its guards: what must hold for the branch to exist.

Numbers are put in after inverting, never before.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from cpsolver.task.algebra.branches import NUMERIC_WEIGHT, WEIGHTS, Branch, Inversion, Method, joined
from cpsolver.task.algebra.inverses import AFFINE, UNDO, Guard, State, equal, nonzero
from cpsolver.task.algebra.polynomial import Quotient, difference, polynomial_node, quotient
from cpsolver.task.algebra.rearrangement import undoing
from cpsolver.task.algebra.terms import ZERO, add, call, divide, multiply, negate, number, power, subtract, value_of
from cpsolver.task.condition import Equation
from cpsolver.task.expression import Call, Constant, Name, Node, names

__all__ = ["NUMERIC_WEIGHT", "WEIGHTS", "Branch", "Inversion", "Method", "forget", "invert"]


def invert(equation: Equation, variable: str) -> Inversion | None:
    """The equation solved for one of its quantities; None if neither peeling nor a template of school algebra does it.

    What an algebra system once found of the same equation is taken from disk, see `kept`; none is called here.
    Source: the peeling rules are the inverse functions of calculus with their domains; the quadratic is the school's.
    """
    kept: dict[str, Inversion | None] = equation.__dict__.setdefault("_inversions", {})
    if variable not in kept:  # kept with the equation, not by value: hashing a tree costs more than a look
        kept[variable] = _invert(equation.left, equation.right, variable, _units(equation.expression))
    return kept[variable]


def _units(node: Node) -> tuple[Node, ...]:
    """The numbers with units as they were written: what is worked out for one formula must not show another's."""
    if isinstance(node, Constant):
        return () if node.written is None else (node.written,)
    return tuple(unit for child in node.children() for unit in _units(child))


def forget(equation: Equation) -> None:
    """Work the inversions of an equation out again when they are next asked for: more may be kept on disk by now."""
    equation.__dict__.pop("_inversions", None)
    _invert.cache_clear()


@lru_cache(maxsize=4096)
def _invert(left: Node, right: Node, variable: str, units: tuple[Node, ...]) -> Inversion | None:
    found = solved(left, right, variable, State())
    if found is None:
        from cpsolver.task.algebra.kept import kept_inversion  # reads texts: most formulas never need a parser here

        found = kept_inversion(left, right, variable)
    return found


def solved(left: Node, right: Node, variable: str, state: State) -> Inversion | None:
    """The equation solved after what was done before; None if no rule does it."""
    for side, other in ((left, right), (right, left)):
        if variable not in names(other):
            if side is right:
                state = state.done("swap", side, other)
            if side == Name(variable):
                return Inversion(variable, (_branch(other, state),), "explicit", state.free, state.complete)
            return _peel(side, other, variable, state)
    return _together(left, right, variable, state)


def _together(left: Node, right: Node, variable: str, state: State) -> Inversion | None:
    """Solved by collecting like terms, or else by a template."""
    found = _collect(left, right, variable, state)
    if found is not None:
        return found
    from cpsolver.task.algebra.templates import by_template  # most tasks need none: starting should not wait for them

    return by_template(left, right, variable, state, solved)


def _peel(side: Node, target: Node, variable: str, state: State) -> Inversion | None:
    """Undo operation after operation, following every branch."""
    found: list[Inversion] = []
    stack: list[tuple[Node, Node, State]] = [(side, target, state)]
    while stack:
        node, goal, state = stack.pop()
        if isinstance(node, Name):
            found.append(Inversion(variable, (_branch(goal, state),), "peel", state.free, state.complete))
            continue
        step = _one_step(node, goal, variable, state)
        if step is None:
            return None
        if isinstance(step, Inversion):
            found.append(step)
        else:
            stack.extend(reversed(step))
    return joined(variable, found)


def _one_step(node: Node, goal: Node, variable: str, state: State) -> list[tuple[Node, Node, State]] | Inversion | None:
    if not isinstance(node, Call):
        return None
    places = [index for index, argument in enumerate(node.arguments) if variable in names(argument)]
    place = places[0]
    if state.turning and (len(places) > 1 or node.function not in AFFINE or (node.function == "/" and place == 1)):
        state = replace(state, complete=False)
    if len(places) > 1:
        return _together(node, goal, variable, state)
    undo = UNDO.get(node.function)
    if undo is None:
        return None
    action, operand = undoing(node, place, goal)
    inner = node.arguments[place]
    return [
        (inner, undone, after.done(action, inner, undone, operand)) for undone, after in undo(node, place, goal, state)
    ]


# -- collecting like terms ---------------------------------------------------------------------------------------


def _collect(left: Node, right: Node, variable: str, state: State) -> Inversion | None:
    """Linear and quadratic equations, after clearing fractions. Roots of a denominator fail when put back."""
    one, other = quotient(left, variable), quotient(right, variable)
    if one is None or other is None:
        return None
    coefficients = difference(one, other)
    if len(coefficients) not in (2, 3):
        return None
    state = _cleared(one, other, variable, state)
    if len(coefficients) == 2:
        return _linear(coefficients[0], coefficients[1], variable, state)
    if value_of(coefficients[0]) == 0:
        return _without_constant(coefficients[1], coefficients[2], variable, state)
    return _quadratic(coefficients[0], coefficients[1], coefficients[2], variable, state)


def _without_constant(b: Node, a: Node, variable: str, state: State) -> Inversion:
    """a·x^2 + b·x = 0: one factor is x."""
    name, factor = Name(variable), add(multiply(a, Name(variable)), b)
    state = state.done("collect", multiply(name, factor), ZERO)
    rest = _linear(b, a, variable, state.done("factor", factor, ZERO, factor))
    first = Branch(ZERO, state.guards, steps=state.done("factor", name, ZERO, name).steps)
    return replace(rest, branches=(first, *rest.branches), method="quadratic")


def _cleared(one: Quotient, other: Quotient, variable: str, state: State) -> State:
    """The state after multiplying both sides by their denominators, where the quantity is in one."""
    left, right = ([polynomial_node(part, variable) for part in side] for side in (one, other))
    if len(one[1]) < 2 and len(other[1]) < 2:
        return state
    if one[1] == other[1]:
        return state.done("multiply", left[0], right[0], left[1])
    return state.done("multiply", multiply(left[0], right[1]), multiply(right[0], left[1]), multiply(left[1], right[1]))


def _linear(c: Node, b: Node, variable: str, state: State) -> Inversion:
    free = Call("and", (equal(b, ZERO), equal(c, ZERO)))
    state = state.done("collect", multiply(b, Name(variable)), negate(c))
    state = nonzero(b, f"{variable} cancels", state).freed(free)
    root = divide(negate(c), b)
    state = state if value_of(b) == 1 else state.done("divide", Name(variable), root, b)
    return Inversion(variable, (_branch(root, state),), "linear", state.free, state.complete)


def _branch(root: Node, state: State, other: Node | None = None) -> Branch:
    return Branch(root, state.guards, other, state.steps)


def _quadratic(c: Node, b: Node, a: Node, variable: str, state: State) -> Inversion:
    """Both branches of the school formula, and the linear case where the coefficient of the square may be 0."""
    from cpsolver.task.algebra.tidying import tidied  # few formulas need these
    from cpsolver.task.algebra.whole import made_whole

    state = state.done("collect", polynomial_node((c, b, a), variable), ZERO)
    nothing = Call("and", (equal(a, ZERO), equal(b, ZERO), equal(c, ZERO)))
    always_square = value_of(a) is not None
    free = state.free if always_square else (*state.free, nothing)
    without_square = divide(negate(c), b)
    (c, b, a), multiplier, divisor = made_whole((c, b, a))
    if multiplier is not None:
        state = state.done("multiply", polynomial_node((c, b, a), variable), ZERO, multiplier)
    if divisor is not None:
        state = nonzero(divisor, f"{variable} cancels", state)
        state = state.done("divide", polynomial_node((c, b, a), variable), ZERO, divisor)
    low_part, twice, double_c, discriminant = _parts(c, b, a)
    real = Guard(">=", discriminant, ZERO, "the square root of a negative number")
    solid = nonzero(a, f"the equation is not quadratic in {variable}", state).guarded(real)
    root = call("sqrt", discriminant)
    low, high = subtract(low_part, root), add(low_part, root)
    branches = []
    for one, other in ((low, high), (high, low)):
        found = tidied(divide(one, twice))
        after = solid.done("quadratic formula", Name(variable), found)
        by_vieta = divide(double_c, other) if value_of(c) != 0 else None  # their product is c/a; of 0 it may be 0/0
        branches.append(_branch(found, after, by_vieta))
    if value_of(a) is None and not always_square:
        flat = nonzero(b, f"{variable} cancels", state.guarded(Guard("=", a, ZERO, "the equation is quadratic")))
        branches.append(_branch(without_square, flat.done("divide", Name(variable), without_square, b)))
    return Inversion(variable, tuple(branches), "quadratic", free, state.complete)


def _parts(c: Node, b: Node, a: Node) -> tuple[Node, Node, Node, Node]:
    """-b, 2·a, 2·c and b^2 - 4·a·c; for an even b half of the first three and a quarter of the last."""
    from cpsolver.task.algebra.tidying import tidied
    from cpsolver.task.algebra.whole import half

    if (even := half(b)) is not None:
        return negate(even), a, c, tidied(subtract(power(even, number(2)), multiply(a, c)))
    discriminant = subtract(power(b, number(2)), multiply(multiply(number(4), a), c))
    return negate(b), multiply(number(2), a), multiply(number(2), c), tidied(discriminant)
