"""The auxiliary models of a sudoku: sound, easiest first, and enough for a puzzle of seventeen givens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.auxiliary.model import AuxiliaryModel, Technique
from cpsolver.kinds.sudoku.narrate import narrate
from cpsolver.kinds.sudoku.techniques import TECHNIQUES, UNIT
from cpsolver.solvers.matching import solve as solve_unit
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Settings
from cpsolver.task.task import Fact, Task
from tests.tasks import EASY, SEVENTEEN, sudoku_task

SOLVED_4 = ("1234341221434321", "2143341243211234", "4213314224311324")


def found_by(model: AuxiliaryModel) -> Finding:
    results = [solve_unit(part, Settings()) for part in model.parts]
    return model.back(model.recombine(model.parts, results))


def learn(task: Task) -> Iterator[tuple[AuxiliaryModel, tuple[Fact, ...], Knowledge]]:
    """Models that say something new, one after the other, until none does."""
    known = task.knowledge()
    going = True
    while going:
        going = False
        for model in UNIT.generate(task, known):
            news = known.absorb(found_by(model))
            if news:
                yield model, news, known
                going = True
                break


def test_a_model_is_one_unit_with_what_is_known_of_its_cells() -> None:
    task = sudoku_task(EASY)
    models = list(UNIT.generate(task, task.knowledge()))
    labels = {model.parts[0].name for model in models}

    assert len(labels) == 27
    assert all(len(model.parts) == 1 and len(model.parts[0].variables) == 9 for model in models)


def test_the_unit_with_the_fewest_open_cells_comes_first() -> None:
    task = sudoku_task(EASY)
    known = task.knowledge()
    first = [model for model in UNIT.generate(task, known) if model.technique == "unit, known digits"]
    open_cells = [sum(not known.domains[v.name].is_fixed for v in model.parts[0].variables) for model in first]

    assert all(fewer <= more for fewer, more in pairwise(open_cells))


def test_complete_units_are_passed_over() -> None:
    task = sudoku_task("123456789" + "." * 72)

    assert "row 1" not in {model.parts[0].name for model in UNIT.generate(task, task.knowledge())}


def test_units_alone_solve_the_first_puzzle_and_one_of_seventeen_givens() -> None:
    for grid in (EASY, SEVENTEEN):
        task = sudoku_task(grid)
        *_, (_, _, known) = learn(task)

        assert not task.violations(known.solution())


def test_what_known_digits_exclude_comes_before_single_places_and_those_before_pairs() -> None:
    order = ["unit, known digits", "unit, single places", "unit, all"]
    task = sudoku_task(SEVENTEEN)
    for known in (task.knowledge(), next(learn(task))[2]):
        ranks = [order.index(model.technique) for model in UNIT.generate(task, known)]

        assert ranks == sorted(ranks)


def test_the_17_clue_puzzle_needs_nothing_but_singles() -> None:
    assert {model.technique for model, _, _ in learn(sudoku_task(SEVENTEEN))} == {
        "unit, known digits",
        "unit, single places",
    }


@settings(max_examples=40)
@given(st.sampled_from(SOLVED_4), st.sets(st.integers(0, 15), max_size=8))
def test_what_a_unit_says_holds_in_the_solution(solved: str, kept: set[int]) -> None:
    """Of any puzzle cut from a full grid, that grid is a solution, so no finding may exclude one of its digits."""
    task = sudoku_task("".join(sign if i in kept else "." for i, sign in enumerate(solved)), box=(2, 2))
    solution = dict(zip((v.name for v in task.variables), map(int, solved), strict=True))

    assert not task.violations(solution)
    for _, news, _ in learn(task):
        assert all(solution[fact.variable] in fact.domain for fact in news)


def test_clashing_cells_empty_a_domain_instead_of_being_passed_over() -> None:
    task = sudoku_task("55" + "." * 79)
    *_, (_, _, known) = learn(task)

    assert known.is_contradictory


def test_techniques_come_easiest_first_and_end_with_suppositions_followed_by_units() -> None:
    assert [technique.name for technique in TECHNIQUES] == ["unit", "rule", "supposition"]
    task = sudoku_task(SEVENTEEN)
    supposed = next(iter(TECHNIQUES[-1].generate(task, task.knowledge())))

    assert isinstance(supposed.deepen[0], Technique)
    assert [technique.name for technique in supposed.deepen] == ["unit", "rule"]


def test_a_hidden_single_is_told_from_the_step_that_the_loop_would_record() -> None:
    task = sudoku_task(SEVENTEEN)
    model, news, _ = next(item for item in learn(task) if item[0].technique == "unit, single places")
    unit = model.parts[0]
    digit = next(iter(news[0].domain))  # type: ignore[arg-type]
    others = (v.name for v in unit.variables if v.name != news[0].variable)
    premises = tuple(Fact(name, Finite(tuple(range(1, 10))).without(digit)) for name in others)
    told = narrate(task, Step(1, "unit", (unit.name,), premises, Finding(news[:1])))

    assert (told.name, told.sentence) == (
        "hidden single",
        f"{unit.name} has only one place for {digit}: {news[0].variable}",
    )
