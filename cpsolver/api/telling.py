"""How a derivation is told: each step with its lines and substeps, free of any output format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from cpsolver.kinds.kind import Chapter, Kind, Narration, Proven
from cpsolver.picture import Said, Sentence, SentenceRole, joined
from cpsolver.task.derivation import Step
from cpsolver.task.task import Task


@dataclass
class Telling:
    """Steps told one after the other, those of the same title numbered where their kind says so.

    details: whether particulars are told; closely: whether also what is only for a close look
    """

    kind: Kind
    task: Task
    details: bool = True
    closely: bool = True
    told: Counter[str] = field(default_factory=Counter)

    def step(self, step: Step, told: Narration, level: int = 0) -> Iterator[Sentence]:
        """A step, its lines, what was known, its substeps and its closing."""
        role: SentenceRole = told.role if step.forced else "chosen"
        yield Sentence(joined(self.title(told), told.sentence), str(step.number), level, role)
        closely = told.closely() if self.closely else ()
        for line in (*told.body[: told.after], *closely, *told.body[told.after :]):
            yield Sentence(line, "", level + 1)
        for detail in (*(told.details if self.details else ()), *(told.reasons() if self.closely else ())):
            yield Sentence(detail, "", level + 1, "detail")
        yield from self.substeps(step, told.chapters, level)
        if told.closing:
            yield Sentence(told.closing, "", level + 1, role)

    def title(self, told: Narration) -> Said:
        """What stands before the sentence."""
        title = told.title or told.name
        if told.counted:
            self.told[title] += 1
            title = f"{title} {self.told[title]}"
        return joined(told.lead, f"{title}: ")

    def substeps(self, step: Step, chapters: tuple[Chapter, ...], level: int) -> Iterator[Sentence]:
        """The substeps, chapter by chapter."""
        rest = iter(step.substeps)
        for chapter in chapters:
            yield Sentence(chapter.heading, "", level + 1)
            for substep in islice(rest, chapter.count):
                yield from self.step(substep, self.kind.narrate(self.task, substep), level + 2)
            if chapter.closing:
                yield Sentence(chapter.closing, "", level + 2, chapter.role)
        for substep in rest:
            yield from self.step(substep, self.kind.narrate(self.task, substep), level + 1)


def verified(proven: tuple[Proven, ...]) -> Iterator[Sentence]:
    """At how many points the equations of the steps were found to hold; which only the answer confirms, or nothing."""
    at_random = [line for line in proven if line.points > 1]
    if at_random:
        counted = f"{len(at_random)} printed equation{'s' * (len(at_random) != 1)}"
        least = min(line.points for line in at_random)
        yield Sentence(f"verified: {counted}, each at {least} random points or more", role="answer")
    for line in dict.fromkeys(line.text for line in proven if line.points == 1):
        yield Sentence(f"verified at the answer alone: {line}")
    for line in dict.fromkeys(line.text for line in proven if not line.points):
        yield Sentence(f"not verified, for no point was found at which it has values: {line}", role="warning")
