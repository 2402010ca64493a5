"""The contract of an export: one file in `exports/` with `EXPORT`. It knows no kind and no solver.

1. `write` takes any finite task and gives a whole file in the language, with the task's own names where it can.
2. The file has the task's solutions, each once over its variables, and the same best ones. What cannot be said so that
   this holds raises UnsupportedTask with the place; nothing is left out silently.
3. `Written.lost` says what else could not be carried over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpsolver.task.task import Task


@dataclass(frozen=True)
class Written:
    """A task in the language of another solver. lost: in words, what the language could not carry."""

    text: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Export:
    """A language of other solvers: a finite task in, the text of a file out.

    suffix: of files in this language
    write:  Raises: UnsupportedTask
    """

    name: str
    summary: str
    suffix: str
    write: Callable[[Task], Written]
