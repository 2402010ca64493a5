"""Full solutions found by chance."""

from __future__ import annotations

import random

import pytest

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.dives import dives, supposed
from cpsolver.kinds.formulas.examples import fit_of
from cpsolver.task.domain import Finite, Reals


@pytest.mark.parametrize(
    "domain",
    [
        Reals(),
        Reals(0, None, True),
        Reals(None, -3),
        Reals(0, 1, True, True),
        Reals(5, 5),
        Finite((2, 3)),
    ],
)
def test_what_is_supposed_lies_in_the_range(domain: Reals | Finite) -> None:
    choose = random.Random(1)

    assert all(supposed(domain, choose) in domain for _ in range(100))


def test_a_dive_is_a_full_solution_that_keeps_what_is_given() -> None:
    task = load("model: physics/energy\ngiven: {m: 3 kg, v: 2 m/s}\n").task
    found = next(iter(dives(task, ())))

    assert fit_of(task, found)
    assert (3, 2) == (found["m"], found["v"])


def test_dives_go_on_from_what_was_found() -> None:
    task = load("model: physics/kinematics\ngiven: {xs: 0, vs: 15, astart: -10, x: 10}\nrequire: [t > 0]\n").task
    starts = [{"xs": 0, "vs": 15, "astart": -10, "x": 10, "t": t} for t in (1, 2)]

    assert {(1, 5), (2, -5)} == {(found["t"], found["v"]) for found in dives(task, starts)}


def test_nothing_is_found_where_data_contradict_each_other() -> None:
    task = load("model: physics/kinematics\ngiven: {vs: 1, astart: 1, t: 1, v: 3}\n").task

    assert [] == list(dives(task, ()))
