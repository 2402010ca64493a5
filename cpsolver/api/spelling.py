"""Puzzles written as specs: plain data as YAML that reads back as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cpsolver.spec.document import Plain
from cpsolver.spec.writer import spec_text as as_text

if TYPE_CHECKING:
    from cpsolver.api.generating import Made

_BARE = re.compile(r"[\w./+][\w./+ -]*[\w./+]|[\w./+-]+")
"""Texts that need no quotes: words, numbers, names of models."""


def flow(data: Plain) -> str:
    """Plain data on one line: `[{cells: [r1c1, r1c2], sum: 7}]`. A text of several lines stands as it is."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {flow(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(flow, data)) + "]"
    return data if "\n" in data else _scalar(data)


def _scalar(text: str) -> str:
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def spec_text(made: Made) -> str:
    """A puzzle as a spec: its model, its parameters, what is given, and that it has one solution."""
    puzzle, model = made.puzzle, made.model
    data: dict[str, Plain] = {"model": model.name}
    parameters = {**model.parameters, **puzzle.parameters}
    if parameters:
        data["parameters"] = parameters
    given = _given(made)
    if given:
        data["given"] = given
    if not puzzle.limited:
        data["expect"] = {"solutions": str(puzzle.solutions)}
    return as_text(data)


def _given(made: Made) -> dict[str, Plain]:
    """The givens as a grid of rows where the board is a square of such, else by name."""
    given = {name: str(value) for name, value in made.puzzle.given.items()}
    task = made.puzzle.model
    for array in task.arrays:
        if len(array.index_sets) == 2 and len(array.index_sets[0]) == len(array.index_sets[1]):
            width = len(array.index_sets[1])
            names = [array.variables[at : at + width] for at in range(0, len(array.variables), width)]
            if set(given) <= set(array.variables):
                return {"grid": "\n".join(_row(row, given, wide=width > 9) for row in names) + "\n"} if given else {}
    return dict(given)


def _row(names: tuple[str, ...], given: Mapping[str, str], *, wide: bool) -> str:
    if wide:
        return " ".join(given.get(name, ".").ljust(2) for name in names).rstrip()
    return "".join(given.get(name, ".") for name in names)
