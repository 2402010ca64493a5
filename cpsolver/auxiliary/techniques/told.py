"""Findings by number as auxiliary models: in names, facts and labels, ready to be recorded as steps."""

from __future__ import annotations

from cpsolver.auxiliary.model import SolvedModel
from cpsolver.auxiliary.network import Network
from cpsolver.auxiliary.reasoning import Because, Premises
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact

DIFFICULTY = {"condition": 1, "crossing": 4, "core": 6, "supposition": 9, "nested supposition": 12}
"""Of every technique."""

MOST_IN_CORE = 4
"""So many conditions at most are told as a core; more as a supposition."""


def model_of(network: Network, because: Because, name: str) -> SolvedModel:
    """A finding as an auxiliary model that is solved, told by this technique, the suppositions in it as such."""
    is_supposition = because.supposed is not None and because.steps and name != "crossing"
    return SolvedModel(
        name,
        DIFFICULTY[name],
        tuple(dict.fromkeys(narrower.label for narrower in because.conditions)),
        _facts(network, because.premises),
        Finding(_facts(network, because.facts)),
        supposed=network.fact(*because.supposed) if is_supposition and because.supposed else None,
        substeps=tuple(_substep(network, step) for step in because.steps) if is_supposition else (),
    )


def _substep(network: Network, step: Because) -> SolvedModel:
    return model_of(network, step, "condition" if step.supposed is None else "supposition")


def _facts(network: Network, masks: Premises) -> tuple[Fact, ...]:
    return tuple(network.fact(variable, mask) for variable, mask in masks.items())


def name_of(because: Because) -> str:
    """The technique a finding is told by: by how many conditions it takes, and whether suppositions are in it."""
    if any(step.supposed is not None for step in because.steps):
        return "nested supposition"
    count = len(because.conditions)
    return (
        "condition" if count < 2 else "crossing" if count == 2 else "core" if count <= MOST_IN_CORE else "supposition"
    )
