"""From expressions to trees: one table for what is true or false, one for numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from cpsolver.task.decomposition import decomposed, may_be_undefined
from cpsolver.task.domain import Number, Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.functions import FUNCTIONS, Undefined, exact
from cpsolver.task.linear import multiples
from cpsolver.task.propagation import Space, bits
from cpsolver.task.propagators.trees import arithmetic as amounts
from cpsolver.task.propagators.trees.logic import Not, NotAbove, Same, Some, Zero, every
from cpsolver.task.propagators.trees.nodes import (
    INFINITE,
    Amount,
    Certain,
    Evaluated,
    Fixed,
    OfOne,
    Plain,
    SameValue,
    Truth,
    is_exact,
)
from cpsolver.task.propagators.trees.sums import Count, Indicator, Sum

LARGEST = 2**1000
"""Numbers beyond this are left to evaluation, which knows where they become too large to have a value."""

MOST_VALUES = 5000
"""A condition on one variable is evaluated at once for each value, if there are no more than so many."""

MOST_PAIRS = 500
"""An all-different within a larger condition is read as its pairs, if there are no more than so many."""

MOST_ROWS = 200
"""A table within a larger condition is read as its rows, if there are no more than so many."""


class Reader:
    """Reads conditions over a space.

    is_whole_story: whether all parts read so far say all that is to be said without trying values
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.is_whole_story = True

    def truth(self, node: Node) -> Truth | None:
        """The part for a condition; None where some number in it is not exact."""
        scope = names(node)
        if not scope:
            return Certain(_holds(node, {}))
        if len(scope) == 1:
            variable = self.space.index[scope[0]]
            if self.space.domains[variable].bit_count() <= MOST_VALUES:
                return OfOne(self.space, variable, self._mask(node, scope[0], variable))
        if isinstance(node, Call):
            read = TRUTHS.get(node.function)
            found = read(self, node) if read is not None else self._simpler(node)
            if found is not None:
                return found
        return self.evaluated(node)

    def _mask(self, node: Node, name: str, variable: int) -> int:
        space, mask = self.space, 0
        evaluate = compiled(node)
        for bit in bits(space.domains[variable]):
            try:
                if evaluate({name: space.value_in(variable, bit)}):
                    mask |= bit
            except Undefined:
                continue
        return mask

    def _simpler(self, node: Call) -> Truth | None:
        simpler = decomposed(node)
        return None if simpler is None else self.truth(simpler)

    def evaluated(self, node: Node, inner: Truth | None = None) -> Truth:
        """What is known of a condition by its values alone, and by what is true where its terms have values."""
        self.is_whole_story = False
        return Evaluated(self.space, names(node), compiled(node), inner)

    def truths(self, nodes: Sequence[Node]) -> list[Truth]:
        """The parts for several conditions."""
        return [found for found in map(self.truth, nodes) if found is not None]

    def amount(self, node: Node) -> Amount | None:
        """The part for a number; None where it is not exact or no number."""
        if isinstance(node, Constant):
            value = node.value
            return Fixed(exact(value + 0)) if is_exact(value) and abs(value) < LARGEST else None  # type: ignore[operator,arg-type]
        if isinstance(node, Name):
            return self._plain(node.name)
        assert isinstance(node, Call), "a ground number is a constant, a name or a call"
        read = AMOUNTS.get(node.function)
        if read is not None:
            found = read(self, node)
        elif FUNCTIONS[node.function].gives == "boolean":
            truth = self.truth(node)
            found = None if truth is None else Indicator(truth)
        else:
            simpler = decomposed(node)
            found = self.anything(node) if simpler is None else self.amount(simpler)
        return self.anything(node) if found is not None and _is_vast(found) else found

    def anything(self, node: Node) -> Amount | None:
        """A number of which nothing is known until all its variables have values."""
        self.is_whole_story = False
        return amounts.Anything()

    def _plain(self, name: str) -> Amount | None:
        space, variable = self.space, self.space.index[name]
        return Plain(space, variable) if all(map(is_exact, self._values(variable))) else None

    def _values(self, variable: int) -> list[Value]:
        return [self.space.value(bit) for bit in bits(self.space.domains[variable])]

    def several(self, nodes: Sequence[Node]) -> list[Amount] | None:
        """The parts for several numbers; None if one is not exact."""
        found = [part for part in map(self.amount, nodes) if part is not None]
        return found if len(found) == len(nodes) else None

    def sum(self, node: Node) -> Sum | None:
        """A number as a sum of multiples of parts."""
        terms: dict[Node, Number] = {}
        constant: Number = 0
        stack: list[tuple[Node, Number]] = [(node, 1)]
        while stack:
            top, factor = stack.pop()
            if isinstance(top, Constant):
                if not is_exact(top.value):
                    return None
                constant += factor * top.value  # type: ignore[operator]
            elif isinstance(top, Call) and (below := multiples(top, factor)) is not None:
                stack.extend(reversed(below))
            else:
                terms[top] = exact(terms.get(top, 0) + factor)
        kept = [term for term in terms if terms[term] or may_be_undefined(term)]
        parts = self.several(kept)
        if parts is None:
            return None
        return Sum(
            [(terms[term], part) for term, part in zip(kept, parts, strict=True) if terms[term]], exact(constant)
        )


