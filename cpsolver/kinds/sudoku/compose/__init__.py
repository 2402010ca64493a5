"""Puzzles composed: full grids, from which digits are cut or shown, and what came out compared with what was wished.

kernels     boards of nothing but cells that differ, on which compiled kernels count, draw and cut
cutting     candidates by these kernels, many at once
searching   candidates by any solver, one at a time, for all other rules
clues       what the model's `generate:` section makes of a full grid: cages, lines, sums
steps       which cells are opened together: symmetries and patterns
wishes      how near a grade comes to what is wished
composer    candidates judged
"""

from __future__ import annotations

from cpsolver.kinds.sudoku.compose.composer import Source, SudokuComposer, check_fewest, check_wishes
from cpsolver.kinds.sudoku.compose.cutting import Cutting
from cpsolver.kinds.sudoku.compose.kernels import kernels_for
from cpsolver.kinds.sudoku.compose.searching import Searching
from cpsolver.kinds.sudoku.compose.steps import allowed_cells, orbits
from cpsolver.kinds.sudoku.compose.wishes import Judge
from cpsolver.kinds.sudoku.logic.geometry import geometry_of
from cpsolver.kinds.sudoku.rules import has_rules
from cpsolver.kinds.sudoku.scale import Scale
from cpsolver.kinds.sudoku.shape import board
from cpsolver.spec.puzzle import Wishes, Workshop
from cpsolver.task.task import Task

__all__ = ["compose"]


def compose(task: Task, wishes: Wishes, workshop: Workshop) -> SudokuComposer:
    """What composes puzzles of a model: `task`, with nothing given.

    Raises: UnsupportedTask for a wish that no puzzle of this model can meet; SpecError for a wrong scale, pattern or
    `generate:` section.
    """
    scale = Scale.read(workshop.scale)
    cells = {variable.name: number for number, variable in enumerate(task.variables)}
    shape = board(task)
    together = orbits(shape, cells, wishes.symmetry)
    allowed = allowed_cells(shape, cells, wishes.pattern) if wishes.pattern else frozenset(cells.values())
    check_wishes(wishes, [orbit for orbit in together if allowed.issuperset(orbit)], len(cells))
    geometry = geometry_of(task)
    only_units = not has_rules(task) and not workshop.generate
    kernels = kernels_for(geometry) if geometry and only_units and not task.given else None
    source: Source
    if kernels is not None:
        check_fewest(wishes, kernels.fewest)
        source = Cutting(task, kernels, together, allowed, wishes, workshop.seed)
    else:
        names = tuple(cells)
        source = Searching(
            task,
            tuple(tuple(names[cell] for cell in orbit) for orbit in together if allowed.issuperset(orbit)),
            wishes,
            workshop,
        )
    return SudokuComposer(source, wishes, Judge.of(wishes, scale))
