"""Text → tree: every form of the language, and what is said of text that is none."""

from __future__ import annotations

import os
import stat
import time
from fractions import Fraction
from pathlib import Path

import pytest

from cpsolver.task import parser
from cpsolver.task.expression import (
    Call,
    Clause,
    Collection,
    Comprehension,
    Constant,
    Element,
    Member,
    Name,
    Node,
    Quantity,
    Range,
    Wildcard,
)
from cpsolver.task.parser import ExpressionError, parse_binding, parse_declaration, parse_expression

A, B, C, N, S, X, Y = map(Name, "abcnSxy")


def call(function: str, *arguments: Node) -> Call:
    return Call(function, arguments)


def number(value: int | Fraction) -> Constant:
    return Constant(value)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (number(3), "3"),
        (number(Fraction(5, 2)), "2.5"),
        (number(Fraction(1, 1000)), "1e-3"),
        (number(1000), "1e3"),
        (number(3020600), "003020600"),
        (call("/", number(1), number(3)), "1/3"),
        (Constant(True), "true"),
        (Name("r1c5"), "r1c5"),
        (Name("état"), "état"),
        (Name("_"), "_"),
        (Element(Name("cell"), (Name("r"), Wildcard())), "cell[r, *]"),
        (Member(Name("cage"), "sum"), "cage.sum"),
        (Element(Member(Name("cage"), "cells"), (number(1),)), "cage.cells[1]"),
        (Range(number(1), number(9)), "1..9"),
        (Range(number(1), call("-", N, number(1))), "1..n - 1"),
        (Collection((number(1), number(3)), "{}"), "{1, 3}"),
        (Collection((), "[]"), "[]"),
        (Collection((A, B), "()"), "(a, b)"),
        (Collection((A,), "()"), "(a,)"),
        (A, "((a))"),
        (Quantity(Fraction(60), "km/h"), "60 km/h"),
        (Quantity(Fraction(981, 100), "m/s^2"), "9.81 m/s^2"),
        (Quantity(Fraction(0), "s"), "0 s"),
        (Quantity(Fraction(20), "°C"), "20 °C"),
        (Quantity(Fraction(5), "J/(kg*K)"), "5 J/(kg*K)"),
        (call("neg", Quantity(Fraction(10), "m/s²")), "-10 m/s²"),
        (call("*", Quantity(Fraction(2), "m"), Name("v")), "2 m * v"),
        (call("and", call(">", X, Quantity(Fraction(3), "m")), Y), "x > 3 m and y"),
    ],
)
def test_numbers_names_sets_and_quantities(expected: Node, text: str) -> None:
    assert expected == parse_expression(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (call("neg", call("^", X, number(2))), "-x^2"),
        (call("^", A, call("^", B, C)), "a ** b ^ c"),
        (call("^", A, call("neg", B)), "a^-b"),
        (call("-", call("-", A, B), C), "a - b - c"),
        (call("//", call("div", A, B), C), "a div b // c"),
        (call("+", A, call("*", B, C)), "a + b·c"),
        (call("and", call("<=", number(1), X), call("<", X, Y)), "1 ≤ x < y"),
        (call("=", A, B), "a == b"),
        (call("!=", A, B), "a ≠ b"),
        (call("->", A, call("->", B, C)), "a -> b -> c"),
        (call("<->", call("<->", A, B), C), "a <-> b <-> c"),
        (call("or", call("and", A, B), call("xor", B, C)), "a and b or b xor c"),
        (call("and", A, B, C), "a and b and c"),
        (call("and", call("and", A, B), C), "(a and b) and c"),
        (call("not", call("=", A, B)), "not a = b"),
        (call("not", call("in", A, S)), "a not in S"),
        (call("if", A, B, call("+", C, number(1))), "if a then b else c + 1"),
        (call("=", X, call("if", A, B, C)), "x = if a then b else c"),
    ],
)
def test_operators_bind_as_the_reference_says(expected: Node, text: str) -> None:
    assert expected == parse_expression(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("all_different", "alldifferent(x)"),
        ("all_different", "allDifferent(x)"),
        ("and", "forall(x = i for i in S)"),
        ("or", "exists(x = i for i in S)"),
        ("and", "all(x = i for i in S)"),
        ("or", "any(x = i for i in S)"),
    ],
)
def test_function_has_one_name_whatever_it_is_called(expected: str, text: str) -> None:
    node = parse_expression(text)
    assert isinstance(node, Call)
    assert expected == node.function


