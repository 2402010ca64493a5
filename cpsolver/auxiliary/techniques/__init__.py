"""Techniques for any finite task: one condition, two crossing ones, a core of few, supposition, nested supposition.

Where steps are told one by one, `follow` finds the easiest of all there is at the moment. `generate` gives all
auxiliary models of the moment, for a look at them a single time.
Source: steps small first after Bogaerts, Gamba & Guns, A framework for step-wise explaining how to solve constraint
satisfaction problems (2021).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from cpsolver.auxiliary.easiest import Easiest
from cpsolver.auxiliary.model import SolvedModel, Technique
from cpsolver.auxiliary.network import network_of
from cpsolver.auxiliary.techniques.ahead import Ahead, ahead_of
from cpsolver.auxiliary.techniques.current import every_supposition, one_condition, suppose, two_conditions
from cpsolver.auxiliary.techniques.told import DIFFICULTY, MOST_IN_CORE, model_of, name_of
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task

__all__ = ["CONDITION", "CORE", "CROSSING", "NESTED", "SUPPOSITION", "TECHNIQUES", "suppose"]

Models = Iterator[SolvedModel | None]

Follow = Callable[[Task, Knowledge], Models | None]


def _follow_conditions(task: Task, known: Knowledge) -> Models | None:
    network = network_of(task)
    if network is None:
        return None
    return (model_of(network, found, "condition") for found in Easiest(network, known).findings())


def _follow_within(most: int | None, task: Task, known: Knowledge) -> Models | None:
    """Follow with the smallest refutation there is, if it takes no more conditions than `most`."""
    ahead = ahead_of(task)
    return None if ahead is None else _smallest(ahead, known, most)


def _smallest(ahead: Ahead, known: Knowledge, most: int | None) -> Models:
    found = yield from ahead.look(known)
    if found is None or (most is not None and len(found.conditions) > most):
        return
    told = ahead.together(found) if len(found.conditions) <= MOST_IN_CORE else found
    yield model_of(ahead.network, told, name_of(told))


def _follow_deeper(task: Task, known: Knowledge) -> Models | None:
    ahead = ahead_of(task)
    return None if ahead is None else _deeper(ahead, known)


def _deeper(ahead: Ahead, known: Knowledge) -> Models:
    found = yield from ahead.deeper(known)
    if found is not None:
        yield model_of(ahead.network, found, name_of(found))


def _current(follow: Follow, task: Task, known: Knowledge) -> Iterator[SolvedModel]:
    """Of what a technique follows, what it finds first: it looks for no more at a time."""
    yield from islice((model for model in follow(task, known) or () if model is not None), 1)


# Partial functions rather than closures: techniques travel to solvers in processes of their own.
_WITHIN_TWO, _WITHIN_CORE, _WITHIN_ALL = (partial(_follow_within, most) for most in (2, MOST_IN_CORE, None))

CONDITION = Technique(
    "condition", DIFFICULTY["condition"], one_condition, "what one condition alone says", _follow_conditions
)
CROSSING = Technique(
    "crossing",
    DIFFICULTY["crossing"],
    two_conditions,
    "what two conditions with shared variables say together",
    _WITHIN_TWO,
)
CORE = Technique(
    "core",
    DIFFICULTY["core"],
    partial(_current, _WITHIN_CORE),
    "what the fewest conditions that do say together",
    _WITHIN_CORE,
)
SUPPOSITION = Technique(
    "supposition",
    DIFFICULTY["supposition"],
    every_supposition,
    "a value whose supposition fails by single conditions goes",
    _WITHIN_ALL,
)
NESTED = Technique(
    "nested supposition",
    DIFFICULTY["nested supposition"],
    partial(_current, _follow_deeper),
    "a value whose supposition fails by suppositions within it goes",
    _follow_deeper,
)

TECHNIQUES: tuple[Technique, ...] = (CONDITION, CROSSING, CORE, SUPPOSITION, NESTED)
"""For a kind without techniques of its own, easiest first."""
