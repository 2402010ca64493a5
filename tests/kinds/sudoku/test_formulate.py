"""From text to task: the walk of the architecture, what is expected, and every error at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.api.schemas import without_line
from cpsolver.errors import Mark, SpecError
from cpsolver.kinds.sudoku import KIND
from cpsolver.library import find
from cpsolver.picture import Cell
from cpsolver.spec.document import Document, parse, read
from cpsolver.spec.expected import Expected
from cpsolver.spec.loading import Spec, gather, validated
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact, Task
from tests.tasks import EASY

FIRST = find("specs", "sudoku/first")
TEXT = without_line(FIRST.read_text(encoding="utf-8"))
SPECS = sorted(FIRST.parent.glob("*.yaml"))

CLASHING = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."
"""freeCodeCamp/freeCodeCamp issue 48307, where it was "solved"."""


def spec_of(document: Document) -> Spec:
    return validated(gather(document), KIND.spec_shape, KIND.model_shape)


def task_of(text: str, source: str = "first.yaml") -> Task:
    return KIND.formulate(spec_of(parse(text, source)))


def expected_of(text: str) -> Expected:
    spec = spec_of(parse(text, "first.yaml"))
    return KIND.expected(spec, KIND.formulate(spec))


def problems(text: str, source: str = "first.yaml") -> list[str]:
    with pytest.raises(SpecError) as caught:
        task_of(text, source)
    return [f"{problem.mark}: {problem.message}" for problem in caught.value.problems]


def problems_of_grid(grid: str) -> str:
    assert KIND.recognise is not None
    document = KIND.recognise(grid, "<argument>")
    assert document is not None
    with pytest.raises(SpecError) as caught:
        KIND.formulate(spec_of(document))
    return str(caught.value)


# -- the walk of the 5 in r1c3 -------------------------------------------------------------------------------


def test_the_five_in_r1c3_is_a_fact_with_the_place_of_its_character() -> None:
    five = next(fact for fact in task_of(TEXT).given if fact.variable == "r1c3")

    assert five.domain == Finite((5,))
    assert five.origin == Mark("first.yaml", 5, 7)
    assert TEXT.splitlines()[4][6] == "5"


def test_the_five_is_known_from_the_start_and_stands_in_three_units() -> None:
    task = task_of(TEXT)

    assert task.knowledge().domains["r1c3"] == Finite((5,))
    assert [condition.label for condition in task.conditions_on["r1c3"]] == ["row 1", "column 3", "box 1"]


def test_the_five_is_drawn_as_given_and_the_four_beside_it_as_found() -> None:
    task = task_of(TEXT)
    known = task.knowledge()
    known.absorb(Finding((Fact("r1c1", Finite((4,)), 1),)))
    grid = KIND.depict(task, known, None)

    assert grid.cells[0][:3] == (Cell("4", "found"), Cell("3", "given"), Cell("5", "given"))  # type: ignore[union-attr]


def test_the_classic_model_has_27_units_of_9_cells_and_every_cell_20_peers() -> None:
    task = task_of(TEXT)

    assert [len(condition.scope) for condition in task.conditions] == [9] * 27
    for variable in task.variables:
        mine = task.conditions_on[variable.name]
        assert len({name for unit in mine for name in unit.scope} - {variable.name}) == 20


def test_box_5_of_the_classic_model_is_the_one_in_the_middle() -> None:
    (box,) = (condition for condition in task_of(TEXT).conditions if condition.label == "box 5")

    assert box.scope == ("r4c4", "r4c5", "r4c6", "r5c4", "r5c5", "r5c6", "r6c4", "r6c5", "r6c6")


def test_x_has_both_diagonals_beside_the_27_units() -> None:
    task = KIND.formulate(spec_of(read(find("specs", "sudoku/diagonals"))))
    scopes = {condition.label: condition.scope for condition in task.conditions}

    assert len(scopes) == 29
    assert scopes["falling diagonal"][:2] == ("r1c1", "r2c2")
    assert scopes["rising diagonal"][:2] == ("r9c1", "r8c2")


def test_equal_specs_give_equal_tasks() -> None:
    assert task_of(TEXT) == task_of(TEXT)


# -- the shelf -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_spec_says_where_it_comes_from_and_what_must_come_out(path: Path) -> None:
    spec = spec_of(read(path))
    expected = KIND.expected(spec, KIND.formulate(spec))

    assert spec.shape.source
    assert expected.solutions or expected.status == "unsatisfiable"


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_expected_grid_keeps_the_givens_and_all_units(path: Path) -> None:
    spec = spec_of(read(path))
    task = KIND.formulate(spec)
    values = {item.variable: item.value for item in KIND.expected(spec, task).values}

    assert not values or not task.violations(values)


# -- other ways to give, to seek, to expect ------------------------------------------------------------------

CELLS = "model: sudoku/classic\ngiven: {r1c3: 5, r2c4: [1, 2]}\n"


def test_cells_may_be_given_by_name_with_one_digit_or_several() -> None:
    given = task_of(CELLS).given

    assert [(fact.variable, fact.domain) for fact in given] == [("r1c3", Finite((5,))), ("r2c4", Finite((1, 2)))]
    assert given[0].origin == Mark("first.yaml", 2, 15)


def test_a_grid_may_stand_directly_under_given() -> None:
    assert len(task_of(f"model: sudoku/classic\ngiven: {EASY}\n").given) == 30


def test_a_grid_of_a_parameter_s_size_is_read_by_that_size() -> None:
    task = task_of(
        "model: sudoku/classic\nparameters: {box_rows: 2, box_columns: 2}\ngiven: {grid: '1... .... .... ...4'}\n"
    )

    assert [fact.variable for fact in task.given] == ["r1c1", "r4c4"]


def test_single_cells_may_be_sought() -> None:
    assert task_of(CELLS + "find: [r9c9, r1c1]\n").sought.variables == ("r9c9", "r1c1")


def test_a_whole_grid_and_single_cells_may_be_expected() -> None:
    values = expected_of(CELLS + f"expect: {{r1c3: 5, grid: {'.' * 80 + '7'}}}\n").values

    assert [(item.variable, item.value) for item in values] == [("r1c3", 5), ("r9c9", 7)]


# -- what is wrong -------------------------------------------------------------------------------------------


def test_row_with_eight_cells_is_an_error_at_that_row() -> None:
    assert problems(TEXT.replace("    89.....6.", "    89....6.", 1)) == [
        "first.yaml:7:5: row 3 has 8 cells; 9 are needed"
    ]


def test_a_letter_is_an_error_at_its_column() -> None:
    assert problems(TEXT.replace("    ..48.3..1", "    ..4x.3..1", 1)) == [
        "first.yaml:9:8: 'x' is neither a digit 1-9 nor '.'"
    ]


def test_all_problems_of_a_grid_come_at_once() -> None:
    text = TEXT.replace("    89.....6.", "    89....6.", 1).replace("    ..48.3..1", "    ..4x.3..1", 1)

    assert [problem.split(" ")[0] for problem in problems(text)] == ["first.yaml:7:5:", "first.yaml:9:8:"]


def test_two_nines_in_a_row_are_refused_with_both_cells_the_units_and_both_places() -> None:
    assert problems_of_grid(CLASHING) == (
        "<argument>:1:3: r1c2 and r1c3 are both 9 in row 1 (and in box 1)\n"
        f"    {CLASHING}\n"
        "      ^\n"
        "  r1c2 = 9 stands at <argument>:1:2\n"
        "<argument>:1:38: r1c2 and r5c2 are both 9 in column 2\n"
        f"    {CLASHING}\n"
        "                                         ^\n"
        "  r1c2 = 9 stands at <argument>:1:2"
    )


def test_clashing_cells_of_a_file_are_marked_at_the_later_one() -> None:
    assert problems(TEXT.replace("    .35.7....", "    .35.7...5", 1)) == [
        "first.yaml:5:13: r1c3 and r1c9 are both 5 in row 1",
        "first.yaml:12:13: r1c9 and r8c9 are both 5 in column 9",
    ]


def test_a_clash_on_a_diagonal_is_one_only_where_the_model_has_diagonals() -> None:
    given = "given: {r1c1: 5, r9c9: 5}\n"

    assert task_of("model: sudoku/classic\n" + given).given
    assert problems("model: sudoku/x\n" + given) == ["first.yaml:2:24: r1c1 and r9c9 are both 5 in falling diagonal"]


def test_thousands_of_clashes_are_counted_and_not_all_told() -> None:
    told = problems_of_grid("5" * 81)

    assert told.count("are both 5") == 100
    assert told.endswith("710 more pairs of givens clash")


def test_eighty_characters_are_refused_as_a_grid() -> None:
    assert problems_of_grid(EASY[:80]) == (
        "<argument>:1:1: the grid has 80 cells; 81 are needed\n"
        f"    {EASY[:80]}\n"
        "    ^\n"
        "  1 missing: write one sign for each cell"
    )


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("{r1c3: x}", "first.yaml:2:15: 'x' is not in the domain of r1c3"),
        ("{r1c3: 10}", "first.yaml:2:15: '10' is not in the domain of r1c3"),
        ("{r10c3: 1}", "first.yaml:2:9: 'r10c3' is neither 'grid' nor a cell"),
        ("{gird: 1}", "first.yaml:2:9: 'gird' is neither 'grid' nor a cell"),
        ("{grid: [1, 2]}", "first.yaml:2:15: expected a grid as text"),
        ("[1, 2]", "first.yaml:2:8: expected a grid or cells, found a list"),
        ("{r1c1: {a: 1}}", "first.yaml:2:15: this is not in the domain of r1c1"),
    ],
)
def test_other_wrong_givens_are_errors_at_their_place(given: str, problem: str) -> None:
    assert problems(f"model: sudoku/classic\ngiven: {given}\n") == [problem]


def test_a_cell_given_twice_in_different_ways_is_an_error_with_both_places() -> None:
    text = f"model: sudoku/classic\ngiven:\n  grid: {EASY}\n  r1c1: 4\n"

    assert problems(text) == ["first.yaml:4:9: r1c1 is given as 4 here and as 5 before"]


def test_what_cannot_be_sought_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(SpecError, match="did you mean 'grid'") as caught:
        task_of(CELLS + "find: gird\n")

    assert str(caught.value.problems[0].mark) == "first.yaml:3:7"


def test_a_wrong_expected_grid_is_an_error_at_its_place() -> None:
    with pytest.raises(SpecError) as caught:
        expected_of(CELLS + "expect: {grid: 123}\n")

    assert str(caught.value.problems[0].mark) == "first.yaml:3:16"