def test_middle_of_a_chain_is_one_node() -> None:
    node = parse_expression("1 <= x + y < 9")
    assert isinstance(node, Call)
    first, second = node.arguments
    assert isinstance(first, Call) and isinstance(second, Call)
    assert first.arguments[1] is second.arguments[0]


def test_condition_for_all_is_a_comprehension() -> None:
    body = Call("<", (Element(A, (Name("i"),)), X))
    clauses = (Clause(("i",), Range(number(1), N)), Clause(("j",), Range(number(1), N)))
    expected = Comprehension(body, clauses, Call("<", (Name("i"), Name("j"))))
    assert expected == parse_expression("a[i] < x for i, j in 1..n where i < j")


def test_binding_takes_tuples_apart() -> None:
    found = parse_binding("(a, b) in border, c in S where a != c")
    assert (Clause(("a", "b"), Name("border")), Clause(("c",), S)) == found.clauses
    assert Call("!=", (A, C)) == found.where


def test_declaration_gives_names_with_their_index_sets() -> None:
    found = parse_declaration("S, cell[1..n, 1..n]")
    assert [("S", 0), ("cell", 2)] == [(declared.name, len(declared.index_sets)) for declared in found]
    assert [(0, 1), (3, 19)] == [declared.span for declared in found]


def test_nodes_keep_their_place_in_the_text() -> None:
    text = "x + abs( y ) = cell[r, *]"
    node = parse_expression(text)
    assert isinstance(node, Call)
    left, right = node.arguments
    assert "x + abs( y )" == text[slice(*left.span)]
    assert "cell[r, *]" == text[slice(*right.span)]


def test_long_sum_is_no_deep_tree() -> None:
    node = parse_expression(" + ".join(["x"] * 1000) + " - y")
    assert isinstance(node, Call)
    assert ("sum", 1001) == (node.function, len(node.arguments))
    assert Call("neg", (Y,)) == node.arguments[-1]


