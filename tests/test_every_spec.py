"""Every file in specs/ is example, document and test: it solves, meets `expect:`, and all able solvers agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from cpsolver import api, library
from cpsolver.api.checking import MOST_LISTED
from cpsolver.api.expectations import outcomes
from cpsolver.api.sweep_outcomes import sweep_outcomes
from cpsolver.api.sweeping import Sweep
from cpsolver.solvers import SOLVERS
from cpsolver.spec.loading import gather
from cpsolver.task.domain import Value
from cpsolver.task.result import Status
from tests import too_hard

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
    # puzzles whose parts say little before much is tried
    "puzzles/hidato-7": {"backtracking", "compiled", "python_constraint", "auxiliary"},
    "puzzles/hidato": {"backtracking", "python_constraint"},
    "puzzles/knights-tour": {"compiled", "python_constraint", "auxiliary"},
    "puzzles/knights-tour-5": {"python_constraint", "auxiliary"},
    "puzzles/langford-3-9": {"backtracking", "python_constraint", "auxiliary"},
    "puzzles/langford-7": {"python_constraint", "auxiliary"},
    "puzzles/langford-4": {"auxiliary"},
    "puzzles/lights-out-4": {"auxiliary"},
    **{f"puzzles/{name}": {"auxiliary"} for name in ("hitori", "hitori-7")},
    **{
        f"puzzles/{name}": {"python_constraint", "auxiliary"}
        for name in ("crossfigure", "magic-sequence", "nurikabe", "pentominoes", "tetrominoes")
    },
    **{
        f"puzzles/{name}": {"python_constraint"}
        for name in ("donald-gerald", "nonogram", "nonogram-cat", "peaceable-queens", "peaceable-queens-4", "shikaku")
    },
    **too_hard.TOO_HARD,
    # SymPy finds no wavelength in the dispersion relation of water waves within two minutes
    "waves/swell": {"symbolic"},
}
"""Solvers that cannot finish a spec within a test's time."""

LIMITS = {"symbolic": 3, "simultaneous": 3}
"""Seconds for those that need not know: they are given all formulas of a model at once."""


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
    counted = api.count(loaded, seconds=60) if (loaded.expected.solutions or 0) > MOST_LISTED else None
    answer = api.solve(loaded, every=_are_several(loaded), seconds=60, derive=False)
    swept = isinstance(answer, Sweep)
    found = sweep_outcomes(answer) if swept else outcomes(answer.loaded, answer.result, answer.unique, counted)

    assert found
    assert [] == [outcome for outcome in found if not outcome.met]


@pytest.mark.parametrize("name", SPECS)
def test_all_able_solvers_agree_on_a_spec(name: str) -> None:
    left_out = {"symbolic"} if _is_of_formulas(name) and crc32(name.encode()) % 12 else set()
    agree(name, [solver for solver in able(name) if solver not in left_out])


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_sympy_agrees_on_every_spec_of_formulas(name: str) -> None:
    if _is_of_formulas(name):
        agree(name, able(name))


def agree(name: str, solvers: list[str]) -> None:
    """Ask the solvers; the first is the kind's own and must know, another over real numbers may not."""
    loaded = api.load(name)
    every = _are_several(loaded)
    found = {s: api.solve(loaded, solver=s, every=every, seconds=LIMITS.get(s, 120), derive=False) for s in solvers}
    first, *others = found.values()

    assert first.status is not Status.UNKNOWN
    for answer in others:
        if _is_of_formulas(name):
            assert answer.status is Status.UNKNOWN or _are_near(first, answer), answer.solver
        else:
            listed = every or bool(first.unique)
            assert _said(first, listed) == _said(answer, listed), answer.solver


def _is_of_formulas(name: str) -> bool:
    return api.load(name).kind.name == "formulas"


def _are_near(one: api.Answer, other: api.Answer) -> bool:
    """Whether all that one answer says of what is sought the other says too, but for rounding, and the reverse."""
    sought = one.loaded.task.sought.variables

    def is_in(solution: Mapping[str, Value], solutions: Sequence[Mapping[str, Value]]) -> bool:
        return any(all(solution[n] == pytest.approx(each[n], rel=1e-7) for n in sought) for each in solutions)

    if Status.SATISFIED in (one.status, other.status):
        return any(is_in(solution, other.solutions) for solution in one.solutions)
    pairs = ((one.solutions, other.solutions), (other.solutions, one.solutions))
    return all(is_in(solution, there) for here, there in pairs for solution in here)


def _are_several(loaded: api.Loaded) -> bool:
    """Whether a spec expects more solutions than one, and not so many that they are only counted."""
    return 1 < (loaded.expected.solutions or 1) <= MOST_LISTED


def _said(answer: api.Answer, listed: bool) -> tuple[object, ...]:
    """What solvers must find alike: whether there is a solution, how good the best is, and all where all are listed.

    Which of several solutions comes first is for each to choose.
    """
    all_found = frozenset(frozenset(solution.items()) for solution in answer.solutions)
    return answer.status.has_solution, answer.result.objective, all_found if listed else None


def test_every_variant_of_sudoku_has_two_specs() -> None:
    used: Counter[str] = Counter()
    for name in SPECS:
        gathered = gather(api.load(name).document)
        used.update({f"sudoku/{Path(layer.document.source).stem}" for layer in gathered.layers})
    models = [name for name in library.names("models") if name.startswith("sudoku/")]

    assert [] == [name for name in models if used[name] < 2]
