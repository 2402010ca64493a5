"""The tasks of the recursion benchmark, each twice: as a task of ours, and as python-constraint's users write it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import constraint as library
import yaml

from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.task import Aim, Task
from tests.tasks import (
    AGAINST_NAIVE,
    INKALA,
    call,
    cell,
    different,
    finite_task,
    magic_square,
    queens_task,
    row,
    send_more_money,
    sudoku_task,
    units,
)

Problem = Any
"""A problem of python-constraint, which has no types."""


@dataclass(frozen=True)
class Rival:
    """One benchmark: our task, python-constraint's problem, and how many solutions are asked for; None for all."""

    name: str
    task: Callable[[], Task]
    state: Callable[[Problem], None]
    solutions: int | None = 1


def _all_different(problem: Problem, names: Sequence[str]) -> None:
    problem.addConstraint(library.AllDifferentConstraint(), list(names))


# -- queens, magic squares, sudoku, send more money -----------------------------------------------------------


def _queens(n: int, problem: Problem) -> None:
    columns = range(1, n + 1)
    problem.addVariables(columns, list(range(1, n + 1)))
    _all_different(problem, columns)  # type: ignore[arg-type]
    for a, b in combinations(columns, 2):
        problem.addConstraint(lambda x, y, d=b - a: abs(x - y) != d, (a, b))


def _magic(n: int, problem: Problem) -> None:
    span, total = range(1, n + 1), n * (n * n + 1) // 2
    cells = [cell(r, c) for r in span for c in span]
    problem.addVariables(cells, list(range(1, n * n + 1)))
    _all_different(problem, cells)
    lines = [[cell(r, c) for c in span] for r in span] + [[cell(r, c) for r in span] for c in span]
    for line in (*lines, [cell(i, i) for i in span], [cell(i, n + 1 - i) for i in span]):
        problem.addConstraint(library.ExactSumConstraint(total), line)


def _sudoku(grid: str, problem: Problem) -> None:
    for name, sign in zip([cell(r, c) for r in range(1, 10) for c in range(1, 10)], grid, strict=True):
        problem.addVariable(name, [int(sign)] if sign != "." else list(range(1, 10)))
    for names in units().values():
        _all_different(problem, names)


def _money(problem: Problem) -> None:
    for letter in "SENDMORY":
        problem.addVariable(letter, list(range(letter in "SM", 10)))
    _all_different(problem, "SENDMORY")
    weights = {"S": 1000, "E": 91, "N": -90, "D": 1, "M": -9000, "O": -900, "R": 10, "Y": -1}
    problem.addConstraint(library.ExactSumConstraint(0, list(weights.values())), list(weights))


# -- zebra ----------------------------------------------------------------------------------------------------

ZEBRA = (
    ("red", "green", "ivory", "yellow", "blue"),
    ("English", "Spanish", "Ukrainian", "Norwegian", "Japanese"),
    ("coffee", "tea", "milk", "juice", "water"),
    ("dog", "snails", "fox", "horse", "zebra"),
    ("gold", "kools", "chesterfield", "lucky", "parliament"),
)
TOGETHER = (
    *("English red", "Spanish dog", "coffee green", "Ukrainian tea", "gold snails", "kools yellow"),
    *("lucky juice", "Japanese parliament"),
)
BESIDE = ("chesterfield fox", "kools horse", "Norwegian blue")


def _zebra_task() -> Task:
    beside = [call("=", call("abs", call("-", *map(Name, pair.split()))), 1) for pair in BESIDE]
    return finite_task(
        {name: range(1, 6) for group in ZEBRA for name in group},
        *(different(group[0], group) for group in ZEBRA),
        *(call("=", *map(Name, pair.split())) for pair in TOGETHER),
        *beside,
        call("=", Name("green"), call("+", Name("ivory"), 1)),
        call("=", Name("milk"), 3),
        call("=", Name("Norwegian"), 1),
    )


def _zebra(problem: Problem) -> None:
    for group in ZEBRA:
        problem.addVariables(group, list(range(1, 6)))
        _all_different(problem, group)
    for pair in TOGETHER:
        problem.addConstraint(lambda a, b: a == b, pair.split())
    for pair in BESIDE:
        problem.addConstraint(lambda a, b: abs(a - b) == 1, pair.split())
    problem.addConstraint(lambda a, b: a == b + 1, ("green", "ivory"))
    problem.addConstraint(library.InSetConstraint([3]), ["milk"])
    problem.addConstraint(library.InSetConstraint([1]), ["Norwegian"])


# -- golomb, langford, colouring ------------------------------------------------------------------------------


