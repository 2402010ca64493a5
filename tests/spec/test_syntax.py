"""YAML's complaints come in plain words, with their place and a next step."""

from __future__ import annotations

import pytest
import yaml

from cpsolver.errors import SpecError
from cpsolver.spec.document import parse

# text, place, message, hint
COMPLAINTS = [
    ("a:\n\tb: 1", "2:1", "a tab cannot indent a line", "use spaces"),
    ("a:\n  b: 1\n\tc: 2", "3:1", "a tab cannot indent a line", "use spaces"),
    ("a: |\n\tx", "2:1", "a tab cannot indent a line", "use spaces"),
    ("a: b: c", "1:5", "': ' cannot stand inside unquoted text", 'put the text in quotes: "b: c"'),
    ("- a: b: c # d", "1:7", "': ' cannot stand inside unquoted text", 'put the text in quotes: "b: c"'),
    ("a: |x| < 3", "1:4", "unquoted text cannot start with '|'", 'put the text in quotes: "|x| < 3"'),
    ("a: > 3", "1:4", "unquoted text cannot start with '>'", 'put the text in quotes: "> 3"'),
    ("a: * p", "1:4", "unquoted text cannot start with '*'", 'put the text in quotes: "* p"'),
    ("a: & p", "1:4", "unquoted text cannot start with '&'", 'put the text in quotes: "& p"'),
    ("a: %p", "1:4", "unquoted text cannot start with '%'", 'put the text in quotes: "%p"'),
    ("%p: 1", "1:1", "unquoted text cannot start with '%'", 'put the text in quotes: "%p: 1"'),
    ("a: @p", "1:4", "unquoted text cannot start with '@'", 'put the text in quotes: "@p"'),
    ("a: `p`", "1:4", "unquoted text cannot start with '`'", 'put the text in quotes: "`p`"'),
    ("a: ? p", "1:4", "unquoted text cannot start with '?'", 'put the text in quotes: "? p"'),
    ("a: !x!y z", "1:4", "unquoted text cannot start with '!'", 'put the text in quotes: "!x!y z"'),
    (
        "a: - x",
        "1:4",
        "a list cannot start on the line of its key",
        'start the list on the next line, or put the text in quotes: "- x"',
    ),
    (
        "a: [x[1] == 2]",
        "1:6",
        "expected ',' or ']', found '['",
        "put an item in quotes if it holds brackets, quotes, commas or ': '",
    ),
    ("a: [1, 2\nb: 3", "1:4", "this '[' is never closed", "close it with ']'"),
    ("a: {b: 1", "1:4", "this '{' is never closed", "close it with '}'"),
    ("a: [1, [2],", "1:4", "this '[' is never closed", "close it with ']'"),
    ("a: ]", "1:4", "unexpected ']'", 'remove it, or put the text in quotes: "]"'),
    ("a: [1,,2]", "1:7", "unexpected ','", "remove it, or put the text in quotes"),
    ('a: "x" == y', "1:8", "unexpected '==' after the value", "put the text in quotes: '\"x\" == y'"),
    ("- 'x' = 3", "1:7", "unexpected '=' after the value", "put the text in quotes: \"'x' = 3\""),
    ('a: "bc\nd: 1', "1:4", "this quote is never closed", 'close it with "'),
    ("a: 'bc", "1:4", "this quote is never closed", "close it with '"),
    (
        'a: "\\q"',
        "1:5",
        "'\\q' starts no character here",
        "use '…' as quotes, or write \\\\ for a backslash",
    ),
    (
        "abc\nb: 1",
        "1:1",
        "expected ': ' after 'abc'",
        "a line is 'key: value'; further lines of a text are indented deeper than its key",
    ),
    (
        "a: 1\nabc\nb: 2",
        "2:1",
        "expected ': ' after 'abc'",
        "a line is 'key: value'; further lines of a text are indented deeper than its key",
    ),
    ("a:b\nc: d", "1:1", "expected ': ' after 'a:b'", "a key ends in ': ', with a space after the colon"),
    ("a:\n- b\n-c\nd: 1", "3:1", "an item of a list starts with '- '", "write '- c'"),
    (
        "a: 1\n  b: 2",
        "2:3",
        "key 'b' is indented too deep",
        "indent the keys of a mapping alike; a key that has a value holds no further keys",
    ),
    (
        "a:\n  b: 1\n c: 2",
        "3:2",
        "this line is indented otherwise than the keys above it",
        "indent the keys of a mapping alike",
    ),
    (
        "a:\n - b\n c: 1",
        "3:2",
        "expected '- ' as in the lines above",
        "indent this line less if the list ends here",
    ),
    ("a: b\n- c", "2:1", "an item of a list cannot stand among keys", "put a key above it, or remove '- '"),
    (": b", "1:1", "a key is missing before ':'", "a line is 'key: value'"),
    (
        "[a]\nb",
        "2:1",
        "unexpected text after the end",
        "a file holds one mapping, without '---' or '...' inside",
    ),
]


@pytest.fixture(params=["C", "Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both of PyYAML's parsers: where there is no C library, the other one is used."""
    if request.param == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("text", "place", "message", "hint"), COMPLAINTS)
def test_complaint_is_plain_and_has_its_place(text: str, place: str, message: str, hint: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(text, "f.yaml")
    problem = caught.value.problems[0]
    assert (f"f.yaml:{place}", message, hint) == (str(problem.mark), problem.message, problem.hint)


def test_very_long_key_is_an_error_at_its_line() -> None:
    with pytest.raises(SpecError) as caught:
        parse("x" * 2000 + ": 1", "f")
    expected = "f:1:1: a key is longer than 1024 characters"
    assert expected == str(caught.value).splitlines()[0]
    assert 140 > max(map(len, str(caught.value).splitlines())), "a long line is cut where it is shown"


def test_problem_is_printed_with_line_caret_and_hint() -> None:
    with pytest.raises(SpecError) as caught:
        parse("title: x\nrequire: |x| < 3\n", "f.yaml")
    expected = """\
f.yaml:2:10: unquoted text cannot start with '|'
    require: |x| < 3
             ^
  put the text in quotes: "|x| < 3\""""
    assert expected == str(caught.value)