SLIPS = [
    ("", 0, "the expression is empty", "write one, such as 'x + y = 5'"),
    ("x && y", 2, "'&&' is no operator", "write 'and'"),
    ("x || y", 2, "'||' is no operator", "write 'or'"),
    ("!x", 0, "'!' is no operator", "write 'not'"),
    ("x !== y", 2, "'!==' is no operator", "write '!='"),
    ("x === y", 2, "'===' is no operator", "write '='"),
    ("x := 3", 2, "':=' is no operator", "write '='"),
    ("x => y", 2, "'=>' is no operator", "write '->' or '>='"),
    ("x =< y", 2, "'=<' is no operator", "write '<='"),
    ("x <> y", 2, "'<>' is no operator", "write '!='"),
    ("x ∈ S", 2, "'∈' is no operator", "write 'in'"),
    ("n!", 1, "'!' is no operator", "write a factorial as 'product(i for i in 1..n)'"),
    ("2x + 1", 1, "an operator is missing between '2' and 'x'", "write '2*x'"),
    ("2(x + 1)", 1, "an operator is missing between '2' and '('", "write '2*('"),
    ("x = 2,5", 5, "found ',' where an operator should stand", "write decimals with a point: 2.5"),
    ("x = .5", 4, "a number starts with a digit", "write '0.5'"),
    ("x²", 1, "'²' is no operator", "write '^2'"),
    ("x = 'red", 4, "quotes have no meaning here", "write names and symbols without quotes"),
    ("x = `red`", 4, "quotes have no meaning here", "write names and symbols without quotes"),
    ("x = 1; y = 2", 5, "';' has no meaning here", "write each condition as an item of its own"),
    ("x ? 1 : 2", 2, "'?' has no meaning here", "write 'if c then a else b'"),
    ("x AND y", 2, "'AND' has no meaning here", "write 'and'"),
    ("forall(i in S) (x)", 15, "found '(' where an operator should stand", "write 'all(… for i in 1..n)' or '*'"),
    ("f(x[1, 2)", 8, "')' does not close '['", "still open: '[1, 2)'"),
    ("(x + 1", 0, "'(' is never closed", "add ')'"),
    ("x)", 1, "')' closes nothing", "remove it, or open it with '('"),
    (
        "x @ y",
        2,
        "'@' has no meaning here",
        "words are not, and, or, in, div, mod, if … then … else …; signs + - * / // % ^ = != < <= > >= -> <->",
    ),
    ("x +", 3, "the text ends where a value should stand", "complete it, or take the last sign away"),
    (
        "x y",
        2,
        "found 'y' where an operator should stand",
        "put a sign such as '+', '=' or 'and' between, or take one of the two away",
    ),
    (
        "f(x y)",
        4,
        "found 'y' where an operator, ',' or ')' should stand",
        "put a sign such as '+', '=' or 'and' between, or take one of the two away",
    ),
    ("if x then 1", 11, "the text ends where 'else' should stand", "write 'else' there"),
    ("sum(x for in S)", 10, "found 'in' where a name should stand", "write a name there"),
    ("all(x for i)", 11, "found ')' where 'in' or ',' should stand", "write 'in' or ',' there"),
    ("a..b..c", 4, "found '..' where the end should stand", "write the end there"),
    (
        "then",
        0,
        "found 'then' where a value should stand",
        "put a number, a name or '(…)' between, or take one sign away",
    ),
    ("1" * 201, 0, "a number of more than 200 digits", "no solver can count so far"),
    ("x = 1e999999", 4, "a number of more than 200 digits", "no solver can count so far"),
    ("x = 1e999999999999", 4, "a number of more than 200 digits", "no solver can count so far"),
]


@pytest.mark.parametrize(("text", "offset", "message", "hint"), SLIPS)
def test_slip_is_named_at_its_place_with_what_to_write_instead(text: str, offset: int, message: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    assert (message, offset, hint) == (caught.value.message, caught.value.offset, caught.value.hint)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("more than 100 brackets within one another", "(" * 10_000),
        ("more than 100 brackets within one another", "(" * 5_000 + ")" * 5_000),
        ("more than 100 operations within one another", "-" * 5_000 + "x"),
        ("more than 100 operations within one another", "not " * 200 + "x"),
        ("more than 100 operations within one another", " -> ".join("x" * 500)),
        ("more than 100 operations within one another", "^".join("x" * 500)),
        ("more than 100 operations within one another", " / ".join("x" * 500)),
        ("the expression has 10001 characters; at most 10000 are read", "x" * 10_001),
    ],
)
def test_text_too_deep_or_too_long_is_refused_at_once(message: str, text: str) -> None:
    start = time.process_time()
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text)
    assert message == caught.value.message
    assert time.process_time() - start < 1


def test_what_is_no_name_cannot_be_declared() -> None:
    with pytest.raises(ExpressionError, match="a name should stand here") as caught:
        parse_declaration("x, 1..3")
    assert 3 == caught.value.offset


def test_tables_are_kept_in_a_folder_only_the_user_may_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    parser._lark.cache_clear()
    assert Name("x") == parser._lark().parse("x", start="condition")
    (kept,) = (tmp_path / "cpsolver").iterdir()
    assert 0 == stat.S_IMODE((tmp_path / "cpsolver").stat().st_mode) & 0o077

    kept.write_bytes(b"no table at all")
    parser._lark.cache_clear()
    assert Name("x") == parser._lark().parse("x", start="condition")


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_folder_that_others_may_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "cpsolver").mkdir()
    (tmp_path / "cpsolver").chmod(0o777)
    parser._lark.cache_clear()
    assert Name("x") == parser._lark().parse("x", start="condition")
    assert [] == list((tmp_path / "cpsolver").iterdir())


@pytest.fixture(autouse=True)
def forget_tables() -> None:
    """Each test may have moved the folder of the tables."""
    parser._lark.cache_clear()
