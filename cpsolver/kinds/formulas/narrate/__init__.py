"""Steps in words: what is needed, from which formula it comes, with which numbers, what was rejected and why.

A module a technique; what tells a technique stands in one table, `_TELLERS`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.kinds.formulas.narrate.block import tell_block
from cpsolver.kinds.formulas.narrate.cancelling import tell_cancelling
from cpsolver.kinds.formulas.narrate.condition import tell_condition
from cpsolver.kinds.formulas.narrate.formula import tell_formula
from cpsolver.kinds.formulas.narrate.needed import tell_needed
from cpsolver.kinds.formulas.narrate.roots import tell_roots
from cpsolver.kinds.formulas.narrate.told import Teller, other
from cpsolver.kinds.kind import Narration
from cpsolver.picture import Marker
from cpsolver.task.derivation import Step
from cpsolver.task.task import Task

_TELLERS: dict[str, Teller] = {
    "block": tell_block,
    "cancelling": tell_cancelling,
    "one formula": tell_formula,
    "another formula": tell_formula,
    "condition": tell_condition,
    "needed quantity": tell_needed,
    "roots": tell_roots,
}
"""What tells each technique; any other is told by its conclusions."""


def narrate(task: Task, step: Step) -> Narration:
    """The step in words, with the quantities and formulas it speaks of as markers."""
    teller = _TELLERS.get(step.technique, other)
    told = teller(task, step)
    return Narration(**told._asdict(), markers=tuple(_markers(step)))


def _markers(step: Step) -> Iterator[Marker]:
    yield from (Marker(fact.variable, "premise") for fact in step.premises)
    yield from (Marker(label, "premise") for label in step.conditions)
    for fact in step.conclusions:
        yield Marker(fact.variable, "contradiction" if fact.domain.is_empty else "conclusion")
