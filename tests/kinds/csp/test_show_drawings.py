"""A grid of a finite task carries what its model draws over it."""

from __future__ import annotations

from cpsolver import api
from cpsolver.picture import Cage


def test_what_show_draws_lies_over_the_grid() -> None:
    text = (
        'kind: csp\nvariables: {"cell[1..2, 1..2]": 1..2}\n'
        'show:\n- {grid: cell}\n- {cage: "[cell[1, 1], cell[1, 2]]", text: 3+}\n'
    )
    loaded = api.load_text(text, "t.yaml")
    picture = loaded.kind.depict(loaded.task, loaded.task.knowledge(), None)

    assert (Cage(((0, 0), (0, 1)), "3+"),) == picture.overlays  # type: ignore[union-attr]


def test_a_grid_may_have_gaps() -> None:
    text = (
        'kind: csp\nvariables: {"cell[r in 1..2, c in 1..3]": {domain: 1..2, where: r + c != 3}}\n'
        'show:\n- {grid: cell}\n- {cage: "[cell[2, 2], cell[2, 3]]", text: 3+}\n'
    )
    loaded = api.load_text(text, "t.yaml")
    picture = loaded.kind.depict(loaded.task, loaded.task.knowledge(), None)

    assert [["empty", "void", "empty"], ["void", "empty", "empty"]] == [
        ["void" if cell.role == "void" else "empty" for cell in row]
        for row in picture.cells  # type: ignore[union-attr]
    ]
    assert (Cage(((1, 1), (1, 2)), "3+"),) == picture.overlays  # type: ignore[union-attr]
