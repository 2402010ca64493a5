"""What is written as a spec is read back as the same data."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.errors import SpecError
from cpsolver.spec.composing import STRANGE
from cpsolver.spec.document import Plain, parse
from cpsolver.spec.writer import spec_text

TEXTS = st.text(alphabet="ab1 .:#-'\"{}[],&*!|>%@`\n\t\\=~<é€", max_size=12) | st.text(max_size=6)
KEYS = st.text(alphabet="abcr1 _:#", min_size=1, max_size=6).filter(lambda key: key.strip())
VALUES = st.recursive(
    TEXTS, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(KEYS, inside, max_size=3), max_leaves=8
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_data_written_as_a_spec_is_read_back_as_it_was(data: dict[str, Plain]) -> None:
    try:
        text = spec_text(data)
    except ValueError:
        assert any(STRANGE.search(text) for text in scalars(data))
        return
    assert data == parse(text, "<text>").data


def scalars(data: Plain) -> list[str]:
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [*data, *(text for value in data.values() for text in scalars(value))]
    return [text for value in data for text in scalars(value)]


def test_a_spec_looks_as_a_person_would_write_it() -> None:
    data: Plain = {
        "model": "sudoku/killer",
        "title": "Cages: an example",
        "parameters": {"cages": [{"cells": ["r1c1", "r1c2"], "sum": "3"}]},
        "given": {"grid": "12\n..\n"},
    }

    assert (
        "model: sudoku/killer\n"
        'title: "Cages: an example"\n'
        "parameters: {cages: [{cells: [r1c1, r1c2], sum: 3}]}\n"
        "given:\n"
        "  grid: |\n"
        "    12\n"
        "    ..\n"
    ) == spec_text(data)


def test_a_character_that_no_spec_may_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot stand in a spec"):
        spec_text({"title": "a\x00b"})
    with pytest.raises(SpecError):
        parse("title: a\x00b", "<text>")
