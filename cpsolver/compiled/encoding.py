"""A network as one array of whole numbers: one table, constraint → the numbers its propagator reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from cpsolver.compiled import domain_kernels as kernels
from cpsolver.compiled.domain_kernels import ANY, BOUNDS, FIX, FULL, SIZES, WORD
from cpsolver.compiled.networks import (
    FALSE,
    AnyOf,
    Constraint,
    Different,
    Element,
    Extreme,
    Grid,
    Linear,
    Network,
    Pairs,
    Rows,
)

Ints = npt.NDArray[np.int64]

TRIED = 200
"""A grid looks at its combinations once there are no more than this, or than one of its variables has values."""


class Numbers:
    """The one array of the kernels, under way: the rows of each region, and blocks of numbers that others point at.

    Blocks are laid after the header, the sizes and the domains, so that their places are known when they are made.
    """

    def __init__(self, network: Network) -> None:
        count = len(network.values)
        self.network = network
        self.words = [max(1, -(-len(values) // WORD)) for values in network.values]
        self.header = [0] * SIZES
        self.blocks: list[Sequence[int] | Ints] = []
        self.place = SIZES + count
        self.kinds: list[int] = []
        self.at: list[int] = []
        self.scopes: list[tuple[int, ...]] = []
        self.watching: list[list[int]] = [[] for _ in network.values]
        self.reactions: list[list[int]] = [[] for _ in network.values]
        self.saved = self.listed = 0

    def block(self, numbers: Sequence[int] | Ints) -> int:
        """Where these numbers stand from now on."""
        at = self.place
        self.blocks.append(numbers)
        self.place += len(numbers)
        return at

    def rows(self, rows: Sequence[Sequence[int]]) -> int:
        """Where the places stand at which these rows begin, and at which the last ends."""
        lengths = [0, *map(len, rows)]
        starts = np.cumsum(lengths) + self.place
        self.block(_joined(rows))
        return self.block(starts)

    def add(self, kind: int, head: Sequence[int], scope: tuple[int, ...], events: Sequence[int]) -> int:
        """A propagator whose own numbers are the head; `events`: which of each variable's make it run, −1 for none."""
        number = len(self.kinds)
        self.kinds.append(kind)
        self.at.append(self.block(head))
        self.scopes.append(scope)
        for variable, event in zip(scope, events, strict=True):
            if event >= 0:
                self.watching[variable].append(4 * number + event)
        return number

    def size(self, variable: int) -> int:
        """How many values a variable has, allowed or not."""
        return len(self.network.values[variable])

    def array(self) -> Ints:
        """All of it."""
        sizes = [mask.bit_count() for mask in self.network.masks]
        return _joined([self.header, sizes, *self.blocks])


def encoded(network: Network) -> Numbers:
    """A network whose masks are not empty, as numbers: everything the kernels of propagation need."""
    numbers = Numbers(network)
    masks = zip(network.masks, numbers.words, strict=True)
    domains = numbers.rows([_words(mask, length) for mask, length in masks])
    bases = numbers.rows(network.values)
    for constraint in network.constraints:
        _ENCODERS[type(constraint)](numbers, constraint)
    header = numbers.header
    header[kernels.WORDS], header[kernels.BASES] = domains, bases
    _lay_scopes(numbers)
    _lay_room(numbers)
    return numbers


def _lay_scopes(numbers: Numbers) -> None:
    """The regions that say which variables and which propagators have to do with each other."""
    grouped = (kernels.DIFFERENT, kernels.HIDDEN)  # who differs from whom is looked up by reactions
    joined: list[list[int]] = [[] for _ in numbers.words]
    for number, scope in enumerate(numbers.scopes):
        if numbers.kinds[number] not in grouped:
            for variable in scope:
                joined[variable].append(number)
    header = numbers.header
    header[kernels.WATCHES] = numbers.rows(numbers.watching)
    header[kernels.REACTIONS] = numbers.rows(numbers.reactions)
    header[kernels.SCOPES] = numbers.rows(numbers.scopes)
    header[kernels.JOINED] = numbers.rows(joined)
    header[kernels.KINDS] = numbers.block(numbers.kinds)
    header[kernels.AT] = numbers.block(numbers.at)


def _lay_room(numbers: Numbers) -> None:
    """The regions that change, and the numbers before the search."""
    network, header = numbers.network, numbers.header
    count, propagators = len(network.values), len(numbers.kinds)
    sizes = [mask.bit_count() for mask in network.masks]
    known = [v for v, size in enumerate(sizes) if size == 1]
    weights = np.ones(count, np.int64)
    for scope in numbers.scopes:
        weights[list(scope)] += 1
    header[kernels.VARIABLES], header[kernels.PROPAGATORS] = count, propagators
    header[kernels.OWN], header[kernels.FILLED] = network.own, sum(v < network.own for v in known)
    header[kernels.FIXED] = len(known)
    header[kernels.FIXED_AT] = numbers.block([*known, *[0] * (count - len(known) + 1)])
    header[kernels.WEIGHTS] = numbers.block(weights)
    header[kernels.TRAIL_AT] = numbers.block(_zeros(2 * (3 * sum(sizes) + numbers.saved + 8)))
    header[kernels.QUEUE] = numbers.block(_zeros(2 * propagators))
    header[kernels.QUEUED] = numbers.block(_zeros(propagators))
    header[kernels.COUNTS] = numbers.block(_zeros(3 * numbers.listed + 1))


def _zeros(length: int) -> Ints:
    return np.zeros(length, np.int64)


def _joined(rows: Sequence[Any]) -> Ints:
    filled = [np.asarray(row, np.int64) for row in rows if len(row)]
    return np.concatenate(filled) if filled else _zeros(0)


