"""What is sought may be determined where the whole solution is not."""

from __future__ import annotations

from cpsolver.api import solve
from cpsolver.api.sought_alone import DETERMINED

TASK = "model:\n  kind: csp\n  variables: {x: 1..3, y: 1..3}\n  conditions: [x > 2]\nfind: x\n"


def test_what_is_sought_alone_is_said_to_be_the_same_in_every_solution() -> None:
    answer = solve(TASK, derive=False)

    assert answer.unique is False
    assert DETERMINED in answer.notes


def test_two_solutions_shown_differ_in_what_is_sought() -> None:
    answer = solve(TASK.replace("x > 2", "x > 1"), derive=False)

    assert DETERMINED not in answer.notes
    assert {2, 3} == {solution["x"] for solution in answer.solutions}


def test_of_the_best_only_those_as_good_count() -> None:
    answer = solve(TASK.replace("conditions: [x > 2]", "conditions: []\n  maximize: x"), derive=False)

    assert DETERMINED in answer.notes


def test_where_all_is_sought_nothing_more_is_said() -> None:
    answer = solve(TASK.replace("find: x\n", ""), derive=False)

    assert DETERMINED not in answer.notes
