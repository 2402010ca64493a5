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
