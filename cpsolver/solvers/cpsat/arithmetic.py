"""Numeric functions as sums of CP-SAT variables: one small function each, entered in `TERMS`.

Every result is total: where the function is undefined it has some fixed value, and a literal says where it is
defined. So nothing that is switched off is ever left open, and no solution is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.division import divided, whole_divided
from cpsolver.solvers.cpsat.model import Unsupported
from cpsolver.solvers.cpsat.operations import absolute_of, mapped, times
from cpsolver.solvers.cpsat.selection import chosen, element
from cpsolver.solvers.cpsat.sums import Exact, Sum, literal_sum, total, whole
from cpsolver.solvers.cpsat.term import UNDEFINED, Term
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import power

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

LINEAR = ("+", "-", "neg", "sum")
"""What is only a sum of its arguments, or of their negatives."""

PARTIAL = ("//", "%", "div", "mod", "^")
"""What is better tabulated where its variables have few combinations: its native translation is roundabout."""

LARGEST_EXPONENT = 64


def linear_difference(compiler: Compiler, left: Node, right: Node) -> Sum | None:
    """Left minus right, if both are made of numbers, variables and sums alone: at once, for there are many of these."""
    terms: dict[int, Exact] = {}
    constant: Exact = 0
    stack: list[tuple[Node, Exact]] = [(right, -1), (left, 1)]
    while stack:
        node, factor = stack.pop()
        if isinstance(node, Call):
            parts = _multiples(node, factor)
            if parts is None:
                return None
            stack.extend(parts)
        elif isinstance(node, Name) and not compiler.named[node.name].symbols:
            value = compiler.named[node.name].value
            constant += factor * value.constant
            for index, coefficient in value.terms.items():
                terms[index] = terms.get(index, 0) + factor * coefficient
        elif isinstance(node, Constant) and isinstance(node.value, (int, Fraction)):
            constant += factor * node.value
        else:
            return None
    return Sum({index: whole(c) for index, c in terms.items() if c}, whole(constant))


def _multiples(node: Call, factor: Exact) -> list[tuple[Node, Exact]] | None:
    """The parts that a call is the sum of, from last to first; None if it is no sum."""
    function, arguments = node.function, node.arguments
    if function == "+" or function == "sum":
        return [(argument, factor) for argument in reversed(arguments)]
    if function == "-":
        return [(arguments[1], -factor), (arguments[0], factor)]
    if function == "*":
        first, second = arguments
        if isinstance(first, Constant) and isinstance(first.value, (int, Fraction)):
            return [(second, factor * first.value)]
        if isinstance(second, Constant) and isinstance(second.value, (int, Fraction)):
            return [(first, factor * second.value)]
        return None
    return [(arguments[0], -factor)] if function == "neg" else None


def added(compiler: Compiler, node: Call) -> Term:
    """`+ - neg sum` and multiples, nested as they may be, in one pass."""
    parts: list[tuple[Sum, Exact]] = []
    defined: list[int] = []
    stack: list[tuple[Node, Exact]] = [(node, 1)]
    while stack:
        top, factor = stack.pop()
        below = _multiples(top, factor) if isinstance(top, Call) else None
        if below is None:
            term = compiler.number(top)
            parts.append((term.value, factor))
            defined.extend(term.defined)
        else:
            stack.extend(below)
    return Term(total(parts), tuple(defined))


def multiplied(compiler: Compiler, node: Call) -> Term:
    """`* product`."""
    value, defined = Sum({}, 1), list[int]()
    for factor in map(compiler.number, node.arguments):
        value = times(compiler.model, value, factor.value)
        defined.extend(factor.defined)
    return Term(value, tuple(defined))


def raised(compiler: Compiler, node: Call) -> Term:
    """`^` with a constant whole exponent."""
    base, exponent = map(compiler.number, node.arguments)
    if not exponent.value.is_constant or exponent.value.constant.denominator != 1:
        raise Unsupported("an exponent that is no constant whole number has no translation")
    times_ = int(exponent.value.constant)
    defined = (*base.defined, *exponent.defined)
    if 0 <= times_ <= 1:
        return Term(base.value if times_ else Sum({}, 1), defined)
    if abs(times_) > LARGEST_EXPONENT:
        raise Unsupported(f"the exponent {times_} is too large")
    if times_ < 0 or base.value.is_constant:
        value, within = mapped(compiler, base.value, lambda v: _power(v, times_))
        return Term(value, (*defined, *within))
    value = base.value
    for _ in range(times_ - 1):
        value = times(compiler.model, value, base.value)
    return Term(value, defined)


def _power(base: Exact, exponent: int) -> Exact | None:
    if base == 0 and exponent < 0:
        return None
    return Fraction(power(base, exponent))


def absolute(compiler: Compiler, node: Call) -> Term:
    """`abs`."""
    term = compiler.number(node.arguments[0])
    return Term(absolute_of(compiler.model, term.value), term.defined)


def extreme(choose: Callable[[Sequence[Exact]], Exact], method: str) -> Callable[[Compiler, Call], Term]:
    """`min`, `max`."""

    def translate(compiler: Compiler, node: Call) -> Term:
        if not node.arguments:
            return UNDEFINED
        model = compiler.model
        terms = [compiler.number(argument) for argument in node.arguments]
        scale = lcm(*(term.value.denominator for term in terms))
        defined = tuple(literal for term in terms for literal in term.defined)
        sums = {value.key: value for value in (term.value.times(scale) for term in terms)}
        if len(sums) == 1:
            return Term(terms[0].value, defined)
        ends = [model.bounds(value) for value in sums.values()]
        low, high = choose([low for low, _ in ends]), choose([high for _, high in ends])
        model.fits(*(model.size(value) for value in sums.values()))
        index, is_new = model.defined((method, *sorted(sums)), int(low), int(high))
        if is_new:
            getattr(model.proto, method)(model.variables[index], [model.expression(v) for v in sums.values()])
        return Term(Sum({index: 1}).times(Fraction(1, scale)), defined)

    return translate


def counted(compiler: Compiler, node: Call) -> Term:
    """`count`: how many of the conditions hold."""
    truths = [compiler.truth(argument) for argument in node.arguments]
    value = total((literal_sum(literal), 1) for literal, _ in truths)
    return Term(value, tuple(literal for _, defined in truths for literal in defined))


def sign(compiler: Compiler, node: Call) -> Term:
    """`sign`."""
    model, term = compiler.model, compiler.number(node.arguments[0])
    above = literal_sum(model.literal(model.claim(term.value, ">")))
    return Term(above.plus(literal_sum(model.literal(model.claim(term.value, "<"))), -1), term.defined)


TERMS: Mapping[str, Callable[[Compiler, Call], Term]] = {
    **dict.fromkeys(LINEAR, added),
    "*": multiplied,
    "product": multiplied,
    "/": divided,
    "//": whole_divided(floor=True, quotient=True),
    "%": whole_divided(floor=True, quotient=False),
    "div": whole_divided(floor=False, quotient=True),
    "mod": whole_divided(floor=False, quotient=False),
    "^": raised,
    "abs": absolute,
    "sign": sign,
    "min": extreme(min, "add_min_equality"),
    "max": extreme(max, "add_max_equality"),
    "count": counted,
    "if": chosen,
    "element": element,
}
