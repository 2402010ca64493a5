"""What `check` says of formula tasks."""

from __future__ import annotations

import time

import pytest

from cpsolver.api import check
from cpsolver.api.tasks import load
from cpsolver.auxiliary.diagnosis import Verdict
from cpsolver.kinds.formulas.diagnosis import diagnose, missing_data, smallest_additions
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task

MODEL = """model:
  kind: formulas
  quantities: {xs: {unit: m}, x: {unit: m}, vs: {unit: m/s}, v: {unit: m/s}, a: {unit: m/s^2}, t: {unit: s}}
  formulas:
    coordinate: x = xs + vs*t + a*t^2/2
    velocity: v = vs + a*t
"""


def solve(task: Task, solutions: int) -> Result:
    return SOLVERS.get("formula_graph").solve(task, Settings(solutions=solutions))


def verdicts(text: str, model: str = MODEL) -> dict[str, Verdict]:
    return {verdict.name: verdict for verdict in diagnose(load(model + text).task, solve)}


def test_a_good_task_passes_all_four() -> None:
    found = verdicts("given: {xs: 30, vs: 10, a: -9.8}\nrequire: [v = 0]\nfind: x\n")

    assert [True] * 4 == [verdict.holds for verdict in found.values()]
    assert "x can be found in 3 steps" == found["completeness"].sentence
    assert "what is sought is determined: x = 35.10204082 m" == found["sufficiency"].sentence


def test_missing_data_are_named_with_all_smallest_sets_that_would_do() -> None:
    found = verdicts("given: {x: 100}\nfind: t\n")

    assert found["completeness"].holds is False
    assert "t cannot be found from what is given" == found["completeness"].sentence
    together = "any of these would do: xs, vs and v; or xs, vs and a; or xs, v and a; or vs, v and a"
    assert (together,) == found["completeness"].details


def test_one_missing_datum() -> None:
    task = load(MODEL + "given: {vs: 1, a: 1}\nfind: t\n").task

    assert (("v",),) == smallest_additions(task)
    assert ("this would do: v",) == missing_data(task)


def test_nothing_is_missing_where_all_can_be_found() -> None:
    assert () == missing_data(load("physics/highest-point").task)


def test_a_circle_is_solved_together_and_the_formulas_are_named() -> None:
    circle = "model: {kind: formulas, quantities: {p: {}, q: {}}, formulas: {a: p = q/2 + 1, b: q = p}}\n"
    found = verdicts("find: p\n", circle)["completeness"]

    assert (True, "p can be found in 1 step") == (found.holds, found.sentence)
    assert ("p and q follow from 2 formulas together: a and b",) == found.details


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("2*x + 2*y = 2*k", "these 2 formulas say the same of x and y: a and b"),
        ("y = k - x", "these 2 formulas say the same of x and y: a and b"),
        ("x + y = 2*k", "these 2 formulas do not determine x and y, and seem to contradict each other: a and b"),
    ],
)
def test_formulas_that_are_enough_only_in_number_are_named(second: str, said: str) -> None:
    found = verdicts("given: {k: 1}\nfind: [x, y]\n", CONTRADICTING.replace("x + y = 2*k", second))["completeness"]

    assert (False, said) == (found.holds, found.details[0])


def test_more_than_three_missing_quantities_are_found() -> None:
    model = (
        "model: {kind: formulas, quantities: {s: {}, a: {}, b: {}, c: {}, d: {}, e: {}}, formulas: [s = a+b+c+d+e]}\n"
    )

    assert ("this would do: a, b, c, d and e",) == missing_data(load(model + "find: s\n").task)


def test_many_sets_are_counted() -> None:
    names = ", ".join(f"q{number}: {{}}" for number in range(12))
    formulas = ", ".join(f"f{number}: q{number} = 2*q0" for number in range(1, 12))
    model = f"model: {{kind: formulas, quantities: {{{names}}}, formulas: {{{formulas}}}}}\n"

    assert missing_data(load(model + "find: q5\n").task)[0].endswith(
        "q6; or q7; or q8; or 3 other sets of 1".replace("q7; or q8; or ", "q7; or q8; or ")
    )


def test_what_cancels_is_not_called_missing() -> None:
    model = (
        "model: {kind: formulas, quantities: {m: kg, g: m/s^2, h: m, v: m/s}, formulas: {balance: m*g*h = m*v^2/2}}\n"
    )
    found = verdicts("given: {g: 10, h: 5}\nfind: v\n", model)["completeness"]

    assert (None, "v cannot be found step by step, but what is unknown cancels") == (found.holds, found.sentence)


def test_a_quantity_of_no_formula_is_named() -> None:
    model = MODEL.replace("xs: {unit: m},", "xs: {unit: m}, m: {unit: kg},")

    assert ("no formula speaks of m",) == verdicts("find: m\n", model)["completeness"].details


def test_contradicting_data_are_told_with_formula_both_values_and_residual() -> None:
    found = verdicts("given: {v: 1, vs: 2, a: 1, t: 5, xs: 0}\nfind: x\n")["consistency"]

    assert found.holds is False
    assert (
        "velocity: v is 1 m/s, but vs + a*t = 2 m/s + (1 m/s^2)*(5 s) = 7 m/s; they differ by 6 m/s" == found.details[0]
    )
    assert "v = 1 m/s (given at <text>:7:12)" in found.details
    assert not any("xs" in detail for detail in found.details)


def test_a_contradiction_found_only_after_a_step_is_told_too() -> None:
    found = verdicts("given: {x: 0, xs: 0, vs: 0, a: -1, v: -2}\nfind: t\n")["consistency"]

    assert found.details[0].endswith("they differ by 2 m")


