"""Values for what the givens leave open."""

from __future__ import annotations

import random

import pytest

from cpsolver.api.checking import check
from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.dives import dives, parts, supposed
from cpsolver.kinds.formulas.examples import example, fit_of
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


def test_an_example_is_a_full_solution_that_keeps_what_is_given() -> None:
    task = load("model: physics/energy\ngiven: {m: 3 kg, v: 2 m/s}\n").task
    found = example(task)

    assert found is not None and not found.open_
    assert fit_of(task, found.values)
    assert (3, 2) == (found.values["m"], found.values["v"])


def test_dives_go_on_from_what_was_found() -> None:
    task = load("model: physics/kinematics\ngiven: {xs: 0, vs: 15, astart: -10, x: 10}\nrequire: [t > 0]\n").task
    starts = [{"xs": 0, "vs": 15, "astart": -10, "x": 10, "t": t} for t in (1, 2)]

    assert [(1, 5), (2, -5)] == [(found["t"], found["v"]) for found, _ in dives(task, starts)]


def test_nothing_is_found_where_data_contradict_each_other() -> None:
    task = load("model: physics/kinematics\ngiven: {vs: 1, astart: 1, t: 1, v: 3}\n").task

    assert example(task) is None


APART = """model:
  kind: formulas
  quantities: {k: {}, a: {range: ">= 0"}, b: {range: ">= 0"}, c: {}, d: {}, e: {}, f: {range: 0..1}}
  formulas: {first: a + b = k, second: c = 2*d, third: e = c, fourth: sin(f) = k}
require: [a < b/1000]
given: {k: 2}
"""


def test_formulas_that_share_no_unknown_quantity_are_parts() -> None:
    task = load(APART + "find: e\n").task

    assert [("a", "b"), ("c", "d", "e"), ("f",)] == [
        tuple(sorted(part.unknowns)) for part in parts(task.conditions, {"k": 2})
    ]


def test_a_part_is_filled_though_its_ranges_are_narrow_and_one_without_values_is_told() -> None:
    task = load(APART + "find: e\n").task
    found = example(task)

    assert found is not None
    assert [("f",)] == [part.unknowns for part in found.open_]
    assert 0 <= found.values["a"] < found.values["b"] / 1000
    assert found.values["e"] == 2 * found.values["d"]


def test_what_no_datum_reaches_is_told_apart() -> None:
    model = "model: {kind: formulas, quantities: {a: {}, b: {}, k: {}, c: {}}, formulas: {p: a^2 + b^2 = -1, q: c = k}}"
    found = example(load(f"{model}\ngiven: {{k: 2}}\nfind: c\n").task)

    assert found is not None
    assert (1, ()) == (len(found.open_), found.reached(load(f"{model}\ngiven: {{k: 2}}\nfind: c\n").task))


def test_formulas_that_contradict_each_other_are_seen_also_where_no_datum_reaches_them() -> None:
    found = check(
        "model: {kind: formulas, quantities: {a: {}, x: {}, y: {}, z: {}}, formulas: [x = a, y + z = 3, y + z = 4]}\n"
        "given: {a: 2}\nfind: x\n"
    )

    assert [False] == [verdict.holds for verdict in found.verdicts if verdict.name == "consistency"]
