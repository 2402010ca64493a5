"""What expressions mean: the traps of a finite-domain language, each with the right number of solutions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

from cpsolver.task.condition import Relation
from cpsolver.task.domain import Value
from cpsolver.task.evaluation import compiled, evaluate
from cpsolver.task.expression import Range
from cpsolver.task.functions import TooLarge, Undefined
from cpsolver.task.parser import parse_expression

BOOL = (False, True)


def count(text: str, **domains: Iterable[Value]) -> int:
    """How many assignments meet a condition."""
    condition = Relation(parse_expression(text))
    values = (dict(zip(domains, chosen, strict=True)) for chosen in product(*domains.values()))
    return sum(condition.holds(assignment) for assignment in values)


def value(text: str, **values: Value) -> Value:
    return evaluate(parse_expression(text), values)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (-1, "-7 div 4"), (-2, "-7 // 4"), (-3, "-7 mod 4"), (1, "-7 % 4"),
        (-1, "7 div -4"), (-2, "7 // -4"), (3, "7 mod -4"), (-1, "7 % -4"),
        (1, "-7 div -4"), (1, "-7 // -4"), (-3, "-7 mod -4"), (-3, "-7 % -4"),
    ],
)  # fmt: skip
def test_division_rounds_down_by_its_sign_and_towards_zero_by_its_word(expected: int, text: str) -> None:
    assert expected == value(text)


def test_quotient_zero_has_three_dividends_by_truncation_and_two_by_floor() -> None:
    assert 3 == count("x div 2 = 0", x=range(-7, 8))
    assert 2 == count("x // 2 = 0", x=range(-7, 8))


def test_remainder_one_has_the_sign_of_the_dividend_by_its_word_and_of_the_divisor_by_its_sign() -> None:
    assert 3 == count("x mod 3 = 1", x=range(-7, 8))
    assert 5 == count("x % 3 = 1", x=range(-7, 8))


def test_divisor_may_be_zero_or_negative() -> None:
    assert 4 == count("x mod y = 1", x=range(-3, 4), y=range(-2, 3))


def test_undefined_makes_the_nearest_boolean_false() -> None:
    assert 48 == count("(x div y >= p) = p", x=range(-3, 6), y=range(-3, 6), p=BOOL)
    assert 60 == count("(x // y >= p) = p", x=range(-3, 6), y=range(-3, 6), p=BOOL)
    assert 12 == count("b <-> x div y >= 1", b=BOOL, x=range(4), y=range(3))


def test_element_out_of_range_makes_the_nearest_boolean_false() -> None:
    element = "element(i, [5, 7, 9], [1, 2, 3])"
    assert 5 == count(f"b <-> {element} = 7", b=BOOL, i=range(-1, 4))
    assert 4 == count(f"not ({element} = 7)", i=range(-1, 4))
    assert 2 == count(f"{element} != 7", i=range(-1, 4))


def test_truth_values_count_as_zero_and_one() -> None:
    assert 0 == count("p = 2", p=BOOL)
    assert 4 == count("(x = 3) + (y = 3) = 1", x=range(1, 4), y=range(1, 4))
    assert 3 == count("p*x = 0", p=BOOL, x=range(1, 4))


def test_empty_things() -> None:
    assert 0 == count("sum() = 1")
    assert 0 == value("sum()")
    assert 1 == value("product()")
    assert 0 == value("count()")
    assert value("all_different()") is True
    assert value("all()") is True
    assert value("any()") is False
    assert 0 == count("table([x], [])", x=range(3))
    assert 3 == count("not table([x], [])", x=range(3))
    assert 0 == count("max() = x", x=range(3))


def test_holes_in_domains_are_kept() -> None:
    assert 3 == count("y = x*x", x=(2, 4, 8), y=range(101))


def test_variable_differs_from_itself_never() -> None:
    assert 0 == count("all_different(x, x)", x=range(3))


def test_negated_all_different_counts_the_rest() -> None:
    assert 96 == count("not all_different(x, y, z)", x=range(6), y=range(6), z=range(6))


def test_implication_holds_wherever_its_condition_fails() -> None:
    assert 29 == count("p -> 2*x + 3*y + 5*z = 12", p=BOOL, x=range(3), y=range(3), z=range(3))


def test_choice_does_not_look_at_the_branch_not_taken() -> None:
    assert 3 == count("(if x = 0 then 1 else 6 div x) >= 1", x=range(3))


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (Fraction(7, 2), "7/2"),
        (3, "6/2"),
        (8, "2^3"),
        (Fraction(1, 8), "2^-3"),
        (Fraction(3, 2), "sqrt(9/4)"),
        (3, "max(1, 3, 2)"),
        (2, "abs(-2)"),
        (True, "1 <= 2 < 3"),
        (False, "1 <= 2 < 2"),
        (True, "true xor false"),
        (True, "2 in {1, 2}"),
        (2, "count(1 = 1, 2 = 2, 1 = 2)"),
        (True, "all_equal(1, 1)"),
        (True, "strictly_increasing(1, 2, 3)"),
        (False, "strictly_increasing(1, 1)"),
        (True, "decreasing(2, 2, 1)"),
        (True, "table([1, 2], [[3, 4], [1, 2]])"),
    ],
)
def test_values_are_exact(expected: Value, text: str) -> None:
    found = value(text)
    assert (expected, type(expected)) == (found, type(found))


@pytest.mark.parametrize("text", ["1/0", "0^-1", "sqrt(-1)", "log(0)", "max()", "5 mod 0", "exp(1000)"])
def test_value_that_does_not_exist_is_undefined(text: str) -> None:
    with pytest.raises(Undefined):
        value(text)


def test_towers_of_powers_are_too_large_and_take_no_time() -> None:
    with pytest.raises(TooLarge):
        value("9^9^9^9")


def test_what_unrolling_must_remove_cannot_be_evaluated() -> None:
    with pytest.raises(KeyError):
        compiled(Range(parse_expression("1"), parse_expression("2")))
