"""Numbers, quantities and formulas as text: eight decimals at most, units where they belong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from cpsolver.kinds.kind import Shown
from cpsolver.task.domain import Number, Value
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import exact
from cpsolver.task.notation import PRECEDENCE, plain
from cpsolver.task.task import Task, Variable

DECIMALS = 8
"""Digits shown after the point."""

LARGEST_PLAIN, SMALLEST_PLAIN = 1e12, 1e-4
"""Numbers outside are shown as 6.02214076e23."""


def number_text(value: Number) -> str:
    """A number with eight decimals at most, without trailing zeros; very large and small ones as `1.5e-7`."""
    if value == 0:
        return "0"
    if isinstance(value, int) and abs(value) < LARGEST_PLAIN:
        return str(value)
    try:
        approximate = float(value)
    except OverflowError:
        return str(value)
    if SMALLEST_PLAIN <= abs(approximate) < LARGEST_PLAIN:
        text = f"{approximate:.{DECIMALS}f}".rstrip("0").rstrip(".")
    else:
        mantissa, exponent = f"{approximate:.{DECIMALS}e}".split("e")
        text = f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent)}"
    return text


def shown_value(variable: Variable, value: Value) -> Shown:
    """A value in base units as people read it, in the variable's unit."""
    assert not isinstance(value, str)
    unit = variable.unit
    number = exact(unit.from_base(value)) if unit else value
    name = unit.name if unit else ""
    text = number_text(number)
    return Shown(f"{text} {name}" if name else text, number, name)


def values_text(variable: Variable, values: tuple[Value, ...]) -> str:
    """`-1.23606798 s or 3.23606798 s`."""
    return " or ".join(shown_value(variable, value).text for value in values)


def formula_text(node: Node) -> str:
    """A formula as people read it, pi and e by their names."""
    return plain(_named(node))


def substituted(node: Node, task: Task, values: Mapping[str, Value]) -> str:
    """A formula with quantities in the places of names: `(0 m/s - 10 m/s)/(-9.8 m/s^2)`."""
    return plain(_filled(_named(node), task, values, "", 0))


def _named(node: Node) -> Node:
    """The constants of the language by their names."""
    if isinstance(node, Constant) and isinstance(node.value, float):
        name = {math.pi: "pi", -math.pi: "-pi", math.e: "e"}.get(node.value)
        return Name(name) if name else Name(number_text(node.value))
    if isinstance(node, Constant) and isinstance(node.value, Fraction):
        return node
    if isinstance(node, Call):
        return Call(node.function, tuple(_named(argument) for argument in node.arguments))
    return node


_TIGHT = PRECEDENCE["*"]


def _filled(node: Node, task: Task, values: Mapping[str, Value], parent: str, place: int) -> Node:
    """The node with its names replaced by quantities, in brackets where they would be misread."""
    if isinstance(node, Name) and node.name in values:
        variable = task.by_name[node.name]
        shown = shown_value(variable, values[node.name])
        negative = shown.text.startswith("-")
        tight = PRECEDENCE.get(parent, 0) >= _TIGHT
        needs = (tight and (negative or bool(shown.unit))) or (negative and parent in ("+", "-") and place > 0)
        return Name(f"({shown.text})" if needs else shown.text)
    if isinstance(node, Call):
        return Call(
            node.function,
            tuple(_filled(item, task, values, node.function, at) for at, item in enumerate(node.arguments)),
        )
    return node
