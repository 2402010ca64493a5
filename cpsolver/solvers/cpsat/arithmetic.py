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
from cpsolver.solvers.cpsat.sums import Exact, Sum, literal_sum, total
from cpsolver.solvers.cpsat.term import UNDEFINED, Term
from cpsolver.task.expression import Call, Collection, Constant, Node
from cpsolver.task.functions import power

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

LINEAR = ("+", "-", "neg", "sum")
"""What is only a sum of its arguments, or of their negatives."""

PARTIAL = ("//", "%", "div", "mod", "^")
"""What is better tabulated where its variables have few combinations: its native translation is roundabout."""

LARGEST_EXPONENT = 64


def is_linear(node: Node) -> bool:
    """Whether the expression is a name, a constant or a sum of multiples of such: it needs no variable of its own."""
    if isinstance(node, Call):
        if node.function in ("*", "/"):
            return (is_linear(node.arguments[0]) and isinstance(node.arguments[-1], Constant)) or (
                node.function == "*" and isinstance(node.arguments[0], Constant) and is_linear(node.arguments[-1])
            )
        return node.function in LINEAR and all(map(is_linear, node.arguments))
    return not isinstance(node, Collection)


def added(compiler: Compiler, node: Call) -> Term:
    """`+ - neg sum`, nested as they may be, in one pass."""
    parts: list[tuple[Sum, Exact]] = []
    defined: list[int] = []
    stack: list[tuple[Node, int]] = [(node, 1)]
    while stack:
        top, factor = stack.pop()
        if isinstance(top, Call) and top.function in LINEAR:
            signs = _SIGNS.get(top.function, (1,) * len(top.arguments))
            stack.extend((part, sign * factor) for part, sign in zip(reversed(top.arguments), signs, strict=True))
        else:
            term = compiler.number(top)
            parts.append((term.value, factor))
            defined.extend(term.defined)
    return Term(total(parts), tuple(defined))


# From last to first, as they go on the stack.
_SIGNS: dict[str, tuple[int, ...]] = {"-": (-1, 1), "neg": (-1,)}


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
        index, is_new = model.helper((method, *sorted(sums)), int(low), int(high))
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
