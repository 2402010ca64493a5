"""XCSP3 as it is read: arrays, constraints, objectives, and what is wrong or not understood by line and column."""

from __future__ import annotations

import pytest

from cpsolver.api import solve
from cpsolver.api.tasks import load_text
from cpsolver.errors import SpecError

INSTANCE = """<instance format="XCSP3" type="COP">
  <variables>
    <array id="y" size="[3]"> 0..4 </array>
    <var id="z"> 0..20 </var>
  </variables>
  <constraints>
    {}
  </constraints>
  <objectives> <maximize> z </maximize> </objectives>
</instance>
"""
SUM = "<sum> <list> y[] </list> <coeffs> 1 2 3 </coeffs> <condition> (eq,z) </condition> </sum>"


def test_arrays_sums_and_objectives_are_read() -> None:
    answer = solve(load_text(INSTANCE.format(f"<allDifferent> y[] </allDifferent> {SUM}"), "a.xml"))

    assert 20 == answer.result.objective
    assert {"y[0]": 2, "y[1]": 3, "y[2]": 4, "z": 20} == answer.solution


@pytest.mark.parametrize(
    ("said", "best"),
    [
        (f"{SUM} <intension> lt(y[0],y[1],y[2]) </intension>", None),
        (f"{SUM} <intension> and(le(y[0],1),imp(eq(y[1],4),lt(y[2],2))) </intension>", 1 + 6 + 12),
        (f"{SUM} <extension> <list> y[0] y[1] </list> <supports> (1,2)(2,1) </supports> </extension>", 5 + 12),
        (f"{SUM} <element> <list> 3 1 2 </list> <index> y[0] </index> <value> y[2] </value> </element>", 0 + 8 + 9),
        ("<element> <list> 7 9 8 </list> <index> y[0] </index> <value> z </value> </element>", 9),
        ("<maximum> <list> y[] </list> <condition> (eq,z) </condition> </maximum>", 4),
        (
            f"{SUM} <count> <list> y[] </list> <values> 4 </values> <condition> (le,1) </condition> </count>",
            3 + 6 + 12 - 1,
        ),
        (f"{SUM} <noOverlap> <origins> y[] </origins> <lengths> 2 2 1 </lengths> </noOverlap>", 1 + 8 + 9),
        (f"{SUM} <instantiation> <list> y[0..1] </list> <values> 1 2 </values> </instantiation>", 17),
    ],
)
def test_constraints_mean_what_the_format_says(said: str, best: int | None) -> None:
    text = INSTANCE.format(said)
    if best is None:
        with pytest.raises(SpecError, match="'lt' with 3 arguments"):
            load_text(text, "a.xml")
    else:
        assert best == solve(load_text(text, "a.xml")).result.objective


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        (INSTANCE.format("<slide> x </slide>"), (7, 5), "<slide> is not understood"),
        (INSTANCE.format("<intension> eq(q,1) </intension>"), (7, 5), "there is no variable 'q'"),
        (INSTANCE.format("<intension> foo(z) </intension>"), (7, 5), "the function 'foo' is not understood"),
        (INSTANCE.format("<allDifferent> y[][] </allDifferent>"), (7, 5), "there is no array for 'y[][]'"),
        ("<!DOCTYPE instance [<!ENTITY a 'b'>]>\n<instance> </instance>", (1, 20), "document types and entities"),
        ("<instance> <variables> </instance>", (1, 26), "no XML: mismatched tag"),
        ("<instance> <var id='x'> 1 </var> </instance>", (1, 12), "<var> is not understood here"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: tuple[int, int], said: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_text(text, "a.xml")
    problem = caught.value.problems[0]

    assert said in problem.message
    assert problem.mark is not None
    assert place == (problem.mark.line, problem.mark.column)
