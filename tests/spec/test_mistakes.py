"""One mistake seeded in a condition: its line, its column, what is wrong, and the next thing to do if told."""

from __future__ import annotations

import pytest

from cpsolver.api import load_text
from cpsolver.errors import SpecError

SPEC = """kind: csp
parameters: {{n: 4}}
sets: {{I: 1..n}}
variables:
  x[I]: 1..n
  b: bool
conditions:
  - "{}"
"""
MISTAKES = [
    ("all_diferent(x)", 6, "no function is called 'all_diferent'", "did you mean 'all_different'?"),
    ("all_different(y)", 20, "'y' is not a name of this model", "known: n, I, x, b"),
    ("x[1] => b", 11, "'=>' is no operator", "write '->' or '>='"),
    ("x[1] = 1 && b", 15, "'&&' is no operator", "write 'and'"),
    ("!b", 6, "'!' is no operator", "write 'not'"),
    ("x := 3", 8, "':=' is no operator", "write '='"),
    ("sum(x = 3", 9, "'(' is never closed", "add ')'"),
    ("sum(x[i] for j in I) = 3", 12, "'i' is not a name of this model", "known: j, n, I, x, b"),
    ("x < 3", 6, "'x' is a list; a number should stand here", "take one item of it, or its 'sum(…)'"),
    ("count(x)", 12, "'x' is a list; a condition should stand here", "write 'all(…)' or 'any(…)'"),
    ("regular(x, 1)", 17, "a regular expression is a text in quotes", 'such as "0* 1 1 0*"'),
    ("circuit(x, x, x)", 6, "'circuit' takes 1 argument; found 3", "write circuit(next)"),
    (
        "cumulative(x, x)",
        6,
        "'cumulative' takes 4 or 5 arguments; found 2",
        "write cumulative(start, duration, demand, limit)",
    ),
    ("inverse(x)", 6, "'inverse' takes 2 arguments; found 1", "write inverse(f, g)"),
    ("bin_packing(x)", 6, "'bin_packing' takes 3 arguments; found 1", "write bin_packing(capacity, bin, weight)"),
    ("circuit(1)", 14, "'1' is no list; a list should stand here", ""),
    ("x[1,2] = 1", 10, "'x' has 1 index; found 2", "one index for each dimension; '*' stands for all"),
    (
        "x[9] = 1",
        6,
        "'x[9]' has no value: no element 9 in 1..4",
        "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'",
    ),
]


@pytest.mark.parametrize(("wrong", "column", "message", "hint"), MISTAKES)
def test_a_mistake_in_a_condition_is_told_where_it_stands(wrong: str, column: int, message: str, hint: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_text(SPEC.format(wrong), "seeded.yaml")
    lines = str(caught.value).splitlines()

    assert f"seeded.yaml:8:{column}: {message}" == lines[0]
    assert hint == caught.value.problems[0].hint
