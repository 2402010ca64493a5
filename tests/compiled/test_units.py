"""Units of any kind: counts that the literature knows, the very tree of latin, and the same answers uncompiled."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.compiled import bands, units
from cpsolver.compiled.units import Plan, plan
from cpsolver.solvers import naive
from cpsolver.solvers.latin import solve
from cpsolver.task.result import Settings
from tests.compiled.test_bands import FAMOUS, grids, is_solved
from tests.tasks import different, finite_task, sudoku_task


def latin_square(n: int) -> Plan:
    return plan([*lines(n)], n * n, n)


def lines(n: int) -> list[list[int]]:
    rows = [[n * r + c for c in range(n)] for r in range(n)]
    return [*rows, *map(list, zip(*rows, strict=True))]


def sudoku(down: int, across: int) -> Plan:
    n = down * across
    corners = [n * down * i + across * j for i in range(across) for j in range(down)]
    boxes = [[corner + n * r + c for r in range(down) for c in range(across)] for corner in corners]
    return plan([*lines(n), *boxes], n * n, n)


def empty(units_: Plan, m: int = 1) -> np.ndarray:
    return np.full((m, len(units_.peers)), (1 << units_.size) - 1)


@pytest.mark.parametrize(
    ("kind", "n", "number"),
    [
        (latin_square, (1,), 1),
        (latin_square, (2,), 2),
        (latin_square, (3,), 12),
        (latin_square, (4,), 576),
        (latin_square, (5,), 161_280),
        (sudoku, (2, 2), 288),
        pytest.param(sudoku, (2, 3), 28_200_960, marks=pytest.mark.slow),
    ],
)
def test_there_are_as_many_grids_as_the_literature_counts(
    kind: Callable[..., Plan], n: tuple[int, ...], number: int
) -> None:
    counts, solutions, _ = units.count_many(kind(*n), empty(kind(*n)), 10**9)
    assert counts.tolist() == [number]
    assert solutions[0].any(axis=1).tolist() == [True, number > 1]


def test_a_limit_is_kept_and_solutions_are_listed_to_a_cap() -> None:
    counts, solutions, _ = units.count_many(sudoku(2, 2), empty(sudoku(2, 2)), 1000, 1000)
    assert counts.tolist() == [288]
    assert len({bytes(solution) for solution in solutions[0] if solution.any()}) == 288
    assert units.count_many(sudoku(4, 4), empty(sudoku(4, 4)), 7)[0].tolist() == [7]


def test_bands_and_units_agree_on_famous_grids_and_latin_walks_the_same_tree() -> None:
    puzzles = grids(*FAMOUS)
    counts, solutions, nodes = units.count_many(sudoku(3, 3), units.marks_of(puzzles, 9))
    assert counts.tolist() == [1] * len(FAMOUS)
    assert nodes.tolist() == [solve(sudoku_task(text), Settings(solutions=2)).statistics.nodes for text in FAMOUS]
    assert (solutions == bands.count_many(bands.marks_of(puzzles))[1]).all()


@pytest.mark.parametrize("text", ["99" + "." * 79, "5" * 81])
def test_clashing_givens_have_no_solution_and_leave_nothing_behind(text: str) -> None:
    counts, _, _ = units.count_many(sudoku(3, 3), units.marks_of(grids(text, FAMOUS[0], text), 9))
    assert counts.tolist() == [0, 1, 0]


def test_a_variable_without_candidates_has_no_solution() -> None:
    marks = empty(latin_square(3))
    marks[0, 8] = 0
    assert units.count_many(latin_square(3), marks)[0].tolist() == [0]


def test_variables_in_no_unit_take_every_value() -> None:
    assert units.count_many(plan([[0, 1]], 3, 2), [[3, 3, 3]], 9)[0].tolist() == [4]
    assert units.count_many(plan([], 2, 3), [[7, 7]], 99)[0].tolist() == [9]


def test_more_values_than_a_mask_holds_are_an_error() -> None:
    with pytest.raises(ValueError, match="31 values, where kernels know 1 to 30"):
        plan([range(31)], 31, 31)


@examples(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(0, 6), st.integers(0, 3))
def test_counts_are_those_of_plain_recursion_on_random_units(seed: int, size: int, clues: int, more: int) -> None:
    dice = random.Random(seed)
    variables = [f"v{i}" for i in range(2 * size)]
    chosen = [sorted(dice.sample(range(2 * size), size)) for _ in range(2 + more)]
    given_ = {variables[i]: dice.randrange(size) for i in dice.sample(range(2 * size), min(clues, size))}
    task = finite_task(
        {name: range(size) for name in variables},
        *(different(f"unit {n}", [variables[i] for i in unit]) for n, unit in enumerate(chosen)),
        given=given_,
    )
    expected = naive.solve(task, Settings(solutions=None)).solutions
    row = [given_[name] + 1 if name in given_ else 0 for name in variables]
    counts, solutions, nodes = units.count_many(
        plan(chosen, 2 * size, size), units.marks_of([row], size), 10**9, len(expected) + 1
    )
    assert counts.tolist() == [len(expected)]
    found = {tuple(int(value) - 1 for value in solution) for solution in solutions[0, : counts[0]]}
    assert found == {tuple(solution.values()) for solution in expected}
    assert nodes.tolist() == [solve(task, Settings(solutions=None)).statistics.nodes or 0], "the very tree of latin"


@pytest.mark.parametrize(
    "kind", [latin_square(7), sudoku(3, 3), sudoku(2, 5), sudoku(4, 4)], ids=["latin", "9", "10", "16"]
)
def test_random_solutions_are_full_differ_and_come_again_from_their_seed(kind: Plan) -> None:
    full = units.random_solutions(kind, empty(kind, 5), range(5))
    assert (np.sort(full[:, kind.units], axis=2) == np.arange(1, kind.size + 1)).all()
    assert len({bytes(grid) for grid in full}) == 5
    assert (full[3] == units.random_solutions(kind, empty(kind), [3])[0]).all()


def test_where_there_is_no_solution_none_is_drawn() -> None:
    assert not units.random_solutions(latin_square(3), units.marks_of([[1, 1] + [0] * 7], 3), [1]).any()


def test_a_puzzle_cut_one_by_one_is_unique_and_minimal() -> None:
    kind = sudoku(2, 3)
    full = units.random_solutions(kind, empty(kind, 10), range(10))
    orders = np.argsort(np.random.default_rng(3).random((10, 36)), axis=1)
    puzzles = units.cut_many(kind, full, orders)
    counts, solutions, _ = units.count_many(kind, units.marks_of(puzzles, 6))
    assert set(counts.tolist()) == {1}
    assert (solutions[:, 0] == full).all()
    for puzzle in puzzles:
        without = [np.where(np.arange(36) == cell, 0, puzzle) for cell in np.flatnonzero(puzzle)]
        assert set(units.count_many(kind, units.marks_of(without, 6))[0].tolist()) == {2}


def test_both_kernels_cut_the_same_puzzles() -> None:
    full = bands.random_solutions(np.full((4, 81), 511), range(4))
    pairs = np.array([[[cell, 80 - cell] if cell != 40 else [40, -1] for cell in range(41)]] * 4)
    puzzles = units.cut_many(sudoku(3, 3), full, pairs, least=26)
    assert (puzzles == bands.cut_many(full, pairs, least=26)).all()
    assert is_solved(full).all()
    assert ((puzzles > 0) == (puzzles[:, ::-1] > 0)).all()
    assert ((puzzles > 0).sum(axis=1) >= 26).all()


def test_counting_ends_when_asked_and_says_what_was_not_counted() -> None:
    """All grids of 9×9 would take ages in either kernel."""
    for counts, _, _ in (
        bands.count_many(np.full((1, 81), 511), 10**18, stop=iter([False, True, True]).__next__),
        units.count_many(sudoku(3, 3), empty(sudoku(3, 3)), 10**18, stop=iter([False, True, True]).__next__),
    ):
        assert counts.tolist() == [-1]
