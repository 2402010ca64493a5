"""What one condition says of domains: the same as trying every assignment."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.auxiliary.consistency import Consistency, Different, Sum, consistency_of
from cpsolver.auxiliary.diagram import diagram_of
from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Name
from cpsolver.task.parser import parse_expression
from cpsolver.task.task import Task
from tests.random_tasks import random_tasks
from tests.tasks import call, row

DIGITS = Finite(tuple(range(1, 7)))
VISIBLE = "count(a < b, a < c and b < c, a < d and b < d and c < d) = 2"
OTHERS = (
    VISIBLE,
    "max(a, b, c) - min(a, b, c) = 2",
    "a in [1, 6] and d in [1, 6] -> sum(b, c) = 7",
    "not (a in [1, 6] and b in [1, 6])",
    "a < b < c or a > b > c",
    "a = 2*b or b = 2*a",
    "count(a = 6, b = 6, c = 6, d = 6) >= 2",
    "abs(a - b) != 1",
    "strictly_increasing(a, b, c, d)",
    "a % 2 = 0",
    "6 // (a - 3) > b",
)
SUMS = ("sum(a, b, c) = 9", "a + 2*b - c <= 3", "sum(a, b) = c", "a - b != 2", "a / 2 + b > 5")


def condition(text: str) -> Relation:
    return Relation(parse_expression(text))


def consistency(said: Condition, domain: Finite = DIGITS) -> Consistency:
    found = consistency_of((said,), dict.fromkeys(said.scope, domain))
    assert found is not None
    return found


def by_trial(said: Condition, domains: Mapping[str, Finite]) -> list[set[object]] | None:
    """The values of all true assignments, tried one by one."""
    rows = [row for row in product(*domains.values()) if said.holds(dict(zip(domains, row, strict=True)))]
    return [set(column) for column in zip(*rows, strict=True)] if rows else None


def by_answer(found: Consistency, domains: Mapping[str, Finite]) -> list[set[object]] | None:
    masks = tuple(found.mask(domains[name]) for name in found.scope)
    kept = found.narrowed(masks)
    assert found.allows(masks) == (kept is not None)
    return None if kept is None else [{v for v, bit in found.bit.items() if bit & mask} for mask in kept]


@pytest.mark.parametrize("text", [*OTHERS, *SUMS])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_what_is_left_is_what_trying_every_assignment_leaves(text: str, data: st.DataObject) -> None:
    said = condition(text)
    values = st.sets(st.sampled_from(DIGITS.values), min_size=1)
    domains = {name: Finite(tuple(sorted(data.draw(values)))) for name in said.scope}

    assert by_trial(said, domains) == by_answer(consistency(said), domains)


@settings(max_examples=60, deadline=None)
@given(random_tasks())
def test_conditions_of_any_form_say_what_trying_every_assignment_says(task: Task) -> None:
    domains = {variable.name: variable.domain for variable in task.variables}
    for said in task.conditions:
        found = consistency_of((said,), domains)
        if found is not None:
            own = {name: domain for name in said.scope if isinstance(domain := domains[name], Finite)}
            assert by_trial(said, own) == by_answer(found, own)


def test_the_form_is_chosen_by_what_a_condition_says() -> None:
    assert isinstance(consistency(condition("all_different(a, b, c)")).form, Different)
    assert isinstance(consistency(condition("sum(a, b, c) = 9")).form, Sum)


def test_a_view_of_a_skyline_leaves_few_nodes_in_each_layer() -> None:
    said = condition(VISIBLE)
    found = diagram_of(said.expression, said.scope, (DIGITS.values,) * 4)

    assert found is not None
    assert max(map(len, found.layers)) <= 12


def test_a_condition_whose_rests_all_differ_is_left_to_a_solver() -> None:
    names = [Name(f"x{number}") for number in range(12)]
    many = Relation(Call(">", (Call("product", tuple(names[:6])), Call("product", tuple(names[6:])))))

    assert consistency_of((many,), {name.name: Finite(tuple(range(2, 40))) for name in names}) is None


def test_what_needs_no_value_has_no_answers() -> None:
    assert consistency_of((condition("1 < 2"),), {}) is None


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_with_what_must_differ_the_same_is_left_as_by_trying(data: st.DataObject) -> None:
    said = condition("sum(a, b, c, d) = 12")
    apart = [condition("all_different(a, b, c)"), condition("c != d")]
    both = condition("sum(a, b, c, d) = 12 and all_different(a, b, c) and c != d")
    values = st.sets(st.sampled_from(DIGITS.values), min_size=1)
    domains = {name: Finite(tuple(sorted(data.draw(values)))) for name in said.scope}
    found = consistency_of((said, *apart), dict.fromkeys(said.scope, DIGITS))

    assert found is not None
    assert by_trial(both, domains) == by_answer(found, domains)


def test_a_single_term_must_be_defined_to_differ() -> None:
    """The element 0 of a list is none, and makes the condition false whatever it would differ from."""
    said = Relation(call("all_different", call("element", Name("a"), row(5), row(1))))
    domains = {"a": Finite((0, 1))}
    found = consistency_of((said,), domains)

    assert found is not None
    assert [{1}] == by_answer(found, domains)
