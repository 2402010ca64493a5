"""Every character of a value is found in the text, whatever the style it is written in."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.spec.document import Document, Path, Place, parse


def places_of(document: Document, path: Path, sign: str) -> list[tuple[int, int]]:
    """Line and column of each such character of a value."""
    value = Place(document, path).data
    marks = [document.mark(path, offset) for offset, found in enumerate(value) if found == sign]
    return [(mark.line, mark.column) for mark in marks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: one # two", [(1, 4)]),
        ("a: one\n   two\n\n   too", [(1, 4), (2, 6), (4, 5), (4, 6)]),
        ("a: 'it''s o'", [(1, 11)]),
        ("a: 'x\n\n  o'", [(3, 3)]),
        ('a: "\\x41\\u00e9\\t\\"o"', [(1, 19)]),
        ('a: "x \\\n  \n  o"', [(3, 3)]),
        ('a: "x  \n\n  o  o"', [(3, 3), (3, 6)]),
        ("a: |\n  xo\n    o\n\n  o\n", [(2, 4), (3, 5), (5, 3)]),
        ("a: |2-\n    o\n", [(2, 5)]),
        ("a: |+ # o\n\n  o\n\n", [(3, 3)]),
        ("a: >\n  xo\n  o\n\n     o o\n", [(2, 4), (3, 3), (5, 6), (5, 8)]),
        ("a: >-\n\n  o", [(3, 3)]),
        ("a: &name o", [(1, 10)]),
        ("a: &name # o\n  o", [(2, 3)]),
        ("a: &name |\n  o", [(2, 3)]),
        ("a: {b: c, d: [x, o]}", [(1, 18)]),
    ],
)
def test_character_of_a_value_is_found_in_the_text(text: str, expected: list[tuple[int, int]]) -> None:
    path: Path = ("a", "d", 1) if "{" in text else ("a",)
    assert expected == places_of(parse(text, "f"), path, "o")


def test_blank_cell_of_a_grid_has_its_own_place() -> None:
    """In `|`, blanks count too: the grid's second row begins with one."""
    document = parse("given:\n  grid: |\n    53 7\n     6 1\n", "f")
    assert (4, 5) == (document.mark(("given", "grid"), 5).line, document.mark(("given", "grid"), 5).column)


def test_end_of_a_value_is_a_place() -> None:
    """Where something is missing at the end of an expression, the caret stands after its last character."""
    ends = [parse(text, "f").mark(("a",), 99).column for text in ("a: x +", "a: 'x +'", 'a: "x +"')]
    assert [7, 8, 8] == ends


def test_empty_value_stands_after_its_colon() -> None:
    assert (1, 3) == (parse("a:\nb: 1", "f").mark(("a",)).line, parse("a:\nb: 1", "f").mark(("a",)).column)


WORDS = st.text(st.sampled_from("ab \n'\"\\#:-é→{"), min_size=1, max_size=20)


@settings(max_examples=100, deadline=None)
@given(WORDS, st.sampled_from([None, "'", '"', "|", ">"]), st.integers(2, 6))
def test_characters_stand_where_the_writer_put_them(value: str, style: str | None, indent: int) -> None:
    """What PyYAML writes, in any style and folded at a small width, is found again sign by sign."""
    text = yaml.dump({"a": {"b": value}}, default_style=style, width=8, indent=indent, allow_unicode=True)
    document = parse(text, "f")
    read = str(Place(document).at("a", "b").data)
    assert read == value or style == ">", "PyYAML itself folds some texts so that they come back otherwise"
    for offset, sign in enumerate(read):
        mark = document.mark(("a", "b"), offset)
        written = document.line(mark)[mark.column - 1 :]
        assert sign in " \n" or written[0] == sign or written.startswith("\\"), (text, offset)
