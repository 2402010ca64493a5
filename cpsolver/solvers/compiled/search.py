"""Searching a network in the kernels: solutions listed, the best, or only how many there are; within time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from cpsolver.compiled.handover import is_hopeless, is_ready
from cpsolver.compiled.jit import is_compiled
from cpsolver.solvers.compiled.formulation import Formulation, taken
from cpsolver.solvers.solver import all_best, narrow
from cpsolver.task.objectives import objectives
from cpsolver.task.result import Deadline, Progress, Result, Settings, Statistics
from cpsolver.task.tally import Harvest, Tally
from cpsolver.task.task import Aim, Task

if TYPE_CHECKING:
    from cpsolver.compiled.trees import Tree

MODULE = "cpsolver.compiled.trees"
STRETCH = 0.04
"""Seconds that a stretch in the kernel should take: between two, the clock and Ctrl-C are looked at."""
FIRST_NODES = 64
"""How many nodes the first stretch has; later ones as many as the time allows."""
LONGEST_COMPILATION = 600.0


def load() -> None:
    """Compile the kernels or load them. Another process compiles, so that Ctrl-C is heard meanwhile."""
    end = time.perf_counter() + LONGEST_COMPILATION
    if is_compiled() and not _is_at_hand():
        while not is_ready(MODULE) and not is_hopeless(MODULE) and time.perf_counter() < end:
            time.sleep(STRETCH)
    from cpsolver.compiled.trees import prepare

    prepare()


def _is_at_hand() -> bool:
    from cpsolver.compiled.trees import is_at_hand

    return is_at_hand()


def solve(task: Task, settings: Settings) -> Result:
    """What the search says of a finite task. `nodes` of its statistics are values tried."""
    if task.sought.aim is Aim.NARROW:
        return narrow(task, solve, settings)
    if len(objectives(task)) > 1 or (objectives(task) and settings.solutions != 1):
        return all_best(task, solve, settings)
    deadline, harvest, tally = Deadline(settings), Harvest.of(task, settings), Tally(len(task.variables))
    formulation = taken(task)
    if formulation.is_infeasible:
        return harvest.result(True, deadline, tally)
    tree = _tree(formulation, settings, listing=True)
    enough = False
    for nodes in _stretches(deadline):
        most = None if harvest.limit is None else harvest.limit - len(harvest.solutions)
        found = tree.go_on(nodes, most)
        for numbers in found:
            solution = formulation.solution(numbers)
            enough = harvest.take(solution)
        if enough or tree.is_finished:
            break
    result = harvest.result(tree.is_finished and not enough, deadline, tally)
    return replace(result, statistics=_statistics(tree, deadline))


def count(task: Task, settings: Settings) -> tuple[int, bool, str]:
    """How many solutions a finite task has, whether that is exact, and why not; up to about `settings.solutions`."""
    deadline, formulation = Deadline(settings), taken(task)
    if formulation.is_infeasible:
        return 0, True, ""
    tree = _tree(formulation, settings, listing=False)
    for nodes in _stretches(deadline):
        tree.go_on(nodes)
        number, exact = tree.count()
        settings.told(Progress(deadline.elapsed, number))
        if tree.is_finished:
            return number, exact, "" if exact else "there are more than can be counted exactly"
        if settings.solutions is not None and number >= settings.solutions:
            return number, False, f"the limit of {settings.solutions:,} was reached"
    return *tree.count(), deadline.note()


def _tree(formulation: Formulation, settings: Settings, listing: bool) -> Tree:
    from cpsolver.compiled.trees import Tree

    return Tree(formulation.network, listing, settings.order or "weighted", formulation.objective if listing else None)


def _stretches(deadline: Deadline) -> Iterator[int]:
    """How many nodes to search on for, again and again until time is up: as many as take about a moment."""
    nodes = FIRST_NODES
    while not deadline.passed:
        start = time.perf_counter()
        yield nodes
        spent = time.perf_counter() - start
        if spent < STRETCH:
            nodes = min(4 * nodes, int(nodes * STRETCH / max(spent, 1e-6)) + 1, 1 << 24)
        else:
            nodes = max(1, int(nodes * STRETCH / spent))


def _statistics(tree: Tree, deadline: Deadline) -> Statistics:
    depths = tree.at_depth
    deepest = max((depth for depth, times in enumerate(depths) if times), default=0)
    nodes, conflicts = tree.nodes, tree.conflicts
    backtracks = nodes - tree.levels
    return Statistics(deadline.elapsed, sum(depths), nodes, nodes, deepest, backtracks, depths, conflicts, 0)
