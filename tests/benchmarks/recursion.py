"""The recursion beside python-constraint's solvers, in one run: median milliseconds of processor time, and the ratio.

    PYTHONPATH=. python tests/benchmarks/recursion.py [--repeats 5] [--seconds 10] [--only queens] [--ours]

Stating the problem counts on both sides, imports do not. `best` is the fastest of python-constraint's solvers on that
task; a peer that does not end in time counts with the time limit, so that the ratio is then only a lower bound.
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

PEERS: dict[str, Callable[[], object]] = {
    "default": lambda: None,
    "backtracking": library.BacktrackingSolver,
    "optimized": library.OptimizedBacktrackingSolver,
}


def ours(rival: Rival, seconds: float) -> tuple[float, int]:
    """Seconds, and how many solutions."""
    task = rival.task()
    start = time.process_time()
    result = SOLVERS.get("backtracking").solve(task, Settings(seconds=seconds, solutions=rival.solutions))
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
    ours(RIVALS[0], options.seconds)  # imports
    ratios = []
    columns = () if options.ours else tuple(PEERS)
    print("| task | ours | " + "".join(f"{name} | " for name in columns) + "solutions | times faster |")
    print("|---|--:|" + "--:|" * len(columns) + "--:|--:|")
    for number, rival in enumerate(RIVALS):
        if options.only not in rival.name:
            continue
        runs = [ours(rival, options.seconds) for _ in range(options.repeats)]
        taken, found = statistics.median(run[0] for run in runs), runs[0][1]
        peers = [apart(number, name, options.repeats, options.seconds) for name in columns]
        best = min([options.seconds, *(peer[0] for peer in peers if peer)])
        ratios.append(best / taken)
        cells = [f"{1000 * peer[0]:.1f}" if peer else f"> {1000 * options.seconds:g}" for peer in peers]
        wrong = [peer for peer in peers if peer and peer[1] != found]
        said = f"{found} (but {wrong[0][1]})" if wrong else f"{found}"
        more = "> " if not any(peers) else ""
        print(f"| {rival.name} | {1000 * taken:.1f} | " + "".join(f"{c} | " for c in cells), end="")
        print(f"{said} | {more}{best / taken:.1f} |" if columns else f"{said} | |", flush=True)
    if columns:
        print(f"\ngeometric mean: {math.exp(statistics.mean(map(math.log, ratios))):.1f} times faster than the best")


if __name__ == "__main__":
    main()
