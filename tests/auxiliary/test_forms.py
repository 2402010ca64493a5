"""What forms say of domains, against all assignments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from cpsolver.auxiliary.consistency import consistency_of
from cpsolver.auxiliary.network import network_of
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Name, Node
from tests.tasks import call, finite_task, row

NAMES = "abcd"

CONDITIONS: dict[str, Node] = {
    "different terms": call("all_different", *(call("+", Name(name), i) for i, name in enumerate(NAMES))),
    "different squares": call("all_different", *(call("*", Name(name), Name(name)) for name in NAMES)),
    "partial terms": call("all_different", *(call("//", 6, Name(name)) for name in NAMES)),
    "table": call(
        "table", row(*map(Name, NAMES)), row(row(1, 2, 3, 0), row(0, 0, 0, 0), row(2, 1, 3, 3), row(9, 0, 0, 0))
    ),
    "automaton": call(
        "regular",
        row(*map(Name, NAMES)),
        row(row("s", 0, "s"), row("s", 1, "t"), row("t", 1, "t"), row("t", 0, "u"), row("u", 3, "u")),
        "s",
        row("t", "u"),
    ),
    "cage": call("and", call("all_different", *map(Name, NAMES)), call("=", call("sum", *map(Name, NAMES)), 6)),
    "cage and more": call(
        "and",
        call("all_different", *map(Name, "abc")),
        call("<", Name("a"), Name("d")),
        call("!=", Name("b"), Name("d")),
    ),
    "how many values": call("=", call("nvalue", *map(Name, NAMES)), 2),
    "packing": call("bin_packing", 3, row(*map(Name, NAMES)), row(1, 2, 2, 1)),
    "connection": call(
        "connected",
        row(*(call("=", Name(name), 1) for name in "abc"), call(">", Name("d"), 1)),
        row(row(1, 2), row(2, 3), row(3, 4), row(1, 3)),
    ),
    "round": call("circuit", row(*map(Name, NAMES)), row(0, 1, 2, 3)),
}


def narrowed(node: Node, domains: Sequence[Sequence[Value]]) -> list[set[Value]] | None:
    """The values in assignments that make the condition true, by trying all."""
    condition = Relation(node)
    found = [values for values in product(*domains) if condition.holds(dict(zip(NAMES, values, strict=True)))]
    return [set(column) for column in zip(*found, strict=True)] or None


@pytest.mark.parametrize("name", CONDITIONS)
def test_what_a_condition_leaves_is_exactly_what_is_possible(name: str) -> None:
    random, condition = Random(7), Relation(CONDITIONS[name])
    full = {n: Finite((0, 1, 2, 3)) for n in NAMES}
    found = consistency_of((condition,), full)
    assert found is not None
    for _ in range(200):
        domains = [tuple(v for v in range(4) if random.random() < 0.6) or (random.randrange(4),) for _ in NAMES]
        by_name = dict(zip(NAMES, domains, strict=True))
        left = found.narrowed(tuple(found.mask(by_name[n]) for n in found.scope))
        expected = narrowed(condition.expression, domains)
        told = (
            None
            if left is None
            else {n: {v for v in range(4) if found.bit[v] & m} for n, m in zip(found.scope, left, strict=True)}
        )
        assert (None if expected is None else dict(zip(NAMES, expected, strict=True))) == told
        assert (expected is not None) == found.allows(tuple(found.mask(by_name[n]) for n in found.scope))


def test_conditions_of_one_label_are_taken_as_one() -> None:
    names = list(map(Name, "abc"))
    sums = Relation(call("=", call("sum", *names), 24), label="24 across")
    differ = Relation(call("all_different", *names), label="24 across")
    network = network_of(finite_task({name: range(1, 10) for name in "abc"}, differ, sums))

    assert network is not None
    (narrower,) = network.narrowers
    assert [0b111000000 | 0, 0b111000000, 0b111000000] == [m & 0b111000000 for m in narrower.narrowed([511] * 3) or ()]
    assert [(0, 0b1_0000_0000)] == network.changes(narrower, [511, 0b1000_0000, 0b0100_0000])


def test_values_are_numbered_by_each_variable_of_its_own() -> None:
    task = finite_task({"a": (3, 1), "b": (1, 2, 3)}, call("=", Name("a"), Name("b")))
    network = network_of(task)

    assert network is not None
    assert [(1, 0b101)] == network.changes(network.narrowers[0], network.full)
    assert Finite((1, 3)) == network.finite(1, 0b101)
