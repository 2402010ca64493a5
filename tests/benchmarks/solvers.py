"""The finite solvers on the shelf's specs, in one run: median seconds, and how many times CP-SAT's.

    python tests/benchmarks/solvers.py [--repeats 5] [--seconds 20]

`one` is the first solution, `all` every solution, proven. Compiling and propagating count, imports and reading do not.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from dataclasses import replace

from cpsolver import api
from cpsolver.api.answers import spelt
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.result import Settings
from cpsolver.task.task import Aim, Task

SOLVED = (
    ("sudoku/first", "one"),
    ("sudoku/seventeen", "one"),
    ("sudoku/hardest", "one"),
    ("sudoku/hardest", "all"),
    ("sudoku/star-burst-leo", "one"),
    ("puzzles/send-more-money", "all"),
    ("puzzles/map-colouring", "all"),
    ("csp/queens", "one"),
    ("csp/queens", "all"),
)
NAMES = ("cpsat", "python_constraint", "naive", "backtracking", "latin")


def measured(solver: Solver, task: Task, how_many: str, repeats: int, seconds: float) -> float | None:
    """The median seconds; None if the first run did not finish in time."""
    asked = replace(task, sought=replace(task.sought, aim=Aim.ALL)) if how_many == "all" else task
    settings = Settings(seconds=seconds, solutions=1 if how_many == "one" else None)
    times = []
    for _ in range(repeats):
        result = solver.solve(asked, settings)
        if result.note:
            return None
        times.append(result.statistics.seconds)
        if times[0] > 2:
            break
    return statistics.median(times)


def cells(name: str, how_many: str, repeats: int, seconds: float) -> Iterator[str]:
    """One row of the table."""
    task = api.load(name).task
    direct = measured(SOLVERS.get("cpsat"), task, how_many, repeats, seconds)
    for solver in map(SOLVERS.get, NAMES):
        if solver.refuses(task):
            yield "-"
            continue
        median = direct if solver.name == "cpsat" else measured(solver, task, how_many, repeats, seconds)
        if median is None:
            yield f"> {seconds:g} s"
        else:
            yield f"{1000 * median:.1f} ms" + (f" ({median / direct:.2g} x)" if direct else "")


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    for name in NAMES:
        SOLVERS.get(name).load()
    print("| spec | " + " | ".join(map(spelt, NAMES)) + " |")
    print("|---|" + "--:|" * len(NAMES))
    for name, how_many in SOLVED:
        print(f"| {name}, {how_many} | " + " | ".join(cells(name, how_many, options.repeats, options.seconds)) + " |")


if __name__ == "__main__":
    main()
