"""What a plain file costs: specs against the same models written directly in OR-tools, with peers in the same run.

    python tests/benchmarks/compile_speed.py [repeats] [--no-peers]

*Flat* are 1,000 linear conditions, each an item of its own; *for* are as many made by one comprehension. Measured is
everything from the text to the CP-SAT model: reading, unrolling, compiling. Peers build theirs in their own way: CPMpy
to its OR-tools model, PyCSP3 to XCSP3, MiniZinc to FlatZinc, the last two as processes of their own, started and all.
Then 100,000 conditions, with the memory of a process that does nothing else, and sixteen classic problems: the size of
the CP-SAT model, the time CP-SAT takes for it, and the whole from text to answer, each against the one written by hand.

Aims: flat at most 2.5 times, `for` at most 1.2 times the direct build; 100,000 conditions under 3 s; no model larger;
solving at most 1.05 times.
"""

from __future__ import annotations

import gc
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import geometric_mean, median
from time import perf_counter

from ortools.sat.python import cp_model

sys.path.insert(0, str(Path(__file__).parents[2]))

from cpsolver.api import load
from cpsolver.solvers.cpsat import SOLVER
from cpsolver.solvers.cpsat.formulation import formulate
from cpsolver.task.result import Settings
from tests.benchmarks.classics import CLASSICS, Classic

Row = tuple[int, int, int, int, int, int]

SIZE = 100
MANY = 316
"""Its square is the number of conditions, about 100,000."""


def rows(count: int) -> list[Row]:
    """Different conditions `a*x[i] + b*y[j] - z[k] <= c`."""
    chance, found = random.Random(1), dict[Row, None]()
    while len(found) < count:
        a, b, c = chance.randint(2, 9), chance.randint(2, 9), chance.randint(10, 99)
        found[a, chance.randint(1, SIZE), b, chance.randint(1, SIZE), chance.randint(1, SIZE), c] = None
    return list(found)


ROWS = rows(1_000)
SIDE = 32
"""Its square is the number of conditions of `for`, about 1,000."""


def flat_text() -> str:
    """The flat conditions as a spec."""
    items = "".join(f"    - {a}*x[{i}] + {b}*y[{j}] - z[{k}] <= {c}\n" for a, i, b, j, k, c in ROWS)
    return (
        f"model:\n  kind: csp\n  variables:\n    x[1..{SIZE}], y[1..{SIZE}], z[1..{SIZE}]: 0..9\n  conditions:\n{items}"
    )


def for_text(side: int) -> str:
    """As many conditions as the square of the side, by one comprehension."""
    return f"""model:
  kind: csp
  parameters: {{n: {side}}}
  variables:
    x[1..n], y[1..n]: 0..9
    z: 0..9
  conditions:
    - 3*x[i] + 2*y[j] - z <= 17 for i in 1..n, j in 1..n
"""


def flat_direct() -> cp_model.CpModel:
    """The flat conditions in OR-tools."""
    model = cp_model.CpModel()
    x, y, z = ({i: model.new_int_var(0, 9, f"{name}[{i}]") for i in range(1, SIZE + 1)} for name in "xyz")
    for a, i, b, j, k, c in ROWS:
        model.add(a * x[i] + b * y[j] - z[k] <= c)
    return model


def for_direct(side: int) -> cp_model.CpModel:
    """Those of the comprehension in OR-tools."""
    model = cp_model.CpModel()
    x, y = ({i: model.new_int_var(0, 9, f"{name}[{i}]") for i in range(1, side + 1)} for name in "xy")
    z = model.new_int_var(0, 9, "z")
    for i in range(1, side + 1):
        for j in range(1, side + 1):
            model.add(3 * x[i] + 2 * y[j] - z <= 17)
    return model


def compiled(path: Path) -> cp_model.CpModel:
    """The CP-SAT model of a spec."""
    return formulate(load(path).task).model.proto


# -- peers ---------------------------------------------------------------------------------------------------


def cpmpy_flat() -> object:
    """CPMpy to its OR-tools model."""
    import cpmpy
    from cpmpy.solvers.ortools import CPM_ortools

    x, y, z = (cpmpy.intvar(0, 9, shape=SIZE + 1, name=name) for name in "xyz")
    return CPM_ortools(cpmpy.Model([a * x[i] + b * y[j] - z[k] <= c for a, i, b, j, k, c in ROWS]))


