"""A board as players see it: facts of the usual board, and of boards that are not."""

from __future__ import annotations

from dataclasses import replace

from cpsolver.kinds.sudoku.logic.geometry import bits, geometry_of, is_single, lowest, set_of
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Name
from tests.kinds.sudoku.logic.puzzles import classic
from tests.tasks import call, finite_task, sudoku_task


def test_the_usual_board_has_27_units_and_20_peers_a_cell() -> None:
    assert len(classic().units) == 27
    assert all(mask.bit_count() == 20 for mask in classic().peers)
    assert all(len(units) == 3 for units in classic().units_of)


def test_units_are_rows_columns_and_boxes() -> None:
    assert [len(classic().rows), len(classic().columns), len(classic().boxes)] == [9, 9, 9]
    assert {unit.line for unit in classic().boxes} == {"box"}


def test_the_units_of_the_middle_cell_are_written_out() -> None:
    labels = [classic().units[number].label for number in classic().units_of[40]]

    assert labels == ["row 5", "column 5", "box 5"]


def test_a_box_crosses_three_rows_and_three_columns() -> None:
    crossed = [other.label for one, other, _ in classic().crossings if one.label == "box 1"]

    assert crossed == ["row 1", "row 2", "row 3", "column 1", "column 2", "column 3"]


def test_peers_of_two_cells_in_one_box_are_the_rest_of_the_box_and_what_both_see() -> None:
    seen = classic().common_peers(set_of([0, 10]))

    assert {classic().names[cell] for cell in bits(seen)} == {
        *("r1c2", "r1c3", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3"),
    }


def test_conditions_between_a_cell_and_others_are_as_few_as_will_do() -> None:
    geometry = classic()
    number = {name: cell for cell, name in enumerate(geometry.names)}
    seen = set_of([number["r1c2"], number["r2c2"], number["r1c9"]])

    assert geometry.links(number["r1c1"], seen) == ("row 1", "box 1")
    assert geometry.links(number["r1c1"], seen) is geometry.links(number["r1c1"], seen)


def test_conditions_smaller_than_the_domain_make_peers_but_no_units() -> None:
    knight = Relation(call("all_different", Name("r1c1"), Name("r2c3")), label="knight")
    task = sudoku_task("." * 16, box=(2, 2))
    geometry = geometry_of(replace(task, conditions=(*task.conditions, knight)))
    assert geometry is not None

    assert len(geometry.units) == 12
    assert geometry.others == (("knight", (0, 6)),)
    assert geometry.between(6, 0) == "knight"


def test_cells_of_different_domains_are_no_board() -> None:
    task = finite_task({"a": (1, 2), "b": (1, 2, 3)}, call("all_different", Name("a"), Name("b")))

    assert geometry_of(task) is None


def test_sets_are_bits() -> None:
    assert list(bits(0b10110)) == [1, 2, 4]
    assert lowest(0b10100) == 2
    assert [is_single(0), is_single(8), is_single(12)] == [False, True, False]
