"""Why one condition narrows domains: the smallest findings it has now, each with what has to be known for it.

What is known of a variable counts as a premise whole where it is a value, and value by value where several are left:
"the Norwegian lives in house 1" is said as it stands, "not in house 3" without what else is known of where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cpsolver.auxiliary.network import Narrower, Network
from cpsolver.task.propagation import bits

MANY = 64
"""More values than this are not looked at one by one."""

Premises = dict[int, int]
"""Variable → the mask it must be within."""


@dataclass(frozen=True)
class Because:
    """Something that follows: from premises and conditions, that variables are within masks. All by number."""

    conditions: tuple[Narrower, ...]
    premises: Premises
    facts: Premises
    steps: tuple[Because, ...] = ()
    supposed: tuple[int, int] | None = None
    size: tuple[int, ...] = field(default=(), compare=False)


def widened(
    premises: Mapping[int, int], full: Sequence[int], refuted: Callable[[Premises], bool], order: Sequence[int] = ()
) -> Premises:
    """Premises that are still enough: whole variables are left out as far as can be, then single values given back.

    Values keep their place as a whole. What is left is irreducible, not smallest.
    """
    needed = dict(premises)
    for variable in order or sorted(needed, key=lambda v: (not needed[v] & needed[v] - 1, -needed[v].bit_count())):
        if variable in needed:
            mask = needed.pop(variable)
            if not refuted(needed):
                needed[variable] = mask
    for variable, mask in tuple(needed.items()):
        if not mask & mask - 1:
            continue
        for some in portions(full[variable] & ~mask):
            wider = {**needed, variable: needed[variable] | some}
            if refuted(wider):
                needed = wider
    return {variable: needed[variable] for variable in premises if variable in needed}


def portions(mask: int) -> Iterator[int]:
    """The values of a mask one by one; of very many so many at a time that they do not take too long."""
    count = mask.bit_count()
    if count <= MANY:
        yield from bits(mask)
        return
    values = list(bits(mask))
    size = -(-count // MANY)
    yield from (sum(values[start : start + size]) for start in range(0, count, size))


class Reasoner:
    """The reasons of one condition within given masks."""

    def __init__(self, network: Network, narrower: Narrower, masks: Sequence[int]) -> None:
        self.network, self.narrower, self.masks = network, narrower, masks
        self.full = network.full
        self.known = {v: masks[v] for v in narrower.scope if masks[v] != self.full[v]}

    def refuted(self, premises: Mapping[int, int]) -> bool:
        """Whether the condition cannot hold within these masks and whole domains else."""
        full = self.full
        return not self.narrower.allows([premises.get(v, full[v]) for v in self.narrower.scope])

    def why_not(self, variable: int, supposed: int) -> Premises | None:
        """What has to be known of the other variables for this one not to be in a mask; None if it can be."""
        others = {v: mask for v, mask in self.known.items() if v != variable}
        if not self.refuted({**others, variable: supposed}):
            return None
        return widened(others, self.full, lambda premises: self.refuted({**premises, variable: supposed}))

    def failure(self) -> Premises | None:
        """What has to be known for the condition to fail; None if it can hold."""
        return widened(self.known, self.full, self.refuted) if self.refuted(self.known) else None

    def findings(self, changes: Sequence[tuple[int, int]]) -> Iterator[Because]:
        """What the condition says, split by reasons; values first. Together they say all of the changes."""
        left = {variable: self.masks[variable] & ~after for variable, after in changes}
        fixing = [(v, after) for v, after in changes if not after & after - 1]
        for variable, after in fixing:
            if left[variable]:
                yield self._joined(self.fixing(variable, after), left)
        for variable, _ in changes:
            for premises in self._dropping(variable, left) if left[variable] else ():
                yield self._joined(premises, left)

    def fixing(self, variable: int, after: int) -> tuple[Premises, Premises]:
        """Why a variable has a value: the others leave no other, or no other of those that were left to it."""
        alone = self.why_not(variable, self.full[variable] & ~after)
        within = self.why_not(variable, self.masks[variable] & ~after)
        found = {variable: after}
        if within is None:  # propagation that is not exact may see less from less
            return dict(self.known), found
        rest = self.full[variable] & ~self.masks[variable]
        spare = sum(bit for bit in portions(rest) if self.refuted({**within, variable: bit}))
        if spare != rest:
            within = {**within, variable: self.masks[variable] | spare}
        return (alone if alone is not None and len(alone) <= len(within) else within), found

    def _dropping(self, variable: int, left: Premises) -> Iterator[tuple[Premises, Premises]]:
        """Why values of a variable are gone: all at once if that takes no more than one by one."""
        lost = left[variable]
        together = self.why_not(variable, lost)
        whole = self.full[variable]
        if together is None:
            yield {v: m for v, m in self.known.items() if v != variable}, {variable: whole & ~lost}
            return
        single: dict[tuple[tuple[int, int], ...], int] = {}
        if len(together) > 1 and 1 < lost.bit_count() <= MANY:
            for bit in bits(lost):
                reason = self.why_not(variable, bit)
                key = tuple((together if reason is None else reason).items())
                single[key] = single.get(key, 0) | bit
        if any(len(key) < len(together) for key in single):
            for key, gone in sorted(single.items(), key=lambda item: len(item[0])):
                if left[variable] & gone:
                    yield dict(key), {variable: whole & ~gone}
        else:
            yield together, {variable: whole & ~lost}

    def _joined(self, found: tuple[Premises, Premises], left: Premises) -> Because:
        """A finding with all else that is new and follows from the same premises; what it says is no longer left."""
        premises, facts = found
        within = [premises.get(v, self.full[v]) for v in self.narrower.scope]
        after = self.narrower.narrowed(within)
        for variable, mask in zip(self.narrower.scope, after or (), strict=bool(after)):
            if left.get(variable, 0) & ~mask and self._is_told_alone(variable, mask):
                facts = {**facts, variable: mask & facts.get(variable, mask)}
        for variable, mask in facts.items():
            if variable in left:
                left[variable] &= mask
        return Because((self.narrower,), premises, facts)

    def _is_told_alone(self, variable: int, mask: int) -> bool:
        """Whether what a mask leaves is no value for which what was known before is needed too."""
        left = mask & self.masks[variable]
        return bool(left & left - 1) or not mask & mask - 1
