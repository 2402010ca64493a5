"""Every global as it is written in a spec says what MiniZinc's of that name says: for all assignments, and negated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise, product

import pytest

from cpsolver.api import load_text
from cpsolver.errors import SpecError
from cpsolver.spec.compiling.examples import WRITTEN
from cpsolver.spec.compiling.globals import GLOBALS

X = Sequence[int]

SPEC = """kind: csp
sets: {{place: [a, b, c]}}
parameters: {{height: {{a: 1, b: 2, c: 3}}}}
variables:
  x[1..3]: 0..3
  n: 0..1
conditions: ["{}"]
"""

MEANINGS: list[tuple[str, Callable[[X, int], bool]]] = [
    ("all_different_except_0(x)", lambda x, n: all(x.count(v) < 2 for v in (1, 2, 3))),
    ("all_different_except(x, {0, 2})", lambda x, n: all(x.count(v) < 2 for v in (1, 3))),
    ("strictly_increasing(x)", lambda x, n: x[0] < x[1] < x[2]),
    ("strictly_decreasing(x)", lambda x, n: x[0] > x[1] > x[2]),
    ("nvalue(x) = 2", lambda x, n: len(set(x)) == 2),
    ("nvalue(n + 1, x)", lambda x, n: len(set(x)) == n + 1),
    ("among(x, {1, 3}) = 2", lambda x, n: sum(v in (1, 3) for v in x) == 2),
    ("among(n, x, {1, 3})", lambda x, n: sum(v in (1, 3) for v in x) == n),
    ("at_least(2, x, 1)", lambda x, n: x.count(1) >= 2),
    ("at_most(n, x, 1)", lambda x, n: x.count(1) <= n),
    ("exactly(1, x, n)", lambda x, n: x.count(n) == 1),
    ("global_cardinality(x, [1, 2], [1, n])", lambda x, n: (x.count(1), x.count(2)) == (1, n)),
    (
        "global_cardinality_closed(x, [1, 2], [2, n])",
        lambda x, n: (x.count(1), x.count(2)) == (2, n) and set(x) <= {1, 2},
    ),
    ("global_cardinality_low_up(x, [1, 2], [1, 0], [2, n])", lambda x, n: 1 <= x.count(1) <= 2 and x.count(2) <= n),
    ("lex_less([x[1], x[2]], [x[3], n])", lambda x, n: (x[0], x[1]) < (x[2], n)),
    ("lex_lesseq([x[1], x[2]], [x[3], n])", lambda x, n: (x[0], x[1]) <= (x[2], n)),
    ("lex_greater([x[1], x[2]], [x[3], n])", lambda x, n: (x[0], x[1]) > (x[2], n)),
    ("lex_greatereq([x[1], x[2]], [x[3], n])", lambda x, n: (x[0], x[1]) >= (x[2], n)),
    ("lex_less([x[1]], [x[2], x[3]])", lambda x, n: (x[0],) < (x[1], x[2])),
    ("value_precede(1, 2, x)", lambda x, n: 2 not in x or 1 in x[: list(x).index(2)]),
    (
        "value_precede_chain([1, 2, 3], x)",
        lambda x, n: all(b not in x or a in x[: list(x).index(b)] for a, b in ((1, 2), (2, 3))),
    ),
    ("arg_max(x) = 2", lambda x, n: list(x).index(max(x)) == 1),
    ("arg_min(x, n + 1)", lambda x, n: list(x).index(min(x)) == n),
    ("inverse([x[1], x[2]], [x[3], n + 1])", lambda x, n: (x[0], x[1]) == (x[2], n + 1) in ((1, 2), (2, 1))),
    ("circuit(x)", lambda x, n: tuple(x) in ((2, 3, 1), (3, 1, 2))),
    (
        "subcircuit(x)",
        lambda x, n: tuple(x) in ((1, 2, 3), (2, 1, 3), (3, 2, 1), (1, 3, 2), (2, 3, 1), (3, 1, 2)),
    ),
    (
        "connected([x[1] > 0, x[2] > 0, x[3] > 0], [[1, 2], [2, 3]])",
        lambda x, n: not (x[0] and x[2] and not x[1]),
    ),
    (
        "connected([[x[1] > 0, x[2] > 0], [n = 1, x[3] > 0]])",
        lambda x, n: not ((x[0] and x[2] and not x[1] and not n) or (x[1] and n and not x[0] and not x[2])),
    ),
    (
        "cumulative(x, [1, 2, 1], [1, 1, 2], 2)",
        lambda x, n: all(
            sum(d for s, length, d in zip(x, (1, 2, 1), (1, 1, 2), strict=True) if s <= t < s + length) <= 2
            for t in range(6)
        ),
    ),
    (
        "cumulative(x, [1, 1, 1], [1, 1, 1], 1, [true, true, n = 1])",
        lambda x, n: len(set(x[: 2 + n])) == 2 + n,
    ),
    ("disjunctive([x[1], x[2]], [x[3], 1])", lambda x, n: x[2] == 0 or x[0] + x[2] <= x[1] or x[1] + 1 <= x[0]),
    (
        "diffn([x[1], x[2]], [x[3], n], [2, 1], [1, n])",
        lambda x, n: n == 0 or x[0] + 2 <= x[1] or x[1] + 1 <= x[0] or x[2] != n,
    ),
    (
        "bin_packing(3, x, [1, 2, 3])",
        lambda x, n: all(sum(w for v, w in zip(x, (1, 2, 3), strict=True) if v == k) <= 3 for k in x),
    ),
    (
        "bin_packing_capa([3, 3], x, [1, 2, n])",
        lambda x, n: (
            set(x) <= {1, 2} and all(sum(w for v, w in zip(x, (1, 2, n), strict=True) if v == k) <= 3 for k in (1, 2))
        ),
    ),
    (
        "bin_packing_load([3, n], x, [1, 2, 1])",
        lambda x, n: (
            set(x) <= {1, 2}
            and all(sum(w for v, w in zip(x, (1, 2, 1), strict=True) if v == k) == load for k, load in ((1, 3), (2, n)))
        ),
    ),
    (
        "knapsack([1, 2], [3, 4], [x[1], n], x[2], 2*x[3])",
        lambda x, n: (x[0] + 2 * n, 3 * x[0] + 4 * n) == (x[1], 2 * x[2]),
    ),
    ("knapsack([1], [1], [n - 1], x[1] - 1, x[1] - 1)", lambda x, n: n == 1 == x[0]),
    ("sliding_sum(2, 4, 2, x)", lambda x, n: all(2 <= a + b <= 4 for a, b in pairwise(x))),
    ("regular(x, '1+ 2*')", lambda x, n: list(x) == sorted(x) and x[0] == 1 and set(x) <= {1, 2}),
    (
        "regular(x, [[0, 1, 0], [0, 2, 1], [1, 2, 1]], 0, [1])",
        lambda x, n: list(x) == sorted(x) and x[2] == 2 and set(x) <= {1, 2},
    ),
]
"""Each as it is written, and what it says in Python."""


def holds(text: str, x: X, n: int) -> bool:
    """Whether a condition holds of values, as the task itself judges it."""
    task = load_text(SPEC.format(text), "<text>").task
    return not task.violations({"n": n, **{f"x[{i}]": value for i, value in enumerate(x, 1)}})


@pytest.mark.parametrize(("text", "meaning"), MEANINGS, ids=[text for text, _ in MEANINGS])
def test_a_global_says_what_it_should_and_negated_the_opposite(text: str, meaning: Callable[[X, int], bool]) -> None:
    stated, negated = (load_text(SPEC.format(each), "<text>").task for each in (text, f"not ({text})"))
    said = []
    for *x, n in product(range(4), range(4), range(4), range(2)):
        values = {"n": n, **{f"x[{i}]": value for i, value in enumerate(x, 1)}}
        wanted = bool(meaning(tuple(x), n))
        said.append(wanted)
        assert (wanted, not wanted) == (not stated.violations(values), not negated.violations(values)), (x, n)

    assert {True, False} == set(said)


def test_every_global_is_among_those_tested_and_has_an_example() -> None:
    tested = Counter(text.partition("(")[0] for text, _ in MEANINGS)

    assert set(GLOBALS) <= set(tested)
    assert set(GLOBALS) <= set(WRITTEN)


def test_an_array_brings_its_indices_along() -> None:
    assert holds("x[1] = 2 and arg_max(height) = c", (2, 0, 0), 0)
    assert not holds("x[1] = 2 and arg_max(height) = a", (2, 0, 0), 0)


@pytest.mark.parametrize("name", sorted(GLOBALS))
def test_a_global_with_too_many_arguments_says_how_it_is_written(name: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_text(SPEC.format(f"{name}({', '.join('x' * 7)})"), "<text>")

    (problem,) = caught.value.problems
    assert problem.message.startswith(f"'{name}' takes ")
    assert f"write {WRITTEN[name]}" == problem.hint


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("'[1, 2]' has 2 items, and '[1]' 1: they must be equally many", "global_cardinality(x, [1, 2], [1])"),
        ("'x' has 3 items, and '[1, 2]' 2: they must be equally many", "cumulative(x, [1, 2], [1, 1, 1], 2)"),
        ("'x' must not hold variables here", "among(x, x) = 1"),
        ("'n' is no whole number without variables; one should stand here", "sliding_sum(0, 1, n, x)"),
        ("'7' is no list; a list should stand here", "circuit(7)"),
        ("'4, 1' is no pair of indices of the first list", "connected([n = 1, n = 0], [[4, 1]])"),
        ("'connected' takes the edges, pairs of indices, unless its list is a grid", "connected([n = 1, n = 0])"),
        ("a regular expression is a text in quotes", "regular(x, 1)"),
        ("the transition '0 1' has 2 parts", "regular(x, [[0, 1]], 0, [0])"),
        ("the table of next states must have 2 rows of 1 numbers", "regular(x, 2, 1, [[1]], 1, [1])"),
        ("'[]' is empty", "arg_max([]) = 1"),
    ],
)
def test_what_is_wrong_with_an_argument_is_said_with_its_place(expected: str, text: str) -> None:
    with pytest.raises(SpecError) as caught:
        load_text(SPEC.format(text), "<text>")

    (problem,) = caught.value.problems
    assert expected == problem.message
    assert problem.mark is not None
    assert 7 == problem.mark.line
