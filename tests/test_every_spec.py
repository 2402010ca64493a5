"""Every file in specs/ is example, document and test: it solves, meets `expect:`, and all able solvers agree."""

from __future__ import annotations

import pytest

from cpsolver import api, library
from cpsolver.solvers import SOLVERS

SPECS = library.names("specs")

TOO_HARD = {
    # the recursion without propagation takes minutes
    "sudoku/seventeen": {"naive"},
    "sudoku/diagonals": {"naive"},
    # the generator is no fast search: it is left out where much has to be chosen or supposed
    "sudoku/hardest": {"auxiliary"},
    "sudoku/several": {"auxiliary"},
    "csp/queens": {"auxiliary"},
}
"""Solvers that cannot finish a spec within a test's time."""


def able(name: str) -> list[str]:
    """The kind's solvers that can treat the spec within a test's time."""
    loaded = api.load(name)
    tried = [solver for solver in loaded.kind.solvers if SOLVERS.get(solver).refuses(loaded.task) is None]
    return [solver for solver in tried if solver not in TOO_HARD.get(name, set())]


@pytest.mark.parametrize("name", SPECS)
def test_a_spec_says_what_must_come_out_and_where_it_is_from(name: str) -> None:
    document = api.load(name).document.data

    assert isinstance(document, dict)
    assert {"expect", "source"} <= document.keys()


@pytest.mark.parametrize("name", SPECS)
def test_a_spec_meets_what_it_expects(name: str) -> None:
    check = api.check(name)

    assert check.outcomes
    assert [] == [outcome for outcome in check.outcomes if not outcome.met]


@pytest.mark.parametrize("name", SPECS)
def test_all_able_solvers_agree_on_a_spec(name: str) -> None:
    several = api.load(name).expected.solutions not in (None, 1)
    comparison = api.compare(name, solvers=able(name), every=several, seconds=120)

    assert [] == [(row.solver, row.result.note) for row in comparison.rows if not row.agrees]
    assert comparison.agree is True or len(comparison.rows) == 1
