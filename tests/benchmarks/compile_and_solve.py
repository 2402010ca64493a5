"""How much the YAML path costs: specs of the shelf against the same models written directly in OR-tools.

    python tests/benchmarks/compile_and_solve.py [repeats]

Both run CP-SAT with one worker, in turn, in one process; printed are medians in milliseconds and their ratios.
*compile + solve* starts from the task, *whole* from the text of the spec. Aims: compile + solve at most 1.5 times the
direct model; reading and compiling a sudoku at most 10 ms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from ortools.sat.python import cp_model

sys.path.insert(0, str(Path(__file__).parents[2]))

from cpsolver.api import load
from cpsolver.solvers.cpsat import SOLVER
from cpsolver.solvers.cpsat.formulation import formulate
from cpsolver.task.result import Settings

GRID = ".35.7......6195...89.....6...8.6...3..48.3..1..7.2...6.6....28....419..5....8..79"

Model = tuple[cp_model.CpModel, list[cp_model.IntVar]]


def sudoku() -> Model:
    """The grid of sudoku/first."""
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") if s == "." else model.new_int_var(int(s), int(s), "") for s in GRID]
    for i in range(9):
        box = 27 * (i // 3) + 3 * (i % 3)
        model.add_all_different(cells[9 * i : 9 * i + 9])
        model.add_all_different(cells[i::9])
        model.add_all_different([cells[box + 9 * (k // 3) + k % 3] for k in range(9)])
    return model, cells


def queens() -> Model:
    """Eight queens."""
    model = cp_model.CpModel()
    queen = [model.new_int_var(1, 8, "") for _ in range(8)]
    model.add_all_different(queen)
    model.add_all_different([queen[i] + i for i in range(8)])
    model.add_all_different([queen[i] - i for i in range(8)])
    return model, queen


def money() -> Model:
    """SEND + MORE = MONEY."""
    model = cp_model.CpModel()
    s, m = (model.new_int_var(1, 9, "") for _ in "SM")
    e, n, d, o, r, y = (model.new_int_var(0, 9, "") for _ in "ENDORY")
    model.add_all_different(s, e, n, d, m, o, r, y)
    left = 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
    model.add(left == 10000 * m + 1000 * o + 100 * n + 10 * e + y)
    return model, [s, m, e, n, d, o, r, y]


class Collector(cp_model.CpSolverSolutionCallback):
    """Keeps the values of every solution."""

    def __init__(self, variables: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.variables = variables
        self.found: list[list[int]] = []

    def on_solution_callback(self) -> None:
        """Called by CP-SAT at every solution."""
        self.found.append([self.value(variable) for variable in self.variables])


def solve_directly(build: Callable[[], Model], solutions: int | None) -> int:
    """Build and solve as one would by hand; the number of solutions."""
    model, variables = build()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solutions == 1:
        solver.solve(model)
        return len([[solver.value(variable) for variable in variables]])
    solver.parameters.enumerate_all_solutions = True
    collector = Collector(variables)
    solver.solve(model, collector)
    return len(collector.found)


CASES: list[tuple[str, Callable[[], Model], int | None]] = [
    ("sudoku/first", sudoku, 1),
    ("sudoku/first", sudoku, None),
    ("csp/queens", queens, 1),
    ("csp/queens", queens, None),
    ("puzzles/send-more-money", money, 1),
    ("puzzles/send-more-money", money, None),
]


def measure(name: str, build: Callable[[], Model], solutions: int | None, repeats: int) -> tuple[float, float, float]:
    """Medians in milliseconds: direct, compile + solve, whole."""
    direct, compiled, whole = [], [], []
    for _ in range(repeats):
        start = perf_counter()
        expected = solve_directly(build, solutions)
        direct.append(perf_counter() - start)
        start = perf_counter()
        task = load(name).task
        loaded = perf_counter()
        found = SOLVER.solve(task, Settings(solutions=solutions)).solutions
        end = perf_counter()
        compiled.append(end - loaded)
        whole.append(end - start)
        assert len(found) == expected, f"{name}: {len(found)} solutions, directly {expected}"
    return 1e3 * median(direct), 1e3 * median(compiled), 1e3 * median(whole)


def measure_reading(repeats: int) -> tuple[float, float]:
    """Medians in milliseconds of reading a sudoku (parse and unroll), and of compiling it."""
    reading, compiling = [], []
    for _ in range(repeats):
        start = perf_counter()
        task = load("sudoku/first").task
        loaded = perf_counter()
        formulate(task)
        reading.append(loaded - start)
        compiling.append(perf_counter() - loaded)
    return 1e3 * median(reading), 1e3 * median(compiling)


def main() -> None:
    """Measure and print."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    head = f"medians of {repeats}, ms"
    print(f"{head:32} {'direct':>8} {'compile+solve':>14} {'ratio':>6} {'whole':>8} ratio")
    for name, build, solutions in CASES:
        direct, compiled, whole = measure(name, build, solutions, repeats)
        case = f"{name}, {'all' if solutions is None else 'one'}"
        print(f"{case:32} {direct:8.2f} {compiled:14.2f} {compiled / direct:6.2f} {whole:8.2f} {whole / direct:5.2f}")
    reading, compiling = measure_reading(repeats)
    print(
        f"a sudoku: parse + unroll {reading:.2f} ms, compile {compiling:.2f} ms, together {reading + compiling:.2f} ms"
    )


if __name__ == "__main__":
    main()
