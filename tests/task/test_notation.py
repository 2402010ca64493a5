"""Expressions written out: plain text that reads back as the same tree, and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpsolver
from cpsolver.task.domain import Value
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
from cpsolver.task.notation import PRECEDENCE, latex, plain
from cpsolver.task.parser import parse_expression

AS_WRITTEN = (
    "a + b*c",
    "(a + b)*c",
    "a - (b - c)",
    "a - b - c",
    "a/b/c",
    "a/(b*c)",
    "-x^2",
    "(-x)^2",
    "2^-x",
    "x^y^z",
    "(x^y)^z",
    "x <= 3",
    "1 <= x < y",
    "1 <= x < y and z",
    "not (a and b)",
    "not a and b",
    "a -> b -> c",
    "(a -> b) -> c",
    "a <-> b or c",
    "x in {1, 3, 5}",
    "x not in 1..n - 1",
    "if a then b else c + 1",
    "(if a then b else c) + 1",
    "all_different(a, b)",
    "all_different(cell[r, *]) for r in rows",
    "sum(w[i]*x[i] for i in items)",
    "count(x[i] = 0 for i in 1..n)",
    "all(x[i] < x[j] for i in 1..n, j in 1..n where i < j)",
    "any()",
    "(a, b) in border",
    "(a,)",
    "f((x for x in S), y)",
    "paint[a] != paint[b] for (a, b) in border",
    "cage.sum",
    "a % b // c",
    "a mod (b div c)",
    "2.5*x",
    "0.001",
    "a + 60 km/h",
    "-9.81 m/s^2",
    "(60 km/h)*t",
    "true xor false",
)


@pytest.mark.parametrize("text", AS_WRITTEN)
def test_text_with_minimal_brackets_comes_back_as_it_was_written(text: str) -> None:
    assert plain(parse_expression(text)) == text


@pytest.mark.parametrize(
    ("expected", "value"),
    [("2.5", Fraction(5, 2)), ("1/3", Fraction(1, 3)), ("-0.25", Fraction(-1, 4)), ("true", True), ("red", "red")],
)
def test_value_is_written_as_a_finite_decimal_if_it_is_one(expected: str, value: Fraction | bool | str) -> None:
    assert plain(Constant(value)) == expected


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (r"\frac{v - \mathrm{vs}}{\mathrm{astart}}", "(v - vs)/astart"),
        (r"\mathrm{xs} + \mathrm{vs}\, t + \frac{\mathrm{astart}\, t^{2}}{2}", "xs + vs*t + astart*t^2/2"),
        (r"2 \cdot 3", "2*3"),
        (r"\sqrt{x_{1}}", "sqrt(x_1)"),
        (r"1 \le x < y", "1 <= x < y"),
        (r"\left(a + b\right) c", "(a + b)*c"),
        (r"\alpha \ne 0.5", "alpha != 0.5"),
        (r"\sin\left(x\right)^{2}", "sin(x)^2"),
    ],
)
def test_latex_reads_as_mathematics(expected: str, text: str) -> None:
    assert latex(parse_expression(text)) == expected


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (r"a \rightarrow b \rightarrow c", "a -> b -> c"),
        (r"\left(a \rightarrow b\right) \rightarrow c", "(a -> b) -> c"),
        (r"\left(a < b\right) < c", "(a < b) < c"),
        (r"x \notin \left\{1, 3\right\}", "x not in {1, 3}"),
        (r"\left(a, b\right) \in S", "(a, b) in S"),
        (r"\left\lfloor\frac{a + b}{c}\right\rfloor", "(a + b)//c"),
        (r"\begin{cases} a & \text{if } p \\ b & \text{otherwise} \end{cases}", "if p then a else b"),
        (r"\operatorname{all\_different}\left(a, b\right)", "all_different(a, b)"),
        (r"60\,\mathrm{km/h} + v", "60 km/h + v"),
    ],
)
def test_latex_has_brackets_where_the_grammar_groups_otherwise(expected: str, text: str) -> None:
    assert latex(parse_expression(text)) == expected


def element(index: Node, items: Sequence[Value], keys: Sequence[Value]) -> Call:
    return Call("element", (index, Collection(tuple(map(Constant, items))), Collection(tuple(map(Constant, keys)))))


@pytest.mark.parametrize(
    ("expected", "typeset", "node"),
    [
        ("[7, 3, 9, 4][i]", r"\left[7, 3, 9, 4\right]_{i}", element(Name("i"), (7, 3, 9, 4), (1, 2, 3, 4))),
        ("{0: 7, 1: 3}[i]", r"\left\{0: 7, 1: 3\right\}_{i}", element(Name("i"), (7, 3), (0, 1))),
        (
            "{red: true, green: false}[c]",
            r"\left\{\text{red}: \text{true}, \text{green}: \text{false}\right\}_{c}",
            element(Name("c"), (True, False), ("red", "green")),
        ),
    ],
)
def test_an_element_of_unrolled_form_reads_as_a_lookup(expected: str, typeset: str, node: Node) -> None:
    assert (expected, typeset) == (plain(node), latex(node))


def test_a_lookup_in_the_text_of_a_model_reads_the_same_after_unrolling() -> None:
    text = "[7, 3, 9, 4][i] = 9"
    model = f'model:\n  kind: csp\n  variables: {{i: 1..4}}\n  conditions: ["{text}"]\n'
    (condition,) = cpsolver.load_text(model, "given").task.conditions

    assert text == str(condition)


def test_an_element_that_is_no_lookup_is_written_as_a_function() -> None:
    assert "element(i, a, x)" == plain(Call("element", (Name("i"), Name("a"), Name("x"))))
    assert "element(i, [1, 2], [1])" == plain(element(Name("i"), (1, 2), (1,)))
    assert "element(i, a)" == plain(Call("element", (Name("i"), Name("a"))))


@pytest.mark.parametrize("written", ["false", "true", "red", "r1c5"])
def test_symbols_and_truth_values_are_printed_as_written(written: str) -> None:
    value = {"false": False, "true": True}.get(written, written)

    assert f"x = {written}" == plain(Call("=", (Name("x"), Constant(value))))


def test_a_long_condition_stays_whole() -> None:
    names = [f"queen[{i}]" for i in range(1, 301)]

    assert f"all_different({', '.join(names)})" == plain(Call("all_different", tuple(map(Name, names))))


SIGNS = {
    r"\left(": "(", r"\right)": ")", r"\rightarrow": "->", r"\leftrightarrow": "<->", r"\lor": "or", r"\oplus": "xor",
    r"\land": "and", r"\le ": "<= ", r"\in": "in",
}  # fmt: skip
"""What both alphabets write alike but for the signs: no layout replaces a bracket there."""


def _infix_trees() -> st.SearchStrategy[Node]:
    signs = st.sampled_from(["+", "-", "=", "<=", "in", "and", "or", "xor", "->", "<->"])
    names = st.sampled_from("abc").map(Name)
    return st.recursive(names, lambda inner: st.builds(lambda f, a, b: Call(f, (a, b)), signs, inner, inner))


@settings(max_examples=200, deadline=None)
@given(_infix_trees())
def test_both_alphabets_put_the_same_brackets(tree: Node) -> None:
    text = latex(tree)
    for sign, letters in SIGNS.items():
        text = text.replace(sign, letters)

    assert plain(tree) == text


NAMES = st.sampled_from(["x", "y", "queen", "r1c5", "état", "a_1"])


def _trees() -> st.SearchStrategy[Node]:
    numbers = st.one_of(st.integers(0, 999), st.integers(1, 999).map(lambda n: Fraction(n, 1000)))
    exact = numbers.map(lambda n: Constant(n if isinstance(n, int) or n.denominator != 1 else n.numerator))
    units = st.sampled_from(["km/h", "m/s^2", "°C", "J/(kg*K)"])
    quantities = st.builds(Quantity, st.integers(0, 99).map(Fraction), units)
    leaves = st.one_of(exact, st.booleans().map(Constant), NAMES.map(Name), quantities)
    return st.recursive(leaves, _grown, max_leaves=12)


def _grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    binary = st.sampled_from([name for name in PRECEDENCE if name not in ("and", "or", "not", "neg", "..")])
    several = st.lists(inner, min_size=0, max_size=3).map(tuple)
    clauses = st.builds(Clause, st.sampled_from([("i",), ("i", "j")]), inner)
    comprehension = st.builds(
        Comprehension, inner, st.lists(clauses, min_size=1, max_size=2).map(tuple), st.none() | inner
    )
    items = st.builds(lambda some, last: (*some, last), several, inner | comprehension)
    return st.one_of(
        st.builds(lambda f, a, b: Call(f, (a, b)), binary, inner, inner),
        st.builds(lambda f, a: Call(f, (a,)), st.sampled_from(["neg", "not"]), inner),
        st.builds(lambda a, b, c: Call("if", (a, b, c)), inner, inner, inner),
        st.builds(Call, st.sampled_from(["and", "or", "sum", "all_different"]), several | items),
        st.builds(Collection, items, st.sampled_from(["[]", "{}", "()"])),
        st.builds(Range, inner, inner),
        st.builds(Element, inner, st.lists(inner | st.just(Wildcard()), min_size=1, max_size=2).map(tuple)),
        st.builds(Member, inner, NAMES),
    )


@settings(max_examples=300, deadline=None)
@given(_trees())
def test_what_is_written_reads_back_as_the_same_tree(tree: Node) -> None:
    assert parse_expression(plain(tree)) == tree


@pytest.mark.parametrize("symbol", ["New York", "not", "3rd", "+", "a-b", 'the "best"', "red"])
def test_a_symbol_that_is_no_name_stands_in_quotes_and_is_read_back(symbol: str) -> None:
    equal = Call("=", (Name("city"), Constant(symbol)))
    read = parse_expression(plain(equal))

    assert isinstance(read, Call)
    assert read.arguments[1] in (Constant(symbol), Name(symbol))
    assert (read.arguments[1] == Name(symbol)) == (symbol == "red")
