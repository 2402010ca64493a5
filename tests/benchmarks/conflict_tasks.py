"""Contradictions made on purpose, each as a task of cpsolver and as the same soft constraints for CPMpy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise

from cpsolver.solvers.latin import SOLVER as LATIN
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Settings
from cpsolver.task.task import Fact, Task
from tests.tasks import (
    AGAINST_NAIVE,
    EASY,
    INKALA,
    SEVENTEEN,
    STAR_BURST_LEO,
    call,
    different,
    finite_task,
    sudoku_task,
)

SUDOKUS = {"easy": EASY, "inkala": INKALA, "leo": STAR_BURST_LEO, "seventeen": SEVENTEEN, "naive": AGAINST_NAIVE}


def sudokus(wrong: int = 1) -> Iterator[tuple[str, Task]]:
    """Sudokus with one wrong given more, seen by no rule alone to be wrong where that can be had."""
    for name, grid in SUDOKUS.items():
        task = sudoku_task(grid)
        (solution,) = LATIN.solve(task, Settings()).solutions
        choose = random.Random(f"{name}")
        open_ = [number for number, sign in enumerate(grid) if sign in ".0"]
        made = 0
        for number in choose.sample(open_, len(open_)):
            right = solution[task.variables[number].name]
            digits = [value for value in range(1, 10) if value != right and _fits(grid, number, value)]
            if digits and made < wrong:
                made += 1
                yield f"sudoku {name} {number}", _with(grid, number, choose.choice(digits))


def _with(grid: str, number: int, digit: int) -> Task:
    return sudoku_task(grid[:number] + str(digit) + grid[number + 1 :])


def _fits(grid: str, number: int, digit: int) -> bool:
    """Whether no peer of the cell has the digit."""
    r, c = divmod(number, 9)
    peers = [i for i in range(81) if i // 9 == r or i % 9 == c or (i // 27, i % 9 // 3) == (r // 3, c // 3)]
    return all(grid[i] != str(digit) for i in peers)


def colourings() -> Iterator[tuple[str, Task]]:
    """Random maps that three colours do not suffice for, with some areas painted already."""
    for seed in range(4):
        choose = random.Random(seed)
        size = 20 + 10 * seed
        edges = choose.sample(list(combinations(range(size), 2)), int(2.7 * size))
        conditions = [Relation(call("!=", Name(f"x{a}"), Name(f"x{b}")), label=f"{a} beside {b}") for a, b in edges]
        given = {f"x{i}": choose.randrange(3) for i in choose.sample(range(size), 3)}
        yield f"colouring {size}", finite_task({f"x{i}": range(3) for i in range(size)}, *conditions, given=given)


PEOPLE = ("english", "spaniard", "ukrainian", "norwegian", "japanese")
COLOURS = ("red", "green", "ivory", "yellow", "blue")
DRINKS = ("coffee", "tea", "milk", "juice", "water")
SMOKES = ("old gold", "kools", "chesterfield", "lucky", "parliament")
PETS = ("dog", "snails", "fox", "horse", "zebra")
CLUES = (
    ("=", "english", "red"), ("=", "spaniard", "dog"), ("=", "coffee", "green"), ("=", "ukrainian", "tea"),
    ("right", "green", "ivory"), ("=", "old gold", "snails"), ("=", "kools", "yellow"), ("is", "milk", 3),
    ("is", "norwegian", 1), ("next", "chesterfield", "fox"), ("next", "kools", "horse"), ("=", "lucky", "juice"),
    ("=", "japanese", "parliament"), ("next", "norwegian", "blue"),
)  # fmt: skip


def zebras() -> Iterator[tuple[str, Task]]:
    """Who owns the zebra, with one clue negated that leaves no solution."""
    names = [name for group in (PEOPLE, COLOURS, DRINKS, SMOKES, PETS) for name in group]
    groups = [different(group[0], group) for group in (PEOPLE, COLOURS, DRINKS, SMOKES, PETS)]
    for negated in (2, 7, 9):
        clues = [
            Relation(call("not", _clue(clue)) if number == negated else _clue(clue), label=f"clue {number}")
            for number, clue in enumerate(CLUES)
        ]
        fixed = [Relation(call("=", Name("zebra"), 5), label="the zebra"), Relation(call("=", Name("water"), 1))]
        yield f"zebra {negated}", finite_task({name: range(1, 6) for name in names}, *groups, *clues, *fixed)


def _clue(clue: tuple[str, str, str | int]) -> Node:
    kind, first, second = clue
    a, b = Name(first), Constant(second) if isinstance(second, int) else Name(second)
    if kind == "right":
        return call("=", a, call("+", b, 1))
    if kind == "next":
        return call("=", call("abs", call("-", a, b)), 1)
    return call("=", a, b)


def schedules() -> Iterator[tuple[str, Task]]:
    """Jobs on machines within a horizon that is one too small for the busiest machine or the longest job."""
    for seed in range(4):
        choose = random.Random(seed)
        jobs, machines = 4 + seed, 3
        spans = {(j, m): choose.randint(1, 6) for j in range(jobs) for m in range(machines)}
        routes = [choose.sample(range(machines), machines) for _ in range(jobs)]
        load = max(sum(spans[j, m] for j in range(jobs)) for m in range(machines))
        horizon = load - 1
        domains = {f"s{j}_{m}": range(horizon + 1) for j, m in spans}
        conditions = [
            Relation(call("<=", call("+", Name(f"s{j}_{m}"), span), horizon), label=f"job {j} on {m} ends")
            for (j, m), span in spans.items()
        ]
        for j, route in enumerate(routes):
            for a, b in pairwise(route):
                conditions.append(Relation(_before(j, a, j, b, spans), label=f"job {j}: {a} before {b}"))
        for m in range(machines):
            for i, j in combinations(range(jobs), 2):
                either = call("or", _before(i, m, j, m, spans), _before(j, m, i, m, spans))
                conditions.append(Relation(either, label=f"machine {m}: jobs {i} and {j}"))
        yield f"schedule {jobs}", finite_task(domains, *conditions)


def _before(i: int, m: int, j: int, n: int, spans: dict[tuple[int, int], int]) -> Node:
    return call("<=", call("+", Name(f"s{i}_{m}"), spans[i, m]), Name(f"s{j}_{n}"))


def linear() -> Iterator[tuple[str, Task]]:
    """Random linear inequalities over ten variables, as many as it takes to leave no solution nearly surely."""
    for seed in range(5):
        choose = random.Random(seed)
        conditions = []
        for number in range(24):
            names = choose.sample(range(10), 3)
            factors = (choose.choice((-2, -1)), choose.choice((1, 2)), choose.choice((-2, -1, 1, 2)))
            terms = [call("*", factor, Name(f"x{i}")) for factor, i in zip(factors, names, strict=True)]
            conditions.append(Relation(call("<=", Call("sum", tuple(terms)), choose.randint(-4, 0)), label=f"{number}"))
        yield f"linear {seed}", finite_task({f"x{i}": range(10) for i in range(10)}, *conditions)


def contradictions() -> Iterator[tuple[str, Task]]:
    """All of them."""
    for family in (sudokus, colourings, zebras, schedules, linear):
        yield from family()


def facts(task: Task) -> Iterator[tuple[Fact, object]]:
    """The givens with their only value."""
    for fact in task.given:
        assert isinstance(fact.domain, Finite)
        yield fact, fact.domain.value
