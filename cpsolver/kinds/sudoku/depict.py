"""Pictures of a sudoku: the board at any moment, and the pyramid of auxiliary models that leads to its solution."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpsolver.errors import Mark
from cpsolver.kinds.kind import Narration
from cpsolver.kinds.sudoku.logic.fish import Fish
from cpsolver.kinds.sudoku.logic.geometry import bits, geometry_of
from cpsolver.kinds.sudoku.narrate import narrate
from cpsolver.kinds.sudoku.shape import board, boxes, different_cells
from cpsolver.kinds.sudoku.techniques import SINGLES
from cpsolver.picture import Cell, Grid, Marker, Role, plain
from cpsolver.spec.drawing import overlays
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Fact, Task


def depict(task: Task, knowledge: Knowledge, step: Step | None = None) -> Grid:
    """The board with what is known: digits given and found, and pencil marks where an open cell lost some by a step.

    What `show:` of the model draws lies over it. With a step its premises and conclusions are marked, and its sentence
    is the title; of a step that is about pencil marks, all of them are shown.
    """
    marked = pencilled(task, knowledge)
    everywhere = step is not None and step.pattern is not None and step.technique not in SINGLES
    roles = {fact.variable: _role(task, fact) for fact in task.given if fact.domain.is_fixed}
    shape = board(task)

    def cell(name: str | None) -> Cell:
        if name is None:
            return Cell(role="void")
        domain, marks = knowledge.domains[name], marked.domains[name]
        if isinstance(domain, Finite) and domain.is_fixed:
            return Cell(str(domain.value), roles.get(name, "found"))
        if isinstance(marks, Finite) and (everywhere or domain != task.by_name[name].domain):
            return Cell(candidates=tuple(map(str, marks)))
        return Cell()

    rows = tuple(tuple(map(cell, row)) for row in shape.rows)
    over = overlays(task.show, shape.spots)
    if step is None:
        return Grid(rows, boxes(task), overlays=over)
    told = narrate(task, step)
    markers = (*told.markers, *_pattern(task, marked, step, told))
    return Grid(rows, boxes(task), markers, f"{told.name}: {plain(told.sentence)}", over)


def _pattern(task: Task, knowledge: Knowledge, step: Step, told: Narration) -> Iterator[Marker]:
    """The cells of a pattern: those its sentence names, and of a fish its places where its units cross."""
    spots = board(task).spots
    pointed = {marker.at for marker in told.markers}
    names = dict.fromkeys(re.findall(r"\br\d+c\d+\b", plain(told.sentence))) if step.pattern is not None else {}
    geometry = geometry_of(task)
    if geometry is not None and isinstance(step.pattern, Fish):
        digit = geometry.values[step.pattern.digit]
        cells = (geometry.names[cell] for cell in bits(step.pattern.places(geometry)))
        names |= {name: None for name in cells if digit in knowledge.domains[name]}
    yield from (Marker(spots[name], "pattern") for name in names if name in spots and spots[name] not in pointed)


def pencilled(task: Task, knowledge: Knowledge) -> Knowledge:
    """What is known, and what the digits that are known leave for the cells that must differ from theirs."""
    marked = knowledge.copy()
    for condition in task.conditions:
        cells = [(name, knowledge.domains[name]) for name in different_cells(condition) or ()]
        placed = [domain.value for _, domain in cells if isinstance(domain, Finite) and domain.is_fixed]
        for name, domain in cells if placed else ():
            mine = marked.domains[name]
            if not domain.is_fixed and isinstance(mine, Finite):
                marked.domains[name] = mine.without(*placed)
    return marked


def _role(task: Task, fact: Fact) -> Role:
    """What a fact a task starts from is to its reader; a part also starts from what was found or supposed before."""
    if isinstance(fact.origin, Mark) or task.depth == 0:
        return "given"
    return "supposed" if fact.origin is None else "found"
