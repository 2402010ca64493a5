"""A condition forbids an answer also where nobody seeks what it speaks of."""

from cpsolver import solve
from cpsolver.task.result import Status

THROWN = """
model: physics/kinematics
given: {{xs: 0 m, vs: {vs}, astart: -10 m/s^2, {more}}}
require: [{rule}]
find: {find}
"""


def thrown(vs: str, more: str, rule: str, find: str) -> str:
    return THROWN.format(vs=vs, more=more, rule=rule, find=find)


def test_a_rule_on_a_quantity_that_is_not_needed_can_leave_no_solution() -> None:
    answer = solve(thrown("10 m/s", "t: 2 s", "v > 0", "x"))

    assert answer.status is Status.UNSATISFIABLE
    assert answer.derivation is not None
    assert ["v > 0"] == list(answer.derivation.steps[-1].conditions)


def test_a_rule_on_a_quantity_that_is_not_needed_drops_the_root_it_forbids() -> None:
    up = solve(thrown("15 m/s", "x: 10 m", "v > 0", "t"), every=True)
    down = solve(thrown("15 m/s", "x: 10 m", "v < 0", "t"), every=True)

    assert ([1], [2]) == ([s["t"] for s in up.solutions], [s["t"] for s in down.solutions])
    assert up.unique is True


def test_what_a_rule_that_holds_is_tested_by_stays_out_of_the_derivation() -> None:
    answer = solve(thrown("10 m/s", "t: 0.5 s", "v > 0", "x"))

    assert answer.unique is True
    assert answer.derivation is not None
    assert ["coordinate"] == [label for step in answer.derivation.steps for label in step.conditions]


def test_a_rule_on_a_quantity_that_nothing_determines_does_not_stand_in_the_way() -> None:
    answer = solve("model: physics/energy\ngiven: {m: 2 kg, v: 3 m/s}\nrequire: [h > 0]\nfind: Ek")

    assert (Status.ALL_SOLUTIONS, 9) == (answer.status, answer.solution["Ek"])


def test_a_formula_left_over_that_the_data_break_leaves_no_solution() -> None:
    answer = solve("model: physics/kinematics\ngiven: {xs: 0, vs: 0, astart: 2, t: 3, v: 7}\nfind: x")

    assert answer.status is Status.UNSATISFIABLE
