"""The 19 traps of finite-domain languages, and three reports of users, each with its right answer on every solver.

Every case is written as a user would write it. A solver that says in advance that it cannot treat a task is passed
over; any other must give exactly so many solutions, each once. Numbers: measured by brute force, and by hand in
OR-tools, CPMpy and python-constraint, which differ among themselves.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cpsolver import api
from cpsolver.api import load_text
from cpsolver.errors import SpecError
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Aim, Task
from tests.random_tasks import solution_set
from tests.tasks import map_colouring
from tests.written import SOURCE, skip_unless_able, written

ALL = Settings(solutions=None, seconds=60)
NAMES = [name for name in SOLVERS.names() if name != "auxiliary" and SOLVERS.get(name).refuses(map_colouring()) is None]


def in_parameters(**values: list[int]) -> dict[str, object]:
    """Lists that a model may index."""
    return {"parameters": {name: list(map(str, items)) for name, items in values.items()}}


A = in_parameters(a=[5, 7, 9])
X7 = {"x": "-7..7"}
CUBE = {"x, y, z": "0..2"}
ONE_TO_THREE = {"x, y, z": "1..3"}
START = {"a": "0..4"}

TRAPS = [
    ("1 truncated division", X7, ["x div 2 = 0"], {}, 3),
    ("1 floored division", X7, ["x // 2 = 0"], {}, 2),
    ("1 exact division", X7, ["x / 2 = 1"], {}, 1),
    ("2 truncated remainder", X7, ["x mod 3 = 1"], {}, 3),
    ("2 floored remainder", X7, ["x % 3 = 1"], {}, 5),
    ("3 divisor 0 or negative", {"x": "-3..3", "y": "-2..2"}, ["x mod y = 1"], {}, 4),
    ("4 undefined in a comparison", {"x, y": "-3..5", "p": "bool"}, ["((x div y) >= p) = p"], {}, 48),
    ("4 floored, undefined in it", {"x, y": "-3..5", "p": "bool"}, ["((x // y) >= p) = p"], {}, 60),
    ("4 undefined in an equivalence", {"x": "0..3", "y": "0..2", "b": "bool"}, ["b <-> (x div y >= 1)"], {}, 12),
    ("5 reified element", {"i": "-1..3", "b": "bool"}, ["b <-> a[i] = 7"], A, 5),
    ("5 negated element", {"i": "-1..3"}, ["not (a[i] = 7)"], A, 4),
    ("5 element that differs", {"i": "-1..3"}, ["a[i] != 7"], A, 2),
    ("6 no circuit of three", {"x[0..2]": "0..2"}, ["not circuit(x)"], {}, 25),
    ("6 no circuit, wider values", {"x[0..2]": "0..8"}, ["not circuit(x)"], {}, 727),
    ("6 negated all_different", {"x, y, z": "0..5"}, ["not all_different(x, y, z)"], {}, 96),
    ("7 switched-off element", {"i": "1..3", "p": "bool"}, ["p -> a[i] = 7"], A, 4),
    ("7 switched-off circuit", {"x[1..3]": "1..3", "p": "bool"}, ["p -> circuit(x)"], {}, 27 + 2),
    ("7 switched-off disjunctive", {**START, "p": "bool"}, ["p -> disjunctive([a, 2], [2, 2])"], {}, 5 + 2),
    ("7 switched-off product", {"x, y": "0..3", "p": "bool"}, ["p -> x*y = 2"], {}, 16 + 2),
    ("8 switched-off sum", {**CUBE, "p": "bool"}, ["p -> 2*x + 3*y + 5*z = 12"], {}, 29),
    ("11 disjunctive, length 0", START, ["disjunctive([a, 1], [0, 3])"], {}, 5),
    ("11 cumulative, length 0", START, ["cumulative([a, 1], [0, 3], [1, 1], 1)"], {}, 5),
    ("11 diffn, width 0", START, ["diffn([a, 1], [0, 0], [0, 3], [1, 1])"], {}, 5),
    ("12 no condition", {"x": "1..2"}, [], {}, 2),
    ("12 sum of nothing", {"x": "1..2"}, ["sum(i for i in 1..0) = 1"], {}, 0),
    ("12 all_different of nothing", {"x": "1..2"}, ["all_different(x + i for i in 1..0)"], {}, 2),
    ("12 empty table", {"x, y": "1..2"}, ["table([x, y], [])"], {}, 0),
    ("12 not in an empty table", {"x, y": "1..2"}, ["not table([x, y], [])"], {}, 4),
    ("13 truth value as a number", {"p": "bool"}, ["p = 2"], {}, 0),
    ("13 sum of comparisons", {"x, y": "1..3"}, ["(x = 3) + (y = 3) = 1"], {}, 4),
    ("13 product with a truth value", {"p": "bool", "x": "1..3"}, ["p*x = 0"], {}, 3),
    ("14 all different but zeros", CUBE, ["all_different_except_0([x, y, z])"], {}, 13),
    ("14 zeros that are constants", {"x": "1..10"}, ["all_different_except_0([x, 0, 0])"], {}, 10),
    ("14 one element", {"x": "1..9"}, ["all_different(x)"], {}, 9),
    ("15 holes", {"x": "{2, 4, 8}", "y": "0..100"}, ["y = x*x"], {}, 3),
    ("15 symbols", {"x, y": "{red, green, blue}"}, ["x != y"], {}, 6),
    ("15 mixed values", {"x, y": "{1, red, 2, blue}"}, ["all_different(x, y)", "x != red"], {}, 9),
    ("16 the same variable twice", {"x": "1..3"}, ["all_different(x, x)"], {}, 0),
    ("16 circuit", {"x[1..3]": "1..3"}, ["circuit(x)"], {}, 2),
    ("16 subcircuit", {"x[1..3]": "1..3"}, ["subcircuit(x)"], {}, 6),
    ("17 open cardinality", ONE_TO_THREE, ["global_cardinality([x, y, z], [1], [1])"], {}, 12),
    ("17 closed cardinality", ONE_TO_THREE, ["global_cardinality_closed([x, y, z], [1], [1])"], {}, 0),
    ("17 counted", ONE_TO_THREE, ["count(v = 1 for v in [x, y, z]) = 1"], {}, 12),
    ("18 words and numbers as written", {"x": "{no, yes, off}", "y": "{010, 8}"}, ["x != no", "y = 10"], {}, 2),
    ("19 names of other programs", {"IV0, b0, x, aux": "0..1"}, ["IV0 + b0 + x + aux = 2"], {}, 6),
    ("S9 a product as text", {"a": "1..3", "b": "4..6"}, ["a*2 = b"], {}, 2),
    ("S10 each solution once", {**CUBE, "p": "bool"}, ["if p then 2*x + 3*y + 5*z = 12 else true"], {}, 29),
    ("S11 -4 mod 4 is 0", {"a": "{-4}"}, ["a mod 4 = 0", "a % 4 = 0"], {}, 1),
    ("S11 floor", {"a": "{-7}", "r, q": "-9..9"}, ["r = a % 4", "q = a // 4", "r = 1", "q = -2"], {}, 1),
    ("S11 truncation", {"a": "{-7}", "r, q": "-9..9"}, ["r = a mod 4", "q = a div 4", "r = -3", "q = -1"], {}, 1),
]


def test_every_trap_is_treated_by_three_solvers_or_more() -> None:
    for title, variables, conditions, more, _ in TRAPS:
        task = written(variables, conditions, **more)

        assert 3 <= sum(SOLVERS.get(name).refuses(task) is None for name in NAMES), title


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("variables", "conditions", "more", "number"), [trap[1:] for trap in TRAPS], ids=[trap[0] for trap in TRAPS]
)
def test_a_trap_has_its_right_number_of_solutions(
    name: str, variables: dict[str, str], conditions: list[str], more: dict[str, object], number: int
) -> None:
    task = written(variables, conditions, **more)
    skip_unless_able(name, task)
    result = SOLVERS.get(name).solve(task, ALL)

    assert number == len(result.solutions) == len(solution_set(result.solutions))
    assert all(not task.violations(solution) for solution in result.solutions)
    assert (Status.ALL_SOLUTIONS if number else Status.UNSATISFIABLE) is result.status


@pytest.mark.parametrize("name", NAMES)
def test_trap_8_what_is_told_while_it_runs_is_what_comes_out(name: str) -> None:
    task = written({**CUBE, "p": "bool"}, ["p -> 2*x + 3*y + 5*z = 12"])
    skip_unless_able(name, task)
    found: list[object] = []
    result = SOLVERS.get(name).solve(task, replace(ALL, found=found.append))

    assert list(result.solutions) == found
    assert 29 == len(found)


@pytest.mark.parametrize("name", NAMES)
def test_trap_9_all_best_solutions_are_found_in_two_phases(name: str) -> None:
    task = written({"x, y": "0..2"}, ["x + y <= 3"], maximize="x + y")
    skip_unless_able(name, task)
    result = SOLVERS.get(name).solve(task, ALL)

    assert (Status.OPTIMAL_SOLUTION, 3) == (result.status, result.objective)
    assert solution_set([{"x": 1, "y": 2}, {"x": 2, "y": 1}]) == solution_set(result.solutions)


@pytest.mark.parametrize("name", NAMES)
def test_trap_10_numbers_beyond_64_bits_are_refused_with_the_condition_and_its_place_or_treated_right(
    name: str,
) -> None:
    task = written({"x": "1..4000", "y": "1..4000"}, ["x*x*x*x*x*x*y <= 100"])
    reason = SOLVERS.get(name).refuses(task)

    if reason is None:
        result = SOLVERS.get(name).solve(task, replace(ALL, solutions=1))
        assert result.solutions and not task.violations(result.solutions[0])
    elif name == "cpsat":
        assert "x * x" in reason.replace("x*x", "x * x")
        assert f"{SOURCE}:1:" in reason


@pytest.mark.parametrize("name", NAMES)
def test_trap_10_large_numbers_in_small_domains_are_no_matter(name: str) -> None:
    task = written({"x": "{1, 1000000000000000000}", "y": "{0, 1}"}, ["100*x + y <= 101"])
    skip_unless_able(name, task)

    assert 2 == len(SOLVERS.get(name).solve(task, ALL).solutions)


@pytest.mark.parametrize(
    ("variables", "condition", "said"),
    [
        ({"x": "3..1"}, "x = 1", "empty"),
        ({"x": "1..3"}, "max(i for i in 1..0) = x", "max"),
        ({"x": "1..3"}, "not x", "not"),
        ({"x": "1..3", "not": "1..2"}, "x = 1", "not"),
    ],
    ids=["12 empty domain", "12 max of nothing", "13 not a number", "19 a word of the language"],
)
def test_traps_12_13_and_19_are_errors_with_a_place(variables: dict[str, str], condition: str, said: str) -> None:
    with pytest.raises(SpecError) as error:
        written(variables, [condition])

    assert said in str(error.value)
    assert error.value.problems[0].mark is not None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("model:\n  kind: csp\n  variables:\n    x: 1..2\n    x: 1..3\n", 5),
        ("model:\n  kind: csp\n  variables:\n    x: 1..2\n    'x, y': 1..3\n", 5),
        ("model:\n  kind: csp\n  variables: {x: 1:30}\n", 3),
        ("model:\n  kind: csp\n  variables: {x: 2020-01-02}\n", 3),
    ],
    ids=["18 a key twice", "19 a name twice", "18 no time of day", "18 no date"],
)
def test_traps_18_and_19_are_errors_with_their_line(text: str, line: int) -> None:
    with pytest.raises(SpecError) as error:
        load_text(text, "trap.yaml")

    mark = error.value.problems[0].mark
    assert mark is not None and line == mark.line


@pytest.mark.parametrize("name", NAMES)
def test_what_all_solutions_share_is_what_brute_force_says(name: str) -> None:
    task = written({**CUBE, "p": "bool"}, ["p -> 2*x + 3*y + 5*z = 12", "p"])
    skip_unless_able(name, task)
    asked = replace(task, sought=replace(task.sought, aim=Aim.NARROW))
    known = SOLVERS.get(name).solve(asked, Settings(seconds=60)).knowledge

    assert known is not None
    assert {"x": {1, 2}, "y": {0, 1}, "z": {1, 2}, "p": {True}} == {
        variable: set(domain)  # type: ignore[arg-type]
        for variable, domain in known.domains.items()
    }


def test_s9_solvers_that_disagree_are_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that loses all solutions, as a release of python-constraint did."""
    from cpsolver.api import comparing
    from cpsolver.solvers import solve_apart
    from cpsolver.task.result import Result

    def losing(name: str, task: Task, settings: Settings) -> Result:
        return Result(Status.UNSATISFIABLE) if name == "python_constraint" else solve_apart(name, task, settings)

    monkeypatch.setattr(comparing, "solve_apart", losing)
    text = json.dumps({"model": {"kind": "csp", "variables": {"a": "1..3", "b": "4..6"}, "conditions": ["a*2 = b"]}})
    comparison = api.compare(load_text(text, "s9.yaml"), solvers=("cpsat", "python_constraint"), every=True)

    assert comparison.passed is False
    assert ("cpsat says: 2 solutions, and no more; python-constraint says: there is no solution",) == (
        comparison.mismatches
    )
    assert comparison.mismatches[0] in comparison.text