def _golomb_task(marks: int, length: int) -> Task:
    """A ruler with so many marks of exactly this length, its differences being variables."""
    domains = {f"m{i}": range(length + 1) for i in range(marks)}
    pairs = list(combinations(range(marks), 2))
    domains |= {f"d{i}_{j}": range(1, length + 1) for i, j in pairs}
    return finite_task(
        domains,
        call("=", Name("m0"), 0),
        call("=", Name(f"m{marks - 1}"), length),
        *(call("<", Name(f"m{i}"), Name(f"m{i + 1}")) for i in range(marks - 1)),
        *(call("=", Name(f"d{i}_{j}"), call("-", Name(f"m{j}"), Name(f"m{i}"))) for i, j in pairs),
        different("differences", [f"d{i}_{j}" for i, j in pairs]),
        call("<", Name("d0_1"), Name(f"d{marks - 2}_{marks - 1}")),
    )


def _golomb(marks: int, length: int, problem: Problem) -> None:
    names = [f"m{i}" for i in range(marks)]
    for i, name in enumerate(names):
        problem.addVariable(name, [0] if not i else [length] if i == marks - 1 else list(range(1, length)))
    for pair in pairwise(names):
        problem.addConstraint(lambda a, b: a < b, pair)
    for one, other in combinations(combinations(names, 2), 2):
        scope = list(dict.fromkeys((*one, *other)))
        problem.addConstraint(_apart(scope, one, other), scope)
    problem.addConstraint(lambda a, b, c, d: b - a < d - c, (*names[:2], *names[-2:]))


def _apart(scope: Sequence[str], one: Sequence[str], other: Sequence[str]) -> Callable[..., bool]:
    a, b, c, d = (scope.index(name) for name in (*one, *other))
    return lambda *values: values[b] - values[a] != values[d] - values[c]


def _langford_names(copies: int, n: int) -> dict[tuple[int, int], str]:
    return {(k, i): f"p{k}_{i}" for k in range(1, n + 1) for i in range(copies)}


def _langford_task(copies: int, n: int) -> Task:
    names = _langford_names(copies, n)
    gaps = [
        call("=", Name(names[k, i + 1]), call("+", Name(names[k, i]), k + 1))
        for k in range(1, n + 1)
        for i in range(copies - 1)
    ]
    return finite_task(
        {name: range(1, copies * n + 1) for name in names.values()}, different("places", list(names.values())), *gaps
    )


def _langford(copies: int, n: int, problem: Problem) -> None:
    names = _langford_names(copies, n)
    problem.addVariables(list(names.values()), list(range(1, copies * n + 1)))
    _all_different(problem, list(names.values()))
    for (k, i), name in names.items():
        if i:
            problem.addConstraint(lambda a, b, gap=k + 1: b - a == gap, (names[k, i - 1], name))


def mycielski(k: int) -> tuple[int, list[tuple[int, int]]]:
    """Vertices and edges of the k-th Mycielski graph in DIMACS' counting: myciel3 has 11 vertices."""
    n, edges = 2, [(0, 1)]
    for _ in range(k - 1):
        edges = [*edges, *((a, b + n) for a, b in edges), *((b, a + n) for a, b in edges)]
        edges += [(v + n, 2 * n) for v in range(n)]
        n = 2 * n + 1
    return n, edges


def _colouring_task(k: int, colours: int) -> Task:
    n, edges = mycielski(k)
    pairs = [call("!=", Name(f"v{a}"), Name(f"v{b}")) for a, b in edges]
    # the first edge's colours are set, or all orders of the colours would be tried by everyone
    return finite_task({f"v{v}": range(colours) for v in range(n)}, *pairs, given={"v0": 0, "v1": 1})


def _colouring(k: int, colours: int, problem: Problem) -> None:
    n, edges = mycielski(k)
    for v in range(n):
        problem.addVariable(v, [v] if v < 2 else list(range(colours)))
    for edge in edges:
        problem.addConstraint(lambda a, b: a != b, edge)


# -- nonogram, kakuro -----------------------------------------------------------------------------------------

NONOGRAM = (
    "..#####...",
    ".#.....#..",
    "#..#.#..#.",
    "#.......#.",
    "#.#...#.##",
    "#..###..#.",
    ".#.....#..",
    "..#####...",
    "...#.#....",
    "..##.##..#",
)
"""The picture whose runs are the clues."""


def _runs(line: str) -> tuple[int, ...]:
    return tuple(len(run) for run in line.split(".") if run)


def _lines() -> Iterator[tuple[list[str], tuple[int, ...]]]:
    size = len(NONOGRAM)
    for r in range(size):
        yield [cell(r, c) for c in range(size)], _runs(NONOGRAM[r])
    for c in range(size):
        yield [cell(r, c) for r in range(size)], _runs("".join(line[c] for line in NONOGRAM))


