"""Formulas of a model and rules of a task: text → conditions in base units, every mistake at its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpsolver.errors import Problem, SpecError
from cpsolver.kinds.formulas.dimensions import DimensionError, grounded, refuse_confusion
from cpsolver.kinds.formulas.shape import FormulaShape, entry
from cpsolver.kinds.formulas.units import Measure
from cpsolver.spec.document import Place
from cpsolver.spec.loading import Layer
from cpsolver.spec.schema import validate
from cpsolver.task.condition import Condition, Equation, Relation
from cpsolver.task.expression import Call, Constant, Name, Node, Quantity, names
from cpsolver.task.functions import FUNCTIONS, Undefined
from cpsolver.task.parser import ExpressionError, parse_expression

Measures = Mapping[str, Measure]

MOST_FACTORS = 100
"""A longer product is refused, as deeper nesting is: its derivative would be nested as deep."""

_SIGNS = "=<>"
"""What makes a label a formula: with one of these it is told as a rule, which is called by its own text."""


def formulas(layers: tuple[Layer, ...], measures: Measures) -> tuple[Equation, ...]:
    """The formulas of a model, a later layer's in place of an earlier one's of the same name.

    Raises: SpecError with all that is wrong with them.
    """
    found: dict[str, Equation] = {}
    problems: list[Problem] = []
    for layer in layers:
        for label, place in _named(entry(layer.place, "formulas")):
            try:
                found[label] = _formula(label, place, measures)
            except SpecError as error:
                problems += error.problems
    if problems:
        raise SpecError(*problems)
    return tuple(found.values())


def _named(place: Place | None) -> Iterator[tuple[str, Place]]:
    """Formulas by name; those of a list are called by their own text."""
    if place is None:
        return
    data = place.data
    if isinstance(data, dict):
        yield from ((name, place.at(name)) for name in data)
    elif isinstance(data, list):
        yield from ((_label(str(item)), place.at(index)) for index, item in enumerate(data))
    else:
        yield _label(str(data)), place


def _formula(label: str, place: Place, measures: Measures) -> Equation:
    source = ""
    if place.path[-1] == label and any(sign in label for sign in _SIGNS):
        hint = "a name has none of '=', '<' and '>'; the formula follows it: 'velocity: v = vs + a*t'"
        raise place.error(f"'{label}' cannot be the name of a formula", hint=hint, at_key=True)
    if isinstance(place.data, dict):
        shape = validate(place, FormulaShape)
        source, place = shape.source, place.at("formula")
    node = _ground(place, measures)
    if not (isinstance(node, Call) and node.function == "="):
        raise place.error(f"'{_label(str(place.data))}' is not an equation", hint="write 'v = vs + a*t'")
    equation = Equation(node, label=label, mark=place.mark(), source=source)
    _refuse_empty(equation, place)
    return equation


def rules(place: Place, measures: Measures) -> tuple[Condition, ...]:
    """The rules in the list at a place: equations and comparisons, called by their own text.

    Raises: SpecError with all that is wrong with them.
    """
    found: list[Condition] = []
    problems: list[Problem] = []
    count = len(place.data) if isinstance(place.data, list) else 1
    for item in (place.at(index) for index in range(count)):
        try:
            found += _rule(item, measures)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return tuple(found)


def _rule(place: Place, measures: Measures) -> list[Condition]:
    if not isinstance(place.data, str):
        raise place.error("expected a rule such as 't > 0'")
    text = _label(place.data)
    _refuse_self_reference(place)
    node = _ground(place, measures)
    if not (isinstance(node, Call) and FUNCTIONS[node.function].gives == "boolean"):
        raise place.error(
            f"'{text}' is neither an equation nor a comparison", hint="a rule says something: 'v = 0', 't > 0'"
        )
    parts = _conjuncts(node)
    conditions = [_condition(part, text, place) for part in parts]
    for condition in conditions:
        _refuse_empty(condition, place)
    return conditions


def _conjuncts(node: Call) -> list[Node]:
    """`a = b and c > 0` says two things; a chain without `=` is left as it is."""
    items = [item for item in node.arguments if isinstance(item, Call)] if node.function == "and" else []
    return [node] if not any(item.function == "=" for item in items) else [*node.arguments]


def _condition(node: Node, text: str, place: Place) -> Condition:
    is_equation = isinstance(node, Call) and node.function == "="
    return (Equation if is_equation else Relation)(node, label=text, mark=place.mark())


def _ground(place: Place, measures: Measures) -> Node:
    """The expression at a place, in base units, its dimensions checked."""
    text = place.data
    if not isinstance(text, str):
        raise place.error("expected a formula such as 'v = vs + a*t'")
    try:
        read = parse_expression(text)
        _refuse_long_product(read, place)
        node = grounded(read, text, measures)[0]
        refuse_confusion(node, text, measures)
        return node
    except (ExpressionError, DimensionError) as error:
        raise place.error(error.message, hint=error.hint, offset=error.offset) from None


def _refuse_long_product(node: Node, place: Place) -> None:
    factors = _most_factors(node)
    if factors > MOST_FACTORS:
        message = f"a product of {factors} factors; at most {MOST_FACTORS} are read"
        raise place.error(message, hint="write equal factors as a power, x^3, or a part as a formula of its own")


def _most_factors(node: Node) -> int:
    """How many factors the longest product in an expression has."""
    own = len(node.arguments) if isinstance(node, Call) and node.function == "product" else 0
    return max((own, *map(_most_factors, node.children())))


def _label(text: str) -> str:
    return " ".join(text.split())


def _refuse_empty(condition: Condition, place: Place) -> None:
    if not condition.scope:
        raise place.error(f"'{_label(str(place.data))}' names no quantity", hint="name at least one of the model's")


def _refuse_self_reference(place: Place) -> None:
    """A quantity on both sides that cancels makes a rule empty or impossible, whatever its unit: `x = x + 1`.

    One that does not cancel, `x = 2*x + t`, is an equation for it like any other.
    """
    try:
        node = parse_expression(str(place.data))
    except ExpressionError:
        return
    if not (isinstance(node, Call) and node.function == "=") or not _is_plain(node):
        return
    condition = Equation(_numbers(node))
    for name in condition.scope:
        if not _stands_on_both_sides(condition, name):
            continue
        always = _without(condition, name)
        if always is not None:
            outcome = "it is always true" if always else "it is never true"
            raise place.error(
                f"'{name}' stands on both sides of '{_label(str(place.data))}' and cancels: {outcome}",
                hint=f"say what '{name}' is by means of other quantities",
            )


def _is_plain(node: Node) -> bool:
    """Whether an expression is made of numbers, quantities, units and known functions only."""
    stack = [node]
    while stack:
        top = stack.pop()
        if not isinstance(top, (Call, Name, Constant, Quantity)) or (
            isinstance(top, Call) and top.function not in FUNCTIONS
        ):
            return False
        stack.extend(top.children())
    return True


def _numbers(node: Node) -> Node:
    """The expression with units left out."""
    if isinstance(node, Quantity):
        return Constant(node.number)
    if isinstance(node, Call):
        return Call(node.function, tuple(_numbers(argument) for argument in node.arguments))
    return node


def _stands_on_both_sides(condition: Equation, name: str) -> bool:
    return name in names(condition.left) and name in names(condition.right)


def _without(condition: Equation, name: str) -> bool | None:
    """Whether a rule in one quantity that cancels holds; None if the quantity does not cancel, or others remain."""
    if condition.scope != (name,):
        return None
    try:
        residuals = [condition.residual({name: value}) for value in (2, 3, 7)]
    except Undefined:
        return None
    same = max(residuals) - min(residuals) <= 1e-12 * max(1, *(abs(float(r)) for r in residuals))
    return residuals[0] == 0 if same else None
