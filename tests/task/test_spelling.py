"""Names of quantities and their indices."""

from __future__ import annotations

import pytest

from cpsolver.task.expression import Name
from cpsolver.task.notation import latex, mathml
from cpsolver.task.spelling import stem_and_index


@pytest.mark.parametrize(
    ("stem", "index", "name"),
    [
        ("M", "1", "M1"),
        ("v", "0", "v0"),
        ("x", "2", "x_2"),
        ("x", "1,2", "x1_2"),
        ("Rs", "", "Rs"),
        ("astart", "", "astart"),
        ("t", "thief", "t_thief"),
        ("queen", "3", "queen[3]"),
        ("r1c", "1", "r1c_1"),
        ("epsilon", "0", "epsilon0"),
    ],
)
def test_digits_at_the_end_and_what_follows_an_underscore_are_an_index(stem: str, index: str, name: str) -> None:
    assert (stem, index) == stem_and_index(name)


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (r"\epsilon_{0}", "epsilon0"),
        (r"\lambda_{1}", "lambda1"),
        (r"v_{0}", "v0"),
        (r"t_{\mathrm{thief}}", "t_thief"),
        (r"\mathrm{Rs}", "Rs"),
        (r"\sigma_{x}", "sigma_x"),
    ],
)
def test_latex_sets_indices_below_the_line(expected: str, name: str) -> None:
    assert expected == latex(Name(name))


def test_mathml_sets_indices_below_the_line() -> None:
    assert "<msub><mi>λ</mi><mrow><mn>1</mn></mrow></msub>" == mathml(Name("lambda1"))
