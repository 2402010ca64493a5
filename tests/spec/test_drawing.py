"""What `show:` draws over a grid: from the words of a model to shapes, and what is said where of what is wrong."""

from __future__ import annotations

import pytest

from cpsolver.picture import Cage, Dot, Line, Outside, Overlay, Shade
from cpsolver.spec.drawing import overlays
from tests.spec.test_unroll import formulated, problem

MODEL = """kind: csp
parameters: {lines: [[1, 2], [2, 1]]}
variables:
  cell[1..2, 1..2]: {domain: 1..4, name: "r{1}c{2}"}
  other: 1..2
show:
"""
SPOTS = {"r1c1": (0, 0), "r1c2": (0, 1), "r2c1": (1, 0), "r2c2": (1, 1)}


def drawn(*items: str) -> tuple[Overlay, ...]:
    return overlays(formulated(MODEL + "".join(f"- {item}\n" for item in items)).show, SPOTS)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("{cage: [r1c1, r1c2], text: '{2 + 3}'}", Cage(((0, 0), (0, 1)), "5")),
        ("{line: 'cell[*, 1]', style: thermometer}", Line(((0, 0), (1, 0)), "thermometer")),
        ("{line: 'cell[*, 1]'}", Line(((0, 0), (1, 0)), "grey")),
        ("{dot: [r1c1, r2c1], text: X}", Dot(((0, 0), (1, 0)), "plain", "X")),
        ("{shade: r1c1, style: circle}", Shade(((0, 0),), "circle")),
        ("{outside: 'cell[1, *]', text: 9}", Outside((0, -1), (0, 1), "9")),
        ("{outside: '[r2c2, r2c1]', text: 9}", Outside((1, 2), (0, -1), "9")),
        ("{outside: 'cell[*, 2]', text: 9}", Outside((-1, 1), (1, 0), "9")),
        ("{outside: '[r2c1, r1c2]', text: 9}", Outside((2, -1), (-1, 1), "9")),
    ],
)
def test_a_form_is_drawn_of_its_cells(item: str, expected: Overlay) -> None:
    assert (expected,) == drawn(
        item.replace("[r1c1, r1c2]", "'[r1c1, r1c2]'").replace("[r1c1, r2c1]", "'[r1c1, r2c1]'")
    )


def test_a_form_is_drawn_once_for_each_value_of_its_loops() -> None:
    expected = (Shade(((0, 1),)), Shade(((1, 0),)))
    assert expected == drawn("{shade: 'cell[line[1], line[2]]', for: line in lines}")


def test_what_is_not_all_in_the_grid_is_left_out() -> None:
    assert () == drawn("{shade: '[r1c1, other]'}")


def test_of_one_model_all_forms_are_drawn_in_order() -> None:
    task = formulated(MODEL + "- {shade: r1c1}\n- {table: other}\n- {grid: cell}\n- {shade: r1c2}\n")
    assert ["shade", "table", "grid", "shade"] == [item.form for item in task.show]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("{cages: r1c1}", ("no form to show stands here", 7, 3, "forms: cage, line, dot, shade, outside")),
        ("{cage: r1c1, line: r1c1}", ("one form should stand here", 7, 3, "forms: cage, line, dot, shade, outside")),
        ("{cage: r1c1, stile: dashed}", ("unknown key 'stile'", 7, 16, "did you mean 'style'?")),
        ("{line: r1c1, style: thermomter}",
         ("'thermomter' is no style of a line", 7, 23, "did you mean 'thermometer'?")),
        ("{shade: 3 + 4}", ("'7' is no variable; what is drawn is drawn of variables", 7, 11, "")),
        ("{dot: r1c1}", ("a dot stands between cells: two or more are needed", 7, 9, "")),
        ("{shade: r1c3}", ("'r1c3' is not a name of this model", 7, 11, "did you mean 'r1c2'?")),
    ],
)  # fmt: skip
def test_a_wrong_drawing_is_told_at_its_place(item: str, expected: tuple[str, int, int, str]) -> None:
    assert expected == problem(f"{MODEL}- {item}")
