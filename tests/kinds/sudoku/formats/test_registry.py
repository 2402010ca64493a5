"""Every format reads back what it wrote, says what it lost, and answers junk with a reason."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import FORMATS, FormatError, Kept, Rule, Sudoku
from tests.kinds.sudoku.formats.strategies import random_sudoku
from tests.tasks import EASY

WRITTEN = [name for name, format in FORMATS.items() if format.write]
# These hold candidates alone: what is not said of a cell comes back as what the digits in sight leave.
OF_CANDIDATES = {"candidates", "729", "sdx"}
ROUND = [name for name in WRITTEN if name not in OF_CANDIDATES]
SEEDS = st.integers(0, 10**9)
EASY_SUDOKU = formats.read(EASY)


def ordered(sudoku: Sudoku) -> Sudoku:
    return replace(sudoku, rules=tuple(sorted(sudoku.rules, key=str)))


@pytest.mark.parametrize("name", ROUND)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_a_format_reads_back_all_that_it_carries(name: str, seed: int) -> None:
    sudoku = random_sudoku(FORMATS[name], seed)
    written = formats.write(sudoku, name)

    assert () == written.lost
    assert ordered(sudoku) == ordered(formats.read(written.text, name))


@pytest.mark.parametrize("name", [name for name in ROUND if name not in ("sdm", "sdk", "killer")])
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_what_a_format_wrote_is_detected_and_read_alike(name: str, seed: int) -> None:
    """But for a large grid that has letters only: whether A is 1 or 10 stands nowhere, and that is said."""
    sudoku = random_sudoku(FORMATS[name], seed)
    text = formats.write(sudoku, name).text
    letters = name in ("line", "grid") and sudoku.size > 9 and any(map(str.isalpha, text))
    if letters and not any(0 < digit < 10 for digit in sudoku.givens) and any(sudoku.givens):
        with pytest.raises(formats.AmbiguousFormat):
            formats.read(text)
    else:
        assert ordered(sudoku) == ordered(formats.read(text))


@pytest.mark.parametrize("name", sorted(OF_CANDIDATES))
def test_a_format_of_candidates_reads_back_what_is_left_of_each_cell(name: str) -> None:
    once = formats.read(formats.write(EASY_SUDOKU, name).text, name)
    again = formats.read(formats.write(once, name).text, name)

    assert once == again
    assert once.candidates[2] == (1, 2, 4)


def test_reading_needs_no_solver() -> None:
    code = (
        "import sys; from cpsolver.kinds.sudoku import formats; formats.read('" + EASY + "');"
        "print(sorted({'ortools', 'numba', 'constraint', 'sympy', 'numpy', 'lzstring'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


def test_what_cannot_be_carried_over_is_named() -> None:
    sudoku = replace(
        EASY_SUDOKU,
        title="A title",
        entries=(1, *(0,) * 80),
        rules=(Rule("thermometer", lines=(((0, 0), (0, 1)),)), Rule("anti-king")),
        kept=(Kept("f-puzzles strange", "1", is_rule=True),),
    )

    assert (
        "the player's digits (1 cells)",
        "the title ('A title')",
        "the rule 'thermometer' (1 time)",
        "the rule 'anti-king' (1 time)",
        "'f-puzzles strange', which was not understood",
    ) == formats.write(sudoku, "line").lost
    assert () == formats.write(sudoku, "f-puzzles").lost


def test_a_format_that_is_only_read_says_so() -> None:
    with pytest.raises(FormatError, match="'penpa' is read, not written"):
        formats.write(EASY_SUDOKU, "penpa")


def test_an_unknown_format_is_answered_with_the_nearest() -> None:
    with pytest.raises(FormatError) as caught:
        formats.read(EASY, "f-puzles")

    assert "did you mean 'f-puzzles'?" == caught.value.hint


def test_a_format_is_also_found_by_its_suffix() -> None:
    assert "opensudoku" == formats.format_named(".opensudoku").name


def test_sixty_four_places_may_be_a_grid_of_eight_or_candidates_of_four() -> None:
    with pytest.raises(FormatError) as caught:
        formats.detect("1234" * 16)

    assert "this may be 'line' (all cells in one line) or '729' (candidates, nine places a cell)" == str(caught.value)
    assert 8 == formats.read("1234" * 16, "line").size
    assert 4 == formats.read("1234" * 16, "729").size


def test_letters_alone_may_count_from_one_or_from_ten() -> None:
    text = ("A" + "." * 15) * 16

    with pytest.raises(FormatError, match="'A' may be 1 \\(A = 1\\) or 10 \\(A = 10\\)"):
        formats.read(text)
    assert 16 == formats.read(text.replace("A", "P")).givens[0]
    assert 10 == formats.read(text.replace("A.", "A1", 1)).givens[0]


def test_a_list_is_read_line_by_line_with_the_wrong_ones_named() -> None:
    text = f"# two puzzles\n{EASY}\n\n{EASY[:-1]}\n{EASY} # again\n"
    found = list(formats.read_many(text))

    assert [2, 4, 5] == [numbered.line for numbered in found]
    assert [True, False, True] == [numbered.sudoku == EASY_SUDOKU for numbered in found]
    assert "the grid has 80 cells; 81 are needed" == str(found[1].error)


def test_a_list_is_not_read_as_one_grid() -> None:
    with pytest.raises(FormatError) as caught:
        formats.read(f"{EASY}\n{EASY}\n")

    assert "2 grids stand here, one a line; one is needed" == str(caught.value)
    assert (2, 1) == (caught.value.line, caught.value.column)


def test_a_text_too_long_for_any_grid_is_refused_unread() -> None:
    with pytest.raises(FormatError, match="longer than 256 KB"):
        formats.read("." * 300_000)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_mutilated_text_is_read_or_refused_with_a_place(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(WRITTEN))
    text = formats.write(EASY_SUDOKU, name).text
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 5)) :]

    for format in (None, name):
        try:
            formats.read(text, format)
        except FormatError as error:
            assert error.problems
            assert all(0 <= problem.offset <= len(text) for problem in error.problems)
            assert 1 <= error.line <= text.count("\n") + text.count("\r") + 1
