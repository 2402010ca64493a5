"""Domains that shrink under a queue of propagators until nothing more follows, and grow back on demand.

A domain is a bit mask over *all* values of the task: bit v stands for value number v, the numbers first and in
ascending order, so that the lowest bit of a domain of numbers is its least value.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Protocol

from cpsolver.task.domain import Finite, Number, Value

RUNS_BETWEEN_CHECKS = 64
"""How many propagators run between two looks at the clock."""


class TimeUp(Exception):
    """Propagation was broken off because the search must end. The search catches it; nobody else sees it."""


class Propagator:
    """Something that narrows domains because of a condition.

    priority: 0 is run first; what costs more waits until what costs less has nothing to say
    exact:    at its fixpoint every value left is in some solution of its condition
    at_once:  one run is its fixpoint; otherwise it is run again after its own changes
    on:       what it waits for: `any` change of its variables, that a least or greatest value goes (`bounds`), or that
              a variable has its value (`fixed`)
    queued:   whether it waits in the queue; kept by the space
    retired:  whether it has no more to say until the search goes back; kept by the space
    """

    priority = 1
    exact = False
    at_once = True
    on = "any"

    def __init__(self, variables: Sequence[int]) -> None:
        self.variables = tuple(variables)
        self.queued = False
        self.retired = False
        self.number = -1

    def propagate(self, space: Space) -> bool:
        """Narrow the space; False at a contradiction."""
        raise AssertionError("a propagator says how it propagates")


class Reaction:
    """Something that follows at once from one variable having its value."""

    def react(self, space: Space, variable: int, bit: int) -> bool:
        """Narrow the others; False at a contradiction."""
        raise AssertionError("a reaction says how it reacts")


class Clash(Protocol):
    """What one variable's value forbids other variables."""

    def forbidden(self, variable: int, bit: int) -> Iterable[tuple[int, int]]:
        """The other variables, each with a mask of the values it can then not have."""


def _never() -> bool:
    return False


