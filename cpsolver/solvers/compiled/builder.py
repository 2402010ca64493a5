"""A network under construction: variables, literals and linear claims, each made once however often asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm

from cpsolver.compiled.networks import FALSE, LARGEST, TRUE, AnyOf, Different, Linear, Network, Pairs
from cpsolver.task.domain import Value

Exact = int | Fraction

MOST_VALUES = 20_000
"""How many values a variable may have."""

MOST_PAIRS = 1 << 18
"""How many pairs of values two variables may have whose equation is looked at value by value."""

SYMBOLS = 1 << 40
"""The number of the first symbol: above all numbers that symbols are compared with."""


class Unsupported(Exception):
    """There is no network for this; the message says why. The translator catches it; nobody else sees it."""


@dataclass(frozen=True)
class Term:
    """A value: a sum of coefficient × variable, plus a constant, and the literals that say where it is defined.

    symbolic: whether it may be a symbol
    """

    coefficients: tuple[tuple[int, Exact], ...]
    constant: Exact = 0
    defined: tuple[int, ...] = ()
    symbolic: bool = False


@dataclass(frozen=True)
class View:
    """A variable, and the true value that stands for each of its values."""

    variable: int
    values: tuple[Exact, ...]


def total(parts: Iterable[tuple[Term, Exact]]) -> Term:
    """The sum of factor × term."""
    coefficients: dict[int, Exact] = {}
    constant: Exact = 0
    defined: dict[int, None] = {}
    for term, factor in parts:
        if term.symbolic:
            raise Unsupported("symbols are no numbers")
        for variable, number in term.coefficients:
            coefficients[variable] = coefficients.get(variable, 0) + factor * number
        constant += factor * term.constant
        defined.update(dict.fromkeys(term.defined))
    kept = tuple((variable, number) for variable, number in coefficients.items() if number)
    return Term(kept, constant, tuple(defined))


def negated(literal: int) -> int:
    """The literal that is true where this one is false."""
    return literal ^ 1 if literal >= 0 else (FALSE if literal == TRUE else TRUE)


def bits(flags: Iterable[bool]) -> int:
    """The number whose bits these are."""
    return sum(1 << i for i, flag in enumerate(flags) if flag)


class Builder:
    """A network, with what was made for what."""

    def __init__(self) -> None:
        self.network = Network()
        self._symbols: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._made: dict[object, int] = {}
        self.is_false = False

    # Values

    def number(self, value: Value) -> Exact:
        """The exact number that stands for a value. Raises: Unsupported on a float."""
        if isinstance(value, str):
            if value not in self._symbols:
                code = self._symbols[value] = SYMBOLS + len(self._symbols)
                self._names[code] = value
            return self._symbols[value]
        if isinstance(value, float):
            raise Unsupported(f"{value} is not exact")
        return value if isinstance(value, Fraction) else int(value)

    def value(self, number: Exact) -> Value:
        """The value that a number stands for."""
        found: Value = self._names.get(number, number) if isinstance(number, int) else number
        return found

    # Variables

    def variable(self, values: Sequence[int]) -> int:
        """A new variable with these values in ascending order. Raises: Unsupported for too many or too large ones."""
        if len(values) > MOST_VALUES:
            raise Unsupported(f"an expression may have more than {MOST_VALUES:,} values")
        if values and max(abs(values[0]), abs(values[-1])) >= LARGEST:
            raise Unsupported("its values are too large: the kernels take only numbers below 2^58")
        self.network.values.append(tuple(values))
        self.network.masks.append((1 << len(values)) - 1)
        return len(self.network.values) - 1

    def fixed(self, value: int) -> int:
        """A variable with this one value."""
        return self._once(("fixed", value), lambda: self.variable((value,)))

    def values_of(self, variable: int) -> list[int]:
        """The values a variable may still have."""
        mask = self.network.masks[variable]
        return [value for i, value in enumerate(self.network.values[variable]) if mask >> i & 1]

    def keep(self, variable: int, mask: int) -> None:
        """The variable has only these values, as bits."""
        self.network.masks[variable] &= mask
        self.is_false |= not self.network.masks[variable]

    def function_of(self, view: View, results: Sequence[int]) -> int:
        """A variable that is a function of another one, value by value."""
        values = sorted(set(results))
        places = {value: i for i, value in enumerate(values)}
        partners = tuple(1 << places[result] for result in results)

        def make() -> int:
            made = self.variable(values)
            self.network.constraints.append(Pairs((view.variable, made), partners))
            return made

        return self._once(("function", view.variable, tuple(results)), make)

    def view(self, term: Term) -> View:
        """The term as a variable: its own if it has one, else a new one equal to the sum."""
        if len(term.coefficients) == 1:
            ((variable, factor),) = term.coefficients
            values = self.network.values[variable]
            return View(variable, tuple(_whole(factor * value + term.constant) for value in values))
        if not term.coefficients:
            whole = int(term.constant)
            return View(self.fixed(whole), (term.constant,))
        scale = lcm(*(number.denominator for _, number in term.coefficients))
        variable = self._sum(tuple((v, int(number * scale)) for v, number in term.coefficients))
        values = self.network.values[variable]
        return View(variable, tuple(_whole(Fraction(value, scale) + term.constant) for value in values))

    def plain(self, term: Term) -> int:
        """The term as a variable whose values are those of the term. Raises: Unsupported for broken numbers."""
        view = self.view(term)
        if any(isinstance(value, Fraction) for value in view.values):
            raise Unsupported("broken numbers are chosen from")
        values = tuple(int(value) for value in view.values)
        return view.variable if values == self.network.values[view.variable] else self.function_of(view, values)

    def _sum(self, coefficients: tuple[tuple[int, int], ...]) -> int:
        def make() -> int:
            made = self.variable(self._sums(coefficients))
            variables = (*(variable for variable, _ in coefficients), made)
            self._linear(variables, (*(number for _, number in coefficients), -1), "=", 0, TRUE)
            return made

        return self._once(("sum", coefficients), make)

    def _sums(self, coefficients: tuple[tuple[int, int], ...]) -> list[int]:
        found = {0}
        for variable, factor in coefficients:
            values = self.values_of(variable)
            if len(found) * len(values) > 50 * MOST_VALUES:
                return self._range(coefficients)
            found = {a + factor * b for a in found for b in values}
        return sorted(found)

    def _range(self, coefficients: tuple[tuple[int, int], ...]) -> list[int]:
        ends = [(factor * self.values_of(v)[0], factor * self.values_of(v)[-1]) for v, factor in coefficients]
        low, high = sum(map(min, ends)), sum(map(max, ends))
        if high - low >= MOST_VALUES:
            raise Unsupported(f"an expression may have more than {MOST_VALUES:,} values")
        return list(range(low, high + 1))

    def _once(self, key: object, make: Callable[[], int]) -> int:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    # Literals

    def literal(self) -> int:
        """A new literal, to be determined by what is posted of it."""
        return 2 * self.variable((0, 1))

    def member(self, variable: int, mask: int) -> int:
        """The literal that a variable has one of some values, as bits."""
        full = (1 << len(self.network.values[variable])) - 1
        now, mask = self.network.masks[variable], mask & full
        if now & ~mask == 0 or now & mask == 0:
            return TRUE if now & mask else FALSE
        if self.network.values[variable] == (0, 1):
            return 2 * variable + (mask == 1)
        if mask & 1:
            return negated(self.member(variable, full & ~mask))
        results = [mask >> i & 1 for i in range(len(self.network.values[variable]))]
        view = View(variable, self.network.values[variable])
        return 2 * self.function_of(view, results)

    def any_of(self, literals: Iterable[int]) -> int:
        """The literal that one of these is true."""
        kept = _tidied(literals)
        if kept is None or len(kept) < 2:
            return TRUE if kept is None else kept[0] if kept else FALSE

        def make() -> int:
            made = self.literal()
            self.post_any((*kept, negated(made)))
            for literal in kept:
                self.post_any((negated(literal), made))
            return made

        return self._once(("any", kept), make)

    def all_of(self, literals: Iterable[int]) -> int:
        """The literal that all of these are true."""
        return negated(self.any_of(map(negated, literals)))

    def same(self, first: int, second: int) -> int:
        """The literal that two are true together, or false together."""
        both, neither = self.all_of((first, second)), self.all_of((negated(first), negated(second)))
        return self.any_of((both, neither))

    def post_any(self, literals: Iterable[int]) -> None:
        """One of these is true."""
        kept = _tidied(literals)
        if kept is None:
            return
        if not kept:
            self.is_false = True
        elif len(kept) == 1:
            self.keep(kept[0] >> 1, 1 if kept[0] & 1 else 2)
        else:
            self.network.constraints.append(AnyOf(kept))

    # Linear claims: a sum compared with 0

    def claim(self, term: Term, relation: str) -> int:
        """The literal of a comparison of a sum with 0."""
        if relation in ("!=", ">", "<"):
            return negated(self.claim(term, {"!=": "=", ">": "<=", "<": ">="}[relation]))
        variables, numbers, constant = _scaled(term)
        if relation == ">=":
            return self.claim(Term(tuple(zip(variables, (-a for a in numbers), strict=True)), constant), "<=")
        if len(variables) < 2:
            return self._unary(variables, numbers, constant, relation)
        variables, numbers, relation, constant = _reduced(variables, numbers, constant, relation)
        if relation == "never":
            return FALSE

        def make() -> int:
            made = self.literal()
            self._linear(variables, numbers, relation, constant, made)
            return made

        return self._once(("claim", variables, numbers, relation, constant), make)

    def post_claim(self, term: Term, relation: str) -> None:
        """A sum compares so with 0."""
        variables, numbers, constant = _scaled(term)
        if len(variables) < 2:
            self.post_any((self.claim(term, relation),))
        elif relation in (">", ">="):
            mirrored = Term(tuple(zip(variables, (-a for a in numbers), strict=True)), constant)
            self.post_claim(mirrored, "<" if relation == ">" else "<=")
        elif relation == "<":
            self._linear(*_reduced(variables, numbers, constant - 1, "<="))
        elif relation == "!=":
            self._unequal(variables, numbers, constant)
        elif relation == "=" and len(variables) == 2 and self._pairs(variables) <= MOST_PAIRS:
            self._matched(variables, numbers, constant)
        else:
            self._linear(*_reduced(variables, numbers, constant, relation))

    def bound(self, term: Term) -> Linear:
        """A sum without constant, at most so large that nothing is excluded; its scale is the kernel's own."""
        variables, numbers, _ = _scaled(term)
        return self._checked(Linear(variables, numbers, "<=", LARGEST))

    def _pairs(self, variables: Sequence[int]) -> int:
        return len(self.network.values[variables[0]]) * len(self.network.values[variables[1]])

    def _unary(self, variables: Sequence[int], numbers: Sequence[int], constant: int, relation: str) -> int:
        def holds(number: int) -> bool:
            return number <= constant if relation == "<=" else number == constant

        if not variables:
            return TRUE if holds(0) else FALSE
        values = self.network.values[variables[0]]
        return self.member(variables[0], sum(1 << i for i, value in enumerate(values) if holds(numbers[0] * value)))

    def _matched(self, variables: Sequence[int], numbers: Sequence[int], constant: int) -> None:
        """a·x + b·y = c, value by value."""
        (x, y), (a, b) = variables, numbers
        places = {b * value: i for i, value in enumerate(self.network.values[y])}
        found = [places.get(constant - a * value) for value in self.network.values[x]]
        partners = tuple(0 if place is None else 1 << place for place in found)
        self.network.constraints.append(Pairs((x, y), partners))

    def _unequal(self, variables: Sequence[int], numbers: Sequence[int], constant: int) -> None:
        if len(variables) == 2:
            (x, y), (a, b) = variables, numbers
            first = [a * value for value in self.network.values[x]]
            second = [constant - b * value for value in self.network.values[y]]
            self.post_different([(x, first), (y, second)])
            return
        variables, numbers, relation, constant = _reduced(variables, numbers, constant, "=")
        if relation != "never":
            self._linear(variables, numbers, "=", constant, FALSE)

    def post_different(self, terms: Sequence[tuple[int, Sequence[Exact]]]) -> None:
        """Terms of one variable each, given by their values, all differ."""
        for (x, first), (y, second) in combinations(terms, 2):
            if x == y:
                kept = sum(1 << i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
                self.keep(x, kept)
        known = sorted({value for _, values in terms for value in values})
        numbers = {value: i for i, value in enumerate(known)}
        rows = tuple(tuple(numbers[value] for value in values) for _, values in terms)
        if len(terms) > 1:
            self.network.constraints.append(Different(tuple(v for v, _ in terms), rows, len(known)))

    def _linear(
        self, variables: Sequence[int], numbers: Sequence[int], relation: str, constant: int, literal: int = TRUE
    ) -> None:
        if relation == "never":
            self.is_false = True
            return
        self.network.constraints.append(
            self._checked(Linear(tuple(variables), tuple(numbers), relation, constant, literal))
        )

    def _checked(self, linear: Linear) -> Linear:
        """The same. Raises: Unsupported if its numbers are too large."""
        reach = sum(
            abs(a) * max(abs(self.network.values[v][0]), abs(self.network.values[v][-1]))
            for a, v in zip(linear.coefficients, linear.variables, strict=True)
        )
        if reach + abs(linear.constant) >= 2 * LARGEST:
            raise Unsupported("its numbers are too large: the kernels take only sums below 2^58")
        return linear


def _tidied(literals: Iterable[int]) -> tuple[int, ...] | None:
    """The literals, each once, without those that are false; None if one of them is always true."""
    kept = tuple(sorted({literal for literal in literals if literal != FALSE}))
    if TRUE in kept or any(literal ^ 1 in kept for literal in kept):
        return None
    return kept


def _whole(number: Exact) -> Exact:
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def _scaled(term: Term) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """A sum compared with 0 as whole coefficients and the constant on the other side."""
    scale = lcm(*(Fraction(number).denominator for _, number in term.coefficients), Fraction(term.constant).denominator)
    variables = tuple(variable for variable, _ in term.coefficients)
    return variables, tuple(int(number * scale) for _, number in term.coefficients), int(-term.constant * scale)


def _reduced(
    variables: Sequence[int], numbers: Sequence[int], constant: int, relation: str
) -> tuple[tuple[int, ...], tuple[int, ...], str, int]:
    """The same divided by what all coefficients have in common; the relation `never` for an equation without solution.

    For `<=` the constant is rounded down.
    """
    divisor = gcd(*numbers)
    if relation == "=" and constant % divisor:
        relation = "never"
    return tuple(variables), tuple(number // divisor for number in numbers), relation, constant // divisor
