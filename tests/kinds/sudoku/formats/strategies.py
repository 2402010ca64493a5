"""Sudokus at random, each with no more in it than a format can carry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from cpsolver.kinds.sudoku.formats import Format, Rule, Sudoku
from cpsolver.kinds.sudoku.formats.record import open_candidates, own_regions

FLAGS = {
    "rising diagonal",
    "falling diagonal",
    "anti-knight",
    "anti-king",
    "non-consecutive",
    "disjoint groups",
    "windoku",
}
BOTH_DIAGONALS = {"scf", "sumocue", "tatham"}
ANY_SIZE = {"line", "grid", "jigsaw", "f-puzzles", "f-puzzles-json", "sudokupad", "ctc-json", "tatham", "iss"}
SIGNS = "abcdefg XYZ'\"\\&<>äé:€"

# Nine regions that are no boxes.
JIGSAW = "AAABBBCCCAAABBBCCCAAABBDCCCEEEBDDFFFEEEDDDFFFEEEDDHFFFGGGDHHIIIGGGHHHIIIGGGHHHIII"


def random_sudoku(format: Format, seed: int) -> Sudoku:
    """A sudoku with a few digits of a full grid, and some of what the format carries beside."""
    random = Random(seed)
    size = random.choice([4, 6, 9, 9, 12]) if format.name in ANY_SIZE else 9
    cells = size * size
    full = [(c + r * 3 + r // 3) % size + 1 for r in range(size) for c in range(size)]
    chosen = set(random.sample(range(cells), random.randint(1, cells // 5)))
    found = Sudoku(size, tuple(digit if at in chosen else 0 for at, digit in enumerate(full)))
    for name, add in _PARTS.items():
        if name in format.carries and random.random() < 0.5:
            found = add(random, found)
    return replace(found, rules=tuple(_rules(random, format, found)))


def _entries(random: Random, sudoku: Sudoku) -> Sudoku:
    entries = tuple(0 if given else random.choice([0, 0, 0, 0, 0, 1, 2]) for given in sudoku.givens)
    return replace(sudoku, entries=entries if any(entries) else ())


def _regions(random: Random, sudoku: Sudoku) -> Sudoku:
    if sudoku.size != 9:
        return sudoku
    return replace(sudoku, regions=own_regions(tuple(ord(sign) for sign in JIGSAW), 9))


def _candidates(random: Random, sudoku: Sudoku) -> Sudoku:
    """At least two of those that the digits in sight leave; none if some cell has fewer."""
    board = sudoku.board
    left = open_candidates(sudoku, board)
    if any(len(marks) < 2 and not digit for marks, digit in zip(left, board, strict=True)):
        return sudoku
    found = [
        () if digit else tuple(sorted(random.sample(marks, random.randint(2, len(marks)))))
        for marks, digit in zip(left, board, strict=True)
    ]
    is_narrowed = any(found[at] != left[at] and not board[at] for at in range(sudoku.cells))
    return replace(sudoku, candidates=tuple(found) if is_narrowed else ())


def _marks(field: str) -> Callable[[Random, Sudoku], Sudoku]:
    def add(random: Random, sudoku: Sudoku) -> Sudoku:
        digits = range(1, sudoku.size + 1)
        marks = tuple(tuple(sorted(random.sample(digits, random.choice([0, 0, 1, 3])))) for _ in range(sudoku.cells))
        return replace(sudoku, **{field: marks if any(marks) else ()})  # type: ignore[arg-type]

    return add


def _words(field: str) -> Callable[[Random, Sudoku], Sudoku]:
    def add(random: Random, sudoku: Sudoku) -> Sudoku:
        text = "".join(random.choice(SIGNS) for _ in range(random.randint(0, 12))).strip()
        return sudoku.told({field: text})

    return add


def _solution(random: Random, sudoku: Sudoku) -> Sudoku:
    if sudoku.size > 9:
        return sudoku
    return replace(sudoku, solution=tuple(random.randint(1, sudoku.size) for _ in range(sudoku.cells)))


_PARTS: dict[str, Callable[[Random, Sudoku], Sudoku]] = {
    "regions": _regions,
    "entries": _entries,
    "candidates": _candidates,
    "marks": _marks("marks"),
    "corners": _marks("corners"),
    "solution": _solution,
    "seconds": lambda random, sudoku: replace(sudoku, seconds=random.randint(0, 10_000)),
    **{name: _words(name) for name in ("title", "author", "comment", "source", "date", "level")},
}


def _rules(random: Random, format: Format, sudoku: Sudoku) -> list[Rule]:
    """Some of the rules a format can state."""
    found = []
    if format.name in BOTH_DIAGONALS and random.random() < 0.5:
        found += [Rule("falling diagonal"), Rule("rising diagonal")]
    elif format.name not in BOTH_DIAGONALS:
        found += [Rule(name) for name in sorted(FLAGS & format.rules) if random.random() < 0.5]
    is_free = not any(sudoku.givens[at] for at in (0, 1, sudoku.size))
    if "killer cage" in format.rules and format.name != "tatham" and is_free:
        found.append(Rule("killer cage", ((0, 0), (0, 1), (1, 0)), value=random.choice(["", "12"])))
    if "thermometer" in format.rules and random.random() < 0.5:
        found.append(Rule("thermometer", lines=(((0, 0), (1, 1), (1, 2)),)))
    if "arrow" in format.rules and random.random() < 0.5:
        found.append(Rule("arrow", ((2, 2),), (((2, 2), (2, 1), (3, 1)),)))
    return found
