"""Four verdicts on a task: completeness, consistency, necessity, sufficiency."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpsolver.task.result import Result
from cpsolver.task.task import Task

Solve = Callable[[Task, int], Result]
"""Solves a task, looking for at most so many solutions, by whatever solver suits it and within a time limit."""


@dataclass(frozen=True)
class Verdict:
    """One verdict in plain words.

    name:    completeness, consistency, necessity or sufficiency
    holds:   True, False, or None if not known
    details: which givens, conditions or quantities are meant, with their places
    """

    name: str
    holds: bool | None
    sentence: str
    details: tuple[str, ...] = ()


Diagnosis = tuple[Verdict, ...]


def diagnose(task: Task, solve: Solve) -> Diagnosis:
    raise AssertionError
