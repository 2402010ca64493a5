"""The compiled solver: known numbers of solutions, traps of the language, and random tasks against brute force."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings

import cpsolver
from cpsolver.api.checking import check
from cpsolver.solvers.compiled import SOLVER, translation
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Sought, Task, Variable
from tests.random_tasks import best_value, brute_force, random_tasks, solution_set

ALL = Settings(solutions=None)


def spec(variables: str, *conditions: str, **more: str) -> str:
    lines = [f"      {line}" for line in variables.split("; ")]
    stated = [f"      - {condition!r}" for condition in conditions]
    return "\n".join(
        ["task: t", "model:", "  kind: csp", "  variables:", *lines, *(["  conditions:", *stated] if stated else [])]
    )


def number(source: str, **parameters: str) -> int:
    found = cpsolver.count(source, parameters=parameters or None)

    assert found.exact
    assert "compiled" == found.solver
    return found.number


def different_task(groups: list[list[str]], values: tuple[Value, ...]) -> Task:
    names = list(dict.fromkeys(name for group in groups for name in group))
    conditions = tuple(Relation(Call("all_different", tuple(map(Name, group)))) for group in groups)
    variables = tuple(Variable(name, Finite(values)) for name in names)
    return Task("different", "csp", variables, conditions, (), Sought(tuple(names), Aim.ALL))


def latin(n: int) -> Task:
    cells = [[f"c{r}{c}" for c in range(n)] for r in range(n)]
    return different_task([*cells, *map(list, zip(*cells, strict=True))], tuple(range(n)))


def colouring(edges: list[tuple[int, int]], colours: int) -> Task:
    return different_task([[f"v{a}", f"v{b}"] for a, b in edges], ("red", "green", "blue", "white")[:colours])


PETERSEN = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
PETERSEN += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]


@pytest.mark.parametrize(("n", "solutions"), [(4, 2), (6, 4), (8, 92), (10, 724)])
def test_queens_are_counted(n: int, solutions: int) -> None:
    assert solutions == number("csp/queens", n=str(n))


def test_langford_sequences_are_counted_in_both_directions() -> None:
    assert 52 == number("puzzles/langford-7")


@pytest.mark.parametrize(("n", "squares"), [(3, 12), (4, 576), (5, 161_280)])
def test_latin_squares_are_counted(n: int, squares: int) -> None:
    assert (squares, True, "") == SOLVER.count(latin(n), ALL)  # type: ignore[misc]


@pytest.mark.parametrize(("colours", "ways"), [(2, 0), (3, 120), (4, 12_960)])
def test_colourings_are_counted_as_by_the_chromatic_polynomial(colours: int, ways: int) -> None:
    assert (ways, True, "") == SOLVER.count(colouring(PETERSEN, colours), ALL)  # type: ignore[misc]


def test_graphs_beside_each_other_are_counted_apart() -> None:
    six = [(a + 10 * k, b + 10 * k) for k in range(6) for a, b in PETERSEN]

    assert (120**6, True, "") == SOLVER.count(colouring(six, 3), ALL)  # type: ignore[misc]


def test_derangements_are_counted() -> None:
    text = spec("x[1..8]: 1..8", "all_different(x)", *(f"x[{i}] != {i}" for i in range(1, 9)))

    assert 14_833 == number(text)


def test_magic_squares_of_order_three_are_counted() -> None:
    lines = [f"sum(m[{r}, *]) = 15" for r in (1, 2, 3)] + [f"sum(m[*, {c}]) = 15" for c in (1, 2, 3)]
    lines += ["m[1, 1] + m[2, 2] + m[3, 3] = 15", "m[1, 3] + m[2, 2] + m[3, 1] = 15"]

    assert 8 == number(spec("m[1..3, 1..3]: 1..9", "all_different(m)", *lines))


TRAPS = [
    (3, "x: -7..7", ["x div 2 = 0"]),
    (2, "x: -7..7", ["x // 2 = 0"]),
    (3, "x: -7..7", ["x mod 3 = 1"]),
    (4, "x: -3..3; y: -2..2", ["x mod y = 1"]),
    (48, "x: -3..5; y: -3..5; p: 0..1", ["((x div y) >= p) = p"]),
    (12, "b: 0..1; x: 0..3; y: 0..2", ["(b = 1) <-> (x div y >= 1)"]),
    (96, "x: 0..5; y: 0..5; z: 0..5", ["not all_different(x, y, z)"]),
    (29, "p: 0..1; x: 0..2; y: 0..2; z: 0..2", ["(p = 1) -> (2*x + 3*y + 5*z = 12)"]),
    (3, "x: {2, 4, 8}; y: 0..100", ["y = x*x"]),
    (0, "x: 1..3", ["all_different(x, x)"]),
    (4, "x: 1..3; y: 1..3", ["count(x = 3, y = 3) = 1"]),
]


@pytest.mark.parametrize(("solutions", "variables", "conditions"), TRAPS)
@pytest.mark.parametrize("small", [True, False])
def test_traps_have_their_right_numbers(
    solutions: int, variables: str, conditions: list[str], small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not small:
        without_small_tables(monkeypatch)

    assert solutions == number(spec(variables, *conditions))


def without_small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be translated, though it could be tabulated."""
    monkeypatch.setattr(translation.Translator, "_post_small", lambda translator, node: False)
    monkeypatch.setattr(translation.Translator, "_truth_unary", lambda translator, node: None)


