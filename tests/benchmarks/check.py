"""How long `check` takes on the formula tasks of the shelf, beyond loading them.

    python tests/benchmarks/check.py [EVERY]

EVERY: one task in so many; all by default. Printed are median, 90th percentile, maximum and sum of processor
time, child processes included, the slowest tasks, and how many verdicts were left open. Questions are limited by
processor time and number, so that a loaded machine changes the times by what caches lose, and no verdict.
"""

from __future__ import annotations

import resource
import statistics
import sys
from collections import Counter

from cpsolver import library
from cpsolver.api import check
from cpsolver.api.tasks import load

SLOWEST = 5


def spent() -> float:
    """Processor time so far, of this process and of those it has waited for."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def main() -> None:
    """Print the table."""
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    check("physics/highest-point")  # start-up
    taken: dict[str, float] = {}
    open_, failed = Counter[str](), []
    for name in [name for name in library.names("specs") if not name.startswith("sudoku/")][::every]:
        loaded = load(name)
        if loaded.kind.name != "formulas":
            continue
        start = spent()
        found = check(loaded)
        taken[name] = spent() - start
        open_.update(verdict.name for verdict in found.verdicts if verdict.holds is None)
        failed += [name] if not found.passed else []
    times = sorted(taken.values())
    print(f"{'tasks':>6} {'median s':>9} {'90 % s':>7} {'max s':>7} {'sum s':>7}  not known, not passed")
    said = ", ".join(f"{name}: {count}" for name, count in open_.items()) or "none"
    print(
        f"{len(times):>6} {statistics.median(times):>9.3f} {times[int(0.9 * len(times))]:>7.2f} {times[-1]:>7.2f}"
        f" {sum(times):>7.1f}  {said}; {', '.join(failed) or 'none'}"
    )
    for name in sorted(taken, key=lambda name: -taken[name])[:SLOWEST]:
        print(f"       {taken[name]:>9.3f}  {name}")


if __name__ == "__main__":
    main()