def cpmpy_for(side: int) -> object:
    """The same of the comprehension."""
    import cpmpy
    from cpmpy.solvers.ortools import CPM_ortools

    x, y = (cpmpy.intvar(0, 9, shape=side, name=name) for name in "xy")
    z = cpmpy.intvar(0, 9, name="z")
    return CPM_ortools(cpmpy.Model([3 * x[i] + 2 * y[j] - z <= 17 for i in range(side) for j in range(side)]))


_DIGITS = "range(10)"
PYCSP3_FLAT = "from pycsp3 import *\n" + "".join(
    f"{name} = VarArray(size={SIZE + 1}, dom={_DIGITS})\n" for name in "xyz"
)
PYCSP3_FLAT += f"satisfy(a*x[i] + b*y[j] - z[k] <= c for a, i, b, j, k, c in {ROWS})\n"
PYCSP3_FOR = f"""from pycsp3 import *
x = VarArray(size={SIDE}, dom={_DIGITS})
y = VarArray(size={SIDE}, dom={_DIGITS})
z = Var({_DIGITS})
satisfy(3*x[i] + 2*y[j] - z <= 17 for i in range({SIDE}) for j in range({SIDE}))
"""
MINIZINC_FLAT = "".join(f"array[1..{SIZE}] of var 0..9: {name};\n" for name in "xyz") + "".join(
    f"constraint {a}*x[{i}] + {b}*y[{j}] - z[{k}] <= {c};\n" for a, i, b, j, k, c in ROWS
)
MINIZINC_FOR = f"""array[1..{SIDE}] of var 0..9: x; array[1..{SIDE}] of var 0..9: y; var 0..9: z;
constraint forall(i in 1..{SIDE}, j in 1..{SIDE})(3*x[i] + 2*y[j] - z <= 17);
"""


def process(folder: Path, name: str, text: str, *command: str) -> Callable[[], object]:
    """Runs a command on a file with this text, in the folder."""
    (folder / name).write_text(text, encoding="utf-8")
    return lambda: subprocess.run([*command, name], cwd=folder, check=True, capture_output=True, timeout=300)


def peers(folder: Path) -> Mapping[str, Mapping[str, Callable[[], object]]]:
    """What builds the two models, by system; a system that is not installed fails when it is run."""
    minizinc = ("minizinc", "--solver", "gecode", "--compile")
    return {
        "CPMpy": {"flat": cpmpy_flat, "for": lambda: cpmpy_for(SIDE)},
        "PyCSP3, a process": {
            "flat": process(folder, "flat.py", PYCSP3_FLAT, sys.executable),
            "for": process(folder, "loop.py", PYCSP3_FOR, sys.executable),
        },
        "MiniZinc, a process": {
            "flat": process(folder, "flat.mzn", MINIZINC_FLAT, *minizinc),
            "for": process(folder, "loop.mzn", MINIZINC_FOR, *minizinc),
        },
    }


# -- measuring -----------------------------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    """How long it takes; infinite where it fails, as a peer does that is not installed."""
    gc.collect()
    start = perf_counter()
    try:
        work()
    except (ImportError, OSError, subprocess.SubprocessError):
        return float("inf")
    return perf_counter() - start


def building(folder: Path, repeats: int, with_peers: bool) -> None:
    """Flat and `for`, all systems in turn."""
    texts = {"flat": flat_text(), "for": for_text(SIDE)}
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    systems: dict[str, Mapping[str, Callable[[], object]]] = {
        "OR-tools directly": {"flat": flat_direct, "for": lambda: for_direct(SIDE)},
        "cpsolver": {name: lambda name=name: compiled(folder / f"{name}.yaml") for name in texts},  # type: ignore[misc]
        **(peers(folder) if with_peers else {}),
    }
    times: dict[tuple[str, str], list[float]] = {}
    for turn in range(repeats + 1):
        for system, cases in systems.items():
            for case, work in cases.items():
                if "process" not in system or turn < 4:
                    took = seconds(work)
                    if turn:  # the first turn imports
                        times.setdefault((system, case), []).append(took)
    print(f"medians of {repeats}, ms       flat        for")
    for system in systems:
        shown = ""
        for case in texts:
            took, direct = median(times[system, case]), median(times["OR-tools directly", case])
            shown += f"{1e3 * took:9.1f} {took / direct:6.2f}×"
        print(f"{system:20}{shown}")


