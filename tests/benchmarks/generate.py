"""How many puzzles a second one core generates: `python tests/benchmarks/generate.py [--seconds 4] [--rounds 3]`.

Each way is warmed up, run for so many seconds several times, and its median told: by the clock, and by the processor
time of this process, which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator

from cpsolver.api.generating import Making, puzzles
from cpsolver.spec.puzzle import Wishes

PLAIN = Wishes(graded=False)

WAYS: tuple[tuple[str, str, Wishes], ...] = (
    ("cut, minimal", "sudoku/classic", PLAIN),
    ("opening", "sudoku/classic", Wishes(method="opening", graded=False)),
    ("opening, then minimal", "sudoku/classic", Wishes(method="opening", minimal=True, graded=False)),
    ("half-turn symmetry", "sudoku/classic", Wishes(symmetry="half-turn", graded=False)),
    ("easy", "sudoku/classic", Wishes(difficulty="easy")),
    ("medium", "sudoku/classic", Wishes(difficulty="medium")),
    ("hard", "sudoku/classic", Wishes(difficulty="hard")),
    ("unfair", "sudoku/classic", Wishes(difficulty="unfair")),
    ("x, minimal", "sudoku/x", PLAIN),
    ("windoku, minimal", "sudoku/windoku", PLAIN),
    ("killer, minimal", "sudoku/killer", PLAIN),
)


def measured(model: str, wishes: Wishes, seconds: float, seed: int) -> tuple[int, float, float]:
    """The puzzles found, the seconds by the clock and those of the processor."""
    making: Making = puzzles(model, wishes, count=10**9, seed=seed, seconds=seconds)
    start, work = time.perf_counter(), time.process_time()
    found = sum(1 for _ in making)
    return found, time.perf_counter() - start, time.process_time() - work


def rows(seconds: float, rounds: int, chosen: str) -> Iterator[str]:
    """A line for each way."""
    yield f"{'':24}{'puzzles/s':>12}{'per processor s':>18}"
    for name, model, wishes in WAYS:
        if chosen in name:
            next(iter(puzzles(model, wishes, seed=0, seconds=60)), None)
            runs = [measured(model, wishes, seconds, seed) for seed in range(1, rounds + 1)]
            by_clock = statistics.median(found / clock for found, clock, _ in runs)
            by_work = statistics.median(found / work for found, _, work in runs)
            yield f"{name:24}{by_clock:12.1f}{by_work:18.1f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="ways whose name holds this")
    asked = parser.parse_args()
    for row in rows(asked.seconds, asked.rounds, asked.only):
        print(row, flush=True)
