"""Conditions on truth values as clauses.

Every part of a condition that gets a variable is equivalent to it, so that a solution of the task is one of the
clauses: counts stay what they are. Sums become decision diagrams. Source: Tseitin (1968); Eén & Sörensson,
*Translating Pseudo-Boolean Constraints into SAT* (2006).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, product

from cpsolver.task.decomposition import decomposed
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.functions import FUNCTIONS, Undefined
from cpsolver.task.globals import items_of
from cpsolver.task.linear import HOLDS

MOST_TRIED = 12
"""Variables of a condition that is written by trying all its values."""

MOST_CLAUSES = 1_000_000

Weighed = tuple[dict[int, int], int]
"""A sum: weights by literal, and a constant."""


class Unsayable(Exception):
    """No clauses: the text says what stands in the way."""


class Clauses:
    """The clauses of one task. A literal is the number of a variable, negative for its negation."""

    def __init__(self, variables: Sequence[str]) -> None:
        self.numbers = {name: number for number, name in enumerate(variables, 1)}
        self.last = len(self.numbers)
        self._clauses: list[tuple[int, ...]] = []
        self._seen = 0
        self._known: dict[tuple[object, ...], int] = {}
        self._true = 0

    def add(self, *literals: int) -> None:
        """One clause. Raises: Unsayable if there are too many."""
        kept = tuple(dict.fromkeys(literals))
        if any(-literal in kept for literal in kept):
            return
        if len(self._clauses) >= MOST_CLAUSES:
            raise Unsayable(f"more than {MOST_CLAUSES:,} clauses")
        self._clauses.append(kept)

    def taken(self) -> Iterator[tuple[int, ...]]:
        """The clauses that were not taken yet."""
        start, self._seen = self._seen, len(self._clauses)
        yield from self._clauses[start:]

    def state(self, node: Node) -> None:
        """That a condition holds. Raises: Unsayable."""
        if isinstance(node, Call) and node.function == "and":
            for item in node.arguments:
                self.state(item)
        elif isinstance(node, Call) and node.function in ("or", "->"):
            first = -self.literal(node.arguments[0]) if node.function == "->" else None
            rest = node.arguments if first is None else node.arguments[1:]
            self.add(*([] if first is None else [first]), *map(self.literal, rest))
        elif isinstance(node, Constant):
            if not node.value:
                self.add()
        else:
            self.add(self.literal(node))

    # -- literals ------------------------------------------------------------------------------------------------

    def literal(self, node: Node) -> int:
        """The literal that is true exactly where the condition is. Raises: Unsayable."""
        if isinstance(node, Constant):
            return self.true if node.value else -self.true
        if isinstance(node, Name):
            return self.numbers[node.name]
        assert isinstance(node, Call), f"{node} is no condition"
        key = ("node", node)
        if key not in self._known:
            self._known[key] = self._literal(node)
        return self._known[key]

    def _literal(self, node: Call) -> int:
        write = _LITERALS.get(node.function)
        try:
            if write is not None:
                return write(self, node)
            simpler = decomposed(node)
            if simpler is not None and FUNCTIONS[node.function].gives == "boolean":
                return self.literal(simpler)
        except _Strange:
            pass
        return self._tried(node)

    def _tried(self, node: Call) -> int:
        """By all values of the variables: a decision on each."""
        scope = names(node)
        if len(scope) > MOST_TRIED:
            raise Unsayable(f"'{node.function}' over {len(scope)} variables has no short form in clauses")
        holds = compiled(node)
        truths = []
        for values in product((False, True), repeat=len(scope)):
            try:
                truths.append(self.true if holds(dict(zip(scope, values, strict=True))) else -self.true)
            except Undefined:
                truths.append(-self.true)
        for name in reversed(scope):
            pairs = zip(truths[::2], truths[1::2], strict=True)
            truths = [self.choice(self.numbers[name], then, otherwise) for otherwise, then in pairs]
        return truths[0]

    @property
    def true(self) -> int:
        """A literal that is true."""
        if not self._true:
            self._true = self._new()
            self.add(self._true)
        return self._true

    def _new(self) -> int:
        self.last += 1
        return self.last

    def both(self, literals: Sequence[int]) -> int:
        """The literal that is true where all of these are."""
        kept = tuple(sorted({each for each in literals if each != self._true or not self._true}))
        if not kept:
            return self.true
        if any(-each in kept for each in kept) or (self._true and -self._true in kept):
            return -self.true
        if len(kept) == 1:
            return kept[0]
        key = ("and", kept)
        if key not in self._known:
            found = self._known[key] = self._new()
            for each in kept:
                self.add(-found, each)
            self.add(found, *(-each for each in kept))
        return self._known[key]

    def choice(self, condition: int, then: int, otherwise: int) -> int:
        """The literal that is the second where the first is true, else the third."""
        if then == otherwise:
            return then
        if then == -otherwise and self._true and abs(then) == self._true:
            return condition if then > 0 else -condition
        key = ("if", condition, then, otherwise)
        if key not in self._known:
            found = self._known[key] = self._new()
            self.add(-found, -condition, then)
            self.add(-found, condition, otherwise)
            self.add(found, -condition, -then)
            self.add(found, condition, -otherwise)
        return self._known[key]

    def same(self, one: int, other: int) -> int:
        """The literal that is true where both are alike."""
        return self.choice(one, other, -other)

    # -- sums ----------------------------------------------------------------------------------------------------

    def weighed(self, node: Node) -> Weighed:
        """A number as a sum of weighed literals. Raises: _Strange if it is none."""
        if isinstance(node, Constant):
            return {}, int(node.value)
        if isinstance(node, Name) or FUNCTIONS[node.function].gives == "boolean":  # type: ignore[attr-defined]
            return {self.literal(node): 1}, 0
        assert isinstance(node, Call), f"{node} is no number"
        if node.function in ("+", "sum"):
            return _added([(self.weighed(each), 1) for each in node.arguments])
        if node.function == "count":
            return _added([(({self.literal(each): 1}, 0), 1) for each in node.arguments])
        if node.function == "-":
            return _added([(self.weighed(each), sign) for each, sign in zip(node.arguments, (1, -1), strict=True)])
        if node.function == "neg":
            return _added([(self.weighed(node.arguments[0]), -1)])
        if node.function == "*":
            return self._multiplied(node)
        if node.function in ("nvalue", "arg_max", "arg_min"):
            simpler = decomposed(node)
            if simpler is not None:
                return self.weighed(simpler)
        raise _Strange

    def _multiplied(self, node: Call) -> Weighed:
        one, other = map(self.weighed, node.arguments)
        if not one[0]:
            return _added([(other, one[1])])
        if not other[0]:
            return _added([(one, other[1])])
        raise _Strange

    def compared(self, relation: str, total: Weighed) -> int:
        """The literal that is true where a sum stands in this relation to 0."""
        weights, constant = total
        terms = sorted(((abs(w), each if w > 0 else -each) for each, w in weights.items() if w), reverse=True)
        constant += sum(w for w in weights.values() if w < 0)  # a negative weight is one of the negation
        rest = [0]
        for weight, _ in reversed(terms):
            rest.append(rest[-1] + weight)
        rest.reverse()
        holds = HOLDS[relation]
        known: dict[tuple[int, int], int] = {}

        def decided(value: int, more: int) -> int:
            """The literal where nothing that follows changes it; else 0."""
            truths = {holds(value, 0), holds(value + more, 0)}
            if len(truths) > 1 or (relation in ("=", "!=") and value <= 0 <= value + more and more):
                return 0
            return self.true if truths.pop() else -self.true

        def below(place: int, value: int) -> int:
            found = decided(value, rest[place])
            if found:
                return found
            if (place, value) not in known:
                weight, literal = terms[place]
                with_it, without = below(place + 1, value + weight), below(place + 1, value)
                known[place, value] = self.choice(literal, with_it, without)
            return known[place, value]

        if len(terms) > 400:
            raise Unsayable(f"a sum of {len(terms)} parts is too long for clauses")
        return below(0, constant)


class _Strange(Exception):
    """No sum of truth values."""


def _added(parts: Sequence[tuple[Weighed, int]]) -> Weighed:
    """A sum of sums with factors; a literal and its negation are one."""
    weights: dict[int, int] = {}
    constant = 0
    for (own, number), factor in parts:
        constant += factor * number
        for literal, weight in own.items():
            if literal < 0:
                constant += factor * weight
                literal, weight = -literal, -weight
            weights[literal] = weights.get(literal, 0) + factor * weight
    return weights, constant


def _compared(clauses: Clauses, node: Call) -> int:
    left, right = map(clauses.weighed, node.arguments)
    return clauses.compared(node.function, _added([(left, 1), (right, -1)]))


def _or(clauses: Clauses, items: Sequence[int]) -> int:
    return -clauses.both([-item for item in items])


def _of_pairs(relation: str, every: bool) -> Callable[[Clauses, Call], int]:
    """A relation between all pairs, or between neighbours."""

    def write(clauses: Clauses, node: Call) -> int:
        if len(node.arguments) == 1:
            clauses.weighed(node.arguments[0])  # no pair asks whether a single one has a value
        pairs = combinations(node.arguments, 2) if every else pairwise(node.arguments)
        return clauses.both([_compared(clauses, Call(relation, pair)) for pair in pairs])

    return write


def _choice(clauses: Clauses, node: Call) -> int:
    return clauses.choice(*map(clauses.literal, node.arguments))


def _in(clauses: Clauses, node: Call) -> int:
    item, options = node.arguments
    return _or(clauses, [_compared(clauses, Call("=", (item, option))) for option in items_of(options)])


def _table(clauses: Clauses, node: Call) -> int:
    assert isinstance(node.arguments[0], Collection), "a row is a list"
    items = items_of(node.arguments[0])
    rows = (items_of(row) for row in items_of(node.arguments[1]))
    pairs = ([Call("=", pair) for pair in zip(items, row, strict=True)] for row in rows)
    return _or(clauses, [clauses.both([_compared(clauses, each) for each in row]) for row in pairs])


_LITERALS: dict[str, Callable[[Clauses, Call], int]] = {
    "not": lambda clauses, node: -clauses.literal(node.arguments[0]),
    "and": lambda clauses, node: clauses.both([clauses.literal(each) for each in node.arguments]),
    "or": lambda clauses, node: _or(clauses, [clauses.literal(each) for each in node.arguments]),
    "->": lambda clauses, node: _or(clauses, [-clauses.literal(node.arguments[0]), clauses.literal(node.arguments[1])]),
    "<->": lambda clauses, node: clauses.same(*map(clauses.literal, node.arguments)),
    "xor": lambda clauses, node: -clauses.same(*map(clauses.literal, node.arguments)),
    **dict.fromkeys(HOLDS, _compared),
    "all_different": _of_pairs("!=", every=True),
    "all_equal": _of_pairs("=", every=False),
    "increasing": _of_pairs("<=", every=False),
    "decreasing": _of_pairs(">=", every=False),
    "strictly_increasing": _of_pairs("<", every=False),
    "if": _choice,
    "in": _in,
    "table": _table,
}
"""The literal of each condition, where all its parts are defined: what may be undefined is no sum, and is tried."""
