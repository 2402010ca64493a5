"""How the values of a task become whole numbers for CP-SAT, and back.

Whole numbers stand for themselves, truth values for 0 and 1. Fractions are multiplied by the least number that makes
all values of their variable whole. Symbols get numbers above every number of the task, one table for all variables,
so that equal symbols are equal numbers everywhere and no symbol of a mixed domain is mistaken for a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm

from ortools.sat.python.cp_model import Domain

from cpsolver.solvers.cpsat.model import LARGEST, Unsupported
from cpsolver.solvers.cpsat.sums import Exact
from cpsolver.task.domain import Finite, Value


class Symbols:
    """The one code table of a task: each symbol met gets the next number, all of them above `base`."""

    def __init__(self, base: int) -> None:
        self.base = base
        self._codes: dict[str, int] = {}

    @classmethod
    def above(cls, domains: Iterable[Finite]) -> Symbols:
        """A table whose codes no number in these domains reaches."""
        different = set(domains)
        numbers = (value for domain in different for value in domain.values if not isinstance(value, str))
        return cls(max(1, 1 + ceil(max(numbers, default=0))))

    def code(self, symbol: str) -> int:
        """The number of the symbol."""
        return self._codes.setdefault(symbol, self.base + len(self._codes))


@dataclass(frozen=True)
class Coding:
    """The values of one domain as whole numbers.

    scale:    solver's number = value × scale
    solver:   the solver's numbers, as a CP-SAT domain
    values:   back from the solver's numbers; None where they are the values
    symbols:  which symbols are among the values; `numeric`: whether anything else is
    """

    scale: int
    solver: Domain
    values: dict[int, Value] | None
    symbols: frozenset[str]
    numeric: bool

    def value(self, number: int) -> Value:
        """The value of the domain that the solver's number stands for."""
        return number if self.values is None else self.values[number]


def coding_of(domain: Finite, symbols: Symbols) -> Coding:
    """The coding of a domain that is not empty. Raises: Unsupported on floats and on numbers too large."""
    first, last = domain.values[0], domain.values[-1]
    if all(type(value) is int for value in domain) and last - first == len(domain) - 1 and _ascends(domain):  # type: ignore[operator]
        _check(first, last)  # type: ignore[arg-type]
        return Coding(1, Domain(first, last), None, frozenset(), True)
    numbers = {value: number(value, symbols) for value in domain}
    scale = lcm(*(code.denominator for code in numbers.values()))
    values = {int(code * scale): value for value, code in numbers.items()}
    _check(*values)
    names = frozenset(value for value in domain if isinstance(value, str))
    plain = scale == 1 and all(type(value) is int for value in domain)
    return Coding(scale, Domain.from_values(list(values)), None if plain else values, names, len(names) < len(domain))


def number(value: Value, symbols: Symbols) -> Exact:
    """The exact number that stands for a value. Raises: Unsupported on a float."""
    if type(value) is int:  # the usual case, and the abstract classes of numbers are slow to ask
        return value
    if isinstance(value, str):
        return symbols.code(value)
    if isinstance(value, float):
        raise Unsupported(f"{value} is not exact")
    return value if isinstance(value, Fraction) else int(value)


def _ascends(domain: Finite) -> bool:
    return all(b - a == 1 for a, b in zip(domain.values, domain.values[1:], strict=False))  # type: ignore[operator]


def _check(*numbers: int) -> None:
    if max(map(abs, numbers)) >= LARGEST:
        raise Unsupported("its values are too large: CP-SAT takes only numbers below 2^60")
