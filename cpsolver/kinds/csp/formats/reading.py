"""What a text of another solver is read into."""

from __future__ import annotations

from dataclasses import dataclass

from cpsolver.task.task import Task


@dataclass(frozen=True)
class Read:
    """A task, and the offsets in the text at which its conditions and its preferences stand."""

    task: Task
    offsets: tuple[int, ...] = ()
    wished: tuple[int, ...] = ()
