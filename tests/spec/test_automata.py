"""Automata of regular expressions, tables and transitions accept the words they should, and only those."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.spec.compiling.automata import (
    MOST_STATES,
    Automaton,
    Wrong,
    from_expression,
    from_table,
    from_transitions,
)
from cpsolver.task.globals import regular

LETTERS = (0, 1, 2)
WORDS = [word for length in range(6) for word in product(LETTERS, repeat=length)]


def accepts(machine: Automaton, word: tuple[int, ...]) -> bool:
    """Whether the automaton accepts a word."""
    return regular(word, machine.transitions, machine.start, machine.accepting)


Pair = tuple[str, str]
"""The same expression as it is written here, and for Python's `re`."""

_SINGLE = st.sampled_from([("0", "0"), ("1", "1"), ("2", "2"), ("[0 2]", "[02]"), ("[1]", "[1]")])
_SIGNS = st.sampled_from(["*", "+", "?", "{2}", "{0,2}", "{1,}", "{2,3}", "{0}"])


def _grown(inside: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    several = st.lists(inside, min_size=1, max_size=3)
    return st.one_of(
        several.map(lambda parts: (" ".join(p for p, _ in parts), "".join(p for _, p in parts))),
        several.map(lambda parts: (f"({' | '.join(p for p, _ in parts)})", f"(?:{'|'.join(p for _, p in parts)})")),
        st.tuples(inside, _SIGNS).map(lambda pair: (f"({pair[0][0]}){pair[1]}", f"(?:{pair[0][1]}){pair[1]}")),
    )


@examples(max_examples=150, deadline=None)
@given(st.recursive(_SINGLE, _grown, max_leaves=6))
def test_an_expression_accepts_what_pythons_own_does(pair: Pair) -> None:
    own, theirs = from_expression(pair[0]), re.compile(pair[1])

    assert [bool(theirs.fullmatch("".join(map(str, word)))) for word in WORDS] == [accepts(own, w) for w in WORDS]


def test_a_dot_is_any_value_that_the_expression_names() -> None:
    machine = from_expression("(red | blue) . green")

    assert accepts(machine, ("red", "green", "green"))  # type: ignore[arg-type]
    assert not accepts(machine, ("red", "black", "green"))  # type: ignore[arg-type]


def test_values_are_whole_numbers_truth_values_and_symbols() -> None:
    machine = from_expression("-3 true red")

    assert {-3, True, "red"} == {value for _, value, _ in machine.transitions}


def test_a_table_of_next_states_is_minizincs() -> None:
    """Row q, column s holds the next state, 0 for none: here words of 1 and 2 without two 2s in a row."""
    machine = from_table(2, 2, ((1, 2), (1, 0)), 1, (1, 2))

    assert [(2, 2) not in pairwise(w) and 0 not in w for w in WORDS] == [accepts(machine, w) for w in WORDS]


def test_transitions_with_several_ways_are_made_deterministic() -> None:
    """Words whose last letter but one is 1."""
    rows = [("a", v, "a") for v in LETTERS] + [("a", 1, "b")] + [("b", v, "c") for v in LETTERS]
    machine = from_transitions(rows, "a", ("c",))

    assert len({(state, value) for state, value, _ in machine.transitions}) == len(machine.transitions)
    assert [w[-2:-1] == (1,) for w in WORDS] == [accepts(machine, w) for w in WORDS]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("a '(' is never closed", "(0 1"),
        ("found ')' where the expression should end", "0 )"),
        ("found '*' where a value should stand", "* 0"),
        ("a '[' is never closed", "[0 1"),
        ("found '(' inside '[…]'", "[0 (1)]"),
        ("found '&' in a regular expression", "0 & 1"),
        ("'{3,1}' repeats at least 3 and at most 1 times", "0{3,1}"),
        (f"'{{9999}}' repeats more than {MOST_STATES:,} times", "0{9999}"),
        (f"this expression has more than {MOST_STATES:,} states", "((((0? 1){20}){20}){20}){20}"),
    ],
)
def test_what_is_wrong_with_an_expression_is_said(expected: str, text: str) -> None:
    with pytest.raises(Wrong) as caught:
        from_expression(text)

    assert expected == caught.value.message
    assert caught.value.hint
