"""`check` of formula tasks on the shelf: every verdict is decided, and `expect:` is met."""

from __future__ import annotations

import pytest

from cpsolver import library
from cpsolver.api import check
from cpsolver.api.answers import Check
from cpsolver.api.tasks import load

OTHER_KINDS = ("csp", "puzzles", "sudoku")

SHELF = tuple(name for name in library.names("specs") if name.split("/")[0] not in OTHER_KINDS)

EVERY = 15
"""One in so many tasks of the shelf is checked in the normal run."""

HARD = (
    "engineering/oil",  # its formula for turbulent flow has no root
    "geometry/litre-ball",  # many solids beside the one that is asked for
    "chemistry/ammonia",  # a minimum does not tell what is not limiting
    "electricity/hydrogen-force",  # ranges of very small lengths
    "engineering/fog",  # rounding leaves open something that nobody asked for
    "physics/oscillations/half-way-down",  # roots without end, but for a rule
    "modern/iodine",  # the time cancels
    "physics/projectile/cliff",  # simultaneous formulas that nobody needs
    "geometry/13-14-15",  # far more formulas than are needed
    "chemistry/very-dilute",  # a formula that gives a quantity no value
)

SEVERAL = {"geometry/ambiguous", "physics/projectile/two-angles", "physics/two-passes"}
"""Tasks with two answers, as they expect."""


def undecided(found: Check) -> list[str]:
    """What was left open, in words."""
    return [f"{verdict.name}: {verdict.sentence}" for verdict in found.verdicts if verdict.holds is None]


def assert_decided(name: str) -> None:
    """That a task passes in full."""
    found = check(name)
    holds = {verdict.name: verdict.holds for verdict in found.verdicts}

    assert [] == undecided(found)
    assert found.passed is True
    assert (True, True) == (holds["completeness"], holds["consistency"])
    assert (name not in SEVERAL) == holds["sufficiency"]


@pytest.mark.parametrize("name", sorted({*SHELF[::EVERY], *HARD}))
def test_a_sample_of_the_shelf_passes_in_full(name: str) -> None:
    if load(name).kind.name == "formulas":
        assert_decided(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHELF)
def test_the_whole_shelf_passes_in_full(name: str) -> None:
    if load(name).kind.name == "formulas":
        assert_decided(name)


def test_what_was_not_shown_of_formulas_that_nobody_needs_is_said() -> None:
    found = next(verdict for verdict in check("engineering/oil").verdicts if verdict.name == "consistency")

    assert "the data do not contradict each other in what they determine" == found.sentence
    assert found.details[0].startswith("friction factor, friction, pressure lost, head and power were not tested")


def test_a_quantity_that_another_formula_gives_is_not_called_without_value() -> None:
    model = "model: {kind: formulas, quantities: {v: {}, p: {}, d: {}}, formulas: {first: v^2 = p, second: v = 2*d}}\n"
    found = {verdict.name: verdict for verdict in check(model + "given: {p: -1, d: 3}\nfind: v\n").verdicts}
    beside = model.replace("d: {}}", "d: {}, w: {}}").replace("second:", "third: w = 2*d, second:")
    other = {verdict.name: verdict for verdict in check(beside + "given: {p: -1, d: 3}\nfind: w\n").verdicts}

    assert (False, False) == (found["consistency"].holds, other["consistency"].holds)
