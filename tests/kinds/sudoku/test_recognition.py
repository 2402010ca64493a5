"""A bare grid is a spec; a name, a path or a text of keys is not."""

from __future__ import annotations

import pytest

from cpsolver.errors import Mark
from cpsolver.kinds.sudoku.recognition import recognise
from tests.tasks import EASY, INKALA

LINES = "\n".join(EASY[at : at + 9] for at in range(0, 81, 9))


def test_a_line_of_81_characters_is_a_classic_sudoku() -> None:
    document = recognise(INKALA, "<argument>")

    assert document is not None
    assert document.data == {"model": "sudoku/classic", "given": {"grid": INKALA}}


def test_places_point_into_the_text_that_was_given() -> None:
    document = recognise("# a puzzle\n" + LINES, "<stdin>")

    assert document is not None
    assert document.mark(("given", "grid"), len("# a puzzle\n") + 11) == Mark("<stdin>", 3, 2)


def test_the_size_is_that_of_the_cells() -> None:
    document = recognise("1.....2..3.....4", "<argument>")

    assert document is not None
    assert isinstance(document.data, dict)
    assert document.data["parameters"] == {"box_rows": "2", "box_columns": "2"}


@pytest.mark.parametrize(
    "text",
    [
        EASY[:80],
        EASY + "1",
        EASY.replace("195", "1x5"),
        LINES.replace("195", "1x5"),
        LINES[:-1],
        "53..7....6..195....98",
        EASY.replace("7", "seven "),
    ],
)
def test_a_wrong_grid_is_still_meant_as_one(text: str) -> None:
    assert recognise(text, "<argument>") is not None


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 25])
def test_empty_grids_of_all_sizes_are_recognised(size: int) -> None:
    document = recognise("\n".join(["." * size] * size), "<stdin>")

    assert document is not None


def test_a_grid_of_sixteen_with_letters_is_recognised() -> None:
    assert recognise("1..............G" * 16, "<argument>") is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sudoku/first",
        "specs/sudoku/first.yaml",
        "./puzzles/0000000000000001",
        "2026-11-30_0000000000000001.yaml",
        "model: sudoku/classic\ngiven:\n  grid: |\n" + "\n".join("    " + line for line in LINES.split("\n")),
        "{model: sudoku/classic, given: {grid: " + EASY + "}}",
        "12",
        "star-burst-leo",
        "the quick brown fox jumps over the lazy dog " * 10,
        "\x00\x01\x02" * 40,
    ],
)
def test_names_paths_specs_and_prose_are_no_grids(text: str) -> None:
    assert recognise(text, "<argument>") is None
