"""The space of domains: bits, trail, queue; and what each propagator removes."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest

from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Constant, Name, Node
from cpsolver.task.propagation import Space, TimeUp, bits, mask_of
from cpsolver.task.propagators import parts, post
from tests.tasks import call, different, finite_task, row

X, Y, Z = Name("x"), Name("y"), Name("z")


def space_of(domains: dict[str, tuple[Value, ...]]) -> Space:
    return Space(domains)


def after(domains: Mapping[str, Iterable[Value]], *conditions: Node | Condition) -> dict[str, tuple[Value, ...]]:
    """The domains left when the conditions have propagated; {} at a contradiction."""
    task = finite_task({name: tuple(values) for name, values in domains.items()}, *conditions)
    space = space_of({variable.name: tuple(variable.domain) for variable in task.variables})  # type: ignore[arg-type]
    if not all(post(space, condition) for condition in task.conditions) or not space.propagate():
        return {}
    return {name: domain.values for name, domain in space.as_finite().items()}


def test_numbers_are_numbered_ascending_and_symbols_behind_them() -> None:
    space = space_of({"x": (3, Fraction(1, 2), -1), "p": ("red", "blue")})
    assert (-1, Fraction(1, 2), 3, "red", "blue") == space.values
    assert (3, Fraction(1, 2), -1) == space.as_finite()["x"].values, "shown in the declared order"


def test_what_is_equal_has_one_bit_and_every_domain_its_own_way_to_write_it() -> None:
    space = space_of({"n": (0, 1), "b": (False, True)})
    assert len(space.values) == 2
    assert repr(space.as_finite()["b"].values) == "(False, True)"


def test_undo_gives_back_what_was_lost_since_the_mark() -> None:
    space = space_of({"x": (1, 2, 3), "y": (1, 2, 3)})
    post(space, different("pair", "xy"))
    assert space.propagate()
    mark = space.mark()
    assert space.narrow(0, space.mask([2]))
    assert space.propagate()
    assert {"x": Finite((2,)), "y": Finite((1, 3))} == space.as_finite()
    assert space.filled == 1
    assert space.undo(mark)
    assert {"x": Finite((1, 2, 3)), "y": Finite((1, 2, 3))} == space.as_finite()
    assert space.filled == 0
    assert not space.undo(mark), "nothing was lost since"


def test_wide_masks_are_read_like_narrow_ones() -> None:
    numbers = [0, 5, 511, 512, 513, 4000]
    mask = mask_of(numbers)
    assert mask == sum(1 << number for number in numbers)
    assert [1 << number for number in numbers] == list(bits(mask))
    assert mask_of([]) == 0


def test_propagation_is_broken_off_when_time_is_up() -> None:
    space = Space({"x": tuple(range(5000)), "y": tuple(range(5000))}, lambda: True)
    for condition in (call("<", X, Y), call("<", Y, X)):
        post(space, Relation(condition))
    with pytest.raises(TimeUp):
        space.propagate()


def test_an_and_is_taken_apart_and_chains_become_pairs() -> None:
    node = call("and", call("<", X, Y), call("and", call("increasing", X, Y, Z), call("or", X, Y)))
    assert [call("<", X, Y), call("<=", X, Y), call("<=", Y, Z), call("or", X, Y)] == list(parts(node))


def test_a_value_with_one_place_left_goes_there() -> None:
    domains = {"x": (1, 2), "y": (1, 2), "z": (1, 2, 3)}
    assert {"x": (1, 2), "y": (1, 2), "z": (3,)} == after(domains, different("row", "xyz"))


def test_three_pigeons_in_two_holes_are_a_contradiction() -> None:
    assert after(dict.fromkeys("xyz", (1, 2)), different("row", "xyz")) == {}


def test_a_pair_takes_its_values_from_the_others_though_a_value_is_spare() -> None:
    domains = {"x": (1, 2), "y": (1, 2), "z": (1, 2, 3, 4)}
    assert after(domains, different("row", "xyz"))["z"] == (3, 4)


def test_terms_that_must_differ_take_values_from_each_other() -> None:
    rising = call("all_different", call("+", X, 1), call("+", Y, 2))
    assert {"x": (3,), "y": (1, 3)} == after({"x": (3,), "y": (1, 2, 3)}, rising)


def test_bounds_of_a_sum_narrow_its_terms() -> None:
    node = call("=", call("sum", call("*", 3, X), call("*", 5, Y), Z), 100)
    assert {"x": tuple(range(14, 21)), "y": (7, 8, 9, 10), "z": tuple(range(9))} == after(
        {"x": range(21), "y": range(11), "z": range(9)}, node
    )
    node = call("<=", call("sum", call("*", 300, X), call("*", 5, Y), Z), 100)
    assert {"x": (0,), "y": tuple(range(21)), "z": tuple(range(50))} == after(
        {"x": range(50), "y": range(50), "z": range(50)}, node
    )


def test_bounds_keep_exact_fractions_and_strictness() -> None:
    halves = tuple(Fraction(n, 2) for n in range(60))
    node = call("<", call("sum", X, Y), Constant(Fraction(1, 2)))
    assert {"x": (0,), "y": (0,)} == after({"x": halves, "y": halves}, node)
    node = call(">", call("sum", X, call("neg", Y)), 28)
    found = after({"x": halves, "y": halves}, node)
    assert (57, 58, 59) == tuple(2 * value for value in found["x"])
    assert (0, 1, 2) == tuple(2 * value for value in found["y"])


def test_two_variables_left_in_an_equation_keep_values_with_a_partner() -> None:
    node = call("=", call("*", 7, X), call("+", Y, 3))
    found = after({"x": range(50), "y": tuple(range(0, 100, 2))}, node)
    assert found["x"] == (1, 3, 5, 7, 9, 11, 13)
    assert found["y"] == tuple(7 * x - 3 for x in found["x"])


def test_the_greatest_of_some_bounds_them_all() -> None:
    node = call("=", Z, call("max", call("+", X, 20), Y))
    found = after({"x": range(50), "y": range(50), "z": range(31)}, node)
    assert found["x"] == tuple(range(11))
    assert found["y"] == tuple(range(31))
    assert found["z"] == tuple(range(20, 31)), "some x has to fit below"


def test_a_table_with_values_no_variable_has_keeps_the_other_rows() -> None:
    table = call("table", row(X, Y), row(row(1, 2), row(2, 77), row(3, 1)))
    assert {"x": (1, 3), "y": (1, 2)} == after({"x": range(5), "y": range(5)}, table)


def test_a_condition_on_one_variable_is_used_up_at_once() -> None:
    task_space = space_of({"x": tuple(range(10))})
    assert post(task_space, Relation(call("=", call("%", X, 4), 1)))
    assert task_space.propagators == []
    assert task_space.as_finite()["x"].values == (1, 5, 9)


def test_any_relation_is_arc_consistent_once_few_assignments_are_left() -> None:
    node = call("=", call("*", X, Y), Z)
    found = after({"x": (7, 11), "y": (7, 11, 13), "z": range(100, 200)}, node)
    assert {"x": (11,), "y": (11, 13), "z": (121, 143)} == found
