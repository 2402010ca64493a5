"""Sudokus a second: the recursion compiled and in plain Python, CP-SAT, python-constraint, other packages, in one run.

    python tests/benchmarks/sudoku.py [--seconds 5] [--only NAME,NAME]

Every way of solving has a process of its own and so many seconds for each sample; what it has done by then counts, by
the processor's time of that process, and so on one core, however busy the machine is. Solutions are compared. Ways
marked `unique` prove that there is no second solution, the others stop at the first. Samples are drawn evenly from the
lists in ../shared/data/sudoku where they are, else a few built in; the easy ones are drawn here, with 36 digits given.
Packages that are not installed are left out. Below the table: starts as whole processes, and the plain recursion.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

ROOT = Path(__file__).parents[2]
sys.path[0] = str(ROOT)  # instead of this folder, in which `sudoku` is this file and not the package of that name

import numpy as np  # noqa: E402

LISTS = ROOT.parent / "shared" / "data" / "sudoku"
SEVENTEEN = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    ".................1.....2.3.....1...4..3.5.....26....7.14...8...5........7....6.2.",
    ".................1..2.34...............1.5..6..7....4..5..4.32.16.5.....8........",
    "................12..3.45...............6.3..7.45.2..........5.....1.....1.829....",
    "..............1..2..3....4.....3......56...7..8......1...36..5..17......2....8...",
    "........1.......23..4..5.........6...1..7....28..13.......2......58..4....6......",
)
HARDEST = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
    "98.7..6..75.....8...6......4...3.5....54.9.6.....2...4.1.........98...7...79.1.5.",
    "98.7..6..75..6......6..8...4......3...5.8.9.....2....1.3.....94..9.5.7.......1.2.",
    "98.7..6..75..6..8...6......6....4.32..8.7.9.....3.....21.....9...7.9.5.....1....4",
    "98.7..6..7...5......4..9.3..6..4.8....9..2.4.........5..1.9.4.....42..1......1..3",
)
SAMPLE = 5000
PATIENCE = 60
"""Seconds that a way may take for its first answer, imports and a first compilation included."""

Texts = list[str]
Solve = Callable[[str], str]


@dataclass(frozen=True)
class Way:
    """A way of solving: `make` imports what it needs and gives a function from a grid to its solution, 81 digits.

    `many`: the function takes a list of grids, and gives a list.
    """

    name: str
    proves: bool
    make: Callable[[], Callable[..., object]]
    package: str = "cpsolver"
    many: bool = False


def compiled() -> Callable[[Texts], Texts]:
    """The kernel for bands, on one thread; counts up to two solutions."""
    from cpsolver.compiled import bands

    def solve(texts: Texts) -> Texts:
        signs = np.frombuffer("".join(texts).replace(".", "0").encode(), np.uint8).reshape(-1, 81)
        counts, solutions, _ = bands.count_many(bands.marks_of(signs - 48), 2)
        assert (counts == 1).all()
        text = (solutions[:, 0] + 48).tobytes().decode()
        return [text[at : at + 81] for at in range(0, len(text), 81)]

    solve(list(SEVENTEEN))
    return solve


def compiled_units() -> Callable[[Texts], Texts]:
    """The kernel for any units, which knows of no bands."""
    from cpsolver.compiled import units
    from cpsolver.solvers.latin import many

    plan = units.plan(sorted(many._sudoku()), 81, 9)

    def solve(texts: Texts) -> Texts:
        signs = np.frombuffer("".join(texts).replace(".", "0").encode(), np.uint8).reshape(-1, 81)
        counts, solutions, _ = units.count_many(plan, units.marks_of(signs - 48, 9), 2)
        assert (counts == 1).all()
        text = (solutions[:, 0] + 48).tobytes().decode()
        return [text[at : at + 81] for at in range(0, len(text), 81)]

    solve(list(SEVENTEEN))
    return solve


def uncompiled() -> Solve:
    """The recursion of the solver `latin` in plain Python, from the givens on, second solution excluded."""
    from cpsolver.solvers.latin import recursion, solve
    from cpsolver.task.domain import Finite
    from cpsolver.task.result import Settings
    from cpsolver.task.task import Fact
    from tests.tasks import sudoku_task

    recursion.FIRST_STRETCH = 1e9
    empty, settings = sudoku_task("." * 81), Settings(solutions=2)
    values = {str(digit): Finite((digit,)) for digit in range(1, 10)}

    def run(text: str) -> str:
        given = tuple(Fact(n, values[s]) for n, s in zip(empty.by_name, text, strict=True) if s in values)
        result = solve(replace(empty, given=given), settings)
        assert result.unique
        return "".join(map(str, result.solutions[0].values()))

    return run


def cpsat(fresh: bool) -> Solve:
    """CP-SAT's own model, one worker, first solution. Not fresh: one model, whose domains are set for each grid."""
    from ortools.sat.python import cp_model

    def build() -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 9, "") for _ in range(81)]
        for i in range(9):
            box = 27 * (i // 3) + 3 * (i % 3)
            model.add_all_different(cells[9 * i : 9 * i + 9])
            model.add_all_different(cells[i::9])
            model.add_all_different([cells[box + 9 * (k // 3) + k % 3] for k in range(9)])
        return model, cells

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    built = build()

    def run(text: str) -> str:
        model, cells = build() if fresh else built
        for cell, sign in zip(cells, text, strict=True):
            low, high = (int(sign), int(sign)) if sign in "123456789" else (1, 9)
            cell.proto.domain[0], cell.proto.domain[1] = low, high
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return run


def python_constraint() -> Solve:
    """python-constraint with its default solver, first solution."""
    from constraint import AllDifferentConstraint, Problem

    from cpsolver.solvers.latin import many

    units = sorted(many._sudoku())

    def run(text: str) -> str:
        problem = Problem()
        for cell, sign in enumerate(text):
            problem.addVariable(cell, [int(sign)] if sign in "123456789" else list(range(1, 10)))
        for unit in units:
            problem.addConstraint(AllDifferentConstraint(), list(unit))
        found = problem.getSolution()
        return "".join(str(found[cell]) for cell in range(81))

    return run


def py_sudoku() -> Solve:
    """py-sudoku, first solution."""
    from sudoku import Sudoku

    def run(text: str) -> str:
        rows = [[int(s) if s in "123456789" else 0 for s in text[at : at + 9]] for at in range(0, 81, 9)]
        return "".join(str(digit) for row in Sudoku(3, 3, board=rows).solve().board for digit in row)

    return run


def dokusan() -> Solve:
    """dokusan, first solution by its backtracking."""
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    return lambda text: str(solvers.backtrack(Sudoku.from_string(text.replace(".", "0"), box_size=BoxSize(3, 3))))


def dlxsudoku() -> Solve:
    """dlxsudoku, first solution."""
    from dlxsudoku import Sudoku

    def run(text: str) -> str:
        grid = Sudoku(text.replace(".", "0"))
        grid.solve()
        return str(grid.to_oneliner())

    return run


def hodoku() -> Solve:
    """hodoku-py, which explains, and searches where its techniques end."""
    from hodoku import Solver

    solver = Solver()
    return lambda text: str(solver.solve(text.replace("0", ".")).solution)


def explained() -> Solve:
    """The auxiliary-model generator: players' techniques in HoDoKu's order, every step with premises and conditions."""
    from cpsolver import api
    from cpsolver.kinds import KINDS
    from cpsolver.task.domain import Finite
    from cpsolver.task.task import Fact

    loaded = api.load("." * 80 + "1")
    values = {str(digit): Finite((digit,)) for digit in range(1, 10)}
    one_line = KINDS.get("sudoku").one_line
    assert one_line is not None

    def run(text: str) -> str:
        given = tuple(Fact(n, values[s]) for n, s in zip(loaded.task.by_name, text, strict=True) if s in values)
        answer = api.explain(replace(loaded, task=replace(loaded.task, given=given))).answer
        assert answer.unique and answer.derivation is not None and all(step.forced for step in answer.derivation)
        return one_line(answer.loaded.task, answer.solution) or ""

    for text in (*SEVENTEEN, *HARDEST):
        run(text.replace("0", "."))
    return run


WAYS = (
    Way("compiled recursion", True, compiled, many=True),
    Way("the same for any units", True, compiled_units, many=True),
    Way("uncompiled recursion", True, uncompiled),
    Way("auxiliary models (explains)", True, explained),
    Way("CP-SAT, fresh model", False, lambda: cpsat(True), "ortools"),
    Way("CP-SAT, reused model", False, lambda: cpsat(False), "ortools"),
    Way("python-constraint", False, python_constraint, "constraint"),
    Way("py-sudoku", False, py_sudoku, "sudoku"),
    Way("dokusan", False, dokusan, "dokusan"),
    Way("dlxsudoku", False, dlxsudoku, "dlxsudoku"),
    Way("hodoku-py (explains)", False, hodoku, "hodoku"),
)
ANCHOR = "CP-SAT, fresh model"


def listed(name: str, instead: tuple[str, ...]) -> Texts:
    """Puzzles of a list, evenly, in an order that mixes them; those built in where the list is absent."""
    path = LISTS / name
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else instead
    texts = [line[:81].replace("0", ".") for line in lines if line.strip() and not line.startswith("#")]
    order = np.random.default_rng(1).permutation(len(texts))[:SAMPLE]
    return [texts[i] for i in order]


def easy() -> Texts:
    """Puzzles of 36 digits, which singles solve for the most part."""
    from cpsolver.compiled import bands

    full = bands.random_solutions(np.full((SAMPLE, 81), 511), range(SAMPLE))
    orders = np.argsort(np.random.default_rng(1).random((SAMPLE, 81)), axis=1)
    puzzles = bands.cut_many(full, orders, least=36)
    text = (puzzles + 48).tobytes().decode().replace("0", ".")
    return [text[at : at + 81] for at in range(0, len(text), 81)]


def work(number: int, texts: Texts, pipe: Connection) -> None:
    """Solve one after the other, all over again, and report seconds and solutions; runs in a process of its own."""
    way = WAYS[number]
    solve = way.make()
    chunks: list[Texts] = [texts[at : at + 1000] for at in range(0, len(texts), 1000)]
    while True:
        for item in chunks if way.many else texts:
            start = process_time()
            found = solve(item)
            end = process_time()
            pipe.send((start, end, found if way.many else [found], item if way.many else [item]))


def measured(way: Way, texts: Texts, seconds: float, right: dict[str, str]) -> tuple[float, int, int]:
    """Puzzles a second, how many were solved, and how many of them wrongly.

    Time spent on a puzzle that was not finished counts too: else those that are never finished would cost nothing.
    """
    context = get_context("spawn")
    mine, its = context.Pipe()
    process = context.Process(target=work, args=(WAYS.index(way), texts, its), daemon=True)
    process.start()
    its.close()
    used, last, done, wrong, end = 0.0, 0.0, 0, 0, None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    while end is None or perf_counter() < end:
        # the first answer has longer: imports, and a kernel's first compilation
        if not mine.poll(PATIENCE if end is None else max(0.0, end - perf_counter())):
            break
        try:
            start, last, found, asked = mine.recv()
        except EOFError:
            break
        end = end or perf_counter() + seconds
        used, done = used + last - start, done + len(found)
        wrong += sum(right.get(text, answer) != answer for text, answer in zip(asked, found, strict=True))
        if used > seconds:
            break
    process.kill()
    process.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not way.many and used <= seconds:
        used += max(0.0, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime - last)
    return (done / used if used else 0.0), done, wrong


def shown(rate: float) -> str:
    """A rate in three digits."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}" if rate else "none"


def table(ways: tuple[Way, ...], seconds: float) -> Iterator[str]:
    """The lines of the table; the ratio is to CP-SAT with a fresh model."""
    samples = {
        "easy": easy(),
        "17 clues": listed("17_clue.txt", SEVENTEEN),
        "hardest": listed("hardest_11plus.txt", HARDEST),
    }
    solve = compiled()
    right = {text: answer for texts in samples.values() for text, answer in zip(texts, solve(texts), strict=True)}
    rates = {(w.name, s): measured(w, texts, seconds, right) for w in ways for s, texts in samples.items()}
    yield f"{'puzzles/s of one core':24} proves " + "".join(f"{name:>20}" for name in samples)
    for way in ways:
        cells = ""
        for sample in samples:
            rate, _, wrong = rates[way.name, sample]
            anchor = rates.get((ANCHOR, sample), (0.0, 0, 0))[0]
            ratio = f"{shown(rate / anchor)}×" if anchor and rate else ""
            cells += f"{shown(rate) + (f' ({wrong} wrong)' if wrong else ''):>11} {ratio:>8}"
        yield f"{way.name:24} {'unique' if way.proves else '':6} {cells}"
    yield f"(none: no puzzle within {PATIENCE} s)"


def starts() -> Iterator[str]:
    """How long a process takes that counts the solutions of one grid and ends: wall and processor's time, medians."""
    code = "from cpsolver.compiled import bands; bands.count_many(bands.marks_of([[0] * 81]))"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "PYTHONPATH": str(ROOT)}
        walls, cpus = [], []
        for _ in range(8):
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            walls.append(perf_counter() - start)
            cpus.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    yield f"a process that counts one grid: {walls[0]:.1f} s when nothing is compiled yet ({cpus[0]:.1f} s of a core),"
    yield f"then {median(walls[1:]):.2f} s ({median(cpus[1:]):.2f} s of a core)"


def plain() -> Iterator[str]:
    """The plain recursion on the puzzle made against it: nodes a second in Python and in the kernel."""
    from cpsolver.compiled import naive as kernels
    from cpsolver.solvers import naive
    from cpsolver.task.result import Settings
    from tests.tasks import AGAINST_NAIVE, STAR_BURST_LEO, sudoku_task

    naive.FIRST_STRETCH = 1e9
    start = process_time()
    python = naive.solve(sudoku_task(STAR_BURST_LEO), Settings()).statistics.nodes or 0
    python_rate = python / (process_time() - start)
    kernels.prepare()
    naive.FIRST_STRETCH, naive.kernel_ready = 0.0, lambda: True
    start = process_time()
    counts = naive.solve(sudoku_task(AGAINST_NAIVE), Settings()).statistics
    rate = (counts.nodes or 0) / (process_time() - start)
    yield f"naive: {python_rate:,.0f} nodes/s in Python, {rate:,.0f} compiled; {counts.tried:,} digits tried"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="for each way and sample")
    parser.add_argument("--only", default="", help="parts of names, with commas between")
    asked = parser.parse_args()
    wanted = [part for part in asked.only.split(",") if part]
    ways = tuple(w for w in WAYS if find_spec(w.package) and (not wanted or any(part in w.name for part in wanted)))
    for lines in (table(ways, asked.seconds), starts(), plain()):
        for line in lines:
            print(line, flush=True)


if __name__ == "__main__":
    main()
