"""What expressions compile to, and the loops that run it for every value of the loop variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from cpsolver.spec.compiling.values import Shape
from cpsolver.task.expression import Span
from cpsolver.task.functions import Undefined
from cpsolver.task.parser import ExpressionError

Slots = list[Any]
"""The present values of the loop variables."""

Run = Callable[[Slots], Any]

GUARD = "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'"
"""What to do about what has no value."""

MOST_NODES = 1_000_000
"""Nodes that all conditions of a task may come to."""


class UndefinedAt(Undefined):
    """What stands at a span of the text has no value."""

    def __init__(self, reason: str, span: Span) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)


@dataclass(frozen=True)
class Term:
    """A compiled expression. `closed`: it holds no loop variable."""

    run: Run
    shape: Shape
    closed: bool


@dataclass
class Budget:
    """How many nodes may still be made."""

    left: int = MOST_NODES

    def spend(self, nodes: int, span: Span) -> None:
        """Count so many nodes. Raises: ExpressionError when there are too many."""
        self.left -= nodes
        if self.left < 0:
            hint = "state less at once, or let the loops go through fewer values"
            raise ExpressionError(f"the conditions come to more than {MOST_NODES:,} nodes", span[0], hint)


@dataclass(frozen=True)
class Loop:
    """A clause compiled: what it goes through, and the slots its names are kept in."""

    items: Run
    slots: tuple[int, ...]
    closed: bool = False
    """What it goes through depends on no loop around it."""
    where: Run | None = None
    """Which rounds are kept, as far as the names in force tell."""


@dataclass(frozen=True)
class Spending:
    """What each round of a loop costs."""

    budget: Budget
    cost: int
    span: Span


Emit = Callable[[Slots, list[Any]], None]


def nested(loops: Sequence[Loop], where: Run | None, body: Run, spending: Spending) -> Run:
    """The loops within one another, the first outside, as a closure that gives all values of the body."""
    run = _emit(where, body, spending)
    for loop in reversed(loops):
        run = _through(loop, run if loop.where is None else _kept(loop.where, run, spending))

    def collected(slots: Slots) -> tuple[Any, ...]:
        _foresee(loops, slots, spending)
        found: list[Any] = []
        run(slots, found)
        return tuple(found)

    return collected


def _foresee(loops: Sequence[Loop], slots: Slots, spending: Spending) -> None:
    """Say before the first round that there will be too many, where that can be known."""
    if len(loops) > 1 and all(loop.closed for loop in loops):
        rounds = prod(len(loop.items(slots)) for loop in loops)
        if rounds * spending.cost > spending.budget.left:
            spending.budget.spend(rounds * spending.cost, spending.span)


def _emit(where: Run | None, body: Run, spending: Spending) -> Emit:
    budget, cost = spending.budget, spending.cost

    def emit(slots: Slots, found: list[Any]) -> None:
        budget.left -= cost
        if budget.left < 0:
            budget.spend(0, spending.span)
        if where is None or where(slots):
            found.append(body(slots))

    return emit


def _kept(where: Run, inner: Emit, spending: Spending) -> Emit:
    """Only the rounds that are kept; the others cost something, too."""
    budget = spending.budget

    def kept(slots: Slots, found: list[Any]) -> None:
        if where(slots):
            inner(slots, found)
        else:
            budget.left -= 1
            if budget.left < 0:
                budget.spend(0, spending.span)

    return kept


def _through(loop: Loop, inner: Emit) -> Emit:
    """Sets the slots to each of the items in turn."""
    items, (slot, *others) = loop.items, loop.slots

    def one(slots: Slots, found: list[Any]) -> None:
        for item in items(slots):
            slots[slot] = item
            inner(slots, found)

    def several(slots: Slots, found: list[Any]) -> None:
        for parts in items(slots):
            for place, part in zip(loop.slots, parts, strict=True):
                slots[place] = part
            inner(slots, found)

    return several if others else one
