"""Many sets of givens for one task: the answers that one at a time has, in bands and in other units."""

import random
from dataclasses import replace

import numpy as np
import pytest

from cpsolver.solvers import SOLVERS
from cpsolver.solvers.latin import many, solve
from cpsolver.solvers.latin.many import solve_many
from cpsolver.task.domain import Finite
from cpsolver.task.result import Settings
from cpsolver.task.task import Fact, Task
from tests.tasks import AGAINST_NAIVE, EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, different, finite_task, sudoku_task

BY_DIAGONALS = [[10 * i for i in range(9)], [8 * i + 8 for i in range(9)]]


def numbers(*texts: str) -> np.ndarray:
    return np.array([[int(sign) if sign in "123456789" else 0 for sign in text] for text in texts], np.uint8)


def cells(task: Task, *texts: str) -> list[list[int]]:
    """What one at a time answers: the solutions, up to two, as rows of digits."""
    found = []
    for text in texts:
        given = tuple(
            Fact(name, Finite((int(sign),))) for name, sign in zip(task.by_name, text, strict=True) if sign in "1234567"
        )
        found.append([list(s.values()) for s in solve(replace(task, given=given), Settings(solutions=2)).solutions])
    return found


def test_latin_answers_for_many() -> None:
    assert SOLVERS.get("latin").solve_many is solve_many
    assert SOLVERS.get("backtracking").solve_many is None


def test_famous_sudokus_an_empty_and_a_clashing_one() -> None:
    texts = (EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, AGAINST_NAIVE, "." * 81, "99" + "." * 79)
    task = sudoku_task("." * 81)
    counts, solutions = solve_many(task, numbers(*texts))
    assert counts.tolist() == [1, 1, 1, 1, 1, 2, 0]
    for text, solution in zip(texts[:6], solutions, strict=False):
        named = dict(zip(task.by_name, map(int, solution), strict=True))
        assert task.violations(named) == ()
        assert all(sign in (".", "0", str(digit)) for sign, digit in zip(text, named.values(), strict=True))
    assert not solutions[6].any()


@pytest.mark.parametrize("box", [(2, 2), (2, 3)])
def test_other_sizes_have_the_answers_of_one_at_a_time(box: tuple[int, int]) -> None:
    dice, size = random.Random(box[1]), box[0] * box[1]
    texts = ["".join(dice.choice("1234......") for _ in range(size * size)) for _ in range(60)]
    task = sudoku_task("." * size**2, box=box)
    counts, solutions = solve_many(task, numbers(*texts))
    expected = cells(task, *texts)
    assert counts.tolist() == [len(found) for found in expected]
    for solution, found in zip(solutions.tolist(), expected, strict=True):
        assert found == [] or solution == found[0]


def test_sudoku_with_diagonals_is_not_taken_for_a_plain_one() -> None:
    plain = sudoku_task("." * 81)
    names = list(plain.by_name)
    diagonals = tuple(different(f"diagonal {n}", [names[i] for i in line]) for n, line in enumerate(BY_DIAGONALS))
    task = replace(plain, conditions=(*plain.conditions, *diagonals))
    counts, solutions = solve_many(task, numbers("." * 81, "1" + "." * 79 + "1"), limit=3)
    assert counts.tolist() == [3, 0]
    assert task.violations(dict(zip(names, map(int, solutions[0]), strict=True))) == ()


def test_cells_declared_in_another_order_are_not_taken_for_rows() -> None:
    plain = sudoku_task("." * 81)
    backwards = replace(plain, variables=(plain.variables[1], plain.variables[0], *plain.variables[2:]))
    assert solve_many(backwards, numbers(EASY[1] + EASY[0] + EASY[2:]))[0].tolist() == [1]
    moved = replace(plain, variables=(*plain.variables[9:], *plain.variables[:9]))
    assert many._sudoku() != set(many._units(moved))
    assert solve_many(moved, numbers(EASY[9:] + EASY[:9]))[0].tolist() == [1]


def test_the_givens_of_the_task_hold_for_each() -> None:
    task = replace(
        finite_task({f"v{i}": "abc" for i in range(3)}, different("row", ["v0", "v1", "v2"])),
        given=(Fact("v0", Finite(("b", "c"))),),
    )
    counts, solutions = solve_many(task, np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.uint8), limit=9)
    assert counts.tolist() == [4, 0, 2]
    assert solutions[0].tolist()[0] in (2, 3)


def test_nothing_to_do_is_done() -> None:
    assert [len(part) for part in solve_many(sudoku_task("." * 81), np.zeros((0, 81), np.uint8))] == [0, 0]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_time_did_not_reach_is_minus_one(workers: int) -> None:
    """All sudokus there are would take ages; counting only to two takes no time."""
    task, givens = sudoku_task("." * 81), numbers(*["." * 81] * 50)
    counts, _ = solve_many(task, givens, 10**18, Settings(seconds=0.1), workers)
    assert set(counts.tolist()) == {-1}
    assert set(solve_many(task, givens, 2, Settings(seconds=60), workers)[0].tolist()) == {2}
