"""The auxiliary-model generator: what it may claim, and what it shows when it has to stop."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from cpsolver import api
from cpsolver.auxiliary.techniques import CONDITION, CROSSING, SUPPOSITION
from cpsolver.solvers import SOLVERS, auxiliary, formula_graph
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Name
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Task
from tests.random_tasks import brute_force
from tests.tasks import EASY, call, finite_task, map_colouring, queens_task, sudoku_task

TECHNIQUES = (CONDITION, CROSSING, SUPPOSITION)


def solved(task: Task, **settings: object) -> Result:
    return auxiliary.solve(task, Settings(**{"techniques": TECHNIQUES, **settings}))  # type: ignore[arg-type]


def test_without_a_choice_the_derivation_is_the_proof() -> None:
    result = solved(sudoku_task(EASY))

    assert Status.ALL_SOLUTIONS is result.status
    assert result.derivation is not None
    assert all(step.forced for step in result.derivation)


def test_a_choice_is_shown_as_one_and_proves_nothing() -> None:
    result = solved(map_colouring())

    assert Status.SATISFIED is result.status
    assert result.derivation is not None
    assert ["choice"] == list(dict.fromkeys(step.technique for step in result.derivation if not step.forced))


def test_all_choices_are_taken_back_when_all_solutions_are_sought() -> None:
    result = solved(map_colouring(), solutions=None)

    assert (Status.ALL_SOLUTIONS, 18) == (result.status, len(result.solutions))


def test_what_a_choice_told_is_not_known_when_it_is_taken_back() -> None:
    result = solved(queens_task(6), solutions=None)

    assert (Status.ALL_SOLUTIONS, 4) == (result.status, len(result.solutions))


def test_a_choice_that_fails_is_learnt_from() -> None:
    result = solved(queens_task(6), techniques=(CONDITION,), solutions=None)

    assert (Status.ALL_SOLUTIONS, 4) == (result.status, len(result.solutions))


def test_a_search_that_was_stopped_shows_only_what_holds_without_its_choices() -> None:
    names = [Name(f"p{i}") for i in range(9)]
    pairs = [call("!=", a, b) for i, a in enumerate(names) for b in names[:i]]
    task = finite_task({name.name: range(8) for name in names}, *pairs)
    calls = count()
    result = solved(task, techniques=(CONDITION,), stop=lambda: next(calls) > 400)

    assert (Status.UNKNOWN, "interrupted") == (result.status, result.note)
    assert result.knowledge is not None and result.derivation is not None
    assert all(len(domain) == 8 for domain in result.knowledge.domains.values() if isinstance(domain, Finite))
    assert all(step.forced for step in result.derivation)


def test_a_step_is_sound_even_where_time_ran_out_on_its_premises() -> None:
    expression = call("=", call("sum", *(Name(name) for name in "wxyz")), 10)
    task = finite_task({name: range(4) for name in "wxyz"}, Relation(expression, label="sum"), given={"w": 3, "x": 2})
    for limit in range(1, 40):
        calls = count()
        result = solved(task, stop=lambda calls=calls, limit=limit: next(calls) > limit)  # type: ignore[misc]
        assert result.derivation is not None
        for step in result.derivation:
            if step.technique == "condition":
                given = {fact.variable: fact.domain for fact in step.premises}
                for solution in brute_force(finite_task({name: range(4) for name in "wxyz"}, expression)):
                    if all(solution[name] in domain for name, domain in given.items()):
                        assert all(solution[fact.variable] in fact.domain for fact in step.conclusions), step


def test_a_premise_names_the_step_that_took_its_values() -> None:
    names = [Name(name) for name in "abc"]
    task = finite_task(dict.fromkeys("abc", (1, 2, 3)), Call("all_different", tuple(names)), call("<", *names[:2]))
    result = solved(task, techniques=(CONDITION,), once=True)

    assert result.derivation is not None
    numbers = {step.number: step for step in result.derivation}
    for step in result.derivation:
        for fact in step.premises:
            if isinstance(fact.origin, int):
                concluded = [f for f in numbers[fact.origin].conclusions if f.variable == fact.variable]
                full = task.by_name[fact.variable].domain
                assert isinstance(full, Finite)
                excluded = [value for value in full if value not in fact.domain]
                assert any(value not in f.domain for f in concluded for value in excluded)


def test_roots_that_may_be_incomplete_prove_nothing() -> None:
    periodic = (
        "model: {kind: formulas, quantities: {t: {}, y: {}, z: {}}, formulas: {wave: y = sin(t), next: z = t + 1}}\n"
        "given: {y: 0.5}\nrequire: [t > 100]\nfind: z\n"
    )
    answer = api.solve(periodic, solver="auxiliary")

    assert answer.status in (Status.UNKNOWN, Status.SATISFIED)


def test_a_part_that_is_not_complete_makes_the_whole_unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = api.load("physics/highest-point")
    whole = auxiliary.solve(loaded.task, Settings(techniques=loaded.kind.techniques))
    solve = formula_graph.SOLVER.solve

    def incomplete(task: Task, settings: Settings) -> Result:
        result = solve(task, settings)
        return replace(result, status=Status.SATISFIED) if result.status.has_solution else result

    monkeypatch.setitem(SOLVERS._loaded, "formula_graph", replace(formula_graph.SOLVER, solve=incomplete))
    doubtful = auxiliary.solve(loaded.task, Settings(techniques=loaded.kind.techniques))

    assert (Status.ALL_SOLUTIONS, Status.SATISFIED) == (whole.status, doubtful.status)
    assert whole.solutions == doubtful.solutions


def test_the_current_auxiliary_models_are_solved_a_single_time() -> None:
    once = solved(sudoku_task(EASY), once=True)

    assert Status.UNKNOWN is once.status
    assert "the current auxiliary models were solved once" == once.note
