"""The recursion beside python-constraint's solvers, in one run: median milliseconds of processor time, and the ratio.

    PYTHONPATH=. python tests/benchmarks/recursion.py [--repeats 5] [--seconds 10] [--only queens] [--ours]

Stating the problem counts on both sides, imports do not. `best` is the fastest of python-constraint's solvers on that
task; a peer that does not end in time counts with the time limit, so that the ratio is then only a lower bound.
`compiled` is our recursion compiled by Numba, warm: its kernels are loaded before, which takes seconds once a process.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
import time
from collections.abc import Callable

import constraint as library

from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Settings
from tests.benchmarks.recursion_tasks import RIVALS, Rival

OURS = ("backtracking", "compiled")
"""Our solvers beside them."""

PEERS: dict[str, Callable[[], object]] = {
    "default": lambda: None,
    "backtracking": library.BacktrackingSolver,
    "optimized": library.OptimizedBacktrackingSolver,
}


def ours(rival: Rival, seconds: float, solver: str = "backtracking") -> tuple[float, int]:
    """Seconds, and how many solutions; -1 if not all that were asked for."""
    task = rival.task()
    start = time.process_time()
    result = SOLVERS.get(solver).solve(task, Settings(seconds=seconds, solutions=rival.solutions))
    return time.process_time() - start, -1 if result.note else len(result.solutions)


def peer(rival: Rival, solver: str) -> tuple[float, int]:
    """The same for a solver of python-constraint."""
    start = time.process_time()
    chosen = PEERS[solver]()
    problem = library.Problem(chosen) if chosen else library.Problem()
    rival.state(problem)
    found = int(problem.getSolution() is not None) if rival.solutions == 1 else len(problem.getSolutions())
    return time.process_time() - start, found


def _report(number: int, solver: str, repeats: int, answers: multiprocessing.Queue[tuple[float, int]]) -> None:
    times = []
    for _ in range(repeats):
        taken, found = peer(RIVALS[number], solver)
        times.append(taken)
        if taken > 1:
            break
    answers.put((statistics.median(times), found))


def apart(number: int, solver: str, repeats: int, seconds: float) -> tuple[float, int] | None:
    """A peer in a process of its own, since it knows no time limit; None if it met one."""
    answers: multiprocessing.Queue[tuple[float, int]] = multiprocessing.Queue()
    process = multiprocessing.Process(target=_report, args=(number, solver, repeats, answers))
    process.start()
    process.join(seconds * 1.2 + 1)
    if process.is_alive():
        process.kill()
        process.join()
        return None
    taken, found = answers.get()
    return None if taken > seconds else (taken, found)


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--ours", action="store_true", help="without the peers")
    options = parser.parse_args()
    SOLVERS.get("compiled").load()
    for solver in OURS:
        ours(RIVALS[0], options.seconds, solver)  # imports
    ratios: dict[str, list[float]] = {solver: [] for solver in OURS}
    columns = () if options.ours else tuple(PEERS)
    heads = ("task", *OURS, *(f"peer: {name}" for name in columns), "solutions", *(f"{name}, times" for name in OURS))
    print(f"| {' | '.join(heads)} |\n|---|{'--:|' * (len(heads) - 1)}")
    for number, rival in enumerate(RIVALS):
        if options.only not in rival.name:
            continue
        runs = {name: [ours(rival, options.seconds, name) for _ in range(options.repeats)] for name in OURS}
        taken = {name: statistics.median(run[0] for run in runs[name]) for name in OURS}
        peers = [apart(number, name, options.repeats, options.seconds) for name in columns]
        best = min([options.seconds, *(peer[0] for peer in peers if peer)])
        for name in OURS:
            ratios[name].append(best / taken[name])
        cells = [f"{1000 * peer[0]:.1f}" if peer else f"> {1000 * options.seconds:g}" for peer in peers]
        counts = [*(runs[name][0][1] for name in OURS), *(peer[1] for peer in peers if peer)]
        said = f"{counts[0]}" if len(set(counts)) == 1 else f"{counts} differ"
        more = "" if any(peers) else "> "
        times = [f"{more}{best / taken[name]:.1f}" if columns else "" for name in OURS]
        row = (rival.name, *(f"{1000 * taken[name]:.1f}" for name in OURS), *cells, said, *times)
        print(f"| {' | '.join(row)} |", flush=True)
    for name in OURS if columns else ():
        mean = math.exp(statistics.mean(map(math.log, ratios[name])))
        print(f"\ngeometric mean: {name} {mean:.1f} times faster than the best")


if __name__ == "__main__":
    main()
