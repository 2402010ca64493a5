"""A sweep of many points by cpsolver, by SymPy and by hand, in one run: median seconds of processor time, ratios.

    python tests/benchmarks/sweep.py [--points 100000] [--repeats 7]

The task is physics/thrown-down: both roots of a quadratic equation, `t > 0` keeps some. cpsolver reads the spec,
plans, follows both branches with their guards, tests conditions and ranges, and puts every row back into the formulas.
SymPy solves once with symbols, `lambdify` makes a NumPy function of each root, and a mask keeps t > 0. By hand the two
roots are written down in NumPy. The two do not put anything back. Imports do not count; all must agree.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy

import cpsolver

VS, A, X = 10.0, -10.0, 10.0


def by_cpsolver(points: int) -> Any:
    """The table's column, with all that goes before it."""
    sweep = cpsolver.sweep("physics/thrown-down", parameters={"xs": f"10..50 m in {points} points"})
    return sweep.table["t"]


def by_sympy(points: int) -> Any:
    """The roots of one symbolic solution as NumPy functions, those with t > 0."""
    t, xs, vs, a, x = sympy.symbols("t xs vs a x", real=True)
    roots = sympy.solve(sympy.Eq(x, xs + vs * t + a * t**2 / 2), t)
    at = np.linspace(10.0, 50.0, points)
    columns = [sympy.lambdify((xs, vs, a, x), root, "numpy")(at, VS, A, X) for root in roots]
    return _kept(np.stack(columns, axis=1))


def by_hand(points: int) -> Any:
    """The school's formula in NumPy."""
    at = np.linspace(10.0, 50.0, points)
    root = np.sqrt(VS**2 - 2 * A * (at - X))
    return _kept(np.stack([(-VS - root) / A, (-VS + root) / A], axis=1))


def _kept(both: Any) -> Any:
    return both[both > 0]


WAYS: dict[str, Callable[[int], Any]] = {"cpsolver": by_cpsolver, "SymPy": by_sympy, "by hand": by_hand}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=7)
    chosen = parser.parse_args()
    found: dict[str, Any] = {}
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    for way in WAYS:
        found[way] = WAYS[way](1000)  # imports and caches
    for _ in range(chosen.repeats):
        for way, solve in WAYS.items():
            start = time.process_time()
            found[way] = solve(chosen.points)
            times[way].append(time.process_time() - start)
    for way in WAYS:
        assert np.allclose(np.sort(found[way]), np.sort(found["by hand"]), rtol=1e-12), way
    middle = {way: statistics.median(taken) for way, taken in times.items()}
    print(f"{chosen.points} points, {len(found['by hand'])} rows")
    for way, seconds in middle.items():
        print(f"{way:10} {seconds * 1e3:8.1f} ms {seconds / middle['cpsolver']:8.3f} x")


if __name__ == "__main__":
    main()