def test_a_rule_that_forbids_every_root_is_part_of_the_conflict() -> None:
    found = verdicts("given: {v: 1, vs: 2, a: 1}\nrequire: [t > 0]\nfind: t\n")

    assert "t > 0 does not hold with t = -1 s" == found["consistency"].details[0]
    assert found["sufficiency"].holds is False


LIGHT = """model:
  kind: formulas
  quantities: {n1: {}, n2: {}, a: {unit: deg, range: 0..90}, b: {unit: deg, range: 0..90}, c: {unit: deg, range: 0..90}}
  formulas:
    refraction: n1*sin(a) = n2*sin(b)
    total reflection: sin(c) = n2/n1
"""


def test_a_quantity_without_value_that_nobody_asked_for_is_no_contradiction() -> None:
    found = verdicts("given: {n1: 1, n2: 1.5, a: 30 deg}\nfind: b\n", LIGHT)

    assert [True, True, True, True] == [verdict.holds for verdict in found.values()]
    (said,) = found["consistency"].details
    assert said.startswith("c has no value: total reflection gives no c: ")
    assert said.endswith("no sine is above 1")


def test_a_quantity_without_value_that_is_sought_is_a_contradiction() -> None:
    found = verdicts("given: {n1: 1, n2: 1.5, a: 30 deg}\nfind: c\n", LIGHT)["consistency"]

    assert (False, "these 3 contradict each other") == (found.holds, found.sentence)
    assert not any("range" in detail for detail in found.details)


def test_a_range_that_forbids_a_root_is_part_of_the_conflict() -> None:
    model = MODEL.replace("t: {unit: s}", "t: {unit: s, range: '>= 0'}")
    found = verdicts("given: {v: 1, vs: 2, a: 1}\nfind: t\n", model)["consistency"]

    assert "velocity gives no t: -1 s is outside its range" == found.details[0]
    assert "t lies in its range (<text>:3:96)" == found.details[-1]


def test_redundant_data_are_told_with_what_they_follow_from() -> None:
    found = verdicts("given: {v: 7, vs: 2, a: 1, t: 5, xs: 0}\nfind: x\n")

    assert found["consistency"].holds is True
    assert "4 of 5 givens could be left out, each by itself" == found["necessity"].sentence
    assert (
        "v (given at <text>:7:12) follows from vs, a and t by velocity, which gives 7 m/s as well"
        in found["necessity"].details
    )


def test_a_given_without_which_there_are_two_answers_is_needed() -> None:
    found = verdicts("given: {xs: 0, vs: 20, a: -10, x: 15, t: 1}\nfind: v\n")["necessity"]

    assert "4 of 5 givens could be left out, each by itself" == found.sentence
    assert not any(detail.startswith("t ") for detail in found.details)


def test_nothing_is_said_of_needs_where_the_data_contradict() -> None:
    found = verdicts("given: {v: 1, vs: 2, a: 1, t: 5, xs: 0}\nfind: x\n")["necessity"]

    assert (None, "there is no solution", ()) == (found.holds, found.sentence, found.details)


CONTRADICTING = "model: {kind: formulas, quantities: {x: {}, y: {}, k: {}}, formulas: {a: x + y = k, b: x + y = 2*k}}\n"


def test_what_no_formula_finds_alone_is_not_called_consistent() -> None:
    found = verdicts("given: {k: 1}\nfind: [x, y]\n", CONTRADICTING)["consistency"]

    assert (None, "no contradiction was found, but no full solution either") == (found.holds, found.sentence)


def test_contradicting_linear_formulas_are_told_in_a_moment() -> None:
    start = time.process_time()
    found = check(CONTRADICTING + "given: {k: 1}\nfind: [x, y]\n").verdicts

    assert found[1].holds is False
    assert "these 3 contradict each other" == found[1].sentence
    assert time.process_time() - start < 1


def test_one_example_proves_data_consistent_that_leave_something_open() -> None:
    found = verdicts("given: {vs: 2, a: 1, t: 5}\nfind: v\n")["consistency"]

    assert (True, "the data do not contradict each other") == (found.holds, found.sentence)


def test_what_agrees_up_to_rounding_is_not_proven_consistent() -> None:
    model = "model: {kind: formulas, quantities: {k: {}, a: {}, x: {}}, formulas: {p: a = sqrt(k), q: x = a*a}}\n"

    assert verdicts("given: {k: 2}\nrequire: [x <= 2]\nfind: x\n", model)["consistency"].holds is None
    assert verdicts("given: {k: 2}\nrequire: [x <= 3]\nfind: x\n", model)["consistency"].holds is True
    assert verdicts("given: {k: 2}\nrequire: [x <= 1]\nfind: x\n", model)["consistency"].holds is False


def test_data_not_needed_are_told() -> None:
    model = MODEL.replace("xs: {unit: m},", "xs: {unit: m}, m: {unit: kg},")
    found = verdicts("given: {vs: 2, a: 1, t: 5, m: 3}\nfind: v\n", model)

    assert ("m (given at <text>:7:31) is not needed",) == found["necessity"].details


def test_two_answers_are_not_sufficient() -> None:
    found = verdicts("given: {xs: 0, vs: 15, a: -10, x: 10}\nfind: [t, v]\n")["sufficiency"]

    assert found.holds is False
    assert ("t = 1 s, v = 5 m/s", "t = 2 s, v = -5 m/s") == found.details


def test_a_goal_inside_its_own_rule_is_said_to_be_an_equation() -> None:
    found = verdicts("given: {v: 2, t: 3}\nrequire: [x = 2*x - v*t]\nfind: x\n")["completeness"]

    assert found.holds is True
    assert ("x stands on both sides of 'x = 2*x - v*t', which is solved for it as an equation",) == found.details
