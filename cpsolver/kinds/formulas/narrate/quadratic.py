"""The school's formula for quadratic equations: its coefficients and its discriminant, with their values and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from cpsolver.errors import CpsolverError
from cpsolver.kinds.formulas.dimensions import DimensionError, grounded
from cpsolver.kinds.formulas.typesetting import chain, typeset
from cpsolver.kinds.formulas.units import QuantityError, read_unit, spelt
from cpsolver.kinds.formulas.wording import value_text
from cpsolver.picture import Chain, Formula
from cpsolver.task.algebra.polynomial import quotient
from cpsolver.task.domain import Number, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, Quantity
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Task

_LETTERS = (("a", "b", "c"), ("A", "B", "C"), ("p", "q", "r"), ("k_2", "k_1", "k_0"))
"""What the coefficients may be called, where no quantity has the name."""

_DISCRIMINANTS = ("D", "Delta", "D_0")


def template(task: Task, left: Node, name: str, values: Mapping[str, Value]) -> Iterator[Formula]:
    """`a = astart/2 = -5 m/s^2`, …, `D = b^2 - 4*a*c = 500 m^2/s^2`, `t = (-b ± sqrt(D))/(2*a)`."""
    parts = quotient(left, name)
    if parts is None or len(parts[0]) != 3:
        return
    c, b, a = parts[0]
    if _value(a, values) == 0:  # the equation is linear with these values
        return
    letters = next(letters for letters in _LETTERS if not set(letters) & set(task.by_name) or letters is _LETTERS[-1])
    for letter, coefficient in zip(letters, (a, b, c), strict=True):
        yield _as_formula(chain(Name(letter), typeset(coefficient), *_valued(task, coefficient, values)))
    first, second, third = map(Name, letters)
    sign = next((sign for sign in _DISCRIMINANTS if sign not in task.by_name), _DISCRIMINANTS[-1])
    four = Call("*", (Call("*", (Constant(4), first)), third))
    shape = Call("-", (Call("^", (second, Constant(2))), four))
    true = Call("-", (Call("^", (b, Constant(2))), Call("*", (Call("*", (Constant(4), a)), c))))
    yield _as_formula(chain(Name(sign), typeset(shape), *_valued(task, true, values)))
    yield _both(name, letters, sign)


def _valued(task: Task, node: Node, values: Mapping[str, Value]) -> Iterator[Formula]:
    """The value of a coefficient, in base units."""
    value, unit = _value(node, values), _unit(task, node)
    if value is not None and unit is not None:
        yield typeset(Quantity(Fraction(value_text(value)), unit))


def _value(node: Node, values: Mapping[str, Value]) -> Number | None:
    """The value of an expression; None where it has none."""
    try:
        value = evaluate(node, values)
    except (Undefined, KeyError):
        return None
    return None if isinstance(value, str) else value


def _unit(task: Task, node: Node) -> str | None:
    """The base unit of an expression; None where it cannot be told, as where a number has lost its unit."""
    try:
        measures = {v.name: read_unit(v.unit.name if v.unit else "1") for v in task.variables}
        dimension = grounded(node, "", measures)[1]
    except (QuantityError, DimensionError, CpsolverError, ValueError):
        return None
    return spelt(dimension) if dimension else ""


def _as_formula(links: Chain) -> Formula:
    """A chain in one line."""
    formulas = (links.head, *links.equals)
    return Formula(
        " = ".join(formula.latex for formula in formulas),
        links.plain,
        "<mo>=</mo>".join(formula.mathml for formula in formulas),
    )


def _both(name: str, letters: tuple[str, str, str], sign: str) -> Formula:
    """`t = (-b ± sqrt(D))/(2*a)`."""
    a, b, _ = (typeset(Name(letter)) for letter in letters)
    left, root = typeset(Name(name)), typeset(Call("sqrt", (Name(sign),)))
    fraction = f"<mrow><mo>−</mo>{b.mathml}<mo>±</mo>{root.mathml}</mrow><mrow><mn>2</mn>{a.mathml}</mrow>"
    return Formula(
        rf"{left.latex} = \frac{{-{b.latex} \pm {root.latex}}}{{2 {a.latex}}}",
        f"{left.plain} = (-{b.plain} ± {root.plain})/(2*{a.plain})",
        f"{left.mathml}<mo>=</mo><mfrac>{fraction}</mfrac>",
    )
