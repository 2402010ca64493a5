"""The puzzles of the shelf are explained: with a proof, nothing chosen, in the time a reader waits."""

from __future__ import annotations

import pytest

from cpsolver import api, library
from cpsolver.task.result import Status

PATIENCE = 120
"""Seconds, on a machine that has other things to do."""

SPECS = tuple(name for name in library.names("specs") if name.startswith("sudoku/"))
QUICK = ("skyscraper-6", "sandwich-6", "killer-6", "kropki-6", "quadruple-6", "arrow-6")
TOO_HARD = frozenset(
    f"sudoku/{name}"
    for name in (
        *("sixteen", "twenty-five", "little-killer", "renban", "thermometer-kropki"),
        *("non-consecutive", "non-consecutive-2", "sandwich-x"),
    )
)
"""What the generator does not end in half a minute: it needs suppositions by the dozen on many cells or long rules."""

SEVERAL, NONE = "sudoku/several", "sudoku/unsolvable"


def assert_explained(name: str) -> None:
    answer = api.explain(api.load(name), seconds=PATIENCE).answer

    assert answer.status is (Status.UNSATISFIABLE if name == NONE else Status.ALL_SOLUTIONS)
    assert answer.derivation is not None
    assert all(step.forced for step in answer.derivation)


@pytest.mark.parametrize("name", QUICK)
def test_small_variants_are_explained_without_a_choice(name: str) -> None:
    assert_explained(f"sudoku/{name}")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SPECS if name != SEVERAL and name not in TOO_HARD])
def test_a_spec_is_explained_without_a_choice(name: str) -> None:
    assert_explained(name)
