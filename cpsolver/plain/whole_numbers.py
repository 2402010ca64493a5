"""A finite task said in whole numbers alone: what other languages of constraints can hold.

Symbols get numbers, fractions are multiplied away, real functions become tables, and several objectives one whose
best is the same. What comes back has the same variables and, number for symbol, the same solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any

from cpsolver.errors import UnsupportedTask
from cpsolver.plain.extent import extent
from cpsolver.task.condition import Condition
from cpsolver.task.decomposition import NOTHING, may_be_undefined
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.functions import FUNCTIONS, Undefined
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Fact, Task

LARGEST_TABLE = 20_000
"""Assignments tried to write a condition as a table."""

LARGEST = 2**31 - 1
"""What a whole number in other solvers may be."""

Scaled = tuple[Node, int]
"""An expression in whole numbers, and by what its value was multiplied."""


@dataclass(frozen=True)
class Whole:
    """A task in whole numbers and the way back.

    symbols: each symbol with its number
    scale:   by what the first objective was multiplied; 0 without objective
    notes:   in words, what a reader of the text has to know
    """

    task: Task
    symbols: Mapping[str, int]
    scale: int = 0
    notes: tuple[str, ...] = ()

    def value(self, variable: str, number: int, original: Task) -> Value:
        """The value that a number stands for."""
        domain = original.by_name[variable].domain
        assert isinstance(domain, Finite), "only finite tasks are written"
        return next(value for value in domain if _in_numbers(value, self.symbols) == number)


class Unscalable(Exception):
    """No translation into whole numbers: the text says what stands in the way."""


def in_whole_numbers(task: Task) -> Whole:
    """The task in whole numbers. Raises: UnsupportedTask with the place of what cannot be said so."""
    for variable in task.variables:
        _check_domain(variable.name, variable.domain)
    symbols = _numbered(task)
    rewriting = _Rewriting(task, symbols)
    variables = tuple(replace(each, domain=rewriting.domain(each.domain)) for each in task.variables)
    conditions = tuple(_condition(each, rewriting) for each in task.conditions)
    given = tuple(_fact(each, rewriting) for each in task.given)
    hints = tuple(_fact(each, rewriting) for each in task.hints)
    whole = replace(
        task, variables=variables, conditions=conditions, given=given, hints=hints, preferences=(), show=None
    )
    return _with_objective(Whole(whole, symbols), task, rewriting)


def _check_domain(name: str, domain: object) -> None:
    if not isinstance(domain, Finite):
        raise UnsupportedTask(f"'{name}' ranges over real numbers; only finite tasks are written so")
    for value in domain:
        if not isinstance(value, (int, str)):
            raise UnsupportedTask(f"'{name}' may be {value}, which is no whole number")


def _fact(fact: Fact, rewriting: _Rewriting) -> Fact:
    return replace(fact, domain=rewriting.domain(fact.domain))


def _condition(condition: Condition, rewriting: _Rewriting) -> Condition:
    try:
        found = rewriting.truth(condition.expression)
    except Unscalable as reason:
        named = condition.label or str(condition)
        place = f" ({condition.mark})" if condition.mark else ""
        raise UnsupportedTask(f"condition '{named}'{place}: {reason}") from None
    return condition if found is condition.expression else replace(condition, expression=found)


def _with_objective(whole: Whole, task: Task, rewriting: _Rewriting) -> Whole:
    """Several objectives become one: each weighs more than all that follow can make up for."""
    wanted = objectives(task)
    if not wanted:
        return whole
    domains = {each.name: each.domain for each in whole.task.variables if isinstance(each.domain, Finite)}
    try:
        parts = [rewriting.number(each.expression) for each in wanted]
    except Unscalable as reason:
        raise UnsupportedTask(f"the objective ({wanted[0].mark}): {reason}") from None
    first, scale = wanted[0], parts[0][1]
    total: Node | None = None
    for (node, _), each in reversed(list(zip(parts, wanted, strict=True))):
        same = Call("neg", (node,)) if each.maximize != first.maximize else node
        if total is None:
            total = same
            continue
        lower, upper = extent(total, domains)
        total = Call("+", (Call("*", (Constant(upper - lower + 1), same)), total))
    assert total is not None, "there is an objective"
    notes = []
    if len(wanted) > 1:
        if max(map(abs, extent(total, domains))) > LARGEST:
            raise UnsupportedTask("its objectives in order are too large to be written as one")
        notes.append(f"that there are {len(wanted)} objectives in order: they are written as one weighed sum")
    elif scale != 1:
        notes.append(f"the scale of the objective, which is written {scale} times as large")
    one = replace(first, expression=total, then=None)
    written = replace(whole.task, sought=replace(task.sought, objective=one))
    return replace(whole, task=written, scale=scale, notes=tuple(notes))


# -- symbols -------------------------------------------------------------------------------------------------


def _numbered(task: Task) -> dict[str, int]:
    """A number for each symbol: from 1, or above all whole numbers of the domains if there are such."""
    found: dict[str, None] = {}
    largest = 0
    for variable in task.variables:
        assert isinstance(variable.domain, Finite), "checked before"
        for value in variable.domain:
            if isinstance(value, str):
                found[value] = None
            elif not isinstance(value, bool):
                largest = max(largest, abs(int(value)))
    for condition in task.conditions:
        for constant in _constants(condition.expression):
            if isinstance(constant.value, str):
                found[constant.value] = None
            elif isinstance(constant.value, int) and not isinstance(constant.value, bool) and largest:
                largest = max(largest, abs(constant.value))
    return {symbol: largest + number for number, symbol in enumerate(found, 1)}


def _in_numbers(value: Value, symbols: Mapping[str, int]) -> Value:
    """A value as it stands in the text. A symbol that no variable may be has no number, and stays one."""
    return symbols.get(value, value) if isinstance(value, str) else value


def _constants(node: Node) -> list[Constant]:
    found, stack = [], [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Constant):
            found.append(top)
        else:
            stack.extend(top.children())
    return found


# -- expressions ---------------------------------------------------------------------------------------------


class _Rewriting:
    """Expressions of one task in whole numbers."""

    def __init__(self, task: Task, symbols: Mapping[str, int]) -> None:
        self.task, self.symbols = task, symbols

    def domain(self, domain: Any) -> Finite:
        """The domain with numbers for symbols; truth values among numbers are 0 and 1."""
        values = tuple(_in_numbers(value, self.symbols) for value in domain)
        is_boolean = all(isinstance(value, bool) for value in values)
        return Finite(values if is_boolean else tuple(map(int, values)))

    def truth(self, node: Node) -> Node:
        """A condition in whole numbers; as a table where there is no other way. Raises: Unscalable."""
        if not isinstance(node, Call):
            return node
        try:
            rewrite = _TRUTHS.get(node.function)
            return rewrite(self, node) if rewrite else self._whole_call(node)
        except Unscalable:
            if FUNCTIONS[node.function].gives != "boolean":
                raise
            return self._as_table(node)

    def _as_table(self, node: Call) -> Node:
        scope = names(node)
        domains = [self.task.by_name[name].domain for name in scope]
        size = prod(len(domain) for domain in domains if isinstance(domain, Finite))
        if size > LARGEST_TABLE:
            raise Unscalable(f"'{node.function}' of such numbers has no form in whole numbers")
        holds = compiled(node)
        rows = []
        for values in product(*[tuple(domain) for domain in domains if isinstance(domain, Finite)]):
            try:
                if holds(dict(zip(scope, values, strict=True))):
                    rows.append(Collection(tuple(Constant(self._code(value)) for value in values)))
            except Undefined:
                continue
        if not scope:
            return Constant(bool(rows))
        return Call("table", (Collection(tuple(map(Name, scope))), Collection(tuple(rows))))

    def _code(self, value: Value) -> int:
        return int(_in_numbers(value, self.symbols))

    def number(self, node: Node) -> Scaled:
        """An expression in whole numbers and its scale. Raises: Unscalable."""
        if isinstance(node, Constant):
            value = _in_numbers(node.value, self.symbols)
            if isinstance(value, Fraction):
                return Constant(value.numerator), value.denominator
            if not isinstance(value, int):
                raise Unscalable(f"{value} is no exact number")
            return (node if value is node.value else Constant(value)), 1
        if not isinstance(node, Call):
            return node, 1
        rewrite = _NUMBERS.get(node.function)
        if rewrite is not None:
            return rewrite(self, node)
        if FUNCTIONS[node.function].gives == "boolean":
            return self.truth(node), 1
        return self._whole_call(node), 1

    def together(self, nodes: tuple[Node, ...]) -> tuple[list[Node], int]:
        """Several expressions multiplied by one number."""
        scaled = [self.number(node) for node in nodes]
        scale = lcm(1, *(each for _, each in scaled))
        return [_times(node, scale // each) for node, each in scaled], scale

    def whole(self, node: Node) -> Node:
        """An expression or a list that is in whole numbers already. Raises: Unscalable if it is in fractions."""
        if isinstance(node, Collection):
            items = tuple(map(self.whole, node.items))
            return node if all(a is b for a, b in zip(items, node.items, strict=True)) else replace(node, items=items)
        found, scale = self.number(node)
        if scale != 1:
            raise Unscalable("it has fractions where only whole numbers are")
        return found

    def _whole_call(self, node: Call) -> Call:
        if node.function in _REAL:
            raise Unscalable(f"'{node.function}' is a function of real numbers")
        arguments = tuple(map(self.whole, node.arguments))
        same = all(a is b for a, b in zip(arguments, node.arguments, strict=True))
        return node if same else Call(node.function, arguments, span=node.span)


_REAL = frozenset({"sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"})


def _times(node: Node, factor: int) -> Node:
    if factor == 1:
        return node
    if isinstance(node, Constant) and isinstance(node.value, int):
        return Constant(node.value * factor)
    return Call("*", (Constant(factor), node))


def _logic(rewriting: _Rewriting, node: Call) -> Node:
    arguments = tuple(map(rewriting.truth, node.arguments))
    same = all(a is b for a, b in zip(arguments, node.arguments, strict=True))
    return node if same else Call(node.function, arguments, span=node.span)


def _compared(rewriting: _Rewriting, node: Call) -> Node:
    """A comparison; a number and a symbol are never equal."""
    if node.function in ("=", "!=") and len(node.arguments) == 2:
        kinds = [_kinds(each, rewriting.task) for each in node.arguments]
        if not kinds[0] & kinds[1]:
            defined = tuple(Call("=", (each, each)) for each in node.arguments if may_be_undefined(each))
            if node.function == "=":
                return Constant(False)
            return rewriting.truth(Call("and", defined)) if defined else Constant(True)
    sides, _ = rewriting.together(node.arguments)
    same = all(a is b for a, b in zip(sides, node.arguments, strict=True))
    return node if same else Call(node.function, tuple(sides), span=node.span)


def _among(rewriting: _Rewriting, node: Call) -> Node:
    """Membership; the values of another kind cannot be met."""
    item, options = node.arguments
    assert isinstance(options, Collection), "a ground set is a list"
    kinds = _kinds(item, rewriting.task)
    able = tuple(each for each in options.items if _kinds(each, rewriting.task) & kinds)
    doubtful = any(may_be_undefined(each) for each in options.items)
    listed = options.items if doubtful else able
    (found, *values), _ = rewriting.together((item, *listed))
    return Call("in", (found, Collection(tuple(values))), span=node.span)


def _kinds(node: Node, task: Task) -> frozenset[str]:
    """Whether an expression may be a number, a symbol, or either."""
    if isinstance(node, Constant):
        return frozenset(("symbol" if isinstance(node.value, str) else "number",))
    if isinstance(node, Name):
        domain = task.by_name[node.name].domain
        return frozenset("symbol" if isinstance(value, str) else "number" for value in domain)  # type: ignore[union-attr]
    if isinstance(node, Call) and node.function == "if":
        return _kinds(node.arguments[1], task) | _kinds(node.arguments[2], task)
    if isinstance(node, Call) and node.function == "element":
        items = node.arguments[1]
        return frozenset().union(*(_kinds(each, task) for each in items.children()))
    return frozenset(("number",))


def _linear(rewriting: _Rewriting, node: Call) -> Scaled:
    arguments, scale = rewriting.together(node.arguments)
    same = all(a is b for a, b in zip(arguments, node.arguments, strict=True))
    return (node if same else Call(node.function, tuple(arguments), span=node.span)), scale


def _product(rewriting: _Rewriting, node: Call) -> Scaled:
    scaled = [rewriting.number(each) for each in node.arguments]
    same = all(a is b for (a, _), b in zip(scaled, node.arguments, strict=True))
    found = node if same else Call(node.function, tuple(each for each, _ in scaled), span=node.span)
    return found, prod(scale for _, scale in scaled)


def _quotient(rewriting: _Rewriting, node: Call) -> Scaled:
    """Exact division by a constant; by 0 it has no value."""
    top, scale = rewriting.number(node.arguments[0])
    divisor = node.arguments[1]
    if not isinstance(divisor, Constant) or not isinstance(divisor.value, (int, Fraction)):
        raise Unscalable("it divides exactly by what is no constant")
    if divisor.value == 0:
        return NOTHING, 1
    exact = Fraction(divisor.value)
    factor = exact.denominator if exact > 0 else -exact.denominator
    return _times(top, factor), scale * abs(exact.numerator)


def _floored(rewriting: _Rewriting, node: Call) -> Scaled:
    """A division with a whole quotient does not change where both sides are multiplied; a remainder grows with them."""
    sides, scale = rewriting.together(node.arguments)
    same = all(a is b for a, b in zip(sides, node.arguments, strict=True))
    found = node if same else Call(node.function, tuple(sides), span=node.span)
    return found, 1 if node.function in ("//", "div") else scale


def _power(rewriting: _Rewriting, node: Call) -> Scaled:
    base, exponent = node.arguments
    if isinstance(exponent, Constant) and isinstance(exponent.value, int) and exponent.value >= 0:
        found, scale = rewriting.number(base)
        return Call("^", (found, Constant(int(exponent.value)))), scale**exponent.value
    domains = {each.name: each.domain for each in rewriting.task.variables if isinstance(each.domain, Finite)}
    raised, scale = rewriting.number(exponent)
    below, own = rewriting.number(base)
    if scale != 1 or own != 1 or extent(raised, domains)[0] < 0:
        raise Unscalable("its exponent may be negative or broken")
    return Call("^", (below, raised)), 1


def _choice(rewriting: _Rewriting, node: Call) -> Scaled:
    (then, otherwise), scale = rewriting.together(node.arguments[1:])
    return Call("if", (rewriting.truth(node.arguments[0]), then, otherwise), span=node.span), scale


def _element(rewriting: _Rewriting, node: Call) -> Scaled:
    index, items, keys = node.arguments
    found, scale = rewriting.together(tuple(items.children()))
    return Call("element", (rewriting.whole(index), Collection(tuple(found)), rewriting.whole(keys))), scale


def _counted(rewriting: _Rewriting, node: Call) -> Scaled:
    return _logic(rewriting, node), 1


def _alike(rewriting: _Rewriting, node: Call) -> Scaled:
    """What only compares its arguments with one another."""
    return Call(node.function, tuple(rewriting.together(node.arguments)[0]), span=node.span), 1


def _alike_truth(rewriting: _Rewriting, node: Call) -> Node:
    return _alike(rewriting, node)[0]


def _sign(rewriting: _Rewriting, node: Call) -> Scaled:
    found, _ = rewriting.number(node.arguments[0])
    above, below = (Call(relation, (found, Constant(0))) for relation in (">", "<"))
    defined = Call("-", (found, found)) if may_be_undefined(found) else Constant(0)
    return Call("+", (Call("-", (above, below)), defined)), 1


_TRUTHS: dict[str, Callable[[_Rewriting, Call], Node]] = {
    **dict.fromkeys(("and", "or", "not", "xor", "->", "<->"), _logic),
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), _compared),
    **dict.fromkeys(
        (
            "all_different", "all_equal", "increasing", "strictly_increasing", "decreasing", "strictly_decreasing",
        ),
        _alike_truth,
    ),
    "in": _among,
    "if": lambda rewriting, node: Call("if", tuple(map(rewriting.truth, node.arguments)), span=node.span),
}  # fmt: skip

_NUMBERS: dict[str, Callable[[_Rewriting, Call], Scaled]] = {
    **dict.fromkeys(("neg", "+", "-", "sum", "min", "max", "abs"), _linear),
    **dict.fromkeys(("*", "product"), _product),
    **dict.fromkeys(("//", "%", "div", "mod"), _floored),
    **dict.fromkeys(("nvalue", "arg_max", "arg_min"), _alike),
    "/": _quotient,
    "^": _power,
    "if": _choice,
    "element": _element,
    "count": _counted,
    "sign": _sign,
}
