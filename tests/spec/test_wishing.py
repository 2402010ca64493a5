"""What a task would like best, as specs say it: objectives in order, soft conditions with weights, the penalty."""

from __future__ import annotations

from fractions import Fraction

from cpsolver.api import load_text, solve
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Task

TWO = "model:\n  kind: csp\n  variables: {x: 0..3, y: 0..3}\n  conditions: [x + y = 3]\n"


def task(text: str) -> Task:
    """The task of a spec that starts as `TWO` does."""
    return load_text(TWO + text, "<text>").task


def directions(text: str) -> list[tuple[str, bool]]:
    """The objectives in order: their text, and whether they are maximized."""
    from cpsolver.task.notation import plain

    return [(plain(each.expression), each.maximize) for each in objectives(task(text))]


def test_objectives_count_in_the_order_of_the_file() -> None:
    assert [("y", True), ("x", False), ("x*y", False)] == directions("maximize: y\nminimize: [x, x*y]\n")
    assert [("x", False), ("y", True)] == directions("minimize: x\nmaximize: y\n")


def test_of_what_is_best_by_the_first_the_best_by_the_next_is_taken() -> None:
    answer = solve(TWO + "minimize: [abs(x - y), x]\n", derive=False)

    assert {"x": 1, "y": 2} == dict(answer.solution or {})


def test_the_penalty_comes_last_unless_an_objective_speaks_of_it() -> None:
    soft = "prefer: [x = 0, {require: y = 0, weight: 3}]\n"

    assert ["x", "sum(not x = 0, 3*(not y = 0))"] == [text for text, _ in directions("minimize: x\n" + soft)]
    assert ["x + sum(not x = 0, 3*(not y = 0))"] == [text for text, _ in directions("minimize: x + penalty\n" + soft)]


def test_without_objective_the_penalty_alone_is_made_small() -> None:
    answer = solve(TWO + "prefer: [x = 0, {require: y = 0, weight: 3}]\n", derive=False)

    assert {"x": 3, "y": 0} == dict(answer.solution or {})
    assert 1 == answer.result.objective


def test_preferences_have_labels_weights_and_places_of_their_own() -> None:
    found = task("prefer:\n- {label: 'at {k}', for: k in 1..2, require: x != k, weight: k/2}\n").preferences

    assert ["at 1", "at 2"] == [each.condition.label for each in found]
    assert [Fraction(1, 2), 1] == [each.weight for each in found]
    assert {(6, 46)} == {
        (each.condition.mark.line, each.condition.mark.column) for each in found if each.condition.mark
    }


def test_a_preference_is_met_or_broken_as_a_whole() -> None:
    assert 1 == len(task("prefer: [x = 0 and y = 3]\n").preferences)
    assert 2 == len(task("prefer: ['v >= 1 for v in [x, y]']\n").preferences)


def test_a_variable_called_penalty_is_the_users_own() -> None:
    text = "model:\n  kind: csp\n  variables: {penalty: 2..5}\n  prefer: [penalty != 2]\n  minimize: penalty\n"

    assert 2 == solve(text, derive=False).result.objective
