"""From the nodes of expressions to CP-SAT, by three tables: terms, truths and posts.

`term(node)`      what the expression is worth: a sum of solver variables, total, and where it is defined
`literal(node)`   a literal that is true exactly where the expression is (undefined counts as false)
`post(node)`      the expression holds, stated natively, perhaps only where some literals hold

A function of the language that is in no table, or whose numbers grow too large, is tabulated: its value is worked out
by `task.evaluation` for all combinations of its variables, if they are few. To add a global constraint: one small
function, entered in `TRUTHS` (reified) and, where CP-SAT has something native, in `POSTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ortools.sat.python.cp_model import IntVar

from cpsolver.solvers.cpsat import arithmetic, constraints, graphs, relations, scheduling
from cpsolver.solvers.cpsat.claims import Claim
from cpsolver.solvers.cpsat.coding import Coding, Symbols, coding_of, number
from cpsolver.solvers.cpsat.model import LARGEST, Literals, SolverModel, Unsupported
from cpsolver.solvers.cpsat.sums import Exact, Sum, literal_sum
from cpsolver.solvers.cpsat.tabulation import (
    LARGEST_TABLE,
    SMALL_TABLE,
    post_tabulated,
    table_function,
    tabulated,
    values_meeting,
)
from cpsolver.solvers.cpsat.term import Term
from cpsolver.task.decomposition import decomposed
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS

Truth = tuple[int, tuple[int, ...]]

TERMS: Mapping[str, Callable[[Compiler, Call], Term]] = {**arithmetic.TERMS, **graphs.TERMS}
TRUTHS: Mapping[str, Callable[[Compiler, Call], Truth]] = {
    **relations.TRUTHS,
    **constraints.TRUTHS,
    **graphs.TRUTHS,
    **scheduling.TRUTHS,
}
POSTS: Mapping[str, Callable[[Compiler, Call, Literals], None]] = {
    **relations.POSTS,
    **constraints.POSTS,
    **graphs.POSTS,
    **scheduling.POSTS,
}


class Compiler:
    """Translates nodes over the variables of one task."""

    def __init__(self, model: SolverModel, domains: Mapping[str, Finite], symbols: Symbols) -> None:
        self.model: SolverModel = model
        self.domains = domains
        self.symbols = symbols
        self.codings: dict[str, Coding] = {}
        self.indices: dict[str, int] = {}
        self.named: dict[str, Term] = {}
        self.whole: dict[str, IntVar | int] = {}  # what CP-SAT takes for a variable over whole numbers, as it is
        self.columns: dict[str, int] = {}  # the indices of those of them that are open
        self._codings: dict[tuple[Finite, tuple[type, ...]], Coding] = {}

    def declare(self, name: str) -> None:
        """Make the solver variable of a task variable; one that has a single value left is a constant.

        Raises: Unsupported on values CP-SAT cannot calculate with.
        """
        domain = self.domains[name]
        if len(domain.values) == 1:
            value = domain.values[0]
            self.named[name] = self.constant(value)
            if type(value) is int and -LARGEST < value < LARGEST:
                self.whole[name] = value
            return
        coding = self._codings.get(domain.as_written)
        if coding is None:
            coding = self._codings[domain.as_written] = coding_of(domain, self.symbols)
        self.codings[name] = coding
        index = self.indices[name] = self.model.variable(coding.solver)
        total = Sum({index: 1 if coding.scale == 1 else Fraction(1, coding.scale)})
        self.named[name] = Term(total, (), coding.symbols, coding.numeric)
        if coding.scale == 1 and not coding.symbols:
            self.whole[name] = self.model.variables[index]
            self.columns[name] = index

    # The three ways to translate a node

    def term(self, node: Node) -> Term:
        """What the expression is worth. Raises: Unsupported."""
        if isinstance(node, Name):
            return self.named[node.name]
        if isinstance(node, Constant):
            return self.constant(node.value)
        assert isinstance(node, Call), f"{node} has no value"
        if is_boolean(node):
            return Term(literal_sum(self.literal(node)))
        found = tabulated(self, node, SMALL_TABLE) if node.function in arithmetic.PARTIAL else None
        return found or self._translated(node)

    def _translated(self, node: Call) -> Term:
        try:
            if node.function in TERMS:
                return TERMS[node.function](self, node)
            return self.term(simpler(node))
        except Unsupported:
            found = tabulated(self, node, LARGEST_TABLE)
            if found is None:
                raise
            return found

    def number(self, node: Node) -> Term:
        """The same as `term`, of a node that must be a number. Raises: Unsupported."""
        found = self.term(node)
        if found.symbols:
            raise Unsupported("symbols are no numbers")
        return found

    def truth(self, node: Node) -> Truth:
        """The literal of the expression and where it is defined: of Booleans inside Booleans. Raises: Unsupported."""
        if isinstance(node, Call) and is_boolean(node):
            return self.literal(node), ()
        found = self.number(node)
        return self.model.literal(self.model.claim(found.value, "!=")), found.defined

    def literal(self, node: Node) -> int:
        """The literal that is true exactly where the expression is. Raises: Unsupported."""
        if not (isinstance(node, Call) and is_boolean(node)):
            literal, defined = self.truth(node)
            return self.model.conjunction((literal, *defined))
        try:
            if node.function in TRUTHS:
                literal, defined = TRUTHS[node.function](self, node)
                return self.model.conjunction((literal, *defined))
            return self.literal(simpler(node))
        except Unsupported:
            found = tabulated(self, node, LARGEST_TABLE)
            if found is None:
                raise
            return self.model.literal(self.model.claim(found.value, "!="))

    def post(self, node: Node, when: Literals = ()) -> None:
        """The expression holds wherever all the literals do. Raises: Unsupported."""
        conditions = self.model.reduced(when)
        if conditions is None:
            return
        if not (isinstance(node, Call) and (node.function in POSTS or is_boolean(node))):
            self.require((self.literal(node),), conditions)
            return
        try:
            if node.function in POSTS:
                POSTS[node.function](self, node, conditions)
            elif node.function not in TRUTHS and (found := decomposed(node)) is not None:
                self.post(found, conditions)
            else:
                self.require((self.literal(node),), conditions)
        except Unsupported:
            if not post_tabulated(self, node, conditions):
                raise

    # What the tables are written with

    def require(self, literals: Sequence[int], when: Literals) -> None:
        """All the literals hold wherever those of `when` do."""
        for literal in literals:
            self.model.clause((*(~other for other in when), literal))

    def constant(self, value: Value) -> Term:
        """A constant: a number, truth value or symbol. Raises: Unsupported on a float."""
        if isinstance(value, str):
            return Term(Sum({}, self.symbols.code(value)), (), frozenset((value,)), False)
        return Term(Sum({}, number(value, self.symbols)))

    def coded(self, name: str) -> list[tuple[Value, int]]:
        """The values of an open variable with the solver's numbers for them."""
        scale = self.codings[name].scale
        return [(value, int(number(value, self.symbols) * scale)) for value in self.domains[name]]

    def is_total(self, node: Node) -> bool:
        """Whether the expression is defined everywhere, by its form alone."""
        return not isinstance(node, Call) or is_boolean(node)

    def may_be_equal(self, first: Term, second: Term) -> bool:
        """Whether two values can be equal, being of the same sort; then their sums are equal exactly where they are.

        Raises: Unsupported if a number could pass for a symbol.
        """
        if not (first.symbols or second.symbols):
            return True
        if not (first.numeric or second.numeric):
            return True
        if first.numeric and second.numeric:
            self.check_below_symbols(first)
            self.check_below_symbols(second)
            return True
        return bool(first.symbols and second.symbols)

    def check_below_symbols(self, term: Term) -> None:
        """Raises: Unsupported if a plain number is so large that it could pass for a symbol."""
        if not term.symbols and self.model.bounds(term.value)[1] >= self.symbols.base:
            raise Unsupported("symbols are compared with large numbers")

    def values_meeting(self, node: Node) -> Claim | None:
        """A condition on one variable as the set of its values that meet it; None for any other condition."""
        return values_meeting(self, node)

    def table_function(
        self, arguments: Sequence[Sum], rows: Sequence[tuple[int, ...]], results: Sequence[Exact | None]
    ) -> tuple[Sum, tuple[int, ...]]:
        """The result as a function of affine arguments, row by row, and where it is defined."""
        return table_function(self, arguments, rows, results)


def simpler(node: Call) -> Node:
    """A global in simpler words. Raises: Unsupported if there are none."""
    found = decomposed(node)
    if found is None:
        raise Unsupported(f"'{node.function}' has no translation, and its variables have too many combinations")
    return found


def is_boolean(node: Call) -> bool:
    """Whether the function gives a truth value, so that it is the nearest Boolean of what is undefined in it."""
    return FUNCTIONS[node.function].gives == "boolean"
