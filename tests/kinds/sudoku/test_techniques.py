"""The techniques of a sudoku as the loop uses them: players' own first, sound, and enough for hard puzzles."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver import api
from cpsolver.api.techniques import techniques_of
from cpsolver.auxiliary.model import SolvedModel
from cpsolver.errors import UnsupportedTask
from cpsolver.kinds import KINDS
from cpsolver.kinds.sudoku.logic.geometry import geometry_of
from cpsolver.kinds.sudoku.techniques import TECHNIQUES, position_of
from cpsolver.solvers import auxiliary
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Fact, Task
from tests.tasks import EASY, INKALA, SEVENTEEN, sudoku_task

SOLVED_4 = ("1234341221434321", "2143341243211234", "4213314224311324")
SUDOKU = KINDS.get("sudoku")


def solved(task: Task, **settings: object) -> Result:
    return auxiliary.solve(task, Settings(techniques=TECHNIQUES, **settings))  # type: ignore[arg-type]


def names(result: Result) -> list[str]:
    assert result.derivation is not None
    return [step.technique for step in result.derivation]


def test_players_techniques_come_before_those_of_a_variant_and_suppositions_end() -> None:
    names = [technique.name for technique in TECHNIQUES]

    asked = ["elimination", "rule", "rule with units"]
    assert names == ["players", *asked, "players", "rules supposed", "players", "rules supposed", "rules supposed"]
    assert sorted(TECHNIQUES, key=lambda technique: technique.difficulty) == list(TECHNIQUES)


def test_singles_alone_solve_an_easy_puzzle_and_one_of_seventeen_givens() -> None:
    for grid in (EASY, SEVENTEEN):
        result = solved(sudoku_task(grid))

        assert result.status is Status.ALL_SOLUTIONS
        assert set(names(result)) <= {"full house", "naked single", "hidden single"}


def test_one_of_the_hardest_is_proved_to_have_one_solution_without_a_choice() -> None:
    result = solved(sudoku_task(INKALA))

    assert result.status is Status.ALL_SOLUTIONS
    assert result.derivation is not None and all(step.forced for step in result.derivation)
    assert "supposition" in names(result)


def test_two_equal_givens_in_a_row_are_a_contradiction() -> None:
    result = solved(sudoku_task("55" + "." * 79))

    assert result.status is Status.UNSATISFIABLE
    assert names(result) == ["contradiction"]


@settings(max_examples=40)
@given(st.sampled_from(SOLVED_4), st.sets(st.integers(0, 15), max_size=8))
def test_what_is_said_holds_in_every_grid_a_puzzle_was_cut_from(solution: str, kept: set[int]) -> None:
    task = sudoku_task("".join(sign if i in kept else "." for i, sign in enumerate(solution)), box=(2, 2))
    true = dict(zip((v.name for v in task.variables), map(int, solution), strict=True))
    result = solved(task, choose=False)

    assert result.derivation is not None
    for step in result.derivation:
        assert all(true[fact.variable] in fact.domain for fact in step.conclusions)


def test_looking_once_takes_in_all_patterns_of_the_position_as_it_stands() -> None:
    task = sudoku_task(SEVENTEEN)
    known = task.knowledge()
    once = solved(task, once=True)
    (*_, players, _, _) = TECHNIQUES
    said = {fact for model in players.generate(task, known) for fact in model.finding.facts}  # type: ignore[union-attr]

    assert len(names(once)) > 3
    assert once.derivation is not None
    assert {Fact(f.variable, f.domain) for step in once.derivation for f in step.conclusions} <= said


def test_rows_alone_say_nothing_of_columns() -> None:
    derivation = api.explain("sudoku/seventeen", units=["rows"]).answer.derivation
    assert derivation is not None
    units = [condition for step in derivation if step.technique != "naked single" for condition in step.conditions[:1]]

    assert units
    assert all(unit.startswith("row ") for unit in units)


def test_until_none_yields_chooses_nothing() -> None:
    answer = api.explain("sudoku/several", every=True).answer

    assert answer.status is Status.UNKNOWN
    assert answer.derivation is None or all(step.forced for step in answer.derivation)


def test_an_unknown_technique_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(UnsupportedTask, match="did you mean 'swordfish'"):
        techniques_of(SUDOKU, ["swordfisch"])


def test_an_unknown_sort_of_units_is_refused() -> None:
    with pytest.raises(UnsupportedTask, match="did you mean 'rows'"):
        techniques_of(SUDOKU, units=["rwos"])


def test_what_relies_on_one_solution_is_used_only_where_that_is_asked_for() -> None:
    with pytest.raises(UnsupportedTask, match="--unique"):
        techniques_of(SUDOKU, ["uniqueness test 1"])

    assert techniques_of(SUDOKU, ["uniqueness test 1"], unique=True)


def test_relying_on_one_solution_is_refused_where_there_are_several() -> None:
    with pytest.raises(UnsupportedTask, match="at least 2 solutions"):
        api.explain("sudoku/several", unique=True)


def test_a_kind_without_units_says_so() -> None:
    with pytest.raises(UnsupportedTask, match="csp has no units"):
        techniques_of(KINDS.get("csp"), units=["rows"])


def test_a_position_takes_what_is_known_and_what_placed_digits_exclude() -> None:
    task = sudoku_task("1" + "." * 80)
    known = task.knowledge()
    known.absorb(Finding((Fact("r9c9", Finite((2, 3))),)))
    geometry = geometry_of(task)
    assert geometry is not None
    position = position_of(task, geometry, known)

    assert position.digits[0] == 0b1
    assert position.digits[1] == 0b111111110
    assert position.digits[80] == 0b110
    assert position.open.bit_count() == 80


def test_a_step_names_the_cells_that_account_for_it_and_the_conditions_by_which_they_do() -> None:
    task = sudoku_task("." * 9 + "5" + "." * 8 + "......123" + "." * 54)
    model = next(
        model
        for model in TECHNIQUES[-3].generate(task, task.knowledge())
        if isinstance(model, SolvedModel) and model.technique == "pointing"
    )

    assert model.conditions == ("box 3", "row 1", "row 2")
    assert [fact.variable for fact in model.premises] == ["r2c1", "r3c7", "r3c8", "r3c9"]


def test_where_a_technique_is_named_nothing_is_chosen_beside_it() -> None:
    answer = api.explain("sudoku/swordfish", techniques=["x-wing"]).answer

    assert answer.status is Status.UNKNOWN
    assert answer.derivation is None or all(step.forced for step in answer.derivation)
