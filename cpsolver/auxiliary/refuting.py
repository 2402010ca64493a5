"""Suppositions that fail: found by propagation, told by no more than the chain of steps the contradiction needs.

What every condition said is kept in order; from the contradiction backwards, only what it rests on stays.
Source: lazy explanation, as in Ohrimenko, Stuckey & Codish, Propagation via lazy clause generation (2009).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass

from cpsolver.auxiliary.network import Narrower, Network
from cpsolver.auxiliary.reasoning import Because, Premises, Reasoner
from cpsolver.task.propagation import bits

Look = Generator[None, None, Because | None]
"""A search for a reason; it pauses now and then, so that whoever waits may end it."""


@dataclass(frozen=True)
class Event:
    """What a condition said within a supposition.

    before:  what was left of its variables
    changes: what it left of them; None if it could not hold
    because: a supposition within this one, where that said it
    """

    narrower: Narrower | None
    before: Premises
    changes: tuple[tuple[int, int], ...] | None
    because: Because | None = None


class Supposition:
    """The masks within a supposition, and what led to them."""

    def __init__(self, network: Network, masks: Sequence[int], supposed: tuple[int, int]) -> None:
        self.network, self.root, self.supposed = network, masks, supposed
        variable, mask = supposed
        self.masks = list(masks)
        self.masks[variable] &= mask
        self.events: list[Event] = []
        self.failed = not self.masks[variable]

    def propagate(self, changed: Iterable[int], allowed: frozenset[int] | None = None, most: int | None = None) -> bool:
        """Whether conditions come to a contradiction, starting with those on what changed, breadth first.

        allowed: numbers of the conditions to ask; None for all. most: how many may say something
        """
        network, masks = self.network, self.masks
        queue: deque[Narrower] = deque()
        queued: set[int] = set()

        def enqueue(variable: int) -> None:
            for narrower in network.on[variable]:
                if narrower.number not in queued and (allowed is None or narrower.number in allowed):
                    queued.add(narrower.number)
                    queue.append(narrower)

        for variable in changed:
            enqueue(variable)
        said = 0
        while queue and not self.failed:
            narrower = queue.popleft()
            queued.discard(narrower.number)
            changes = network.changes(narrower, masks)
            if changes == []:
                continue
            if most is not None and said >= most and changes is not None:
                return False
            said += 1
            before = {v: masks[v] for v in narrower.scope}
            self.events.append(Event(narrower, before, None if changes is None else tuple(changes)))
            self.failed = changes is None
            for variable, mask in changes or ():
                masks[variable] = mask
                enqueue(variable)
        return self.failed

    def refuse(self, because: Because) -> None:
        """Take in what a supposition within this one taught."""
        for variable, mask in because.facts.items():
            self.masks[variable] &= mask
            assert self.masks[variable], "what is open keeps a value"
        self.events.append(Event(None, {}, (), because))

    # -- telling -------------------------------------------------------------------------------------------------

    def because(self) -> Because:
        """The supposition and the chain of steps that refutes it, once that has failed."""
        chain = _Chain(self.network, self.supposed)
        chain.fail(self.events[-1])
        for event in reversed(self.events[:-1]):
            chain.pass_by(event)
        variable, mask = self.supposed
        steps = tuple(reversed(chain.steps))
        conditions = {narrower.number: narrower for step in steps for narrower in step.conditions}
        premises = {}
        for v, needed in chain.need.items():
            if needed:
                left = self.network.full[v] & ~needed
                is_value = not self.root[v] & self.root[v] - 1
                premises[v] = self.root[v] if is_value and not self.root[v] & ~left else left
        facts = {variable: self.network.full[variable] & ~mask}
        return Because(tuple(conditions.values()), premises, facts, steps, self.supposed)


class _Chain:
    """The steps needed, last first, and what must be known before them: for each variable the values that are gone."""

    def __init__(self, network: Network, supposed: tuple[int, int]) -> None:
        self.network, self.supposed = network, supposed
        self.need: Premises = {}
        self.steps: list[Because] = []

    def fail(self, event: Event) -> None:
        """The contradiction the chain ends in."""
        assert event.narrower is not None, "a condition failed"
        premises = Reasoner(self.network, event.narrower, event.before).failure()  # type: ignore[arg-type]
        self._add(Because((event.narrower,), premises or {}, {event.narrower.scope[0]: 0}))

    def pass_by(self, event: Event) -> None:
        """Keep of an event what is needed after it."""
        if event.because is not None:
            variable, mask = next(iter(event.because.facts.items()))
            gone = self.network.full[variable] & ~mask
            if self.need.get(variable, 0) & gone:
                self._meet(variable, gone)
                self._add(event.because)
            return
        assert event.narrower is not None and event.changes is not None, "a condition said something"
        reasoner = Reasoner(self.network, event.narrower, event.before)  # type: ignore[arg-type]
        grouped: dict[tuple[tuple[int, int], ...], Premises] = {}
        for variable, after in event.changes:
            wanted = self.need.get(variable, 0) & event.before[variable] & ~after
            if not wanted:
                continue
            if not after & after - 1:
                premises, facts = reasoner.fixing(variable, after)
                self.need[variable] = 0
            else:
                found = reasoner.why_not(variable, wanted)
                premises = {v: m for v, m in reasoner.known.items() if v != variable} if found is None else found
                facts = {variable: self.network.full[variable] & ~wanted}
                self._meet(variable, wanted)
            grouped.setdefault(tuple(premises.items()), {}).update(facts)
        for key, facts in grouped.items():
            self._add(Because((event.narrower,), dict(key), facts))

    def _meet(self, variable: int, gone: int) -> None:
        self.need[variable] = self.need.get(variable, 0) & ~gone

    def _add(self, step: Because) -> None:
        self.steps.append(step)
        for variable, mask in step.premises.items():
            self._need(variable, mask)

    def _need(self, variable: int, mask: int) -> None:
        """What is not in the mask must be known to be gone, unless that was supposed."""
        gone = self.network.full[variable] & ~mask
        if variable == self.supposed[0]:
            gone &= self.supposed[1]
        self.need[variable] = self.need.get(variable, 0) | gone


def refuted(
    network: Network,
    masks: Sequence[int],
    supposed: tuple[int, int],
    allowed: frozenset[int] | None = None,
    most: int | None = None,
) -> Because | None:
    """Why a variable cannot be in a mask, by propagation alone; None if that finds no contradiction."""
    inside = Supposition(network, masks, supposed)
    return inside.because() if inside.propagate(supposed[:1], allowed, most) else None


def with_fewest_conditions(network: Network, masks: Sequence[int], because: Because) -> Because:
    """The same, by conditions of which none can be left out."""
    assert because.supposed is not None, "something was supposed"
    best, kept = because, because.conditions
    for narrower in because.conditions:
        if narrower not in kept or len(kept) < 2:
            continue
        fewer = refuted(network, masks, because.supposed, frozenset(n.number for n in kept if n is not narrower))
        if fewer is not None:
            best, kept = fewer, fewer.conditions
    return best


def impossible(network: Network, narrowers: Sequence[Narrower], masks: Sequence[int], most: int = 400) -> bool:
    """Whether some conditions cannot hold together within masks, by trying out values; False also if unsettled."""
    return assignment(network, narrowers, masks, most) == []


def assignment(network: Network, narrowers: Sequence[Narrower], masks: Sequence[int], most: int) -> list[int] | None:
    """Masks of values by which some conditions hold together; empty if there are none, None if that is not settled.

    most: how many values are tried
    """
    allowed = frozenset(narrower.number for narrower in narrowers)
    scope = tuple(dict.fromkeys(v for narrower in narrowers for v in narrower.scope))
    if not scope:
        return list(masks)
    stack: list[tuple[list[int], Iterable[int]]] = [(list(masks), scope)]
    for _ in range(most):
        if not stack:
            return []
        here, changed = stack.pop()
        inside = Supposition(network, here, (scope[0], network.full[scope[0]]))
        if inside.failed or inside.propagate(changed, allowed):
            continue
        open_ = [v for v in scope if inside.masks[v] & inside.masks[v] - 1]
        if not open_:
            return inside.masks
        variable = min(open_, key=lambda v: inside.masks[v].bit_count())
        values = bits(inside.masks[variable])
        stack.extend(([bit if v == variable else m for v, m in enumerate(inside.masks)], (variable,)) for bit in values)
    return None if stack else []


def nested(network: Network, masks: Sequence[int], supposed: tuple[int, int], depth: int, budget: list[int]) -> Look:
    """Why a variable cannot be in a mask, by suppositions within suppositions; None if not found.

    depth: how many lie within each other; budget: how many may still be tried, counted down
    """
    inside = Supposition(network, masks, supposed)
    if inside.failed:
        return None
    changed: Iterable[int] = supposed[:1]
    while not inside.propagate(changed):
        found = (yield from _inner(inside, depth, budget)) if depth > 1 else None
        if found is None:
            return None
        inside.refuse(found)
        changed = tuple(found.facts)
    return inside.because()


def _inner(inside: Supposition, depth: int, budget: list[int]) -> Look:
    """What a supposition of a single value teaches within a supposition, the shallowest first."""
    for level in range(1, depth):
        for variable in inside.network.open(inside.masks):
            for bit in bits(inside.masks[variable]):
                if budget[0] <= 0:
                    return None
                budget[0] -= 1
                yield None
                found = yield from nested(inside.network, inside.masks, (variable, bit), level, budget)
                if found is not None:
                    return found
    return None
