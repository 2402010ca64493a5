"""Conditions: when they hold, what they allow, what they say of fewer variables."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.errors import Mark
from cpsolver.task.condition import Equation, Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.parser import parse_expression
from cpsolver.task.reals.interval import Interval
from cpsolver.task.reals.rounding import Rounded, rounded


def relation(text: str, label: str = "") -> Relation:
    return Relation(parse_expression(text), label=label)


def equation(text: str) -> Equation:
    return Equation(parse_expression(text))


domain = st.lists(st.integers(0, 4), max_size=4, unique=True).map(lambda values: Finite(tuple(values)))


def test_scope_holds_each_variable_once_in_the_order_of_the_text() -> None:
    assert ("y", "x", "z") == relation("y + x*y = z").scope


def test_condition_without_label_is_called_by_its_text() -> None:
    assert "x + 2*y <= 3" == str(relation("x+2*y<=3"))


def test_place_is_no_part_of_what_a_condition_says() -> None:
    node = parse_expression("x = 1")
    assert Relation(node, mark=Mark("a", 1, 1)) == Relation(node, mark=Mark("b", 2, 2))


def test_undefined_condition_does_not_hold() -> None:
    assert not relation("1 div x = 1").holds({"x": 0})
    assert relation("1 div x = 1").holds({"x": 1})


@settings(max_examples=150, deadline=None)
@given(st.lists(domain, min_size=2, max_size=4))
def test_all_different_allows_just_what_some_assignment_meets(domains: list[Finite]) -> None:
    names = [f"x{number}" for number in range(len(domains))]
    condition = relation(f"all_different({', '.join(names)})")
    expected = any(len(set(chosen)) == len(chosen) for chosen in product(*domains))
    assert expected == condition.allows(dict(zip(names, domains, strict=True)))


@settings(max_examples=150, deadline=None)
@given(domain, domain)
def test_what_is_not_allowed_no_assignment_meets(x: Finite, y: Finite) -> None:
    condition = relation("x + y = 4 or x*y = 3")
    if not condition.allows({"x": x, "y": y}):
        assert not any(condition.holds({"x": a, "y": b}) for a, b in product(x, y))


def test_condition_with_one_open_variable_is_judged_exactly() -> None:
    domains = {"x": Finite((1,)), "y": Finite((1, 2))}
    assert relation("x + y = 3").allows(domains)
    assert not relation("x + y = 4").allows(domains)


def test_all_different_says_the_same_of_fewer_variables_and_a_sum_says_nothing() -> None:
    restricted = relation("all_different(x, y, z)", "row 1").restrict(["x", "z"])
    assert restricted is not None
    assert ("all_different(x, z)", "row 1") == (str(restricted), restricted.label)
    assert relation("x + y + z = 3").restrict(["x", "z"]) is None


def test_all_different_over_terms_is_no_plain_all_different() -> None:
    assert ("x", "y") == relation("all_different(x, y)").different
    assert ("x", "y") == relation("x != y").different
    assert relation("all_different(x, y + 1)").different is None
    assert relation("all_different(x, x)").different is None


def test_equation_holds_exactly_for_exact_numbers_and_up_to_rounding_for_others() -> None:
    assert equation("x = 1/3").holds({"x": 1 / 3})
    assert not equation("3*x = 1").holds({"x": 0})
    assert equation("x + y = z").holds({"x": 0.1, "y": 0.2, "z": 0.3})
    assert not equation("x + y = z").holds({"x": 0.1, "y": 0.2, "z": 0.3001})


def test_residual_is_left_minus_right() -> None:
    assert 2 == equation("x + 1 = y").residual({"x": 4, "y": 3})


def test_interval_is_not_judged_value_by_value() -> None:
    assert relation("x = 1").allows({"x": Reals()})


def test_condition_can_be_sent_to_another_process() -> None:
    condition = relation("x < y", "order")
    assert condition.holds({"x": 1, "y": 2})
    again = pickle.loads(pickle.dumps(condition))
    assert condition == again
    assert again.holds({"x": 1, "y": 2})


def test_an_equation_does_not_hold_only_because_its_values_may_be_wrong_by_much() -> None:
    cancelled = Equation(parse_expression("y^2 = x - 23"))

    assert not cancelled.holds({"y": 8192, "x": Rounded(23.0, 1e9)})
    assert cancelled.certainty({"y": 8192, "x": Rounded(23.0, 1e9)}) is None


def test_terms_that_cancel_inside_a_quotient_do_not_break_an_equation_of_rounded_values() -> None:
    x = rounded(0.2, Interval(0.19999999999999996, 0.20000000000000004))
    fields = equation("0 = (4/(10^9*x^2) - 1/(10^9*(r - x)^2))/(10^(-10)*k)")

    assert fields.holds({"x": x, "r": Fraction(3, 10), "k": 1})
