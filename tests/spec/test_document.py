"""YAML becomes plain text data with places; whatever YAML would guess or drop is an error."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cpsolver.errors import SpecError
from cpsolver.spec.document import Place, assembled, parse, read

SPEC = """\
task: sudoku/first
model:
  kind: csp
  variables: {S: 1..9, M: [1, 2]}
given:
  grid: |
    .35.7....
    6..195...
require:
  - x > 3
  - "y = \\"a\\""
"""


def lines_of(text: str | bytes) -> list[str]:
    """The first line of each problem of a wrong text."""
    with pytest.raises(SpecError) as caught:
        parse(text, "f")
    return [f"{problem.mark}: {problem.message}" for problem in caught.value.problems]


def hint_of(text: str | bytes) -> str:
    """The hint of the first problem of a wrong text."""
    with pytest.raises(SpecError) as caught:
        parse(text, "f")
    return caught.value.problems[0].hint


@pytest.mark.parametrize(
    "written",
    [
        "003020600",
        "no",
        "on",
        "12:30",
        "1e3",
        "1_000",
        "0x1F",
        "3.10",
        "2024-01-01",
        ".inf",
        "~",
        "null",
        "True",
        "=",
        "-",
    ],
)
def test_scalar_stays_the_text_it_is(written: str) -> None:
    quoted = f'"{written}"' if written == "-" else written
    assert {"a": written} == parse(f"a: {quoted}", "f").data


def test_key_stays_the_text_it_is() -> None:
    assert {"yes": "1", "1": "2", "01": "3"} == parse("yes: 1\n1: 2\n01: 3", "f").data


def test_value_left_out_is_the_empty_text() -> None:
    assert {"a": "", "b": "", "c": ["", "x"]} == parse("a:\nb: ''\nc:\n-\n- x", "f").data


@pytest.mark.parametrize(
    ("path", "offset", "expected"),
    [
        ((), 0, "f:1:1"),
        (("task",), 0, "f:1:7"),
        (("task",), 7, "f:1:14"),
        (("model",), 0, "f:3:3"),
        (("model", "variables"), 0, "f:4:14"),
        (("model", "variables", "M", 1), 0, "f:4:31"),
        (("given", "grid"), 2, "f:7:7"),
        (("given", "grid"), 10, "f:8:5"),
        (("require", 0), 4, "f:10:9"),
        (("require", 1), 5, "f:11:12"),
        (("require",), 0, "f:10:3"),
    ],
)
def test_value_has_a_place(path: tuple[str | int, ...], offset: int, expected: str) -> None:
    assert expected == str(parse(SPEC, "f").mark(path, offset))


def test_key_has_a_place() -> None:
    document = parse(SPEC, "f")
    assert "f:4:3" == str(document.key_mark(("model", "variables")))
    assert "f:4:24" == str(document.key_mark(("model", "variables", "M")))
    assert "f:10:5" == str(document.key_mark(("require", 0)))


def test_what_is_missing_has_the_place_around_it() -> None:
    place = Place(parse(SPEC, "f")).at("model", "conditions", 3)
    assert ("f:3:3", False) == (str(place.mark()), place.exists)
    with pytest.raises(KeyError):
        _ = place.data


def test_single_value_counts_as_a_list_of_one() -> None:
    place = Place(parse("require: x > 0\nnothing:", "f")).at("require")
    assert ["x > 0"] == [item.data for item in place.items()]
    assert "f:1:12" == str(place.at(0).mark(2))
    assert () == Place(place.document).at("nothing").items()


def test_places_inside_a_mapping_come_by_key() -> None:
    places = Place(parse("a: {b: 1, c: 2}", "f")).at("a").entries()
    assert {"b": "1", "c": "2"} == {key: place.data for key, place in places.items()}
    assert {} == places["b"].entries()


def test_problem_carries_its_line_and_hint() -> None:
    error = Place(parse(SPEC, "f")).at("require", 0).error("'x' is unknown", hint="known: y", offset=0)
    assert "f:10:5: 'x' is unknown\n      - x > 3\n        ^\n  known: y" == str(error)


def test_byte_order_mark_and_windows_line_ends_are_accepted() -> None:
    document = parse("\ufefftask: x\r\ngiven: |\r\n  ab\r\n  cd\r\n".encode(), "f")
    assert {"task": "x", "given": "ab\ncd\n"} == document.data
    assert ("f:1:7", "f:4:4") == (str(document.mark(("task",))), str(document.mark(("given",), 4)))
    assert "task: x" == document.line(document.mark(("task",)))


def test_repeated_key_names_the_first_place() -> None:
    text = "task: a\ngiven: 1\nmodel: {n: 1, n: 2}\ntask: b\n"
    assert ["f:3:15: key 'n' is repeated", "f:4:1: key 'task' is repeated"] == lines_of(text)
    assert "it is first at line 3, column 9" == hint_of(text)


def test_problems_before_a_syntax_error_are_told_too() -> None:
    assert ["f:2:1: key 'a' is repeated", "f:3:4: this '[' is never closed"] == lines_of("a: 1\na: 2\nb: [")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a: !!python/object/apply:os.system ['x']",
            "f:1:4: unquoted text that starts with '!' is a tag, and tags are not read",
        ),
        ("a: !x", "f:1:4: unquoted text that starts with '!' is a tag, and tags are not read"),
        ("a: ! x", "f:1:4: unquoted text that starts with '!' is a tag, and tags are not read"),
        ("a: &b {c: 1}\nd:\n  <<: *b", "f:3:3: merge keys are not read"),
        ("a: *p", "f:1:4: unquoted '*p' stands for a value named '&p', and there is none"),
        ("a: &x [*x]", "f:1:8: 'x' cannot hold itself"),
        ("? [a]\n: b", "f:1:3: a key must be text"),
        ("{a: b}: c", "f:1:1: a key must be text"),
        ("a: &x 1\n*x : 2", "f:2:1: a key must be text"),
        ("? \n: 1", "f:1:2: a key is missing before ':'"),
        ("a: 1\n---\nb: 2", "f:2:1: a second document starts here"),
        ("", "f:1:1: the text is empty"),
        ("# nothing", "f:1:1: the text is empty"),
        ("---", "f:1:1: the text is empty"),
        ("- a", "f:1:1: expected a mapping, found a list"),
        ("abc", "f:1:1: expected a mapping, found text"),
        ("a: [f(b, c)]", "f:1:5: 'f(b' has a bracket that is not closed"),
        ("a: {b: f(c, d)}", "f:1:8: 'f(c' has a bracket that is not closed"),
        ("a: x\x07", "f:1:5: character U+0007 cannot stand in a text"),
        ("a: \x00", "f:1:4: character U+0000 cannot stand in a text"),
        ('a: "\\e[31m"', "f:1:4: character U+001B cannot stand in a text"),
        ('a: "\\0"', "f:1:4: character U+0000 cannot stand in a text"),
        ("a: b\u2028c", "f:1:5: character U+2028 cannot stand in a text"),
        ("a: \ud800", "f:1:4: character U+D800 cannot stand in a text"),
        (b"a: 1\nb: \xe9", "f:2:4: byte 0xe9 is not UTF-8 text"),
        ("a: 1".encode("utf-16"), "f:1:1: byte 0xff is not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n\x00", "f:1:1: byte 0x89 is not UTF-8 text"),
        ("a: " + "[" * 50 + "]" * 50, "f:1:53: nested deeper than 50 levels"),
        ("a: " + "x" * 1_000_000, "f:1:1: the text is larger than 1 MB"),
    ],
)
def test_text_that_is_no_spec_is_one_error(text: str | bytes, expected: str) -> None:
    assert [expected] == lines_of(text)


def test_brackets_in_quotes_or_on_their_own_line_are_fine() -> None:
    expected = {"a": ["f(b, c)", "g (1)"], "b": ["f(b, c)"], "c": "f(b, ("}
    assert expected == parse("a: ['f(b, c)', g (1)]\nb:\n- f(b, c)\nc: f(b, (", "f").data


def test_harmless_aliases_are_read() -> None:
    document = parse("a: &row [1, 2]\nb: [*row, *row]\nc: &t text\nd: *t", "f")
    assert {"a": ["1", "2"], "b": [["1", "2"], ["1", "2"]], "c": "text", "d": "text"} == document.data
    assert "f:1:13" == str(document.mark(("b", 1, 1))), "the value stands where it is written"
    assert "f:2:11" == str(document.key_mark(("b", 1)))


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "aliases unfold into more than 100000 characters"),
        ("a: &x '" + "x" * 60_000 + "'\nb: [*x, *x]", "aliases unfold into more than 100000 characters"),
        ("a: &a " + "[" * 30 + "]" * 30 + "\nb: " + "[" * 30 + "*a" + "]" * 30, "nested deeper than 50 levels"),
        ("[" * 10_000, "nested deeper than 50 levels"),
        ("a: " + "{" * 10_000, "nested deeper than 50 levels"),
        ("- " * 10_000, "nested deeper than 50 levels"),
        ("[a, " * 10_000, "nested deeper than 50 levels"),
        ("a:\n" * 100_000, "key 'a' is repeated"),
        ("a: @x" + " " * 900_000, "unquoted text cannot start with '@'"),
    ],
)
def test_bomb_is_refused_at_once(text: str, message: str) -> None:
    started = time.process_time()
    assert lines_of(text)[0].endswith(message)
    assert 1 > time.process_time() - started


def test_no_more_than_twenty_problems_are_told() -> None:
    assert 20 == len(lines_of("a:\n" * 1_000))


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(st.sampled_from("ab:- \n\t[]{},#&*!|>'\"%@`?<=.\\0\r\ufeff\x85é"), max_size=60),
    st.binary(max_size=40),
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.booleans())
@example("a: \udcff", True)
@example("? ", True)
@example("a: !<!> b", True)
def test_any_text_is_read_or_refused_with_a_place(text: str | bytes, in_c: bool) -> None:
    """Nothing but a document or a SpecError comes out, and every place lies in the text."""
    with pytest.MonkeyPatch.context() as patch:
        if not in_c:
            patch.delattr(yaml, "CSafeLoader", raising=False)
        try:
            document = parse(text, "f")
        except SpecError as error:
            assert all(p.mark and p.mark.line > 0 and p.mark.column > 0 and p.message for p in error.problems)
            assert str(error)
            return
    assert isinstance(document.data, dict)
    for key, place in Place(document).entries().items():
        assert key == key.strip() or place.key_mark()
        assert 1 <= place.mark(10**6).line <= document.text.count("\n") + 1


def test_file_is_called_by_its_path_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    inside = tmp_path / "specs" / "a.yaml"
    inside.parent.mkdir()
    inside.write_text("task: x")
    assert ("specs/a.yaml", inside.parent) == (read(inside).source, read(inside).folder)
    monkeypatch.chdir(inside.parent)
    outside = tmp_path / "b.yaml"
    outside.write_text("task: x")
    assert str(outside) == read(outside).source


def test_file_that_cannot_be_read_is_a_spec_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = {
        "none.yaml": "none.yaml: no such file",
        "none/none.yaml": "none/none.yaml: no such file",
        "x" * 300: f"{'x' * 300}: file name too long",
    }
    assert expected == {name: _said(Path(name)) for name in expected}
    assert ".: this is a folder, not a file" == _said(Path())


def test_file_that_may_not_be_read_is_a_spec_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "open", refuse)
    assert "a.yaml: the file may not be read" == _said(Path("a.yaml"))


def _said(path: Path) -> str:
    with pytest.raises(SpecError) as caught:
        read(path)
    return str(caught.value)


def test_data_from_elsewhere_has_places_in_its_text() -> None:
    """A bare grid, as players paste it, stands for a spec."""
    grid = "53..7....\n6..195..."
    document = assembled({"model": "sudoku/classic", "given": {"grid": grid}}, grid, "-", {("given", "grid"): 0})
    assert {"grid": grid} == Place(document).at("given").data
    assert "-:2:4" == str(document.mark(("given", "grid"), 13))
