"""Bands of bits: known counts, agreement with the searches in plain Python, and the same answers uncompiled."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.compiled import bands
from cpsolver.solvers import backtracking
from cpsolver.task.result import Settings
from tests.tasks import AGAINST_NAIVE, EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, sudoku_task

LISTS = Path(__file__).parents[3] / "shared" / "data" / "sudoku"
FAMOUS = (EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, AGAINST_NAIVE)
UNITS = [
    *([9 * i + j for j in range(9)] for i in range(9)),
    *([9 * j + i for j in range(9)] for i in range(9)),
    *([27 * (i // 3) + 3 * (i % 3) + 9 * (j // 3) + j % 3 for j in range(9)] for i in range(9)),
]
TWO_SOLUTIONS = "2957438614318659..8761925433874592166123874955492167387635241899286713541549386.."
"""In r2c8, r2c9, r9c8, r9c9 two digits may change places."""


def grids(*texts: str) -> np.ndarray:
    return np.array([[int(sign) if sign in "123456789" else 0 for sign in text] for text in texts], np.uint8)


def is_solved(solutions: np.ndarray) -> np.ndarray:
    """Which grids have every digit in every unit: by sorting, independent of any solver."""
    return (np.sort(solutions[:, UNITS], axis=2) == np.arange(1, 10)).all(axis=(1, 2))


def test_famous_grids_have_one_solution_that_keeps_the_givens() -> None:
    puzzles = grids(*FAMOUS)
    counts, solutions, _ = bands.count_many(bands.marks_of(puzzles))
    assert counts.tolist() == [1] * len(FAMOUS)
    assert is_solved(solutions[:, 0]).all()
    assert ((puzzles == 0) | (puzzles == solutions[:, 0])).all()
    assert not solutions[:, 1].any()


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_the_empty_grid_has_as_many_solutions_as_the_limit_asks(limit: int) -> None:
    counts, solutions, _ = bands.count_many(bands.marks_of(grids("." * 81)), limit, limit)
    assert counts.tolist() == [limit]
    assert len({bytes(solution) for solution in solutions[0]}) == limit
    assert is_solved(solutions[0]).all()


def test_two_solutions_are_both_told() -> None:
    counts, solutions, _ = bands.count_many(bands.marks_of(grids(TWO_SOLUTIONS)), 10)
    assert counts.tolist() == [2]
    assert is_solved(solutions[0]).all()
    assert bytes(solutions[0, 0]) != bytes(solutions[0, 1])


@pytest.mark.parametrize("text", ["99" + "." * 79, "9" + "." * 8 + "9" + "." * 71, "5" * 81, EASY[:2] + "3" + EASY[3:]])
def test_clashing_givens_have_no_solution(text: str) -> None:
    assert bands.count_many(bands.marks_of(grids(text)))[0].tolist() == [0]


def test_a_cell_without_candidates_has_no_solution() -> None:
    marks = np.full((1, 81), 511, np.uint16)
    marks[0, 40] = 0
    assert bands.count_many(marks)[0].tolist() == [0]


def test_candidates_are_kept_to() -> None:
    """An easy grid with its solution's digit struck out of one open cell has none; with one to spare, the same one."""
    marks = bands.marks_of(grids(EASY))
    solution = bands.count_many(marks)[1][0, 0]
    cell = int(np.flatnonzero(marks[0] == 511)[0])
    marks[0, cell] ^= 1 << (solution[cell] - 1)
    assert bands.count_many(marks)[0].tolist() == [0]
    marks[0, cell] = 1 << (solution[cell] - 1) | 1 << (solution[cell] % 9)
    assert (bands.count_many(marks)[1][0, 0] == solution).all()


def test_no_grids_have_no_answers() -> None:
    assert [len(answer) for answer in bands.count_many(np.zeros((0, 81), np.uint16))] == [0, 0, 0]


@examples(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(22, 40))
def test_counts_are_those_of_propagation_and_backtracking(seed: int, clues: int) -> None:
    dice = random.Random(seed)
    full = bands.random_solutions(np.full((1, 81), 511), [seed])[0]
    kept = set(dice.sample(range(81), clues))
    text = "".join(str(full[cell]) if cell in kept else "." for cell in range(81))
    expected = backtracking.solve(sudoku_task(text), Settings(solutions=20))
    counts, solutions, _ = bands.count_many(bands.marks_of(grids(text)), 20, 20)
    assert counts[0] == len(expected.solutions)
    assert is_solved(solutions[0, : counts[0]]).all()
    if counts[0] < 20:
        found = {"".join(map(str, solution)) for solution in solutions[0, : counts[0]]}
        assert found == {"".join(map(str, solution.values())) for solution in expected.solutions}


