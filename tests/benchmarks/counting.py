"""Solutions counted per second: the compiled counter beside CP-SAT, Gecode and python-constraint, in one run.

    python tests/benchmarks/counting.py [--seconds 10]

Compiling kernels, imports and reading specs do not count; Gecode's time is that of `minizinc`, its start included, and
it is left out where that is not installed. A search that does not end in time is measured by what it had found.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace

from cpsolver import api
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Settings
from cpsolver.task.task import Aim, Sought, Task, Variable

Speed = float | None


def task_of(name: str, values: range, variables: list[str], conditions: list[Node]) -> Task:
    """A task in which all variables have the same values."""
    declared = tuple(Variable(each, Finite(tuple(values))) for each in variables)
    stated = tuple(map(Relation, conditions))
    return Task(name, "csp", declared, stated, (), Sought(tuple(variables), Aim.ALL))


def joined(rows: list[list[str]]) -> list[str]:
    """All names of all rows."""
    return [name for row in rows for name in row]


def different(names: list[str]) -> Node:
    """All of these differ."""
    return Call("all_different", tuple(map(Name, names)))


def latin(n: int) -> tuple[Task, str]:
    """Latin squares, and the same for MiniZinc."""
    cells = [[f"c{r}{c}" for c in range(n)] for r in range(n)]
    groups = [*cells, *map(list, zip(*cells, strict=True))]
    text = f"array[1..{n}, 1..{n}] of var 1..{n}: c; " + " ".join(
        f"constraint all_different([c[{a}, {b}] | k in 1..{n}]);"
        for i in range(1, n + 1)
        for a, b in ((str(i), "k"), ("k", str(i)))
    )
    return task_of(f"latin {n}", range(1, n + 1), joined(cells), list(map(different, groups))), text


def colouring() -> tuple[Task, str]:
    """Colourings of the Petersen graph with four colours."""
    edges = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    edges += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    names = [f"v{i}" for i in range(10)]
    conditions: list[Node] = [Call("!=", (Name(names[a]), Name(names[b]))) for a, b in edges]
    text = "array[0..9] of var 1..4: v; " + " ".join(f"constraint v[{a}] != v[{b}];" for a, b in edges)
    return task_of("colouring 4", range(1, 5), names, conditions), text


def magic() -> tuple[Task, str]:
    """Magic squares of order four with the first row given."""
    cells = [[f"m{r}{c}" for c in range(4)] for r in range(4)]
    lines = [*cells, *map(list, zip(*cells, strict=True)), [cells[i][i] for i in range(4)]]
    lines.append([cells[i][3 - i] for i in range(4)])
    conditions: list[Node] = [different(joined(cells))]
    conditions += [Call("=", (Call("sum", tuple(map(Name, line))), Constant(34))) for line in lines]
    first = (1, 2, 15, 16)
    conditions += [Call("=", (Name(f"m0{c}"), Constant(value))) for c, value in enumerate(first)]
    written = [f"constraint {' + '.join(line)} = 34;" for line in lines]
    written += [f"constraint m0{c} = {value};" for c, value in enumerate(first)]
    text = " ".join(f"var 1..16: {cell};" for cell in joined(cells))
    text += f" constraint all_different([{', '.join(joined(cells))}]); " + " ".join(written)
    return task_of("magic 4, first row", range(1, 17), joined(cells), conditions), text


def queens(n: int) -> tuple[Task, str]:
    """Queens."""
    task = api.load("csp/queens", {"n": str(n)}).task
    text = f"array[1..{n}] of var 1..{n}: q; constraint all_different(q); "
    text += " ".join(f"constraint all_different([q[i] {sign} i | i in 1..{n}]);" for sign in "+-")
    return replace(task, name=f"queens {n}", sought=replace(task.sought, aim=Aim.ALL)), text


def langford(n: int) -> tuple[Task, str]:
    """Langford's pairs, both directions."""
    first = [f"p{k}" for k in range(1, n + 1)]
    terms = [*map(Name, first), *(Call("+", (Name(p), Constant(k + 1))) for k, p in enumerate(first, 1))]
    ends: list[Node] = [Call("<=", (Name(p), Constant(2 * n - k - 1))) for k, p in enumerate(first, 1)]
    text = f"array[1..{n}] of var 1..{2 * n}: p; constraint forall(k in 1..{n})(p[k] + k + 1 <= {2 * n}); "
    text += f"constraint all_different(p ++ [p[k] + k + 1 | k in 1..{n}]);"
    return task_of(f"langford {n}", range(1, 2 * n + 1), first, [Call("all_different", tuple(terms)), *ends]), text


def compiled(task: Task, seconds: float) -> tuple[int, float]:
    """Number and time of the counter."""
    start = time.perf_counter()
    count = SOLVERS.get("compiled").count
    assert count is not None
    return count(task, Settings(seconds=seconds, solutions=None))[0], time.perf_counter() - start


def listed(name: str) -> Callable[[Task, float], tuple[int, float]]:
    """Number and time of a solver that lists."""

    def run(task: Task, seconds: float) -> tuple[int, float]:
        start = time.perf_counter()
        found = SOLVERS.get(name).solve(task, Settings(seconds=seconds, solutions=None))
        return len(found.solutions), time.perf_counter() - start

    return run


def gecode(text: str, seconds: float) -> Speed:
    """Solutions a second by `minizinc --solver gecode -a`; None where it is not installed."""
    if shutil.which("minizinc") is None:
        return None
    start = time.perf_counter()
    command = ["minizinc", "--solver", "gecode", "-a", "--time-limit", str(int(1000 * seconds)), "-"]
    model = f'include "alldifferent.mzn"; {text} solve satisfy;'  # written out: equal outputs are not repeated
    done = subprocess.run(command, input=model, capture_output=True, text=True, check=False, timeout=seconds + 30)
    return done.stdout.count("----------") / (time.perf_counter() - start)


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=10.0)
    seconds = arguments.parse_args().seconds
    start = time.perf_counter()
    SOLVERS.get("compiled").load()
    print(f"kernels loaded or compiled in {time.perf_counter() - start:.2f} s; solutions a second:\n")
    print(f"{'task':20}{'number':>10}{'counter':>12}{'cpsat':>10}{'gecode':>10}{'python-c.':>11}   : cpsat, gecode")
    for task, text in (queens(10), queens(11), queens(12), latin(5), langford(11), colouring(), magic()):
        number, spent = compiled(task, seconds)
        own = number / spent
        rest = [n / t for n, t in (listed(name)(task, seconds) for name in ("cpsat", "python_constraint"))]
        other = gecode(text, seconds)
        ratios = ", ".join(f"{own / each:.1f}" if each else "-" for each in (rest[0], other))
        gecodes = "-" if other is None else f"{other:,.0f}"
        print(f"{task.name:20}{number:>10,}{own:>12,.0f}{rest[0]:>10,.0f}{gecodes:>10}{rest[1]:>11,.0f}   {ratios}")


if __name__ == "__main__":
    main()
