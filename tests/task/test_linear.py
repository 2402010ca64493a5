"""Linear normal forms, with the values checked against plain evaluation."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.linear import Linear, linear_expression, linear_form

X, Y, Z = Name("x"), Name("y"), Name("z")


def call(function: str, *arguments: Node) -> Call:
    return Call(function, arguments)


def number(value: int | Fraction) -> Constant:
    return Constant(value)


def test_both_sides_are_brought_to_the_left() -> None:
    condition = call("<=", call("+", call("*", number(2), X), Y), call("-", X, number(3)))
    assert Linear((("x", 1), ("y", 1)), "<=", -3) == linear_form(condition)


def test_a_variable_that_cancels_is_gone() -> None:
    assert Linear((), "=", 0) == linear_form(call("=", X, X))


def test_division_by_a_constant_gives_an_exact_fraction() -> None:
    assert ({"x": Fraction(1, 3)}, 0) == linear_expression(call("/", X, number(3)))


def test_fractions_that_become_whole_are_ints() -> None:
    found = linear_expression(call("*", number(Fraction(1, 2)), call("*", number(4), X)))
    assert found == ({"x": 2}, 0)
    assert found is not None and isinstance(found[0]["x"], int)


def test_sums_products_and_signs_are_seen_through() -> None:
    node = call("sum", X, call("neg", call("sum", Y, number(1))), call("product", number(2), Z, number(5)))
    assert linear_expression(node) == ({"x": 1, "y": -1, "z": 10}, -1)


def test_a_constant_product_has_no_variable() -> None:
    assert linear_expression(call("product", number(3), number(4))) == ({}, 12)


def test_what_is_not_linear_is_none() -> None:
    refused = [
        call("*", X, Y),
        call("/", number(1), X),
        call("/", X, number(0)),
        call("abs", X),
        Constant("red"),
        Constant(0.5),
        call("^", X, number(2)),
        call("*", call("*", X, number(0)), Y),
    ]
    assert [None] * len(refused) == [linear_expression(node) for node in refused]


def test_a_condition_that_is_no_comparison_has_no_form() -> None:
    assert linear_form(call("all_different", X, Y)) is None
    assert linear_form(X) is None
    assert linear_form(call("=", X, Constant("red"))) is None


def test_five_thousand_nested_additions_are_no_recursion() -> None:
    node: Node = X
    for _ in range(5000):
        node = call("+", node, Y)
    assert linear_expression(node) == ({"x": 1, "y": 5000}, 0)


def test_very_long_coefficients_are_left_alone() -> None:
    node: Node = X
    for _ in range(20):
        node = call("*", number(1 << 100), node)
    assert linear_expression(node) is None


leaves = st.sampled_from([X, Y, Z]) | st.integers(-4, 4).map(Constant) | st.just(Constant(Fraction(1, 2)))
trees = st.recursive(
    leaves,
    lambda below: (
        st.tuples(st.sampled_from("+-"), below, below).map(lambda t: call(*t))
        | below.map(lambda a: call("neg", a))
        | st.tuples(st.integers(-3, 3).map(Constant), below).map(lambda t: call("*", *t))
        | st.lists(below, max_size=3).map(lambda items: call("sum", *items))
        | st.tuples(below, st.sampled_from([Constant(2), Constant(-3)])).map(lambda t: call("/", *t))
    ),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(trees, st.tuples(*[st.integers(-5, 5)] * 3))
def test_a_linear_expression_has_the_value_of_the_expression(node: Node, point: tuple[int, int, int]) -> None:
    values = dict(zip("xyz", point, strict=True))
    found = linear_expression(node)
    assert found is not None
    coefficients, constant = found
    assert evaluate(node, values) == sum(c * values[name] for name, c in coefficients.items()) + constant