class Space:
    """The domains of all variables, what is to be run when they change, and the trail by which changes are undone.

    weights:  of each variable, how often a condition on it has failed; None if nobody asks
    is_hasty: whether a propagator that only strengthens others may pass over a run; for searches
    """

    def __init__(self, domains: Mapping[str, Sequence[Value]], ends: Callable[[], bool] = _never) -> None:
        """`domains`: by variable, none of them empty. `ends`: asked now and then; True raises TimeUp."""
        self.names = tuple(domains)
        self.index = {name: i for i, name in enumerate(self.names)}
        self.values, self.numbers = _numbered(domains)
        self.is_contiguous = _are_contiguous(self.numbers)
        self.number_of = {value: number for number, value in enumerate(self.values)}
        described = self._described(domains)
        self.domains = [mask for mask, _, _ in described]
        self.orders = [order for _, order, _ in described]
        self._own = [own for _, _, own in described]
        self._kinds: dict[type | tuple[type, ...], int] = {}
        self.propagators: list[Propagator] = []
        self._watching: list[list[Propagator]] = [[] for _ in self.names]
        self._watching_bounds: list[list[Propagator]] = [[] for _ in self.names]
        self._watching_fixed: list[list[Propagator]] = [[] for _ in self.names]
        self._reacting: list[list[Reaction]] = [[] for _ in self.names]
        self._clashes: list[list[Clash]] = [[] for _ in self.names]
        self._forbidden: list[dict[int, tuple[tuple[int, int], ...]]] = [{} for _ in self.names]
        self._queues: tuple[deque[Propagator], ...] = (deque(), deque(), deque())
        self._fixed = [i for i, mask in enumerate(self.domains) if not mask & mask - 1]
        self.filled = len(self._fixed)
        self.weights: list[int] | None = None
        self.is_hasty = False
        self._ends, self._runs = ends, 0
        self._trail: list[tuple[int, int]] = []

    def _described(
        self, domains: Mapping[str, Sequence[Value]]
    ) -> list[tuple[int, tuple[int, ...] | None, dict[int, Value] | None]]:
        """Of each domain its mask, its order and its own way to write values; of equal ones worked out once."""
        found: dict[object, tuple[int, tuple[int, ...] | None, dict[int, Value] | None]] = {}
        described = []
        for values in domains.values():
            key = tuple(values), tuple(map(type, values))
            if key not in found:
                found[key] = self.mask(values), self._order(values), self._differing(values)
            described.append(found[key])
        return described

    def mask(self, values: Iterable[Value]) -> int:
        """The bits of these values; of values no variable has, none."""
        return mask_of(self.number_of[value] for value in values if value in self.number_of)

    def _order(self, values: Sequence[Value]) -> tuple[int, ...] | None:
        numbers = tuple(self.number_of[value] for value in values)
        return None if all(a < b for a, b in pairwise(numbers)) else numbers

    def _differing(self, values: Sequence[Value]) -> dict[int, Value] | None:
        """This domain's own way to write its values, where another has 1 for its True or 1.0; None if the same."""
        own = {self.number_of[value]: value for value in values}
        return own if any(type(value) is not type(self.values[number]) for number, value in own.items()) else None

    def has_only(self, variable: int, kind: type | tuple[type, ...]) -> bool:
        """Whether all values left to a variable are of this type."""
        if kind not in self._kinds:
            self._kinds[kind] = mask_of(n for n, value in enumerate(self.values) if isinstance(value, kind))
        return not self.domains[variable] & ~self._kinds[kind]

    def value(self, bit: int) -> Value:
        """The value of a bit. What is equal has one bit: True and 1, 1 and 1.0."""
        return self.values[bit.bit_length() - 1]

    def value_in(self, variable: int, bit: int) -> Value:
        """The value of a bit as the variable's own domain writes it."""
        own = self._own[variable]
        number = bit.bit_length() - 1
        return self.values[number] if own is None else own[number]

    def in_order(self, variable: int) -> Iterator[int]:
        """The bits still in a variable's domain, in its declared order."""
        mask, order = self.domains[variable], self.orders[variable]
        return bits(mask) if order is None else (1 << number for number in order if mask >> number & 1)

    def assignment(self) -> dict[str, Value]:
        """The value of every variable, once all have one."""
        return self.decoded(self.domains)

    def decoded(self, masks: Sequence[int]) -> dict[str, Value]:
        """The values of one bit a variable."""
        values = self.values
        return {
            name: values[mask.bit_length() - 1] if own is None else own[mask.bit_length() - 1]
            for name, mask, own in zip(self.names, masks, self._own, strict=True)
        }

    def as_finite(self) -> dict[str, Finite]:
        """The domains as values, each in its declared order."""
        return {
            name: Finite(tuple(self.value_in(variable, bit) for bit in self.in_order(variable)))
            for variable, name in enumerate(self.names)
        }

    def add(self, propagator: Propagator) -> None:
        """Run this at the next `propagate` and whenever one of its variables changes as it waits for."""
        propagator.number = len(self.propagators)
        self.propagators.append(propagator)
        watching = {"any": self._watching, "bounds": self._watching_bounds, "fixed": self._watching_fixed}
        for variable in dict.fromkeys(propagator.variables):
            watching[propagator.on][variable].append(propagator)
        self.enqueue(propagator)

    def add_reaction(self, variables: Sequence[int], reaction: Reaction) -> None:
        """Run this whenever one of these variables gets its value. Add it before the first `propagate`."""
        for variable in variables:
            self._reacting[variable].append(reaction)

    def add_clash(self, variables: Iterable[int], clash: Clash) -> None:
        """Have a value of one of these variables forbid others theirs. Add it before the first `propagate`.

        What all clashes say together of a value is worked out once, when a variable first has it.
        """
        for variable in variables:
            self._clashes[variable].append(clash)

    def enqueue(self, propagator: Propagator) -> None:
        """Run this at the next `propagate`."""
        if not propagator.queued:
            propagator.queued = True
            self._queues[propagator.priority].append(propagator)

    def retire(self, propagator: Propagator) -> bool:
        """Do not run this again before the search goes back: whatever happens, its condition holds. True."""
        if propagator.number >= 0 and not propagator.retired:
            propagator.retired = propagator.queued = True
            self._trail.append((~propagator.number, 0))
        return True

    def narrow(self, variable: int, mask: int) -> bool:
        """Keep only these values of the variable; False if none is left."""
        before = self.domains[variable]
        after = before & mask
        if after == before:
            return True
        if not after:
            return False
        self._change(variable, before, after)
        return True

    def _change(self, variable: int, before: int, after: int) -> None:
        self._trail.append((variable, before))
        self.domains[variable] = after
        for propagator in self._watching[variable]:
            if not propagator.queued:
                propagator.queued = True
                self._queues[propagator.priority].append(propagator)
        watching = self._watching_bounds[variable]
        if watching and (before & -before != after & -after or before.bit_length() != after.bit_length()):
            for propagator in watching:
                if not propagator.queued:
                    propagator.queued = True
                    self._queues[propagator.priority].append(propagator)
        if not after & after - 1:
            self.filled += 1
            self._fixed.append(variable)
            for propagator in self._watching_fixed[variable]:
                if not propagator.queued:
                    propagator.queued = True
                    self._queues[propagator.priority].append(propagator)

    def least(self, variable: int) -> Number:
        """The least number left to a variable that holds numbers."""
        mask = self.domains[variable]
        return self.numbers[(mask & -mask).bit_length() - 1]

    def most(self, variable: int) -> Number:
        """The greatest."""
        return self.numbers[self.domains[variable].bit_length() - 1]

    def at_least(self, variable: int, bound: Number) -> bool:
        """Keep only numbers that are not below the bound; False if there is none."""
        mask = self.domains[variable]
        if self.numbers[(mask & -mask).bit_length() - 1] >= bound:
            return True
        return self.narrow(variable, -1 << bisect_left(self.numbers, bound))

    def at_most(self, variable: int, bound: Number) -> bool:
        """Keep only numbers that are not above the bound; False if there is none."""
        if self.numbers[self.domains[variable].bit_length() - 1] <= bound:
            return True
        return self.narrow(variable, (1 << bisect_right(self.numbers, bound)) - 1)

    def above(self, variable: int, bound: Number) -> bool:
        """Keep only numbers above the bound; False if there is none."""
        return self.narrow(variable, -1 << bisect_right(self.numbers, bound))

    def below(self, variable: int, bound: Number) -> bool:
        """Keep only numbers below the bound; False if there is none."""
        return self.narrow(variable, (1 << bisect_left(self.numbers, bound)) - 1)

    def propagate(self) -> bool:
        """Run what is due until nothing is; False at a contradiction. Raises: TimeUp."""
        urgent, usual, last = self._queues
        fixed = self._fixed
        while True:
            while fixed:
                if not self._react(fixed.pop()):
                    return self._give_up()
            queue = urgent or usual or last
            if not queue:
                return True
            propagator = queue.popleft()
            propagator.queued = propagator.at_once
            self._runs += 1
            if not self._runs % RUNS_BETWEEN_CHECKS:
                self._look_at_the_clock()
            if not propagator.propagate(self):
                propagator.queued = propagator.retired
                self._blame(propagator.variables)
                return self._give_up()
            if propagator.at_once or propagator.retired:
                propagator.queued = propagator.retired

    def _react(self, variable: int) -> bool:
        """Do what follows at once from a variable having its value; False at a contradiction."""
        domains = self.domains
        bit = domains[variable]
        forbidden = self._forbidden[variable].get(bit)
        for other, kept in self._worked_out(variable, bit) if forbidden is None else forbidden:
            before = domains[other]
            after = before & kept
            if after != before:
                if not after:
                    self._blame((variable, other))
                    return False
                self._change(other, before, after)
        for reaction in self._reacting[variable]:
            if not reaction.react(self, variable, bit):
                self._blame((variable,))
                return False
        return True

    def _worked_out(self, variable: int, bit: int) -> tuple[tuple[int, int], ...]:
        masks: dict[int, int] = {}
        for clash in self._clashes[variable]:
            for other, mask in clash.forbidden(variable, bit):
                masks[other] = masks.get(other, 0) | mask
        found = tuple((other, ~mask) for other, mask in masks.items())
        self._forbidden[variable][bit] = found
        return found

    def _blame(self, variables: Iterable[int]) -> None:
        """Weigh the variables of what failed. Source: Boussemart et al., Boosting systematic search (2004)."""
        if self.weights is not None:
            for variable in variables:
                self.weights[variable] += 1

    def _look_at_the_clock(self) -> None:
        if self._ends():
            self._give_up()
            raise TimeUp

    def _give_up(self) -> bool:
        self._fixed.clear()
        for queue in self._queues:
            for propagator in queue:
                propagator.queued = propagator.retired
            queue.clear()
        return False

    def mark(self) -> tuple[int, int]:
        """Where the trail stands, to come back to."""
        return len(self._trail), self.filled

    def undo(self, mark: tuple[int, int]) -> bool:
        """Give the variables back what they lost since the mark; whether they had lost anything."""
        length, self.filled = mark
        trail, domains = self._trail, self.domains
        changed = len(trail) > length
        while len(trail) > length:
            variable, before = trail.pop()
            if variable >= 0:
                domains[variable] = before
            else:
                propagator = self.propagators[~variable]
                propagator.retired = propagator.queued = False
        return changed


