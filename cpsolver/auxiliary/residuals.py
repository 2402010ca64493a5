"""What is left of an expression when its variables get values one by one: terms simplified so that equal rests meet.

Of `count(true, a < b, a < c and b < c) = 2` after a = 3 and b = 5 all that matters is that c is compared with 5, and
how many were counted so far. Terms are kept once each and known by their number, so that two histories that leave the
same to be done lead to the same number; that is what keeps a decision diagram small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from cpsolver.task.decomposition import decomposed
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS, Undefined

LARGEST = 10**9
"""Numbers beyond this are left to solvers: sums in another order could meet the bound of what is defined."""

Term = int
"""The number of a term."""

LAZY = ("and", "or", "if")
"""Functions that may be defined though an argument is not."""


MOST_WORK = 100_000
"""So many terms are looked at when variables get their values: about half a second."""


class TooMuch(Exception):
    """There are more terms than is worth while, or values of another sort."""


class Residuals:
    """The terms of an expression over numbered variables.

    domains: of every variable its values; variables get them in this order
    most:    how many terms there may be, beyond which TooMuch is raised
    free:    of every term the variables it still depends on, as a mask
    """

    def __init__(self, domains: Sequence[Sequence[Value]], most: int) -> None:
        self.work = 0
        self.domains, self.most = tuple(map(tuple, domains)), most
        self.free: list[int] = []
        self._forms: list[tuple[Any, ...]] = []
        self._numbers: dict[tuple[Any, ...], Term] = {}
        self._assigned: dict[tuple[Term, int, int], Term] = {}
        self.undefined = self._kept(("undefined",), 0)
        self.true, self.false = self.constant(True), self.constant(False)

    # -- making terms --------------------------------------------------------------------------------------

    def term(self, node: Node, position: Mapping[str, int]) -> Term:
        """The term of a ground expression. position: of every variable. Raises: TooMuch."""
        if isinstance(node, Constant):
            return self.constant(node.value)
        if isinstance(node, Name):
            variable = position[node.name]
            return self._table(variable, [self.constant(value) for value in self.domains[variable]])
        if isinstance(node, Collection):
            return self.applied("list", [self.term(item, position) for item in node.items])
        if not isinstance(node, Call):
            raise TooMuch
        simpler = None if node.function in _REWRITTEN else decomposed(node)
        if simpler is not None:
            return self.term(simpler, position)
        terms = [self.term(argument, position) for argument in node.arguments]
        rewrite = _REWRITTEN.get(node.function)
        return rewrite(self, terms) if rewrite else self.applied(node.function, terms)

    def constant(self, value: Any) -> Term:
        """The term of a value. Raises: TooMuch for numbers that are not exact or very large."""
        if isinstance(value, tuple):
            return self._kept((None, tuple(self.constant(item) for item in value), value), 0)
        is_exact = isinstance(value, str) or (isinstance(value, (int, Fraction)) and -LARGEST <= value <= LARGEST)
        if not is_exact:
            raise TooMuch
        return self._kept((None, type(value), value), 0)

    def value(self, term: Term) -> Any:
        """The value of a term that depends on nothing; None if it is undefined."""
        return None if term == self.undefined else self._forms[term][2]

    def applied(self, function: str, terms: list[Term]) -> Term:
        """A function of terms, simplified."""
        if self.undefined in terms and function not in LAZY:
            return self._missing(function)
        if function == "->" and terms[0] in (self.true, self.false) and self._is_boolean(terms[1]):
            return terms[1] if terms[0] == self.true else self.true
        if function in _ASSOCIATIVE:
            terms = self._gathered(function, terms)
        free = self._free(terms)
        if not free:
            return self._evaluated(function, terms)
        if not free & free - 1:
            variable = free.bit_length() - 1
            numbers = range(len(self.domains[variable]))
            rows = ([self.assigned(term, variable, number) for term in terms] for number in numbers)
            return self._table(variable, [self._evaluated(function, row) for row in rows])
        if len(terms) == 1 and function in ("and", "or") and self._is_boolean(terms[0]):
            return terms[0]
        return self._kept((function, *terms), free)

    def _kept(self, form: tuple[Any, ...], free: int) -> Term:
        found = self._numbers.get(form)
        if found is None:
            if len(self._forms) >= self.most:
                raise TooMuch
            found = self._numbers[form] = len(self._forms)
            self._forms.append(form)
            self.free.append(free)
        return found

    def _table(self, variable: int, results: Sequence[Term]) -> Term:
        """The term that has these results for the values of one variable."""
        return results[0] if len(set(results)) == 1 else self._kept((variable, *results), 1 << variable)

    def _free(self, terms: Iterable[Term]) -> int:
        free = 0
        for term in terms:
            free |= self.free[term]
        return free

    def _is_boolean(self, term: Term) -> bool:
        """Whether a term is always defined and a truth value."""
        form = self._forms[term]
        if isinstance(form[0], int):
            return all(result in (self.true, self.false) for result in form[1:])
        return term in (self.true, self.false) or (form[0] in FUNCTIONS and FUNCTIONS[form[0]].gives == "boolean")

    def _missing(self, function: str) -> Term:
        """What a function says of something undefined."""
        return self.false if function in FUNCTIONS and FUNCTIONS[function].gives == "boolean" else self.undefined

    def _evaluated(self, function: str, terms: Sequence[Term]) -> Term:
        """A function of constants."""
        if function == "if":
            return self.undefined if terms[0] == self.undefined else terms[1 if self.value(terms[0]) else 2]
        if function not in LAZY and self.undefined in terms:
            return self._missing(function)
        values = [self.value(term) for term in terms]  # to `and` and `or` what is undefined is as good as false
        if function == "list":
            return self.constant(tuple(values))
        try:
            return self.constant(FUNCTIONS[function].evaluate(*values))
        except Undefined:
            return self._missing(function)

    def _gathered(self, function: str, terms: Iterable[Term]) -> list[Term]:
        """Arguments that may be exchanged, put together: one for each variable alone, and others."""
        alone: dict[int, list[Term]] = {}
        others: list[Term] = []
        for term in self._flat(function, terms):
            free = self.free[term]
            (others if free & free - 1 else alone.setdefault(free, [])).append(term)
        merged = [self._merged(function, free, members) for free, members in alone.items()]
        absorbing, neutral = (value if value is None else self.constant(value) for value in _ASSOCIATIVE[function])
        if absorbing in merged:
            return [absorbing]
        if function != "sum":
            others = list(dict.fromkeys(others))
        return sorted([*(term for term in merged if term != neutral), *others])

    def _flat(self, function: str, terms: Iterable[Term]) -> Iterator[Term]:
        for term in terms:
            form = self._forms[term]
            if form[0] == function:
                yield from self._flat(function, form[1:])
            else:
                yield term

    def _merged(self, function: str, free: int, members: list[Term]) -> Term:
        if len(members) == 1 and (function not in LAZY or self._is_boolean(members[0])):
            return members[0]
        if not free:
            return self._evaluated(function, members)
        variable = free.bit_length() - 1
        numbers = range(len(self.domains[variable]))
        rows = ([self.assigned(term, variable, number) for term in members] for number in numbers)
        return self._table(variable, [self._evaluated(function, row) for row in rows])

    # -- giving values -------------------------------------------------------------------------------------

    def assigned(self, term: Term, variable: int, number: int) -> Term:
        """What is left of a term when a variable has the value of this number in its domain. Raises: TooMuch."""
        if not self.free[term] >> variable & 1:
            return term
        form = self._forms[term]
        if form[0] == variable:
            return int(form[1 + number])
        key = (term, variable, number)
        found = self._assigned.get(key)
        if found is None:
            self.work += len(form)
            if self.work > MOST_WORK:
                raise TooMuch
            found = self.applied(form[0], [self.assigned(below, variable, number) for below in form[1:]])
            self._assigned[key] = found
        return found


Rewriting = Callable[[Residuals, list[Term]], Term]


def _chained(function: str, chosen: Callable[[list[Term]], Iterator[tuple[Term, Term]]]) -> Rewriting:
    """A condition on many terms as conditions on two of them each."""

    def rewrite(residuals: Residuals, terms: list[Term]) -> Term:
        if len(terms) < 2:
            # a single term has nothing to compare with, but is false where it is undefined, which may show later
            return residuals.applied("=", terms * 2) if terms else residuals.true
        return residuals.applied("and", [residuals.applied(function, list(pair)) for pair in chosen(terms)])

    return rewrite


def _count(residuals: Residuals, terms: list[Term]) -> Term:
    return residuals.applied("sum", [residuals.applied("count", [term]) for term in terms])


def _difference(residuals: Residuals, terms: list[Term]) -> Term:
    return residuals.applied("sum", [terms[0], residuals.applied("neg", terms[1:])])


_REWRITTEN: dict[str, Rewriting] = {
    "+": lambda residuals, terms: residuals.applied("sum", terms),
    "-": _difference,
    "count": _count,
    "increasing": _chained("<=", pairwise),
    "strictly_increasing": _chained("<", pairwise),
    "decreasing": _chained(">=", pairwise),
    "all_different": _chained("!=", lambda terms: combinations(terms, 2)),
}
_ASSOCIATIVE: dict[str, tuple[Value | None, Value | None]] = {
    "and": (False, True),
    "or": (True, False),
    "sum": (None, 0),
    "min": (None, None),
    "max": (None, None),
}
"""Functions whose arguments may be put together in any order; what decides them, and what may be left out."""
