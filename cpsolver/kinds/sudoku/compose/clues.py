"""What a model's `generate:` section makes of a full grid: cages, lines, sums."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from cpsolver.spec.document import Plain
from cpsolver.spec.puzzle import Workshop
from cpsolver.task.task import Solution, Task


@dataclass(frozen=True)
class Clues:
    """The section of one model, and what is random in one puzzle."""

    workshop: Workshop
    random: Random

    def before(self) -> Mapping[str, Plain]:
        """Parameters that the full grid depends on."""
        return {}

    def after(self, task: Task, solution: Solution) -> Mapping[str, Plain]:
        """Parameters made of the full grid."""
        return {}
