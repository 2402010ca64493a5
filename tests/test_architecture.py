"""The rules of the house, kept by tests."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import cpsolver

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "cpsolver").rglob("*.py"))
EVALUATORS = ("sympify", "parse_expr", "parse_expression", "parse_units")
HEAVY = {"ortools", "constraint", "sympy", "pint", "numpy", "yaml", "pydantic", "lark", "rich", "numba"}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def loaded_by(code: str) -> set[str]:
    """The outside packages that a fresh interpreter has loaded after running the code."""
    report = "import sys, json; print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_has_at_most_450_lines_and_a_function_60(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450
    assert [] == [f.name for f in functions(path) if f.end_lineno - f.lineno + 1 > 60]  # type: ignore[operator]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_every_public_name_says_what_it_is(path: Path) -> None:
    module = tree(path)
    documented = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    public = [node for node in module.body if isinstance(node, documented) and not node.name.startswith("_")]
    methods = [
        method
        for node in public
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
    ]

    assert ast.get_docstring(module)
    assert [] == [node.name for node in [*public, *methods] if not ast.get_docstring(node)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_evaluates_text_swallows_every_error_or_prints(path: Path) -> None:
    offences = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            offences += [node.func.id] if node.func.id in ("eval", "exec", "print") else []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            offences += [node.func.attr] if node.func.attr in EVALUATORS else []
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            offences.append("bare except")

    assert offences == []


def test_folders_and_files_have_names_of_their_own() -> None:
    vague = {"utils", "util", "common", "helpers", "helper", "manager", "engine", "misc", "aux"}

    assert vague.isdisjoint({part.removesuffix(".py") for path in MODULES for part in path.relative_to(ROOT).parts})


def test_the_list_of_public_names_is_sorted_and_true() -> None:
    assert sorted(cpsolver.__all__) == cpsolver.__all__
    assert all(getattr(cpsolver, name) is not None for name in cpsolver.__all__)


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import cpsolver") & (HEAVY | {"click"}) == set()


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["compare", "--help"]])
def test_help_loads_no_solver(arguments: list[str]) -> None:
    code = f"from cpsolver.cli import run\nassert run({arguments!r}) == 0"

    assert loaded_by(code) & HEAVY == set()


def test_the_version_is_told_without_loading_the_command_line() -> None:
    code = "import sys; sys.argv = ['cpsolver', '--version']\nfrom cpsolver.__main__ import main\nmain()"

    assert loaded_by(code) & (HEAVY | {"click"}) == set()


def test_nothing_at_the_top_but_what_belongs_there() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    tops = {line.split("/")[0] for line in listed.stdout.splitlines()}

    assert {top for top in tops if not top.startswith(".")} <= {
        "README.md",
        "cpsolver",
        "models",
        "pyproject.toml",
        "specs",
        "tests",
    }
