"""Many tasks: the same question about each, over all cores, one answer a line, in order, memory flat.

    >>> from cpsolver import batch
    >>> question = batch.Question("check", batch.COUNTED)
    >>> with batch.Pool(question) as pool:
    ...     for answered in pool.answers(batch.entries(["puzzles.sdm"])):
    ...         for entry, line in answered:
    ...             ...

Any kind's tasks, any solver: what is asked of each is a function by name, run in processes of their own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cpsolver.batch.entries import Entry, Source, entries, loaded, opened

if TYPE_CHECKING:
    from cpsolver.batch.asking import Line, Outcome, Question
    from cpsolver.batch.pool import Pool, cores

SOLVED = "cpsolver.batch.asking:solved"
CHECKED = "cpsolver.batch.asking:checked"
COUNTED = "cpsolver.batch.asking:counted"
EXPLAINED = "cpsolver.batch.asking:explained"

__all__ = [
    "CHECKED",
    "COUNTED",
    "EXPLAINED",
    "SOLVED",
    "Entry",
    "Line",
    "Outcome",
    "Pool",
    "Question",
    "Source",
    "cores",
    "entries",
    "loaded",
    "opened",
]

_MODULES = {
    "Line": "asking",
    "Outcome": "asking",
    "Question": "asking",
    "Pool": "pool",
    "cores": "pool",
}
"""Where the others are: a single task needs no more of this package than what reads tasks."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'cpsolver.batch' has no attribute '{name}'")
    return getattr(import_module(f"cpsolver.batch.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
