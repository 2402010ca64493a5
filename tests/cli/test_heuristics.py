"""--order, --propagate and --restarts: of recursions; a solver without them says so."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from cpsolver.cli import run

Said = Callable[..., tuple[int, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Runs a command; its exit code, and what it wrote: its answer, or what it said of an error."""

    def command(*arguments: str) -> tuple[int, str]:
        code = run(arguments)
        written = capsys.readouterr()
        return code, written.out or written.err

    return command


def test_an_order_is_asked_of_the_recursion(said: Said) -> None:
    code, text = said("solve", "csp/queens", "--order", "weighted", "--propagate", "forward", "--json")

    assert code == 0
    assert json.loads(text)["solver"] == "backtracking"


def test_a_solver_without_orders_says_which_has_them(said: Said) -> None:
    code, text = said("solve", "csp/queens", "--solver", "cpsat", "--order", "weighted")

    assert code != 0
    assert "cpsat has no '--order'; backtracking has" in text


def test_an_unknown_order_gets_a_suggestion(said: Said) -> None:
    code, text = said("solve", "csp/queens", "--order", "smalest")

    assert code != 0
    assert "did you mean 'smallest'" in text


def test_every_combination_has_a_row_and_its_counts(said: Said) -> None:
    code, text = said(
        *("compare", "csp/queens", "-p", "n=6", "--solvers", "cpsat,backtracking", "--all", "--json"),
        *("--orders", "smallest,weighted", "--propagates", "forward,mac"),
    )
    rows = {row["solver"]: row for row in json.loads(text)["rows"]}

    assert code == 0
    assert set(rows) == {
        "cpsat",
        *(f"backtracking[{a}, {b}]" for a in ("smallest", "weighted") for b in ("forward", "mac")),
    }
    assert all(row["solutions"] == 4 for row in rows.values())
    assert rows["backtracking[smallest, mac]"]["conflicts"] < rows["backtracking[smallest, forward]"]["conflicts"]


def test_a_comparison_without_any_recursion_has_no_orders(said: Said) -> None:
    code, text = said("compare", "csp/queens", "--solvers", "cpsat", "--orders", "weighted")

    assert code != 0
    assert "none of cpsat has orders; backtracking has" in text