def _holds(node: Node, values: dict[str, object]) -> bool:
    try:
        return bool(compiled(node)(values))  # type: ignore[arg-type]
    except Undefined:
        return False


def _is_vast(part: Amount) -> bool:
    low, high = part.span()
    return -INFINITE < low <= -LARGEST or LARGEST <= high < INFINITE


# -- what is true or false -----------------------------------------------------------------------------------


def _comparison(make: Callable[[Sum], Truth], turned: bool = False) -> Callable[[Reader, Call], Truth | None]:
    def read(reader: Reader, node: Call) -> Truth | None:
        left, right = reversed(node.arguments) if turned else node.arguments
        if node.function in ("=", "!=") and isinstance(left, Name) and isinstance(right, Name):
            index = reader.space.index
            same = SameValue(reader.space, index[left.name], index[right.name])
            return same if node.function == "=" else Not(same)
        logical = _logical(reader, node)
        if logical is not None:
            return logical
        difference = reader.sum(Call("-", (left, right)))
        if difference is None:
            return None
        doubtful = difference.partial or may_be_undefined(left) or may_be_undefined(right)
        return reader.evaluated(node, make(difference)) if doubtful else make(difference)

    return read


def _logical(reader: Reader, node: Call) -> Truth | None:
    """An equality of two conditions, which is an equivalence."""
    if node.function not in ("=", "!=") or not all(map(_is_condition, node.arguments)):
        return None
    one, other = reader.truths(node.arguments)
    return Same(one, other) if node.function == "=" else Same(Not(one), other)


def _is_condition(node: Node) -> bool:
    return isinstance(node, Call) and FUNCTIONS[node.function].gives == "boolean"


def _joined(join: Callable[[Sequence[Truth]], Truth]) -> Callable[[Reader, Call], Truth | None]:
    return lambda reader, node: join(reader.truths(node.arguments))


def _choice(items: Sequence[Truth]) -> Truth:
    condition, then, otherwise = items
    return Some([every([condition, then]), every([Not(condition), otherwise])])


def _chain(relation: str) -> Callable[[Reader, Call], Truth | None]:
    def read(reader: Reader, node: Call) -> Truth | None:
        if len(node.arguments) < 2:
            return None
        return every(reader.truths([Call(relation, pair) for pair in pairwise(node.arguments)]))

    return read


def _different(reader: Reader, node: Call) -> Truth | None:
    pairs = list(combinations(node.arguments, 2))
    if not pairs or len(pairs) > MOST_PAIRS:
        return None
    return every(reader.truths([Call("!=", pair) for pair in pairs]))


def _within(reader: Reader, node: Call) -> Truth | None:
    value, listed = node.arguments
    if not isinstance(listed, Collection) or any(map(may_be_undefined, listed.items)):
        return None
    return Some(reader.truths([Call("=", (value, item)) for item in listed.items]))


def _table(reader: Reader, node: Call) -> Truth | None:
    variables, rows = node.arguments
    if not isinstance(variables, Collection) or not isinstance(rows, Collection) or len(rows.items) > MOST_ROWS:
        return None
    if any(map(may_be_undefined, variables.items)):
        return None
    found = []
    for row in rows.items:
        assert isinstance(row, Collection), "a row of a table is a list"
        pairs = zip(variables.items, row.items, strict=True)
        found.append(every(reader.truths([Call("=", pair) for pair in pairs])))
    return Some(found)