WIDE = 512
"""Masks longer than this are read through their text: bit by bit the time would grow with the square of the length."""


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask, lowest first."""
    if mask.bit_length() > WIDE:
        text = bin(mask)[:1:-1]
        number = text.find("1")
        while number >= 0:
            yield 1 << number
            number = text.find("1", number + 1)
        return
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def moved(mask: int, up: int) -> int:
    """The mask with every bit so many places higher; lower for fewer than none."""
    return mask << up if up >= 0 else mask >> -up


def mirrored(mask: int, total: int) -> int:
    """The mask of the bits total - v for each bit v of a mask that is not empty."""
    return moved(int(bin(mask)[:1:-1], 2), total - mask.bit_length() + 1)


def mask_of(numbers: Iterable[int]) -> int:
    """The mask with these bits."""
    found = tuple(numbers)
    octets = bytearray(max(found, default=0) // 8 + 1)
    for number in found:
        octets[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(octets, "little")


def _are_contiguous(numbers: Sequence[Number]) -> bool:
    """Whether these are whole numbers without a gap, so that adding to a value shifts its bit."""
    whole = bool(numbers) and all(isinstance(number, int) for number in numbers)
    return whole and numbers[-1] - numbers[0] == len(numbers) - 1


def _numbered(domains: Mapping[str, Sequence[Value]]) -> tuple[tuple[Value, ...], tuple[Number, ...]]:
    """All values of all domains, numbers first and ascending; and these numbers alone."""
    every = dict.fromkeys(value for values in dict.fromkeys(map(tuple, domains.values())) for value in values)
    numbers = sorted(value for value in every if isinstance(value, (int, float, Fraction)))
    return (*numbers, *(value for value in every if not isinstance(value, (int, float, Fraction)))), tuple(numbers)
