"""Formulas solved for a quantity by SymPy: only what recovers the point counts, and it is paid once."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from cpsolver.solvers.symbolic.inverting import invert_by_algebra, is_known
from cpsolver.task.algebra.inversion import forget, invert
from cpsolver.task.algebra.kept import keep_branches, kept_inversion
from cpsolver.task.condition import Equation
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.roots import roots_of

QUADRATIC_IN_A_POWER = "a*x^n + b*x^(2*n) = y"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CPSOLVER_CACHE", str(tmp_path))
    return tmp_path / "inversions"


def equation(text: str) -> Equation:
    return Equation(parse_expression(text))


def test_what_sympy_finds_is_kept_and_explains_the_roots(own_folder: Path) -> None:
    formula = equation(QUADRATIC_IN_A_POWER)
    values = {"a": 1, "b": 2, "n": 3, "y": 21}
    assert roots_of(formula, "x", values).found[-1].expression is None

    branches = invert_by_algebra(formula, "x")

    assert branches
    assert 1 == len(list(own_folder.iterdir()))
    again = equation(QUADRATIC_IN_A_POWER)
    inversion = invert(again, "x")
    assert inversion is not None
    assert ("algebra", False) == (inversion.method, inversion.complete)
    root = roots_of(again, "x", values).found[-1]
    assert root.expression == inversion.branches[0].expression


def test_what_our_own_rules_do_is_not_asked() -> None:
    assert invert_by_algebra(equation("v = vs + a*t"), "t") is None


def test_a_formula_without_solution_is_asked_once(own_folder: Path) -> None:
    kepler = equation("M = E - k*sin(E)")

    assert () == invert_by_algebra(kepler, "E")
    assert is_known(kepler, "E")
    assert invert(kepler, "E") is None


def test_a_kept_branch_that_is_wrong_gives_no_root() -> None:
    cubic = equation("y = x^3 + x + 2*x^2")
    keep_branches(cubic.left, cubic.right, "x", [parse_expression("y + 1")])
    forget(cubic)
    (root,) = roots_of(cubic, "x", {"y": 4}).found

    assert (1, None) == (root.value, root.expression)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[1, 2]",
        '{"branches": ["x"]}',
        '{"formula": "M = E - k*sin(E)", "branches": [3]}',
        '{"formula": "M = E - k*sin(E)", "branches": ["M +"]}',
        '{"formula": "M = E - k*sin(E)", "branches": ["E + 1"]}',
        '{"formula": "M = E - k*sin(E)", "branches": ["other + 1"]}',
        '{"formula": "M = E - k*sin(E)", "branches": ["all_different(M, k)"]}',
        '{"formula": "another = 1", "branches": ["M"]}',
    ],
)
def test_a_broken_file_is_passed_over(text: str, own_folder: Path) -> None:
    kepler = equation("M = E - k*sin(E)")
    keep_branches(kepler.left, kepler.right, "E", [parse_expression("M")])
    (file,) = own_folder.iterdir()
    file.write_text(text, encoding="utf-8")

    assert kept_inversion(kepler.left, kepler.right, "E") is None


def test_the_file_is_text_that_says_what_it_is(own_folder: Path) -> None:
    formula = equation("y = x*exp(x)")
    keep_branches(formula.left, formula.right, "x", [parse_expression("log(y)*3/2")])
    (file,) = own_folder.iterdir()

    assert {"formula": "y = x*exp(x)", "variable": "x", "branches": ["log(y)*3/2"]} == json.loads(file.read_text())


def test_where_nothing_may_be_kept_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPSOLVER_CACHE", "")
    formula = equation("y = x*exp(x)")

    assert not keep_branches(formula.left, formula.right, "x", [])
    assert kept_inversion(formula.left, formula.right, "x") is None


def test_pi_is_kept_by_its_name(own_folder: Path) -> None:
    formula = equation("y = x*exp(x)")
    keep_branches(formula.left, formula.right, "x", [Call("*", (Constant(math.pi), Name("y")))])
    (file,) = own_folder.iterdir()
    found = kept_inversion(formula.left, formula.right, "x")

    assert ["pi*y"] == json.loads(file.read_text())["branches"]
    assert found is not None
    assert math.pi == evaluate(found.branches[0].expression, {"y": 1})