TRUTHS: dict[str, Callable[[Reader, Call], Truth | None]] = {
    "and": _joined(every),
    "or": _joined(Some),
    "not": _joined(lambda items: Not(items[0])),
    "->": _joined(lambda items: Some([Not(items[0]), items[1]])),
    "<->": _joined(lambda items: Same(items[0], items[1])),
    "xor": _joined(lambda items: Same(Not(items[0]), items[1])),
    "if": _joined(_choice),
    "=": _comparison(Zero),
    "!=": _comparison(lambda difference: Not(Zero(difference))),
    "<=": _comparison(NotAbove),
    "<": _comparison(lambda difference: NotAbove(difference, strictly=True)),
    ">=": _comparison(NotAbove, turned=True),
    ">": _comparison(lambda difference: NotAbove(difference, strictly=True), turned=True),
    "all_equal": _chain("="),
    "increasing": _chain("<="),
    "strictly_increasing": _chain("<"),
    "decreasing": _chain(">="),
    "strictly_decreasing": _chain(">"),
    "all_different": _different,
    "in": _within,
    "table": _table,
}
"""How each function is read that is true or false; others by their decomposition, or by their values alone."""


# -- numbers -------------------------------------------------------------------------------------------------


def _as_sum(reader: Reader, node: Call) -> Amount | None:
    return reader.sum(node)


def _product(reader: Reader, node: Call) -> Amount | None:
    if multiples(node, 1) is not None:
        return reader.sum(node)
    parts = reader.several(node.arguments)
    if not parts:
        return None if parts is None else Fixed(1)
    reader.is_whole_story = False
    found = parts[0]
    if len(parts) == 2 and node.arguments[0] == node.arguments[1]:
        return amounts.Square(found)
    for part in parts[1:]:
        found = amounts.Product(found, part)
        if _is_vast(found):
            return reader.anything(node)
    return found


def _extreme(sign: int) -> Callable[[Reader, Call], Amount | None]:
    def read(reader: Reader, node: Call) -> Amount | None:
        parts = reader.several(node.arguments)
        if not parts:
            return None if parts is None else reader.anything(node)
        if sign > 0:
            return amounts.Greatest(parts)
        return amounts.Negative(amounts.Greatest([amounts.Negative(part) for part in parts]))

    return read


def _absolute(reader: Reader, node: Call) -> Amount | None:
    part = reader.amount(node.arguments[0])
    return None if part is None else amounts.Absolute(part)


def _count(reader: Reader, node: Call) -> Amount | None:
    return Count(reader.truths(node.arguments))


def _chosen(reader: Reader, node: Call) -> Amount | None:
    condition, *branches = node.arguments
    parts, truth = reader.several(branches), reader.truth(condition)
    reader.is_whole_story = False
    return None if parts is None or truth is None else amounts.Chosen(truth, parts[0], parts[1])


def _divided(kind: Callable[[Amount, int, bool], Amount], truncated: bool) -> Callable[[Reader, Call], Amount | None]:
    def read(reader: Reader, node: Call) -> Amount | None:
        whole, divisor = node.arguments
        part = reader.amount(whole)
        if part is None:
            return None
        reader.is_whole_story = False
        by = divisor.value if isinstance(divisor, Constant) else None
        if not part.is_whole or not isinstance(by, int) or by <= 0:
            return reader.anything(node)
        return kind(part, int(by), truncated)

    return read


def _element(reader: Reader, node: Call) -> Amount | None:
    index, listed, keys = node.arguments
    assert isinstance(listed, Collection) and isinstance(keys, Collection), "an element is of a list"
    parts = reader.several(listed.items)
    if parts is None:
        return None
    reader.is_whole_story = False
    if len(names(index)) > 1:
        return _indexed(reader, index, keys, parts)
    inside = reader.truth(Call("in", (index, keys)))
    chosen = reader.truths([Call("=", (index, key)) for key in keys.items])
    return None if inside is None else amounts.Item(list(zip(chosen, parts, strict=True)), inside)


def _indexed(reader: Reader, index: Node, keys: Collection, parts: Sequence[Amount]) -> Amount | None:
    number = reader.amount(index)
    numbers = [key.value for key in keys.items if isinstance(key, Constant) and is_exact(key.value)]
    if number is None or len(numbers) < len(parts):
        return None
    pairs = sorted(zip(numbers, parts, strict=True), key=lambda pair: pair[0])
    return amounts.Indexed(number, [key for key, _ in pairs], [part for _, part in pairs])  # type: ignore[misc]


AMOUNTS: dict[str, Callable[[Reader, Call], Amount | None]] = {
    "+": _as_sum,
    "-": _as_sum,
    "neg": _as_sum,
    "sum": _as_sum,
    "*": _product,
    "product": _product,
    "min": _extreme(-1),
    "max": _extreme(1),
    "abs": _absolute,
    "count": _count,
    "if": _chosen,
    "//": _divided(amounts.Quotient, False),
    "div": _divided(amounts.Quotient, True),
    "%": _divided(amounts.Remainder, False),
    "mod": _divided(amounts.Remainder, True),
    "element": _element,
}
"""How each function is read that is a number; others by their decomposition, or as a number nothing is known of."""
