"""Values for the kernels: linear sums, and variables that are functions of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from cpsolver.compiled.networks import FALSE, TRUE, Element, Extreme
from cpsolver.solvers.compiled.builder import Term, View, bits, negated, total
from cpsolver.task.expression import Call, Constant
from cpsolver.task.functions import FUNCTIONS
from cpsolver.task.globals import items_of

if TYPE_CHECKING:
    from cpsolver.solvers.compiled.translation import Translator


def _weighed(*factors: int) -> Callable[[Translator, Call], Term]:
    return lambda t, node: total(zip(map(t.term, node.arguments), factors, strict=True))


def _sum(t: Translator, node: Call) -> Term:
    return total((t.term(argument), 1) for argument in node.arguments)


def _count(t: Translator, node: Call) -> Term:
    return total((t.truth(t.literal(argument)), 1) for argument in node.arguments)


def _product(t: Translator, node: Call) -> Term:
    found = Term((), 1)
    for argument in node.arguments:
        term = t.term(argument)
        if found.coefficients and term.coefficients:
            views = [t.builder.view(found), t.builder.view(term)]
            found = t.applied(views, FUNCTIONS["*"].evaluate, (*found.defined, *term.defined))
        else:
            factor, other = (found, term) if not found.coefficients else (term, found)
            scaled = total([(other, factor.constant)])
            found = Term(scaled.coefficients, scaled.constant, (*scaled.defined, *factor.defined))
    return found


def _quotient(t: Translator, node: Call) -> Term:
    above, below = map(t.term, node.arguments)
    if below.coefficients or not below.constant or below.symbolic:
        return t.function(node)
    scaled = total([(above, Fraction(1) / Fraction(below.constant))])
    return Term(scaled.coefficients, scaled.constant, (*above.defined, *below.defined))


def _extreme(sign: int) -> Callable[[Translator, Call], Term]:
    choose: Callable[..., int] = max if sign > 0 else min

    def translate(t: Translator, node: Call) -> Term:
        terms = [t.term(argument) for argument in node.arguments]
        defined = tuple(literal for term in terms for literal in term.defined)
        total((term, 0) for term in terms)  # symbols have no order
        if not terms:
            return Term((), 0, (FALSE,))
        items = tuple(dict.fromkeys(t.builder.plain(term) for term in terms))
        ends = [t.builder.values_of(item) for item in items]
        bottom, top = choose(values[0] for values in ends), choose(values[-1] for values in ends)
        values = sorted({value for values in ends for value in values if bottom <= value <= top})
        if len(items) == 1:
            return Term(((items[0], 1),), 0, defined)
        made = t.builder.variable(values)
        t.builder.network.constraints.append(Extreme(sign, made, items))
        return Term(((made, 1),), 0, defined)

    return translate


def _choice(t: Translator, node: Call) -> Term:
    condition, then, otherwise = node.arguments
    literal, first, second = t.literal(condition), t.term(then), t.term(otherwise)
    if literal < 0:
        return first if literal == TRUE else second
    needs = [t.builder.any_of((negated(literal), each)) for each in first.defined]
    needs += [t.builder.any_of((literal, each)) for each in second.defined]
    items = [t.builder.plain(second), t.builder.plain(first)]
    made = _chosen(t, literal >> 1, items[::-1] if literal & 1 else items)
    return Term(((made, 1),), 0, tuple(needs), first.symbolic or second.symbolic)


def _chosen(t: Translator, index: int, items: Sequence[int]) -> int:
    """The variable that is equal to the item of the index's value."""
    if index in items:  # in one constraint no variable stands twice
        values = t.builder.network.values[index]
        index = t.builder.function_of(View(index, values), range(len(values)))
    made = t.builder.variable(sorted({value for item in items for value in t.builder.values_of(item)}))
    t.builder.network.constraints.append(Element(index, made, tuple(items)))
    return made


def _element(t: Translator, node: Call) -> Term:
    index, listed, keys = t.term(node.arguments[0]), items_of(node.arguments[1]), items_of(node.arguments[2])
    terms = [t.term(item) for item in listed]
    numbers = [t.builder.number(key.value) if isinstance(key, Constant) else None for key in keys]
    places = {number: i for i, number in reversed(list(enumerate(numbers)))}
    view = t.builder.view(index)
    found = [places.get(number) for number in view.values]
    if not terms or all(place is None for place in found):
        return Term((), 0, (FALSE,))
    if all(not (term.coefficients or term.defined) for term in terms):
        results = [None if place is None else terms[place].constant for place in found]
        return t.tabulated([view.variable], results, index.defined)
    needs = [*index.defined, t.builder.member(view.variable, bits(place is not None for place in found))]
    needs += dict.fromkeys(literal for term in terms for literal in term.defined)  # also of those not chosen
    known = {place: t.builder.plain(terms[place]) for place in found if place is not None}
    default = t.builder.fixed(min(t.builder.values_of(next(iter(known.values())))))
    made = _chosen(t, view.variable, [default if place is None else known[place] for place in found])
    return Term(((made, 1),), 0, tuple(needs), any(terms[place].symbolic for place in known))


TERMS: Mapping[str, Callable[[Translator, Call], Term]] = {
    "+": _weighed(1, 1),
    "-": _weighed(1, -1),
    "neg": _weighed(-1),
    "sum": _sum,
    "count": _count,
    "*": _product,
    "product": _product,
    "/": _quotient,
    "max": _extreme(1),
    "min": _extreme(-1),
    "if": _choice,
    "element": _element,
}
"""What values have a translation of their own; others are tables over their arguments."""
