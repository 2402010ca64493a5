"""The board at any moment, and the pyramid of auxiliary models."""

from __future__ import annotations

from dataclasses import replace

from cpsolver import api
from cpsolver.kinds.sudoku.depict import depict
from cpsolver.kinds.sudoku.pyramid import GIVENS, OPEN, graph
from cpsolver.picture import Cell, Marker
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact
from tests.tasks import EASY, sudoku_task

TASK = sudoku_task(EASY)
FIVE = Fact("r1c1", Finite((5,)))


def test_nothing_known_is_drawn_as_the_givens_and_empty_cells() -> None:
    grid = depict(TASK, TASK.knowledge())

    assert grid.cells[0][:3] == (Cell("5", "given"), Cell("3", "given"), Cell())
    assert len(grid.boxes) == 9


def test_what_is_narrowed_is_drawn_as_candidates_and_what_is_found_as_found() -> None:
    known = TASK.knowledge()
    known.absorb(Finding((Fact("r1c3", Finite((1, 2, 4)), 1), Fact("r1c4", Finite((6,)), 2))))

    assert depict(TASK, known).cells[0][2:4] == (Cell(candidates=("1", "2", "4")), Cell("6", "found"))


def test_what_is_supposed_in_an_auxiliary_task_is_drawn_as_such() -> None:
    supposed = replace(TASK, given=(Fact("r1c3", Finite((4,))), Fact("r1c1", Finite((5,)), 3)), depth=1)

    assert [cell.role for cell in depict(supposed, supposed.knowledge()).cells[0][:3]] == ["found", "open", "supposed"]


def test_a_step_is_drawn_with_its_sentence_and_its_cells() -> None:
    step = Step(1, "unit", ("row 1",), (FIVE,), Finding((Fact("r1c3", Finite((1, 2, 4))),)))
    grid = depict(TASK, TASK.knowledge(), step)

    assert grid.title == "elimination: r1c1 = 5 leaves no 5 for the rest of row 1"
    assert grid.markers == (Marker((0, 0), "premise"), Marker((0, 2), "conclusion"))


def test_without_derivation_the_graph_joins_cells_and_units() -> None:
    drawn = graph(TASK, None)

    assert len(drawn.nodes) == 81 + 27
    assert len(drawn.edges) == 3 * 81
    assert {node.layer for node in drawn.nodes if node.role == "given"} == {0}


def test_the_pyramid_stands_on_the_givens_and_passes_through_eliminations() -> None:
    """r1c1 = 5 takes the 5 from r1c3 (no box of its own), which then has 4; that leaves 2 in r1c4."""
    all_but_five = Finite((1, 2, 3, 4, 6, 7, 8, 9))
    steps = (
        Step(1, "unit", ("row 1",), (FIVE,), Finding((Fact("r1c3", all_but_five),))),
        Step(2, "unit", ("box 1",), (Fact("r1c3", all_but_five, 1),), Finding((Fact("r1c3", Finite((4,))),))),
        Step(3, "unit", ("row 1",), (Fact("r1c3", Finite((4,)), 2),), Finding((Fact("r1c4", Finite((2,))),))),
    )
    drawn = graph(TASK, Derivation("test", steps))

    assert [(node.name, node.text, node.layer) for node in drawn.nodes] == [
        (GIVENS, "30 givens", 0),
        ("step 2", "box 1: r1c3 = 4", 1),
        ("step 3", "row 1: r1c4 = 2", 2),
        (OPEN, "49 cells open", 3),
    ]
    assert [(edge.start, edge.end) for edge in drawn.edges if edge.on_path] == [
        (GIVENS, "step 2"),
        ("step 2", "step 3"),
    ]


def test_steps_that_lead_to_no_digit_are_left_out_of_the_pyramid() -> None:
    pair = (Fact("r2c3", Finite((4, 7))), Fact("r3c3", Finite((4, 7))))
    steps = (
        Step(1, "unit", ("box 1",), pair, Finding((Fact("r1c3", Finite((1, 2))),))),
        Step(2, "unit", ("row 1",), (FIVE,), Finding((Fact("r1c4", Finite((2,))),))),
    )

    assert [node.name for node in graph(TASK, Derivation("test", steps)).nodes] == [GIVENS, "step 2", OPEN]


def test_from_a_choice_on_nothing_is_found_and_the_title_says_what_stays_open() -> None:
    steps = (
        Step(1, "unit", ("row 1",), (FIVE,), Finding((Fact("r1c4", Finite((2,))),))),
        Step(2, "choice", (), (), Finding((Fact("r1c3", Finite((1,))),)), forced=False),
        Step(3, "unit", ("row 1",), (FIVE,), Finding((Fact("r1c6", Finite((6,))),))),
    )
    drawn = graph(TASK, Derivation("test", steps))

    assert [(node.name, node.role, node.on_path) for node in drawn.nodes] == [
        (GIVENS, "given", True),
        ("step 1", "found", True),
        (OPEN, "open", False),
    ]
    assert [("step 1", OPEN)] == [(edge.start, edge.end) for edge in drawn.edges if not edge.on_path]
    assert drawn.title.endswith(": 50 of 81 cells stay open")


def test_a_pyramid_may_end_in_a_contradiction() -> None:
    steps = (Step(1, "unit", ("row 1",), (FIVE,), Finding((Fact("r1c3", Finite(())),)), substeps=()),)

    assert graph(TASK, Derivation("test", steps)).title.endswith("they end in a contradiction")


def test_where_nothing_is_derived_the_graph_of_units_says_so() -> None:
    assert graph(TASK, Derivation("test")).title.endswith("no digit is derived")
    assert graph(TASK, None).title.endswith("no digit is derived"), "a limit was met"


def test_the_places_of_a_fish_and_the_cells_a_sentence_names_are_its_pattern() -> None:
    explanation = api.explain("sudoku/swordfish")
    task, derivation = explanation.answer.loaded.task, explanation.answer.derivation
    assert derivation is not None
    known = task.knowledge()
    seen: dict[str, set[object]] = {}
    for step in derivation:
        seen[step.technique] = {m.at for m in depict(task, known, step).markers if m.role == "pattern"}
        known.absorb(step.finding)

    assert {(r, c) for c in (2, 5, 8) for r in (0, 1, 6)} - {(1, 8), (6, 5)} == seen["swordfish"]
    assert {(1, 1), (1, 6), (6, 6), (8, 1)} == seen["skyscraper"]
