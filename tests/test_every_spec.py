"""Every file in specs/ is example, document and test: it solves, meets `expect:`, and all able solvers agree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cpsolver import api, library
from cpsolver.api.expectations import outcomes
from cpsolver.solvers import SOLVERS
from cpsolver.spec.loading import gather
from cpsolver.task.domain import Finite

SPECS = library.names("specs")

VARIANTS = (
    "anti-king",
    "anti-king-2",
    "anti-knight",
    "anti-knight-2",
    "arrow",
    "asterisk",
    "asterisk-2",
    "between-lines",
    "disjoint-groups",
    "even-odd",
    "extra-regions",
    "fifteen",
    "gattai-3",
    "german-whispers",
    "greater-than",
    "jigsaw",
    "jigsaw-killer",
    "killer",
    "killer-repeats",
    "killer-x",
    "kropki",
    "little-killer",
    "non-consecutive",
    "non-consecutive-2",
    "palindrome",
    "quadruple",
    "renban",
    "samurai",
    "samurai-2",
    "sandwich",
    "sandwich-x",
    "sixteen",
    "skyscraper",
    "thermometer",
    "thermometer-kropki",
    "twelve",
    "twenty",
    "twenty-five",
    "twodoku",
    "windoku",
    "windoku-2",
    "xv",
)
"""Sudokus of nine and more that were made to be hard: only searches that propagate well are asked."""

BESIDE_CPSAT = {
    f"sudoku/{name}": {"naive", "python_constraint", "auxiliary", "backtracking"}
    for name in (
        "anti-knight",
        "anti-knight-2",
        "arrow",
        "killer-repeats",
        "kropki",
        "little-killer",
        "non-consecutive",
        "non-consecutive-2",
        "quadruple",
        "renban",
        "sandwich",
        "sandwich-x",
        "sixteen",
        "skyscraper",
        "thermometer-kropki",
        "twenty",
        "xv",
    )
}
"""Of these only CP-SAT, and `latin` where it is able, come to an end within a test's time."""

TOO_HARD = {
    **{f"sudoku/{name}": {"naive", "python_constraint", "auxiliary"} for name in VARIANTS},
    **BESIDE_CPSAT,
    # little is known before much is tried
    "sudoku/sandwich-6": {"backtracking", "python_constraint", "auxiliary"},
    "sudoku/skyscraper-6": {"backtracking", "naive", "python_constraint", "auxiliary"},
    "sudoku/little-killer-6": {"naive", "auxiliary"},
    # the recursion without propagation takes minutes
    "sudoku/seventeen": {"naive"},
    "sudoku/diagonals": {"naive"},
    "sudoku/thermometer-6": {"naive"},
    "sudoku/arrow-6": {"naive", "auxiliary"},
    "sudoku/ten": {"naive", "auxiliary"},
    # the generator is no fast search: it is left out where much has to be chosen or supposed
    **{
        f"sudoku/{name}": {"auxiliary"}
        for name in (
            "hardest",
            "several",
            "german-whispers-6",
            "kropki-6",
            "quadruple-6",
            "jigsaw-7",
            "killer-6",
            "renban-6",
            "between-lines-6",
            "xv-6",
        )
    },
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
    loaded = api.load(name)
    answer = api.solve(loaded, every=loaded.expected.solutions not in (None, 1), seconds=60, derive=False)
    found = outcomes(loaded, answer.result, answer.unique)

    assert found
    assert [] == [outcome for outcome in found if not outcome.met]


@pytest.mark.parametrize("name", SPECS)
def test_all_able_solvers_agree_on_a_spec(name: str) -> None:
    loaded = api.load(name)
    several = loaded.expected.solutions not in (None, 1)
    found = {
        solver: api.solve(loaded, solver=solver, every=several, seconds=120, derive=False) for solver in able(name)
    }
    said = {solver: (answer.status.has_solution, _all_found(answer)) for solver, answer in found.items()}
    first = next(iter(said.values()))

    assert dict.fromkeys(said, first) == said


def _all_found(answer: api.Answer) -> frozenset[object] | None:
    """All solutions of a finite task; None where they are rounded, as those over real numbers may be."""
    if not all(isinstance(variable.domain, Finite) for variable in answer.loaded.task.variables):
        return None
    return frozenset(frozenset(solution.items()) for solution in answer.solutions)


def test_every_variant_of_sudoku_has_two_specs() -> None:
    used: Counter[str] = Counter()
    for name in SPECS:
        gathered = gather(api.load(name).document)
        used.update({f"sudoku/{Path(layer.document.source).stem}" for layer in gathered.layers})
    models = [name for name in library.names("models") if name.startswith("sudoku/")]

    assert [] == [name for name in models if used[name] < 2]
