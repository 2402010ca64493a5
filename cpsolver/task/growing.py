"""How the parser's rules become trees: one method per rule of `grammar.lark`, called while the text is read.

Spans run from the first to one past the last character; brackets around a whole expression are not part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cpsolver.task.expression import (
    Call,
    Clause,
    Collection,
    Comprehension,
    Constant,
    Element,
    Member,
    Name,
    Node,
    Quantity,
    Range,
    Span,
    Wildcard,
)

LONGEST_NUMBER = 200
"""Digits of a number, its power of ten included."""

LONGEST_CHAIN = 30
"""Operators in a row that become nodes below one another; a longer chain of `+` becomes one `sum`."""

ALIASES = {
    "alldifferent": "all_different",
    "allDifferent": "all_different",
    "AllDifferent": "all_different",
    "all_diff": "all_different",
    "alldiff": "all_different",
    "allEqual": "all_equal",
    "allequal": "all_equal",
    "all": "and",
    "forall": "and",
    "any": "or",
    "exists": "or",
    "alldifferent_except_0": "all_different_except_0",
    "alldifferent_except": "all_different_except",
    "atleast": "at_least",
    "atmost": "at_most",
    "ln": "log",
}
"""Other names of functions, MiniZinc's among them. `all` and `any` are `and` and `or` of many."""

_OPERATORS = {"−": "-", "·": "*", "×": "*", "**": "^", "==": "=", "≠": "!=", "≤": "<=", "≥": ">="}