def _words(mask: int, length: int) -> list[int]:
    return [mask >> WORD * k & FULL for k in range(length)]


def _different(numbers: Numbers, constraint: Different) -> None:
    n = len(constraint.variables)
    there = [numbers.block(row) for row in constraint.numbers]
    back = []
    for row in constraint.numbers:
        inverse = [-1] * constraint.terms
        for i, term in enumerate(row):
            if term >= 0:
                inverse[term] = i
        back.append(numbers.block(inverse))
    shifts = _shifts(numbers, constraint)
    head = [n, constraint.terms, *constraint.variables, *there, *back, int(bool(shifts)), *shifts]
    number = numbers.add(kernels.DIFFERENT, head, constraint.variables, [-1] * n)
    for position, variable in enumerate(constraint.variables):
        numbers.reactions[variable] += [number, position]
    if n > 2 and constraint.terms <= n + n // 4:
        numbers.add(kernels.HIDDEN, head, constraint.variables, [ANY] * n)
        numbers.listed = max(numbers.listed, constraint.terms)


def _shifts(numbers: Numbers, constraint: Different) -> list[int]:
    """By how much each term's number is above that of the value, where all of it fits a word; else nothing."""
    found = []
    for variable, row in zip(constraint.variables, constraint.numbers, strict=True):
        differences = {term - i for i, term in enumerate(row) if term >= 0} or {0}
        if len(differences) > 1 or min(differences) < 0 or constraint.terms > WORD or numbers.size(variable) > WORD:
            return []
        found.append(min(differences))
    return found


def _linear(numbers: Numbers, constraint: Linear) -> None:
    n, literal = len(constraint.variables), constraint.literal
    head = [n, constraint.constant, literal, *constraint.coefficients, *constraint.variables]
    scope = constraint.variables if literal < 0 else (*constraint.variables, literal >> 1)
    event = FIX if constraint.relation == "=" and literal == FALSE else BOUNDS
    kind = kernels.EQUAL if constraint.relation == "=" else kernels.LESS
    numbers.add(kind, head, scope, [event] * len(scope))


def _any_of(numbers: Numbers, constraint: AnyOf) -> None:
    scope = constraint.variables
    numbers.add(kernels.CLAUSE, [len(constraint.literals), *constraint.literals], scope, [FIX] * len(scope))


def _pairs(numbers: Numbers, constraint: Pairs) -> None:
    x, y = constraint.variables
    back = [0] * numbers.size(y)
    for i, mask in enumerate(constraint.partners):
        while mask:
            bit = mask & -mask
            back[bit.bit_length() - 1] |= 1 << i
            mask ^= bit
    there = numbers.block([word for mask in constraint.partners for word in _words(mask, numbers.words[y])])
    again = numbers.block([word for mask in back for word in _words(mask, numbers.words[x])])
    numbers.add(kernels.PAIRS, [x, y, there, again], (x, y), [ANY, ANY])


def _rows(numbers: Numbers, constraint: Rows) -> None:
    table = np.array(constraint.rows, np.int64)
    rows, n = table.shape
    words = -(-rows // WORD)
    word, bit = np.arange(rows) // WORD, np.int64(1) << (np.arange(rows, dtype=np.int64) % WORD)
    blocks = []
    for q, variable in enumerate(constraint.variables):
        support = np.zeros((numbers.size(variable), words), np.int64)
        np.bitwise_or.at(support, (table[:, q], word), bit)
        blocks.append(numbers.block(support.reshape(-1)))
    alive = numbers.block(_words((1 << rows) - 1, words))
    sizes = numbers.block([-1] * n)
    numbers.saved += rows + 2 * sum(map(numbers.size, constraint.variables)) + n
    head = [n, words, alive, sizes, *constraint.variables, *blocks]
    numbers.add(kernels.ROWS, head, constraint.variables, [ANY] * n)


def _grid(numbers: Numbers, constraint: Grid) -> None:
    sizes = [numbers.size(variable) for variable in constraint.arguments]
    strides = [prod(sizes[q + 1 :]) for q in range(len(sizes))]
    block = numbers.block(constraint.results)
    result = -1 if constraint.result is None else constraint.result
    room = sum(sizes) + len(sizes) + (0 if result < 0 else numbers.size(result))
    head = [len(sizes), result, max(TRIED, *sizes), *constraint.arguments, *strides, block, room]
    numbers.listed = max(numbers.listed, room)
    numbers.add(kernels.GRID, head, constraint.variables, [ANY] * len(constraint.variables))


def _element(numbers: Numbers, constraint: Element) -> None:
    numbers.listed = max(numbers.listed, numbers.size(constraint.result))
    places = {value: j for j, value in enumerate(numbers.network.values[constraint.result])}
    tables: dict[int, int] = {}
    for item in constraint.items:
        if item is not None and item not in tables:
            tables[item] = numbers.block([places.get(value, -1) for value in numbers.network.values[item]])
    items = [-1 if item is None else item for item in constraint.items]
    blocks = [0 if item is None else tables[item] for item in constraint.items]
    head = [constraint.index, constraint.result, len(items), *items, *blocks]
    numbers.add(kernels.ELEMENT, head, constraint.variables, [ANY] * len(constraint.variables))


def _extreme(numbers: Numbers, constraint: Extreme) -> None:
    head = [constraint.sign, constraint.result, len(constraint.items), *constraint.items]
    numbers.add(kernels.EXTREME, head, constraint.variables, [BOUNDS] * len(constraint.variables))


_ENCODERS: dict[type[Constraint], Callable[[Numbers, Any], None]] = {
    Different: _different,
    Linear: _linear,
    AnyOf: _any_of,
    Pairs: _pairs,
    Rows: _rows,
    Grid: _grid,
    Element: _element,
    Extreme: _extreme,
}