@given(random_tasks())
@settings(max_examples=60, deadline=None)
def test_random_tasks_have_the_solutions_of_brute_force(task: Task) -> None:
    found, wanted = SOLVER.solve(task, ALL), brute_force(task)

    assert solution_set(wanted) == solution_set(found.solutions)
    assert len(wanted) == len(found.solutions)
    assert (len(wanted), True, "") == SOLVER.count(task, ALL)  # type: ignore[misc]


def test_random_tasks_translated_piece_by_piece_have_the_same_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    without_small_tables(monkeypatch)

    @given(random_tasks())
    @settings(max_examples=100, deadline=None)
    def agree(task: Task) -> None:
        wanted = brute_force(task)

        assert solution_set(wanted) == solution_set(SOLVER.solve(task, ALL).solutions)
        assert (len(wanted), True, "") == SOLVER.count(task, ALL)  # type: ignore[misc]

    agree()


@given(random_tasks(objective=True))
@settings(max_examples=40, deadline=None)
def test_the_best_of_random_tasks_is_that_of_brute_force(task: Task) -> None:
    result, best = SOLVER.solve(task, Settings()), best_value(task)

    assert (Status.UNSATISFIABLE if best is None else Status.OPTIMAL_SOLUTION) is result.status
    assert best == result.objective


def test_a_limit_ends_counting_and_is_said() -> None:
    found = cpsolver.count("csp/queens", parameters={"n": "10"}, limit=5)

    assert not found.exact
    assert 5 <= found.number < 724
    assert "at least" in found.sentence


def test_what_cannot_be_translated_is_refused_by_name() -> None:
    names = [f"x{i}" for i in range(4)]
    large = Call("*", (Call("+", (Name("x0"), Name("x1"))), Call("+", (Name("x2"), Name("x3")))))
    condition: Node = Call("=", (large, Constant(12)))
    variables = tuple(Variable(name, Finite(tuple(range(1000)))) for name in names)
    task = Task("t", "csp", variables, (Relation(condition, label="too large"),), (), Sought(tuple(names), Aim.ALL))

    reason = SOLVER.refuses(task)

    assert reason is not None
    assert "'too large'" in reason


def test_check_counts_what_a_spec_expects_to_be_many() -> None:
    text = spec("x[1..12]: 1..9") + "\nexpect: {solutions: 282429536481}"

    assert check(text).passed


def test_pairs_of_combinations_are_counted_once_each() -> None:
    names = [f"x{i}" for i in range(5)]
    apart = [Call("!=", (Name(a), Name(b))) for a, b in combinations(names, 2)]
    conditions = tuple(map(Relation, apart))
    variables = tuple(Variable(name, Finite(tuple(range(7)))) for name in names)
    task = Task("t", "csp", variables, conditions, (), Sought(tuple(names), Aim.ALL))

    assert (7 * 6 * 5 * 4 * 3, True, "") == SOLVER.count(task, ALL)  # type: ignore[misc]
