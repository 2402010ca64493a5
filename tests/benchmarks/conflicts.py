"""Why not: cpsolver's contradictions beside those of CPMpy's `mus`, in one run: seconds, sizes, ratios.

    python -m tests.benchmarks.conflicts [--smallest] [--alone] [family]

CPMpy is a peer for comparison only (`pip install cpmpy`); its soft constraints are the same givens and conditions.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Mapping
from typing import Any

from cpsolver.auxiliary.conflict import Conflict, conflict_in
from cpsolver.auxiliary.switches import Asked
from cpsolver.solvers import cpsat
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Result, Settings
from cpsolver.task.task import Task
from tests.benchmarks.conflict_tasks import contradictions, facts

SECONDS = 60.0


def ours(task: Task, smallest: bool = False) -> tuple[Conflict | None, float]:
    """The contradiction found, and the seconds from the task to it."""
    start = time.perf_counter()
    settings = Settings(seconds=SECONDS)

    def solve(asked: Task, solutions: int) -> Result:
        return cpsat.solve(asked, Settings(solutions=solutions, seconds=SECONDS))

    switches = cpsat.switches(task, settings) if cpsat.SOLVER.switches else Asked(task, solve)
    found = conflict_in(task, switches, solve, settings, smallest=smallest)
    return found, time.perf_counter() - start


def theirs(task: Task) -> tuple[int, float] | None:
    """The size of the contradiction that CPMpy's `mus` finds, and the seconds from its constraints to it."""
    import cpmpy
    from cpmpy.tools.explain import mus

    variables = {}
    for variable in task.variables:
        assert isinstance(variable.domain, Finite)
        values = [int(value) for value in variable.domain.values]
        variables[variable.name] = cpmpy.intvar(min(values), max(values), name=variable.name)
    soft = [variables[fact.variable] == value for fact, value in facts(task)]
    soft += [_translated(condition.expression, variables) for condition in task.conditions]
    start = time.perf_counter()
    try:
        found = mus(soft)
    except AssertionError:
        return None
    return len(found), time.perf_counter() - start


def _translated(node: Node, variables: Mapping[str, Any]) -> Any:
    """A condition as CPMpy writes it: only what the tasks here are made of."""
    import cpmpy

    if isinstance(node, Name):
        return variables[node.name]
    if isinstance(node, Constant):
        return node.value
    assert isinstance(node, Call)
    a = [_translated(argument, variables) for argument in node.arguments]
    made = {
        "=": lambda: a[0] == a[1],
        "!=": lambda: a[0] != a[1],
        "<=": lambda: a[0] <= a[1],
        "+": lambda: a[0] + a[1],
        "-": lambda: a[0] - a[1],
        "*": lambda: a[0] * a[1],
        "abs": lambda: abs(a[0]),
        "sum": lambda: cpmpy.sum(a),
        "not": lambda: ~a[0],
        "or": lambda: cpmpy.any(a),
        "all_different": lambda: cpmpy.AllDifferent(a),
    }
    return made[node.function]()


def main() -> None:
    """Print a row for each contradiction, then medians."""
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    smallest = "--smallest" in sys.argv
    cpsat.load()
    rows = []
    for name, task in contradictions():
        if arguments and not any(name.startswith(argument) for argument in arguments):
            continue
        found, seconds = ours(task, smallest)
        if found is None:
            print(f"{name:20} no contradiction was found")
            continue
        peer = None if "--alone" in sys.argv else theirs(task)
        proven = "smallest" if found.smallest else "irreducible" if found.irreducible else "not proven"
        size = len(found.members)
        if peer is not None:
            rows.append((seconds, peer[1], size, peer[0]))
        other = "-" if peer is None else f"{peer[0]:3} in {peer[1]:6.2f} s"
        print(f"{name:20} {size:3} in {seconds:6.2f} s {proven:12} CPMpy {other}", flush=True)
    if not rows:
        return
    own, peers, sizes, others = zip(*rows, strict=True)
    ratios = [b / a for a, b, *_ in rows]
    larger = sum(a > b for a, b in zip(sizes, others, strict=True))
    print(f"\nmedian seconds: cpsolver {statistics.median(own):.3f}, CPMpy {statistics.median(peers):.3f}")
    print(f"median of ratios: {statistics.median(ratios):.2f} times as fast; slowest of ours {max(own):.2f} s")
    print(f"larger than CPMpy's: {larger} of {len(rows)}; sum of sizes {sum(sizes)} against {sum(others)}")


if __name__ == "__main__":
    main()
