"""Auxiliary models: smaller tasks, and the way in which their results say something about the parent.

Source of the idea: Pólya, *How to Solve It* (1945): auxiliary problem, data, unknown, condition, recombining.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpsolver.auxiliary.recombination import Recombination
from cpsolver.task.condition import Condition
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.task import Aim, Fact, Sought, Task


def identity(finding: Finding) -> Finding:
    """The finding itself: parts that speak of the parent's own variables need no translation."""
    return finding


@dataclass(frozen=True)
class AuxiliaryModel:
    """One or more smaller tasks derived from a parent, and how to recombine what they say.

    parts:     ordinary tasks, solved by ordinary solvers
    recombine: what the results of all parts together say of the parent
    back:      translates a finding into the parent's variables
    deepen:    the techniques allowed inside the parts; empty: solve the parts outright
    doubt:     why what they say is not proven of the parent, if it is not
    pattern:   what its step is told by, where the kind says so
    """

    technique: str
    parts: tuple[Task, ...]
    recombine: Recombination
    back: Callable[[Finding], Finding] = identity
    deepen: tuple[Technique, ...] = ()
    doubt: str = ""
    pattern: Any = None


@dataclass(frozen=True)
class SolvedModel:
    """An auxiliary model that its technique solved itself, by looking: what follows, and all that it rests on.

    conditions: labels of the conditions of its part
    premises:   the facts of its part, without origin
    pattern:    how it looks, for the kind to tell
    supposed:   what was supposed, and `substeps` how that led to a contradiction
    doubt:      why what follows is not proven, if it is not
    """

    technique: str
    difficulty: int
    conditions: tuple[str, ...]
    premises: tuple[Fact, ...]
    finding: Finding
    pattern: Any = None
    supposed: Fact | None = None
    substeps: tuple[SolvedModel, ...] = ()
    doubt: str = ""


@dataclass(frozen=True)
class Technique:
    """A generator of auxiliary models, with its name and difficulty; the easier one is tried first.

    generate: all models at present, each by itself
    follow:   models that a technique solves itself, each as if the ones before were known, as far as it gets; where
              it is there, the loop takes these, and `generate` when it is to look once only, or `follow` gives None;
              it may give None in between to say that it is still looking, and may be left there
    """

    name: str
    difficulty: int
    generate: Callable[[Task, Knowledge], Iterator[AuxiliaryModel | SolvedModel]]
    summary: str = ""
    follow: Callable[[Task, Knowledge], Iterator[SolvedModel | None] | None] | None = None


def part(task: Task, knowledge: Knowledge, conditions: Sequence[Condition], name: str = "") -> Task:
    """The task of some conditions over their scope, starting from what is known, with aim NARROW."""
    scope = dict.fromkeys(variable for condition in conditions for variable in condition.scope)
    return Task(
        name=name or " × ".join(condition.label or str(condition) for condition in conditions),
        kind=task.kind,
        variables=tuple(task.by_name[variable] for variable in scope),
        conditions=tuple(conditions),
        given=tuple(Fact(variable, knowledge.domains[variable], knowledge.origins.get(variable)) for variable in scope),
        sought=Sought(tuple(scope), Aim.NARROW),
        depth=task.depth + 1,
    )
