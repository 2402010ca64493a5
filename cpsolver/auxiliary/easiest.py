"""The easiest thing that single conditions say, again and again: all conditions are looked at, few are explained.

Narrowing a condition is quick and says what is new; why is only asked of those that promise the smallest step. First
comes what fixes a value, then what needs the fewest premises, then what is nearest to the step before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsolver.auxiliary.network import Narrower, Network
from cpsolver.auxiliary.reasoning import Because, Reasoner
from cpsolver.task.knowledge import Knowledge

MOST_EXPLAINED = 250
"""So much work, variables times values, goes into explanations to choose from; at least one is made."""

Key = tuple[int, ...]


@dataclass
class Pending:
    """A condition that says something new: what, and once that was asked for why."""

    narrower: Narrower
    changes: list[tuple[int, int]] | None
    promise: Key
    work: int
    touched: int
    reasons: list[Because] | None = None


class Easiest:
    """What single conditions say of a network, from masks that the caller narrows between the answers."""

    def __init__(self, network: Network, known: Knowledge) -> None:
        self.network, self.known = network, known
        self.masks = network.masks(known)
        self.seen = {name: known.domains[name] for name in network.names}
        self.pending: dict[int, Pending] = {}
        self.moment = 0
        self._look(network.narrowers, ())

    def findings(self) -> Iterator[Because]:
        """One finding after the other, each as if those before were known, until no condition says more."""
        while self.pending:
            found = self._best()
            yield found
            self._update(found)

    def _update(self, last: Because) -> None:
        """Take in what is known by now."""
        self.moment += 1
        changed = [n for n, name in enumerate(self.network.names) if self.known.domains[name] is not self.seen[name]]
        for variable in changed:
            name = self.network.names[variable]
            self.seen[name] = self.known.domains[name]
            self.masks[variable] = self.network.mask(variable, self.seen[name])
        concerned = {narrower.number: narrower for variable in changed for narrower in self.network.on[variable]}
        (own,) = last.conditions
        self._look((concerned[number] for number in sorted(concerned)), changed if last.facts else (), own.number)

    def _look(self, narrowers: Iterable[Narrower], changed: Iterable[int], own: int = -1) -> None:
        """Ask conditions whether they say something new."""
        gone = set(changed)
        for narrower in narrowers:
            before = self.pending.pop(narrower.number, None)
            changes = self.network.changes(narrower, self.masks)
            if changes == []:
                continue
            self.pending[narrower.number] = pending = self._promise(narrower, changes)
            if narrower.number == own and before is not None and before.reasons is not None and changes:
                # what it said itself gives it no smaller reason for the rest
                kept = [reason for reason in before.reasons if self._is_news(reason, changes)]
                others = {variable for variable in narrower.scope if variable in gone} - _concluded(before.reasons)
                if not others and _concluded(kept) >= {variable for variable, _ in changes}:
                    pending.reasons = kept

    def _is_news(self, reason: Because, changes: Iterable[tuple[int, int]]) -> bool:
        left = {variable: self.masks[variable] & ~after for variable, after in changes}
        return any(left.get(variable, 0) & ~mask for variable, mask in reason.facts.items())

    def _promise(self, narrower: Narrower, changes: list[tuple[int, int]] | None) -> Pending:
        narrow = [v for v in narrower.scope if self.masks[v] != self.network.full[v]]
        fixes = changes is not None and any(not after & after - 1 for _, after in changes)
        weight = len(narrow) if changes is None else min(len(narrow), len(narrower.scope) - 1)
        promise = (changes is not None, not fixes, weight)
        return Pending(narrower, changes, promise, len(narrower.scope) * max(1, len(changes or ())), self.moment)

    def _best(self) -> Because:
        """The easiest finding among those of the most promising conditions."""
        asked = sorted(self.pending.values(), key=lambda p: (*p.promise, -p.touched, p.narrower.number))
        spent, best, key = 0, None, None
        for pending in asked:
            if pending.reasons is None:
                if best is not None and spent + pending.work > MOST_EXPLAINED:
                    continue
                spent += pending.work
                pending.reasons = self._explained(pending)
            for reason in pending.reasons:
                own = (*self._ease(reason), -pending.touched, pending.narrower.number)
                if key is None or own < key:
                    best, key = reason, own
        assert best is not None, "what is pending says something"
        return best

    def _explained(self, pending: Pending) -> list[Because]:
        reasoner = Reasoner(self.network, pending.narrower, self.masks)
        if pending.changes is None:
            failed = reasoner.failure()
            return [Because((pending.narrower,), failed or {}, {pending.narrower.scope[0]: 0})]
        return list(reasoner.findings(pending.changes))

    def _ease(self, reason: Because) -> Key:
        """Contradictions first, then values, few premises, values among these, many conclusions."""
        left = [self.masks[variable] & mask for variable, mask in reason.facts.items()]
        is_open = sum(1 for mask in reason.premises.values() if mask & mask - 1)
        return all(left), not any(not m & m - 1 for m in left), len(reason.premises), is_open, -len(left)


def _concluded(reasons: Iterable[Because]) -> set[int]:
    return {variable for reason in reasons for variable in reason.facts}
