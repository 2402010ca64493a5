"""Comparisons and logic for CP-SAT: reified in `TRUTHS`, stated natively in `POSTS`.

A truth is a literal with the literals of what must be defined for it; the compiler joins them at this, the nearest,
Boolean: undefined counts as false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.arithmetic import linear_difference
from cpsolver.solvers.cpsat.claims import ABSURD, MIRRORED, UNIVERSAL, Claim
from cpsolver.solvers.cpsat.coding import number
from cpsolver.solvers.cpsat.equations import post_equation
from cpsolver.solvers.cpsat.linear import post_linear
from cpsolver.solvers.cpsat.model import Literals
from cpsolver.solvers.cpsat.operations import times
from cpsolver.solvers.cpsat.sums import Sum, literal_sum
from cpsolver.solvers.cpsat.term import Term
from cpsolver.task.expression import Call, Collection, Constant, Node

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

Truth = tuple[int, tuple[int, ...]]
Defined = tuple[int, ...]

COMPARISONS = tuple(MIRRORED)


# Comparisons


def compared(compiler: Compiler, node: Call) -> tuple[Claim, Defined]:
    """What `= != < <= > >=` claim, and where they are defined."""
    left, right = node.arguments
    linear = linear_difference(compiler, left, right)
    if linear is not None:
        return compiler.model.claim(linear, node.function), ()
    values = compiler.values_meeting(node)
    if values is not None:
        return values, ()
    if _is_quotient(left) or _is_quotient(right):
        return _cleared(compiler, node.function, left, right)
    if node.function in ("=", "!="):
        return equated(compiler, node.function, compiler.term(left), compiler.term(right))
    difference = compiler.number(Call("-", (left, right)))
    return compiler.model.claim(difference.value, node.function), difference.defined


def equated(compiler: Compiler, relation: str, first: Term, second: Term) -> tuple[Claim, Defined]:
    """The claim that two values, symbols perhaps, are equal (or not), and where it is defined."""
    defined = (*first.defined, *second.defined)
    if compiler.may_be_equal(first, second):
        return compiler.model.claim(first.value.plus(second.value, -1), relation), defined
    return (ABSURD if relation == "=" else UNIVERSAL), defined


def _is_quotient(node: Node) -> bool:
    return isinstance(node, Call) and node.function == "/"


def _cleared(compiler: Compiler, relation: str, left: Node, right: Node) -> tuple[Claim, Defined]:
    """A comparison of quotients without division: multiplied by the denominators, mirrored where those are negative."""
    model = compiler.model
    (above, below, defined), (other_above, other_below, other_defined) = _parts(compiler, left), _parts(compiler, right)
    denominator = times(model, below, other_below)
    difference = times(model, above, other_below).plus(times(model, other_above, below), -1)
    needs = (*defined, *other_defined, model.literal(model.claim(denominator, "!=")))
    straight = model.claim(difference, relation)
    if relation in ("=", "!=") or model.bounds(denominator)[0] >= 0:
        return straight, needs
    mirrored = model.claim(difference, MIRRORED[relation])
    positive = model.literal(model.claim(denominator, ">"))
    either = (
        model.conjunction((positive, model.literal(straight))),
        model.conjunction((~positive, model.literal(mirrored))),
    )
    return model.claim(literal_sum(model.disjunction(either)), "!="), needs


def _parts(compiler: Compiler, node: Node) -> tuple[Sum, Sum, Defined]:
    """Numerator, denominator, and where both are defined."""
    if not (isinstance(node, Call) and _is_quotient(node)):
        term = compiler.number(node)
        return term.value, Sum({}, 1), term.defined
    above, below = map(compiler.number, node.arguments)
    return above.value, below.value, (*above.defined, *below.defined)


def comparison(compiler: Compiler, node: Call) -> Truth:
    """A comparison, reified."""
    claim, defined = compared(compiler, node)
    return compiler.model.literal(claim), defined


def post_comparison(compiler: Compiler, node: Call, when: Literals) -> None:
    """A comparison, stated."""
    if post_linear(compiler, node, when) or (not when and post_equation(compiler, node)):
        return
    claim, defined = compared(compiler, node)
    compiler.require(defined, when)
    compiler.model.post(claim, when)


# Logic


def negation(compiler: Compiler, node: Call) -> Truth:
    """`not`."""
    literal, defined = compiler.truth(node.arguments[0])
    return ~literal, defined


def every(compiler: Compiler, node: Call) -> Truth:
    """`and`."""
    return compiler.model.conjunction(map(compiler.literal, node.arguments)), ()


def some(compiler: Compiler, node: Call) -> Truth:
    """`or`."""
    return compiler.model.disjunction(map(compiler.literal, node.arguments)), ()


def two_truths(join: Callable[[Compiler, int, int], int]) -> Callable[[Compiler, Call], Truth]:
    """`xor`, `->`, `<->`: defined where both sides are."""

    def translate(compiler: Compiler, node: Call) -> Truth:
        (first, defined), (second, other) = map(compiler.truth, node.arguments)
        return join(compiler, first, second), (*defined, *other)

    return translate


def post_negation(compiler: Compiler, node: Call, when: Literals) -> None:
    """`not`, stated: of a comparison that is always defined, its opposite."""
    inner = node.arguments[0]
    if isinstance(inner, Call) and inner.function in COMPARISONS:
        claim, defined = compared(compiler, inner)
        if not defined:
            compiler.model.post(claim.denied, when)
            return
    literal, defined = compiler.truth(inner)
    compiler.require(defined, when)
    compiler.require((~literal,), when)


def post_every(compiler: Compiler, node: Call, when: Literals) -> None:
    """`and`, stated."""
    for argument in node.arguments:
        compiler.post(argument, when)


def post_some(compiler: Compiler, node: Call, when: Literals) -> None:
    """`or`, stated."""
    compiler.model.clause((*(~literal for literal in when), *map(compiler.literal, node.arguments)))


def post_implication(compiler: Compiler, node: Call, when: Literals) -> None:
    """`->`, stated: the right side where the left side holds."""
    premise, conclusion = node.arguments
    literal, defined = compiler.truth(premise)
    compiler.require(defined, when)
    if compiler.is_total(conclusion):
        compiler.post(conclusion, (*when, literal))
        return
    other, defined = compiler.truth(conclusion)
    compiler.require(defined, when)
    compiler.require((other,), (*when, literal))


def post_same(same: bool) -> Callable[[Compiler, Call, Literals], None]:
    """`<->` and `xor`, stated as two clauses."""

    def post(compiler: Compiler, node: Call, when: Literals) -> None:
        (first, defined), (second, other) = map(compiler.truth, node.arguments)
        compiler.require((*defined, *other), when)
        second = second if same else ~second
        compiler.require((second,), (*when, first))
        compiler.require((~second,), (*when, ~first))

    return post


def post_choice(compiler: Compiler, node: Call, when: Literals) -> None:
    """`if` between conditions, stated."""
    condition, then, otherwise = node.arguments
    literal, defined = compiler.truth(condition)
    compiler.require(defined, when)
    compiler.post(then, (*when, literal))
    compiler.post(otherwise, (*when, ~literal))


# Membership


def member_claim(compiler: Compiler, term: Term, items: Sequence[Node]) -> Claim:
    """The claim that a value is one of some constants."""
    values = [item.value for item in items if isinstance(item, Constant)]
    possible = [
        number(value, compiler.symbols)
        for value in values
        if value in term.symbols or (term.numeric and not isinstance(value, str))
    ]
    return compiler.model.membership(term.value, possible)


def member(compiler: Compiler, node: Call) -> Truth:
    """`in`, reified."""
    term, items = compiler.term(node.arguments[0]), _items(node)
    found = [compiler.model.literal(member_claim(compiler, term, items))]
    defined = list(term.defined)
    for item in items:
        if not isinstance(item, Constant):
            claim, needs = equated(compiler, "=", term, compiler.term(item))
            found.append(compiler.model.literal(claim))
            defined.extend(needs)
    return compiler.model.disjunction(found), tuple(defined)


def post_member(compiler: Compiler, node: Call, when: Literals) -> None:
    """`in`, stated: for constants as a domain."""
    items = _items(node)
    if all(isinstance(item, Constant) for item in items):
        term = compiler.term(node.arguments[0])
        compiler.require(term.defined, when)
        compiler.model.post(member_claim(compiler, term, items), when)
    else:
        compiler.require((compiler.literal(node),), when)


def _items(node: Call) -> tuple[Node, ...]:
    items = node.arguments[1]
    assert isinstance(items, Collection), "what stands right of 'in' is a collection"
    return items.items


TRUTHS: Mapping[str, Callable[[Compiler, Call], Truth]] = {
    **dict.fromkeys(COMPARISONS, comparison),
    "not": negation,
    "and": every,
    "or": some,
    "xor": two_truths(lambda compiler, a, b: ~compiler.model.equivalence(a, b)),
    "<->": two_truths(lambda compiler, a, b: compiler.model.equivalence(a, b)),
    "->": two_truths(lambda compiler, a, b: compiler.model.disjunction((~a, b))),
    "in": member,
}

POSTS: Mapping[str, Callable[[Compiler, Call, Literals], None]] = {
    **dict.fromkeys(COMPARISONS, post_comparison),
    "not": post_negation,
    "and": post_every,
    "or": post_some,
    "->": post_implication,
    "<->": post_same(True),
    "xor": post_same(False),
    "if": post_choice,
    "in": post_member,
}