def automaton(runs: Sequence[int]) -> tuple[list[tuple[int, int, int]], int]:
    """The transitions that read a line with these runs of 1 among 0, from state 1; and the last state."""
    moves, state = [(1, 0, 1)], 1
    for number, run in enumerate(runs):
        for _ in range(run):
            moves.append((state, 1, state + 1))
            state += 1
        if number < len(runs) - 1:
            moves.append((state, 0, state + 1))
            state += 1
        moves.append((state, 0, state))
    return moves, state


def _nonogram_task() -> Task:
    size = len(NONOGRAM)
    cells = [cell(r, c) for r in range(size) for c in range(size)]
    found: list[Node] = []
    for names, runs in _lines():
        moves, last = automaton(runs)
        steps = Collection(tuple(row(*move) for move in moves))
        found.append(Call("regular", (row(*map(Name, names)), steps, Constant(1), row(last))))
    return finite_task(dict.fromkeys(cells, (0, 1)), *found)


def _nonogram(problem: Problem) -> None:
    size = len(NONOGRAM)
    problem.addVariables([cell(r, c) for r in range(size) for c in range(size)], [0, 1])
    for names, runs in _lines():
        problem.addConstraint(partial(_reads, runs), names)
        problem.addConstraint(library.ExactSumConstraint(sum(runs)), names)


def _reads(runs: tuple[int, ...], *line: int) -> bool:
    return runs == _runs("".join(".#"[value] for value in line))


KAKURO = Path("specs/puzzles/kakuro.yaml")
"""The shelf's puzzle, which has one solution."""


@cache
def _kakuro_clues() -> list[tuple[list[str], int]]:
    """The cells of each run, and their sum."""
    parameters = yaml.safe_load(KAKURO.read_text(encoding="utf-8"))["parameters"]
    found = []
    for key, down, right in (("across", 0, 1), ("down", 1, 0)):
        for run in parameters[key]:
            places = [(run["row"] + down * i, run["column"] + right * i) for i in range(run["length"])]
            found.append(([cell(*place) for place in places], run["sum"]))
    return found


def _kakuro_task() -> Task:
    clues = _kakuro_clues()
    cells = dict.fromkeys(name for names, _ in clues for name in names)
    conditions = [
        condition
        for names, total in clues
        for condition in (different("run", names), call("=", call("sum", *map(Name, names)), total))
    ]
    return finite_task({name: range(1, 10) for name in cells}, *conditions)


def _kakuro(problem: Problem) -> None:
    clues = _kakuro_clues()
    problem.addVariables(list(dict.fromkeys(name for names, _ in clues for name in names)), list(range(1, 10)))
    for names, total in clues:
        _all_different(problem, names)
        problem.addConstraint(library.ExactSumConstraint(total), names)


RIVALS = (
    Rival("queens 8", partial(queens_task, 8, Aim.ONE), partial(_queens, 8)),
    Rival("queens 8, all", partial(queens_task, 8), partial(_queens, 8), None),
    Rival("queens 10", partial(queens_task, 10, Aim.ONE), partial(_queens, 10)),
    Rival("queens 12", partial(queens_task, 12, Aim.ONE), partial(_queens, 12)),
    Rival("magic 3, all", partial(magic_square, 3), partial(_magic, 3), None),
    Rival("magic 4", partial(magic_square, 4), partial(_magic, 4)),
    Rival("zebra", _zebra_task, _zebra, None),
    Rival("send more money", send_more_money, _money, None),
    Rival("golomb 8", partial(_golomb_task, 8, 34), partial(_golomb, 8, 34), None),
    Rival("langford 2, 8", partial(_langford_task, 2, 8), partial(_langford, 2, 8)),
    Rival("langford 2, 8, all", partial(_langford_task, 2, 8), partial(_langford, 2, 8), None),
    Rival("langford 3, 9", partial(_langford_task, 3, 9), partial(_langford, 3, 9)),
    Rival("myciel4 in 4", partial(_colouring_task, 4, 4), partial(_colouring, 4, 4)),
    Rival("myciel4 in 5", partial(_colouring_task, 4, 5), partial(_colouring, 4, 5)),
    Rival("nonogram", _nonogram_task, _nonogram, None),
    Rival("kakuro", _kakuro_task, _kakuro, None),
    Rival("sudoku, against brute force", partial(sudoku_task, AGAINST_NAIVE), partial(_sudoku, AGAINST_NAIVE)),
    Rival("sudoku, Inkala", partial(sudoku_task, INKALA), partial(_sudoku, INKALA)),
)
"""All of them."""
