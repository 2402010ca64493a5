"""An answer put back into all formulas, and the digits confirmed."""

from __future__ import annotations

import pytest

from cpsolver.api import check, explain, solve
from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.residuals import confirmed_digits, put_back
from cpsolver.picture import Listing, Narrative
from cpsolver.task.reals.rounding import Rounded

SPARE = """model:
  kind: formulas
  quantities: {x: {}, y: {}, z: {}, w: {}, u: {}}
  formulas: {first: x = y^2, second: z = x + y, third: z = y*(y + 1), fourth: w = u + y}
"""


def laid_out(text: str) -> tuple[Listing, Listing, list[str]]:
    answer = solve(SPARE + text)
    formulas, digits, said = put_back(answer.loaded.task, answer.solution, answer.derivation)
    assert isinstance(formulas, Listing)
    assert isinstance(digits, Listing)
    assert isinstance(said, Narrative)
    return formulas, digits, [str(sentence.said) for sentence in said.sentences]


def test_every_formula_over_known_quantities_is_listed_with_both_sides_and_whether_it_was_used() -> None:
    formulas, _, said = laid_out("given: {y: 3, x: 9}\nfind: z\n")
    how = {row[0].split(":")[0]: row[5] for row in formulas.rows}

    assert {"first", "second", "third"} == how.keys()
    assert {"9", "12"} == {side for row in formulas.rows for side in row[1:3]}
    assert {("0", "exactly")} == {row[3:5] for row in formulas.rows}
    assert "all 3 formulas and rules over known quantities hold" == said[0]
    assert "tested" == how["first"]


def test_formulas_over_unknown_quantities_are_named() -> None:
    _, _, said = laid_out("given: {y: 3}\nfind: z\n")

    assert "fourth (w and u)" in said[-1]


def test_rounded_values_agree_within_rounding() -> None:
    formulas, digits, _ = laid_out("given: {x: 2}\nrequire: [y > 0]\nfind: z\n")

    assert {"within rounding", "exactly", "yes"} >= {row[4] for row in formulas.rows}
    confirmed = {row[0]: row[2:] for row in digits.rows}
    assert ("all", "exact") == confirmed["x"]
    assert int(confirmed["z"][0]) >= 12


def test_where_bounds_of_rounding_are_wide_fifty_digits_confirm() -> None:
    answer = solve(SPARE + "given: {x: 2}\nrequire: [y > 0]\nfind: z\n")
    loose = {name: Rounded(float(value), 1e-3) for name, value in answer.solution.items() if name != "x"}
    found = confirmed_digits(answer.loaded.task, {"x": 2, **loose})

    assert {"fifty digits"} == {by for name, (_, by) in found.items() if name != "x"}
    assert all(int(digits) >= 12 for name, (digits, _) in found.items() if name != "x")


def test_a_wrong_value_is_not_confirmed() -> None:
    answer = solve(SPARE + "given: {x: 2}\nrequire: [y > 0]\nfind: z\n")
    wrong = {**answer.solution, "y": Rounded(1.4142, 1e-3)}

    assert ("5", "fifty digits") == confirmed_digits(answer.loaded.task, wrong)["y"]


def test_what_cannot_be_confirmed_says_why() -> None:
    text = "model: {kind: formulas, quantities: {x: {}, y: {}}, formulas: {a: (x - y)^2 = 0}}\ngiven: {y: 2}\nfind: x\n"
    found = confirmed_digits(load(text).task, {"y": 2, "x": Rounded(2.0001, 1.0)})

    assert ("not confirmed", "Newton's method does not settle") == found["x"]


def test_wide_bounds_do_not_make_a_formula_hold() -> None:
    task = load(SPARE + "given: {x: 2}\nfind: z\n").task
    formulas, _, said = put_back(task, {"x": 2, "y": Rounded(5.0, 1e3)}, None)
    assert isinstance(formulas, Listing)
    assert isinstance(said, Narrative)

    assert ["open: bounds too wide"] == [row[4] for row in formulas.rows]
    assert "not seen to hold, for the values may be wrong: first" == str(said.sentences[0].said)


@pytest.mark.parametrize("shown", [solve, explain, check])
def test_a_verbose_answer_shows_it_and_another_does_not(shown: object) -> None:
    assert callable(shown)
    titles = [
        [getattr(picture, "title", "") for picture in shown("physics/highest-point", verbose=verbose).page().pictures]
        for verbose in (True, False)
    ]

    assert ["put back, in SI units", "digits"] == [title for title in titles[0] if title and title not in titles[1]]


def test_a_kind_without_formulas_says_that_its_conditions_hold() -> None:
    page = solve("sudoku/first", verbose=True, derive=False).page()
    last = page.pictures[-1]

    assert isinstance(last, Narrative)
    assert "conditions hold" in str(last.sentences[0].said)


def test_no_digit_is_confirmed_that_the_rounding_of_an_angle_changes() -> None:
    model = "model:\n  kind: formulas\n  quantities: {theta: {unit: rad}, y: {}}\n  formulas: {slope: y = tan(theta)}\n"
    answer = solve(model + "given: {theta: 89.9999999999 deg}\nfind: y\n")
    true, found = 572957795130.823, float(answer.solution["y"])
    digits, _ = confirmed_digits(answer.loaded.task, answer.solution)["y"]

    assert abs(found - true) <= true * 10 ** -int(digits)
