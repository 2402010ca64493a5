"""A solution put back into all conditions of its task, where that was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.api.answers import Answer
from cpsolver.picture import Narrative, Picture, Sentence

MOST_SOLUTIONS = 3
"""So many solutions are put back."""


def put_back(answer: Answer) -> Iterator[Picture]:
    """The tables of a verbose answer, for each of the first solutions; nothing where it is not verbose."""
    loaded, back = answer.loaded, answer.loaded.kind.put_back
    if not answer.verbose or not answer.solutions:
        return
    if back is None:
        count = len(loaded.task.conditions)
        yield Narrative((Sentence(f"put back: all {count} conditions hold", role="answer"),))
        return
    for number, solution in enumerate(answer.solutions[:MOST_SOLUTIONS], 1):
        if len(answer.solutions) > 1:
            yield Narrative((Sentence(f"solution {number}"),))
        yield from back(loaded.task, solution, answer.derivation or answer.result.derivation)
