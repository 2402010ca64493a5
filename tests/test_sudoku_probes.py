"""What people typed into other programs and how those failed: here the same input is answered, with the cells named.

The probes are the six of the issue (empty grid, two solutions, clashing givens, unsolvable, 80 characters, a letter);
S1 … are public reports about other programs, told in the project's collection of user reports.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from cpsolver.api import Uniqueness, load, solve, unique
from cpsolver.cli import run
from cpsolver.errors import SpecError
from cpsolver.task.result import Status
from tests.tasks import EASY

EMPTY = "." * 81
CLASH = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."
SIX = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1.."
SPARSE = "001000000200000000003000000400000005005000600600000040007103000800000000009020000"
HARD_TO_LEARN = ".......71..83......2.......41....6.....87....7........6.3.4.......5..82.........."
UNSOLVABLE = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
LETTER = EASY[:7] + "x" + EASY[8:]
"""Row 2 is well formed; the x is the eighth sign of row 1."""


def said(grid: str) -> list[str]:
    with pytest.raises(SpecError) as raised:
        load(grid)
    return [str(problem) for problem in raised.value.problems]


def turned(grid: str) -> str:
    """The grid turned by a quarter."""
    return "".join(grid[9 * (8 - column) + row] for row in range(9) for column in range(9))


def assert_several(found: Uniqueness) -> None:
    """Two solutions, each checked against the rules by `unique`, and the cells in which they differ."""
    one, other = found.answer.solutions[:2]

    assert (False, "2 or more") == (found.unique, found.count)
    assert found.differing
    assert {name for name in one if one[name] != other[name]} == {words.split()[0] for words in found.differing}


# -- the six probes ------------------------------------------------------------------------------------------


def test_the_empty_grid_has_several_solutions() -> None:
    found = unique(EMPTY)

    assert_several(found)
    assert found.sentence.startswith("at least 2 solutions: r")


def test_a_grid_with_several_solutions_names_cells_that_differ() -> None:
    assert_several(unique(SIX))


def test_clashing_givens_are_refused_with_both_cells() -> None:
    first, second = said(CLASH)

    assert "r1c2 and r1c3 are both 9 in row 1 (and in box 1)" in first
    assert "r1c2 and r5c2 are both 9 in column 2" in second


def test_an_unsolvable_grid_names_givens_that_contradict_each_other() -> None:
    """Those named have no solution together, whatever stands elsewhere."""
    found = unique(UNSOLVABLE)
    cells = {words.split()[0]: words.split()[-1] for words in found.conflict}
    alone = "".join(cells.get(f"r{r}c{c}", ".") for r in range(1, 10) for c in range(1, 10))

    assert (False, 0) == (found.unique, found.count)
    assert 0 < len(cells) <= 81 - UNSOLVABLE.count(".")
    assert found.sentence.endswith("contradict each other")
    assert 0 == unique(alone).count


def test_eighty_characters_are_counted() -> None:
    assert "<argument>:1:1: the grid has 80 cells; 81 are needed" == said(EASY[:80])[0].splitlines()[0]


def test_a_letter_is_named_with_its_place() -> None:
    assert "<argument>:1:8: 'x' is neither a digit 1-9 nor '.'" == said(LETTER)[0].splitlines()[0]


def test_none_of_it_loads_cp_sat() -> None:
    grids = [EMPTY, SIX, UNSOLVABLE, EASY]
    code = (
        "import sys\nfrom cpsolver.api import unique\n"
        f"found = [unique(grid).count for grid in {grids!r}]\n"
        "assert found == ['2 or more', '2 or more', 0, 1], found\n"
        "assert 'ortools' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# -- reports -------------------------------------------------------------------------------------------------


def test_s1_clashing_givens_give_no_grid_and_every_pair(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("solve", "check"):
        code = run([command, CLASH])
        out, err = capsys.readouterr()

        assert (2, "") == (code, out)
        assert "r1c2 and r1c3 are both 9" in err and "r1c2 and r5c2 are both 9" in err


def test_s2_a_puzzle_with_six_solutions_is_told_from_one_with_one() -> None:
    answer = solve(SIX, every=True, solver="latin", derive=False)

    assert (6, Status.ALL_SOLUTIONS) == (len(answer.solutions), answer.status)
    assert 31 == 81 - SIX.count(".")


def test_s3_a_sparse_grid_is_answered_however_it_is_turned() -> None:
    """The count stops at the second solution; no rotation takes long."""
    grid = SPARSE
    for _ in range(4):
        assert_several(unique(grid, seconds=5))
        grid = turned(grid)
    assert SPARSE == grid


def test_s4_seventeen_givens_have_one_solution_in_which_r4c4_is_9() -> None:
    found = unique(HARD_TO_LEARN)

    assert (True, 1) == (found.unique, found.count)
    assert 9 == found.answer.solution["r4c4"]


def test_s7_the_verdict_says_what_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["check", "--unique", EASY, "--json"])
    record = json.loads(capsys.readouterr().out)
    assert ("givens", 1, True) == (record["worked_from"], record["count"], record["unique"])

    assert 0 == run(["check", "--unique", EASY])
    assert "from the givens" in capsys.readouterr().out


def test_s8_an_unsolvable_grid_does_not_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["check", "--unique", UNSOLVABLE])
    assert "there is no solution, proven" in " ".join(capsys.readouterr().out.split())


def test_not_unique_is_a_proven_no_and_a_limit_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["check", "--unique", SIX])
    assert 3 == run(["check", "--unique", "csp/queens", "-p", "n=300", "--seconds", "0.01"])
    assert "not known" in capsys.readouterr().out


def test_other_kinds_are_counted_too() -> None:
    assert "2 or more" == unique("csp/queens", parameters={"n": 6}).count
    assert 1 == unique("puzzles/send-more-money").count
    assert 1 == unique("physics/braking").count