def many(folder: Path) -> None:
    """100,000 conditions in a process of their own: time and memory of both."""
    path = folder / "many.yaml"
    path.write_text(for_text(MANY), encoding="utf-8")
    for mode in ("idle", "direct", "cpsolver"):
        command = [sys.executable, __file__, f"--{mode}", str(path)]
        print(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


def one_of_many(mode: str, path: Path) -> None:
    """What that process does."""
    load("sudoku/first")
    took = {"--idle": lambda: None, "--direct": lambda: for_direct(MANY), "--cpsolver": lambda: compiled(path)}[mode]
    spent = seconds(took)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{MANY**2:,} conditions, {mode[2:]:9} {spent:6.2f} s, peak memory {peak:5.0f} MB")


def size(model: cp_model.CpModel) -> tuple[int, int, int]:
    """Variables, constraints, terms of a model."""
    text = str(model.proto)
    terms = sum(found[0].count(",") + 1 for found in re.finditer(r"vars: \[[^\]]*\]|vars: \d+", text))
    return len(model.proto.variables), len(model.proto.constraints), terms


def by_spec(path: Path) -> cp_model.CpModel:
    """The CP-SAT model of a spec with its objective."""
    task = load(path).task
    formulation = formulate(task)
    model, aim = formulation.model, task.sought.objective
    if aim is not None:
        (model.proto.maximize if aim.maximize else model.proto.minimize)(model.expression(formulation.objectives[0]))
    return model.proto


def solve(model: cp_model.CpModel, seed: int) -> None:
    """One solution, or the best, with one worker."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    assert solver.solve(model) == cp_model.OPTIMAL


def classic(problem: Classic, folder: Path, repeats: int) -> tuple[float, float]:
    """Print the sizes and times of one problem; the ratios of solving and of the whole."""
    path = folder / "classic.yaml"
    path.write_text(problem.text, encoding="utf-8")
    hand, ours = problem.built(), by_spec(path)
    times: list[tuple[float, ...]] = []
    for seed in range(repeats):
        works: list[Callable[[], object]] = [
            lambda seed=seed: solve(hand, seed),  # type: ignore[misc]
            lambda seed=seed: solve(ours, seed),  # type: ignore[misc]
            lambda seed=seed: solve(problem.built(), seed),  # type: ignore[misc]
            lambda seed=seed: SOLVER.solve(load(path).task, Settings(seed=seed)),  # type: ignore[misc]
        ]
        times.append(tuple(map(seconds, works)))
    direct, solving, built, whole = (median(column) for column in zip(*times, strict=True))
    sizes = [", ".join(map(str, size(model))) for model in (hand, ours)]
    ratios = solving / direct, whole / built
    shown = f"{problem.name:22} {sizes[0]:>15} {sizes[1]:>15} {1e3 * direct:9.2f}"
    print(f"{shown} {ratios[0]:6.2f}× {ratios[1]:6.2f}×")
    return ratios


def main() -> None:
    """Measure and print."""
    if len(sys.argv) > 2 and sys.argv[1] in ("--idle", "--direct", "--cpsolver"):
        one_of_many(sys.argv[1], Path(sys.argv[2]))
        return
    asked = [word for word in sys.argv[1:] if word.isdigit()]
    repeats = int(asked[0]) if asked else 15
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        building(folder, repeats, "--no-peers" not in sys.argv)
        print()
        many(folder)
        head = "variables, constraints, terms"
        print(f"\n{head:30} by hand            spec  solve ms   ratio   whole")
        ratios = [classic(problem, folder, repeats) for problem in CLASSICS]
        solving, whole = (geometric_mean(column) for column in zip(*ratios, strict=True))
        print(f"geometric means: solving {solving:.2f}×, from text to answer {whole:.2f}×")


if __name__ == "__main__":
    main()
