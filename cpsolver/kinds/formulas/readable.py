"""Derived formulas of a task as a person writes them: what ranges and givens say of signs is known, units are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cpsolver.kinds.formulas.shape import Constants
from cpsolver.task.algebra.terms import value_of
from cpsolver.task.algebra.tidying import has_decimals, tidied
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain, Finite, Reals, Value
from cpsolver.task.expression import Call, Constant, Node, Quantity
from cpsolver.task.task import Task
from cpsolver.task.turn import PI

LARGEST_COMMON = 12
"""Whole numbers up to this stand in formulas for many reasons: none is taken for one that was written with a unit."""


def readable(task: Task, side: Node, formulas: Sequence[Condition], name: str = "") -> Node:
    """An expression derived from formulas of the task, tidied; equal while quantities keep to ranges, givens to signs.

    formulas: what it was derived from; where they have decimals or numbers with units, it has
    name: the quantity that it is; an angle in degrees is 180 deg - …, not pi - …
    """
    expressions = [formula.expression for formula in formulas]
    found = tidied(_with_units(side, _written(expressions)), ranges(task), any(map(has_decimals, expressions)))
    variable = task.by_name.get(name)
    return _in_degrees(found) if variable and variable.unit and variable.unit.name in ("deg", "°") else found


def ranges(task: Task) -> Mapping[str, Domain]:
    """The range of every quantity; of a constant of the model its value, of any other given the sign of its value."""
    found = {variable.name: variable.domain for variable in task.variables}
    constants = task.show.names if isinstance(task.show, Constants) else ()
    for fact in task.given:
        value = fact.domain.value if isinstance(fact.domain, Finite) and fact.domain.is_fixed else 0
        if fact.variable in constants:
            found[fact.variable] = fact.domain
        elif isinstance(value, (int, float, Fraction)) and value:
            sign = Reals(0, None) if value > 0 else Reals(None, 0)
            found[fact.variable] = sign.meet(found[fact.variable])
    return found


def _written(expressions: Sequence[Node]) -> dict[Value, Node]:
    """Numbers that were written with a unit, their opposites and squares; none that stands without a unit as well."""
    found: dict[Value, Node] = {}
    constants = [constant for node in expressions for constant in _constants(node)]
    bare = {constant.value for constant in constants if constant.written is None}
    for constant in constants:
        value = value_of(constant)
        is_common = isinstance(value, int) and abs(value) <= LARGEST_COMMON
        if constant.written is None or value is None or is_common or value in bare:
            continue
        square = Call("^", (constant, Constant(2)))
        found |= {-value: Call("neg", (constant,)), value * value: square, value: constant}
    return found


def _constants(node: Node) -> Iterator[Constant]:
    if isinstance(node, Constant):
        yield node
    for child in node.children():
        yield from _constants(child)


def _with_units(node: Node, written: Mapping[Value, Node]) -> Node:
    """The expression with numbers as they were written, where working them out had made them bare."""
    if not written:
        return node
    if isinstance(node, Constant) and node.written is None:
        return written.get(node.value, node)
    if isinstance(node, Call):
        return Call(node.function, tuple(_with_units(argument, written) for argument in node.arguments))
    return node


def _in_degrees(node: Node) -> Node:
    """A sum that is an angle, pi and its multiples in it written as degrees."""
    if isinstance(node, Call) and node.function in ("+", "-", "neg"):
        return Call(node.function, tuple(map(_in_degrees, node.arguments)))
    if not isinstance(node, Call) or node.function != "*":
        return _degrees(Fraction(1)) if _is_pi(node) else node
    first, second = node.arguments
    value = value_of(first)
    if isinstance(value, (int, Fraction)):
        return _degrees(Fraction(value)) if _is_pi(second) else node
    return Call("*", (_in_degrees(first), second))  # whole turns: 2*pi*k


def _is_pi(node: Node) -> bool:
    return isinstance(node, Constant) and node.value == PI and node.written is None


def _degrees(times: Fraction) -> Constant:
    """So many times pi."""
    return Constant(PI * times, written=Quantity(180 * times, "deg"))
