"""MathML: well-formed, laid out as mathematics is, brackets only where the layout does not say enough."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.expression import Call, Name, Node
from cpsolver.task.mathml import unit_mathml
from cpsolver.task.notation import latex, mathml
from cpsolver.task.parser import parse_expression


def shown(node: Node) -> str:
    """The signs of a formula in order, read from its MathML."""
    return "".join(ET.fromstring(f"<math>{mathml(node)}</math>").itertext())


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>", "a/b"),
        ("<msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup>", "x^2"),
        ("<msqrt><mrow><mi>x</mi></mrow></msqrt>", "sqrt(x)"),
        ("<msub><mi>x</mi><mrow><mn>1</mn></mrow></msub>", "x_1"),
        ("<mi>α</mi>", "alpha"),
        ("<mo>−</mo><mi>x</mi>", "-x"),
        ("<mn>2</mn><mo>·</mo><mn>3</mn>", "2*3"),
    ],
)
def test_what_is_laid_out(expected: str, text: str) -> None:
    assert expected == mathml(parse_expression(text))


@pytest.mark.parametrize(
    "text",
    [
        "1 <= x < y and z",
        "all(x[i] < x[j] for i in 1..n, j in 1..n where i < j)",
        "if a < b then 1/3 else all_different(cell[r, *])",
        "x not in {1, 3}",
        "a//b + abs(c)",
        "60 km/h + v",
    ],
)
def test_the_whole_grammar_is_well_formed(text: str) -> None:
    assert shown(parse_expression(text))


def test_a_unit_has_its_exponents_raised_and_products_dotted() -> None:
    unit = ET.fromstring(unit_mathml("kg*m^2/s^3"))

    assert ["2", "3"] == [node[1].text for node in unit.iter("msup")]
    assert "kg·m2/s3" == "".join(unit.itertext())


def test_names_cannot_bring_markup_along() -> None:
    assert "a<b>&" in shown(Name("a<b>&"))


def _trees() -> st.SearchStrategy[Node]:
    signs = st.sampled_from(["+", "-", "*", "/", "^", "=", "and"])
    return st.recursive(
        st.sampled_from("abc").map(Name), lambda inner: st.builds(lambda f, a, b: Call(f, (a, b)), signs, inner, inner)
    )


@settings(max_examples=100, deadline=None)
@given(_trees())
def test_brackets_stand_where_latex_has_them(tree: Node) -> None:
    brackets = re.sub(r"[^()]", "", re.sub(r"\\left|\\right", "", latex(tree)))

    assert brackets == re.sub(r"[^()]", "", shown(tree))
