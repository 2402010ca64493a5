"""What is said of the checking of printed equations."""

from __future__ import annotations

from cpsolver.api.telling import verified
from cpsolver.kinds.kind import Proven


def test_an_equation_that_was_tried_at_no_point_is_not_called_verified() -> None:
    tried, at_answer, untried = Proven("x = a + b", 20), Proven("y = sin(y)", 1), Proven("z = sqrt(d)", 0)
    said = [str(sentence.said) for sentence in verified((tried, at_answer, untried))]

    assert "verified: 1 printed equation, each at 20 random points or more" == said[0]
    assert "verified at the answer alone: y = sin(y)" == said[1]
    assert "not verified, for no point was found at which it has values: z = sqrt(d)" == said[2]