def test_threads_give_the_same_answers_in_the_same_order() -> None:
    puzzles = bands.cut_many(*_full_grids_and_orders(60))
    one, two = (bands.count_many(bands.marks_of(puzzles), workers=workers) for workers in (1, 3))
    assert all((a == b).all() for a, b in zip(one, two, strict=True))


def _full_grids_and_orders(number: int) -> tuple[np.ndarray, np.ndarray]:
    full = bands.random_solutions(np.full((number, 81), 511), np.arange(number))
    return full, np.argsort(np.random.default_rng(1).random((number, 81)), axis=1)


def test_random_grids_are_full_differ_and_come_again_from_their_seed() -> None:
    full, _ = _full_grids_and_orders(200)
    assert is_solved(full).all()
    assert len({bytes(grid) for grid in full}) == 200
    assert (full[7] == bands.random_solutions(np.full((1, 81), 511), [7])[0]).all()
    assert not bands.random_solutions(bands.marks_of(grids("99" + "." * 79)), [1]).any()


def test_a_puzzle_cut_cell_by_cell_is_unique_and_minimal() -> None:
    full, orders = _full_grids_and_orders(20)
    puzzles = bands.cut_many(full, orders)
    counts, solutions, _ = bands.count_many(bands.marks_of(puzzles))
    assert set(counts.tolist()) == {1}
    assert (solutions[:, 0] == full).all()
    for puzzle in puzzles:
        without = np.array([np.where(np.arange(81) == cell, 0, puzzle) for cell in np.flatnonzero(puzzle)])
        assert set(bands.count_many(bands.marks_of(without))[0].tolist()) == {2}


def test_cells_cut_together_stay_together_and_the_least_number_is_kept() -> None:
    full, _ = _full_grids_and_orders(5)
    pairs = [[cell, 80 - cell] if cell != 40 else [40, -1] for cell in range(41)]
    puzzles = bands.cut_many(full, np.array([pairs] * 5), least=30)
    assert ((puzzles > 0) == (puzzles[:, ::-1] > 0)).all()
    assert ((puzzles > 0).sum(axis=1) >= 30).all()
    assert set(bands.count_many(bands.marks_of(puzzles))[0].tolist()) == {1}


def test_uncompiled_kernels_answer_the_same_without_numba() -> None:
    code = (
        "import sys, warnings; warnings.simplefilter('error')\n"
        "from cpsolver.compiled import bands\n"
        "from tests.compiled.test_bands import FAMOUS, grids\n"
        "answers = bands.count_many(bands.marks_of(grids(*FAMOUS[:3], '.' * 81)))\n"
        "drawn = bands.random_solutions(bands.marks_of(grids('.' * 81)), [5])\n"
        "cut = bands.cut_many(drawn, [[[cell] for cell in range(9)]])\n"
        "print([part.tolist() for part in (*answers, drawn, cut)], 'numba' in sys.modules)"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "CPSOLVER_UNCOMPILED": switch},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for switch in ("", "1")
    ]
    assert printed[0].removesuffix(" True") == printed[1].removesuffix(" False")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "puzzles"),
    [("17_clue.txt", 49158), ("hardest_11plus.txt", 48766), ("top1465.txt", 1465), ("hardest_1106.txt", 375)],
)
def test_every_puzzle_of_the_lists_has_one_solution_that_keeps_its_givens(name: str, puzzles: int) -> None:
    if not LISTS.is_dir():
        pytest.skip("the lists are not in ../shared/data/sudoku")
    lines = (LISTS / name).read_text(encoding="ascii").splitlines()
    listed = grids(*(line[:81] for line in lines if line.strip() and not line.startswith("#")))
    counts, solutions, _ = bands.count_many(bands.marks_of(listed), workers=None)
    assert len(listed) == puzzles
    assert (counts == 1).all()
    assert is_solved(solutions[:, 0]).all()
    assert ((listed == 0) | (listed == solutions[:, 0])).all()
