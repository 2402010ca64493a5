"""Looking ahead from where single conditions say nothing more: which values fail, and by how little.

Propagation tries every value left. Of those that fail the one is taken whose refutation needs the fewest conditions,
then the fewest steps and premises; so suppositions are told smallest first, and what takes two or three conditions
alone is told as what these say together.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from cpsolver.auxiliary.network import Masks, Narrower, Network, network_of
from cpsolver.auxiliary.reasoning import Because, Premises, widened
from cpsolver.auxiliary.refuting import Look, assignment, impossible, nested, refuted, with_fewest_conditions
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.propagation import bits
from cpsolver.task.task import Task

SHORT = 8
"""Refutations by so many conditions that say something are looked for first."""

CLOSE = 6
"""Of so many of the smallest refutations it is tried whether they need all of their conditions."""

DEEPEST = 4
"""Suppositions lie no deeper within each other than this."""

MOST_TRIED = 100
"""So many values are tried to find a solution, whose values need not be looked at."""

ENOUGH = 3
"""So many values that fail, or that are not settled, are enough to choose one to suppose."""

BUDGET = 4000
"""So many values are tried within suppositions at most."""


class Ahead:
    """What looking ahead finds from what is known; kept with the task, since several techniques ask."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.masks: Masks = []
        self.found: list[Because] = []
        self.solutions: list[Masks] = []

    def look(self, known: Knowledge) -> Look:
        """The smallest refutation of a single value, or None if no value fails by propagation."""
        masks = self.network.masks(known)
        if masks != self.masks:
            self.masks = masks
            self.found = [because for because in self.found if self._holds(because) and self._is_news(because)]
            if not (self.found and len(self.found[0].conditions) <= 2):
                self.masks, found = [], (yield from self._scanned())
                self.masks, self.found = masks, found
        return self.found[0] if self.found else None

    def _holds(self, because: Because) -> bool:
        """Whether all it rests on is known: not, where a choice was taken back that told it."""
        return not any(self.masks[variable] & ~mask for variable, mask in because.premises.items())

    def _is_news(self, because: Because) -> bool:
        return any(self.masks[variable] & ~mask for variable, mask in because.facts.items())

    def _scanned(self) -> Generator[None, None, list[Because]]:
        masks = self.masks
        self._witness(masks)
        for most in (SHORT, 4 * SHORT, None):
            found = []
            for variable in self.network.open(masks):
                for bit in bits(masks[variable] & ~self._possible(variable)):
                    yield None
                    because = refuted(self.network, masks, (variable, bit), most=most)
                    if because is not None:
                        found.append(because)
            if found:
                found.sort(key=size)
                close = [with_fewest_conditions(self.network, masks, because) for because in found[:CLOSE]]
                return sorted([*close, *found[CLOSE:]], key=size)
        return []

    def deeper(self, known: Knowledge) -> Look:
        """A value that fails by suppositions within its supposition, the shallowest; None if none is found."""
        masks = self.network.masks(known)
        doubtful = yield from self._doubtful(masks)
        budget = [BUDGET]
        for depth in range(2, DEEPEST + 1):
            for supposed in doubtful:
                because = yield from nested(self.network, masks, supposed, depth, budget)
                if because is not None:
                    return because
        return None

    def _doubtful(self, masks: Masks) -> Generator[None, None, list[tuple[int, int]]]:
        """Values of variables that may fail: those found to do so, if there are any, else those not settled."""
        failing: list[tuple[int, int]] = []
        unsettled: list[tuple[int, int]] = []
        for variable in self.network.open(masks):
            for bit in bits(masks[variable]):
                yield None
                if not bit & ~self._possible(variable):
                    continue
                found: list[int] | None = None
                if len(unsettled) < ENOUGH:
                    found = self._witness([bit if v == variable else mask for v, mask in enumerate(masks)])
                if not found:
                    (unsettled if found is None else failing).append((variable, bit))
                if len(failing) >= ENOUGH:
                    return failing
        return failing or unsettled

    # -- what cannot fail ----------------------------------------------------------------------------------------

    def _witness(self, masks: Masks) -> list[int] | None:
        """A solution within these masks, which is kept; none where there is none, None if that is not settled."""
        self.solutions = [s for s in self.solutions if all(v & m for v, m in zip(s, self.masks, strict=True))]
        for solution in self.solutions:
            if all(v & m for v, m in zip(solution, masks, strict=True)):
                return solution
        found = assignment(self.network, self.network.narrowers, masks, MOST_TRIED)
        if found:
            self.solutions.append(found)
        return found

    def _possible(self, variable: int) -> int:
        """The values of a variable in the solutions kept: to suppose them can never fail."""
        mask = 0
        for solution in self.solutions:
            mask |= solution[variable]
        return mask

    # -- a few conditions together -------------------------------------------------------------------------------

    def together(self, because: Because) -> Because:
        """A refutation by few conditions, as what they say together, with premises of which none can be spared.

        Of one or two all that follows from the premises is said at once. Of more the chain of steps stays, where
        the premises left are enough for it.
        """
        narrowers = because.conditions
        ((variable, kept),) = because.facts.items()
        gone = self.network.full[variable] & ~kept

        def fails(premises: Premises) -> bool:
            return impossible(self.network, narrowers, self._within({**premises, variable: gone}))

        premises = widened(because.premises, self.network.full, fails) if fails(because.premises) else because.premises
        allowed = frozenset(narrower.number for narrower in narrowers)
        within = self._within(premises)
        if len(narrowers) < 3:
            return Because(narrowers, premises, self._joined(narrowers, within, {variable: kept}))
        chain = refuted(self.network, within, (variable, gone), allowed)
        if chain is None:
            return Because(narrowers, premises, because.facts)
        return Because(narrowers, premises, because.facts, chain.steps, because.supposed)

    def _joined(self, narrowers: Sequence[Narrower], within: Masks, facts: Premises) -> Premises:
        """All that conditions say from some premises and that is new, with what they were found to say."""
        allowed = frozenset(narrower.number for narrower in narrowers)
        for other in dict.fromkeys(v for narrower in narrowers for v in narrower.scope):
            for bit in bits(self.masks[other]):
                mask = facts.get(other, self.network.full[other])
                if not mask & bit or self._takes_own_knowledge(other, mask & ~bit):
                    continue
                if refuted(self.network, within, (other, bit), allowed) is not None:
                    facts[other] = mask & ~bit
        return facts

    def _takes_own_knowledge(self, variable: int, mask: int) -> bool:
        """Whether what a mask leaves is one value, but only because of what was known before."""
        left = mask & self.masks[variable]
        return not left & left - 1 and left != mask

    def _within(self, premises: Premises) -> Masks:
        return [premises.get(variable, mask) for variable, mask in enumerate(self.network.full)]


def size(because: Because) -> tuple[int, int, int]:
    """How large a refutation is: by conditions, steps and premises."""
    return len(because.conditions), len(because.steps), len(because.premises)


def ahead_of(task: Task) -> Ahead | None:
    """What looks ahead in a task, made once; None if its domains are not finite."""
    network = network_of(task)
    if network is None:
        return None
    found: Ahead = task.__dict__.setdefault("_ahead", Ahead(network))
    return found