class NumberTooLong(ValueError):
    """A number with more digits than anybody means."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        super().__init__(offset)


def operator(token: Any) -> str:
    """The one canonical sign of an operator."""
    text = str(token)
    return _OPERATORS.get(text, text)


def number(text: str, offset: int) -> int | Fraction:
    """The exact number of these characters: an int if it is whole. Raises: NumberTooLong."""
    digits, _, exponent = text.lower().partition("e")
    power = abs(int(exponent or 0)) if len(exponent) < 6 else LONGEST_NUMBER
    if len(digits) + power > LONGEST_NUMBER:
        raise NumberTooLong(offset)
    if digits.isdigit() and not exponent:
        return int(digits)
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


class Trees:
    """The methods Lark calls; each gets what its rule matched, filtered tokens left out."""

    def number(self, parts: Sequence[Any]) -> Node:
        """`2.5`."""
        (token,) = parts
        return Constant(number(token, token.start_pos), span=_span(token))

    def quantity(self, parts: Sequence[Any]) -> Node:
        """`60 km/h`."""
        (token,) = parts
        digits, unit = token.split(None, 1)
        return Quantity(Fraction(number(digits, token.start_pos)), unit, span=_span(token))

    def name(self, parts: Sequence[Any]) -> Node:
        """`queen`."""
        (token,) = parts
        return Name(str(token), span=_span(token))

    def text(self, parts: Sequence[Any]) -> Node:
        """`"New York"`: a symbol that is no name."""
        (token,) = parts
        return Constant(str(token)[1:-1], span=_span(token))

    def truth(self, parts: Sequence[Any]) -> Node:
        """`true` or `false`."""
        (token,) = parts
        return Constant(token == "true", span=_span(token))

    def bracketed(self, parts: Sequence[Any]) -> Node:
        """`(…)` around one expression: that expression."""
        inner: Node = parts[1]
        return inner

    def collection(self, parts: Sequence[Any]) -> Node:
        """`{a, b}`, `[a, b]`, `(a, b)`."""
        left, *items, right = parts
        brackets = str(left) + str(right)
        return Collection(tuple(items), brackets, span=(left.start_pos, right.end_pos))

    def call(self, parts: Sequence[Any]) -> Node:
        """`f(a, b)`, by the function's one name."""
        name, _, *arguments, right = parts
        return Call(ALIASES.get(name, str(name)), tuple(arguments), span=(name.start_pos, right.end_pos))

    def element(self, parts: Sequence[Any]) -> Node:
        """`a[i, j]`."""
        array, _, *indices, right = parts
        return Element(array, tuple(indices), span=(array.span[0], right.end_pos))

    def wildcard(self, parts: Sequence[Any]) -> Node:
        """`*` as an index."""
        (token,) = parts
        return Wildcard(span=_span(token))

    def member(self, parts: Sequence[Any]) -> Node:
        """`record.name`."""
        record, name = parts
        return Member(record, str(name), span=(record.span[0], name.end_pos))

    def prefix(self, parts: Sequence[Any]) -> Node:
        """`-a`, `+a`, `not a`."""
        token, operand = parts
        sign = operator(token)
        if sign == "+":
            return operand  # type: ignore[no-any-return]
        return Call("neg" if sign == "-" else sign, (operand,), span=(token.start_pos, operand.span[1]))

    def pair(self, parts: Sequence[Any]) -> Node:
        """`a -> b`, `a^b`."""
        left, sign, right = parts
        return _call(operator(sign), left, right)

    def chain(self, parts: Sequence[Any]) -> Node:
        """`a - b + c`, grouped to the left."""
        signs = [operator(sign) for sign in parts[1::2]]
        if len(signs) > LONGEST_CHAIN:
            many = _many(parts[::2], signs)
            if many:
                return many
        grown: Node = parts[0]
        for sign, operand in zip(signs, parts[2::2], strict=True):
            grown = _call(sign, grown, operand)
        return grown

    def compare(self, parts: Sequence[Any]) -> Node:
        """`a <= b < c`: a comparison, or the `and` of several; `not in` is a `not` around `in`."""
        found: list[Node] = []
        left, position = parts[0], 1
        while position < len(parts):
            negated = parts[position].type == "NOT"
            sign, right = operator(parts[position + negated]), parts[position + negated + 1]
            made = _call(sign, left, right)
            found.append(Call("not", (made,), span=made.span) if negated else made)
            left, position = right, position + negated + 2
        return found[0] if len(found) == 1 else Call("and", tuple(found), span=_across(found))

    def all_of(self, parts: Sequence[Any]) -> Node:
        """`a and b and c`."""
        return Call("and", tuple(parts), span=_across(parts))

    def any_of(self, parts: Sequence[Any]) -> Node:
        """`a or b or c`."""
        return Call("or", tuple(parts), span=_across(parts))

    def interval(self, parts: Sequence[Any]) -> Node:
        """`a..b`."""
        lower, upper = parts
        return Range(lower, upper, span=_across(parts))

    def choice(self, parts: Sequence[Any]) -> Node:
        """`if c then a else b`."""
        word, condition, then, otherwise = parts
        return Call("if", (condition, then, otherwise), span=(word.start_pos, otherwise.span[1]))

    def each(self, parts: Sequence[Any]) -> list[Clause]:
        """`i, j in S`: each of the names goes through all of S."""
        *names, _, values = parts
        return [Clause((str(name),), values, span=(name.start_pos, values.span[1])) for name in names]

    def together(self, parts: Sequence[Any]) -> list[Clause]:
        """`(a, b) in S`: the names take apart one item of S."""
        left, *names, _, _, values = parts
        return [Clause(tuple(map(str, names)), values, span=(left.start_pos, values.span[1]))]

    def clauses(self, parts: Sequence[Any]) -> tuple[Clause, ...]:
        """`i in S, j in T`: all clauses in order."""
        return tuple(clause for some in parts for clause in some)

    def binding(self, parts: Sequence[Any]) -> tuple[tuple[Clause, ...], Node | None]:
        """What stands after `for:`: clauses, and the condition after `where` or None."""
        clauses, *where = parts
        return clauses, where[0] if where else None

    def comprehension(self, parts: Sequence[Any]) -> Node:
        """`body for i in S where c`."""
        body, clauses, *where = parts
        last = where[0] if where else clauses[-1]
        return Comprehension(body, clauses, where[0] if where else None, span=(body.span[0], last.span[1]))

    def declaration(self, parts: Sequence[Any]) -> tuple[Node, ...]:
        """`a, b[1..n]`: the names declared, still as expressions."""
        return tuple(parts)


def _span(token: Any) -> Span:
    return (token.start_pos, token.end_pos)


def _across(nodes: Sequence[Node]) -> Span:
    return (nodes[0].span[0], nodes[-1].span[1])


def _call(function: str, left: Node, right: Node) -> Call:
    return Call(function, (left, right), span=(left.span[0], right.span[1]))


def _many(operands: Sequence[Node], signs: Sequence[str]) -> Node | None:
    """A long chain of `+` and `-` as one sum, of `*` as one product: a tree of its length would be too deep."""
    if set(signs) <= {"+", "-"}:
        rest = zip(signs, operands[1:], strict=True)
        items = [operands[0], *(Call("neg", (x,), span=x.span) if sign == "-" else x for sign, x in rest)]
        return Call("sum", tuple(items), span=_across(operands))
    if set(signs) == {"*"}:
        return Call("product", tuple(operands), span=_across(operands))
    return None
