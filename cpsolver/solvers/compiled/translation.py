"""From a finite task to a network: one table from functions to what states them, one for conditions, one for values.

Every variable made on the way is a function of the task's own variables, so that no solution is counted twice.
*Undefined* makes the nearest Boolean around it false: a term carries the literals that say where it is defined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod

from cpsolver.compiled.networks import FALSE, TRUE, Grid, Rows
from cpsolver.solvers.compiled.builder import Builder, Exact, Term, Unsupported, View
from cpsolver.solvers.compiled.relations import POSTS, TRUTHS
from cpsolver.solvers.compiled.values import TERMS
from cpsolver.task.decomposition import decomposed
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.expression import names as names_of
from cpsolver.task.functions import FUNCTIONS, Undefined

LARGEST_TABLE = 100_000
"""Combinations of the largest table that stands in for what has no translation of its own."""

SMALL_TABLE = 600
"""A condition whose variables have no more combinations is a table at once; of two variables see `SMALL_PAIRS`."""

SMALL_PAIRS = 2_500


class Translator:
    """A network under construction for the variables of a task."""

    def __init__(self, domains: Mapping[str, Finite]) -> None:
        """Raises: Unsupported for domains that cannot be coded."""
        self.builder = Builder()
        self.index = {name: i for i, name in enumerate(domains)}
        self.decoded: list[tuple[Value, ...]] = []
        self._terms: dict[Node, Term] = {}
        self._literals: dict[Node, int] = {}
        self._names: dict[str, Term] = {}
        for name, domain in domains.items():
            self._declare(name, domain)
        self.builder.network.own = len(self.index)

    def _declare(self, name: str, domain: Finite) -> None:
        coded = sorted((self.builder.number(value), i) for i, value in enumerate(domain.values))
        scale = lcm(*(Fraction(number).denominator for number, _ in coded))
        variable = self.builder.variable([int(number * scale) for number, _ in coded])
        self.decoded.append(tuple(domain.values[i] for _, i in coded))
        symbolic = any(isinstance(value, str) for value in domain.values)
        self._names[name] = Term(((variable, Fraction(1, scale) if scale > 1 else 1),), symbolic=symbolic)

    # What is stated

    def post(self, node: Node) -> None:
        """The expression holds. Raises: Unsupported."""
        if isinstance(node, Call) and node.function == "and":
            for part in node.arguments:
                self.post(part)
            return
        if self._post_small(node):
            return
        try:
            if isinstance(node, Call) and node.function in POSTS:
                POSTS[node.function](self, node)
            else:
                self._post_other(node)
        except Unsupported:
            scope = names_of(node)
            if not scope or self._combinations(scope) > LARGEST_TABLE:
                raise
            self._post_grid(node, scope)

    def _post_other(self, node: Node) -> None:
        simpler = decomposed(node) if isinstance(node, Call) else None
        if simpler is not None:
            self.post(simpler)
        else:
            self.builder.post_any((self.literal(node),))

    def _combinations(self, scope: Sequence[str]) -> int:
        return prod(len(self.builder.values_of(self.index[name])) for name in scope)

    def _post_small(self, node: Node) -> bool:
        """State a condition with few combinations as what meets it; whether it was."""
        scope = names_of(node)
        if not scope or len(scope) > 4 or not isinstance(node, Call):
            return False
        size = self._combinations(scope)
        if len(scope) == 1:
            return size <= LARGEST_TABLE and self._post_unary(node, scope[0])
        is_plain = node.function in ("!=", "all_different") or (node.function in _CLAUSES and size == 2 ** len(scope))
        if is_plain or size > (SMALL_PAIRS if len(scope) == 2 else SMALL_TABLE):
            return False
        found = [row for row, value in self._outcomes(node, scope) if value]
        self.builder.is_false |= not found
        if found:
            self.builder.network.constraints.append(Rows(tuple(self.index[name] for name in scope), tuple(found)))
        return True

    def _post_unary(self, node: Node, name: str) -> bool:
        mask = sum(1 << row[0] for row, value in self._outcomes(node, (name,)) if value)
        self.builder.keep(self.index[name], mask)
        return True

    def _outcomes(self, node: Node, scope: Sequence[str]) -> list[tuple[tuple[int, ...], Value | None]]:
        """The value of an expression for every combination, by the numbers of values; None where it is undefined."""
        evaluate, found = compiled(node), []
        masks = [self.builder.network.masks[self.index[name]] for name in scope]
        decoded = [self.decoded[self.index[name]] for name in scope]
        places = [[i for i in range(len(values)) if mask >> i & 1] for mask, values in zip(masks, decoded, strict=True)]
        for row in product(*places):
            values = {name: column[i] for name, column, i in zip(scope, decoded, row, strict=True)}
            try:
                found.append((row, evaluate(values)))
            except Undefined:
                found.append((row, None))
        return found

    def _post_grid(self, node: Node, scope: Sequence[str]) -> None:
        self._grid(scope, {row for row, value in self._outcomes(node, scope) if value}, None)

    def _grid(self, scope: Sequence[str], kept: set[tuple[int, ...]], result: int | None) -> None:
        variables = tuple(self.index[name] for name in scope)
        rows = product(*(range(len(self.builder.network.values[v])) for v in variables))
        numbers = [int(row in kept) if result is not None else int(row in kept) - 1 for row in rows]
        self.builder.network.constraints.append(Grid(variables, result, numbers))

    # Literals

    def literal(self, node: Node) -> int:
        """The literal that is true just where the expression is. Raises: Unsupported."""
        found = self._literals.get(node)
        if found is None:
            found = self._literals[node] = self._literal(node)
        return found

    def _literal(self, node: Node) -> int:
        if not isinstance(node, Call) or not (node.function in TRUTHS or is_boolean(node)):
            return self._truth_of_number(node)
        unary = self._truth_unary(node)
        if unary is not None:
            return unary
        scope = names_of(node)
        try:
            if node.function in TRUTHS:
                return TRUTHS[node.function](self, node)
            simpler = decomposed(node)
            if simpler is not None:
                return self.literal(simpler)
            raise Unsupported(f"'{node.function}' has no translation, and its variables have too many combinations")
        except Unsupported:
            if not scope or self._combinations(scope) > LARGEST_TABLE:
                raise
            made = self.builder.literal()
            self._grid(scope, {row for row, value in self._outcomes(node, scope) if value}, made >> 1)
            return made

    def _truth_unary(self, node: Call) -> int | None:
        """The literal of a condition on one variable; None for others."""
        scope = names_of(node)
        if len(scope) != 1:
            return None
        mask = sum(1 << row[0] for row, value in self._outcomes(node, scope) if value)
        return self.builder.member(self.index[scope[0]], mask)

    def _truth_of_number(self, node: Node) -> int:
        term = self.term(node)
        return self.builder.all_of((self.builder.claim(term, "!="), *term.defined))

    # Values

    def term(self, node: Node) -> Term:
        """The value of the expression. Raises: Unsupported."""
        found = self._terms.get(node)
        if found is None:
            found = self._terms[node] = self._term(node)
        return found

    def _term(self, node: Node) -> Term:
        if isinstance(node, Constant):
            return Term((), self.builder.number(node.value), symbolic=isinstance(node.value, str))
        if isinstance(node, Name):
            return self._names[node.name]
        assert isinstance(node, Call), f"{node} is no value"
        if is_boolean(node):
            return self.truth(self.literal(node))
        try:
            if node.function in TERMS:
                found: Term = TERMS[node.function](self, node)
                return found
            simpler = decomposed(node)
            return self.term(simpler) if simpler is not None else self.function(node)
        except Unsupported:
            scope = names_of(node)
            if not scope or self._combinations(scope) > LARGEST_TABLE:
                raise
            return self.applied([self.builder.view(self._names[name]) for name in scope], self._over(node, scope), ())

    def _over(self, node: Node, scope: Sequence[str]) -> Callable[..., Value]:
        evaluate = compiled(node)
        return lambda *values: evaluate(dict(zip(scope, values, strict=True)))

    def truth(self, literal: int) -> Term:
        """A literal as 0 or 1."""
        if literal < 0:
            return Term((), int(literal == TRUE))
        return Term(((literal >> 1, -1),), 1) if literal & 1 else Term(((literal >> 1, 1),))

    def function(self, node: Call) -> Term:
        """A function of values, as a table over its arguments. Raises: Unsupported if that is too large."""
        if "list" in FUNCTIONS[node.function].takes:
            raise Unsupported(f"'{node.function}' has no translation, and its variables have too many combinations")
        terms = [self.term(argument) for argument in node.arguments]
        defined = tuple(literal for term in terms for literal in term.defined)
        return self.applied([self.builder.view(term) for term in terms], FUNCTIONS[node.function].evaluate, defined)

    def applied(self, views: Sequence[View], run: Callable[..., Value], defined: tuple[int, ...]) -> Term:
        """A function of variables, as a table; where it has no value, it is what comes first, and undefined."""
        once = list(dict.fromkeys(view.variable for view in views))
        places = [once.index(view.variable) for view in views]
        sizes = [len(self.builder.network.values[variable]) for variable in once]
        if prod(sizes) > LARGEST_TABLE:
            raise Unsupported("its variables have too many combinations")
        found: list[Exact | None] = []
        for row in product(*map(range, sizes)):
            try:
                value = run(*(self.builder.value(v.values[row[p]]) for v, p in zip(views, places, strict=True)))
                found.append(self.builder.number(value))
            except Undefined:
                found.append(None)
        return self.tabulated(once, found, defined)

    def tabulated(self, once: list[int], found: Sequence[Exact | None], defined: tuple[int, ...]) -> Term:
        """A function of variables by its numbers for all their combinations; None: undefined there."""
        known = sorted({value for value in found if value is not None})
        if not known:
            return Term((), 0, (FALSE,))
        if None in found:
            there = [int(value is not None) for value in found]
            defined = (*defined, 2 * self._result(once, there))
        if len(known) == 1:
            return Term((), known[0], defined, self._is_symbol(known))
        scale = lcm(*(Fraction(value).denominator for value in known))
        whole = [int((known[0] if value is None else value) * scale) for value in found]
        factor = Fraction(1, scale) if scale > 1 else 1
        return Term(((self._result(once, whole), factor),), 0, defined, self._is_symbol(known))

    def _is_symbol(self, numbers: Sequence[Exact]) -> bool:
        return any(isinstance(self.builder.value(number), str) for number in numbers)

    def _result(self, once: list[int], numbers: list[int]) -> int:
        if len(once) == 1:
            view = View(once[0], self.builder.network.values[once[0]])
            return self.builder.function_of(view, numbers)
        values = sorted(set(numbers))
        places = {value: i for i, value in enumerate(values)}
        made = self.builder.variable(values)
        self.builder.network.constraints.append(Grid(tuple(once), made, [places[number] for number in numbers]))
        return made


_CLAUSES = ("or", "->", "not")


def is_boolean(node: Call) -> bool:
    """Whether the function gives a truth value, so that it is the nearest Boolean of what is undefined in it."""
    return FUNCTIONS[node.function].gives == "boolean"
