"""Suppositions that fail, and the chains that tell why."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings

from cpsolver.auxiliary.easiest import Easiest
from cpsolver.auxiliary.network import Network, network_of
from cpsolver.auxiliary.reasoning import Because, portions, widened
from cpsolver.auxiliary.refuting import assignment, impossible, nested, refuted, with_fewest_conditions
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Name
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Task
from tests.random_tasks import brute_force, random_tasks
from tests.tasks import call, finite_task


def chain_of(*pairs: str) -> Task:
    """a = b, b = c, … over two values, and that the ends differ."""
    conditions = [Relation(call(f, Name(p[0]), Name(p[1])), label=f"{p[0]}{f}{p[1]}") for p, f in map(_read, pairs)]
    return finite_task(dict.fromkeys(sorted({n for pair in pairs for n in (pair[0], pair[-1])}), (1, 2)), *conditions)


def _read(pair: str) -> tuple[str, str]:
    return pair[0] + pair[-1], pair[1:-1]


def network(task: Task) -> Network:
    found = network_of(task)
    assert found is not None
    return found


def labels(because: Because) -> list[str]:
    return [narrower.label for narrower in because.conditions]


def test_a_chain_holds_only_what_the_contradiction_needs() -> None:
    made = network(chain_of("a=b", "b=c", "a!=c", "a=d", "d=e"))
    because = refuted(made, made.full, (0, 1))

    assert because is not None
    assert {"a=b", "b=c", "a!=c"} == set(labels(because))
    assert {} == because.premises
    assert {0: 0b10} == because.facts


def test_no_condition_of_the_fewest_can_be_left_out() -> None:
    made = network(chain_of("a=b", "b=c", "c=d", "a!=d", "a!=c"))
    because = refuted(made, made.full, (0, 1))

    assert because is not None
    assert {"a=b", "b=c", "a!=c"} == set(labels(with_fewest_conditions(made, made.full, because)))


def test_a_supposition_within_one_tells_what_propagation_cannot() -> None:
    names = "abcde"
    differ = [call("!=", Name(x), Name(y)) for i, x in enumerate(names) for y in names[:i]]
    made = network(finite_task(dict.fromkeys(names, (1, 2, 3, 4)), *differ))

    assert refuted(made, made.full, (0, 1)) is None
    pauses = nested(made, made.full, (0, 1), 3, [500])
    found = None
    while found is None:
        try:
            next(pauses)
        except StopIteration as end:
            found = end.value
            break
    assert found is not None
    assert any(step.supposed is not None for step in found.steps)


@settings(max_examples=60, deadline=None)
@given(random_tasks(symbols=False))
def test_an_assignment_is_found_where_there_is_one(task: Task) -> None:
    made = network(task)
    within = made.masks(task.knowledge())
    open_ = [c for c in task.conditions if c.scope or c.holds({})]
    expected = bool(brute_force(task)) if len(open_) == len(task.conditions) else None
    if expected is not None and all(within):
        found = assignment(made, made.narrowers, within, 5000)
        assert expected == bool(found)
        assert impossible(made, made.narrowers, within, 5000) is not expected


def test_premises_are_widened_until_none_can_be_spared() -> None:
    full = [0b1111, 0b1111, 0b1111]

    def fails(masks: dict[int, int]) -> bool:
        return not any(a + b > 4 for a, b in product(*(_numbers(masks.get(v, full[v])) for v in (0, 1))))

    assert {1: 0b0011} == widened({0: 0b0110, 1: 0b0011, 2: 0b0001}, full, fails)
    assert {0: 0b0111, 1: 0b0111} == widened({0: 0b0110, 1: 0b0110}, full, fails)


def _numbers(mask: int) -> list[int]:
    return [number for number in range(4) if mask >> number & 1]


def test_many_values_are_looked_at_in_portions() -> None:
    mask = (1 << 1000) - 1

    assert mask == sum(portions(mask))
    assert 64 >= len(list(portions(mask)))
    assert [1, 4] == list(portions(0b101))


def test_what_fixes_a_value_comes_before_what_drops_one() -> None:
    task = chain_of("a=b", "b!=c")
    three = finite_task(
        {"x": (1, 2, 3), "y": (1, 2, 3), "z": (1, 2, 3)},
        Relation(call("<", Name("x"), Name("y")), label="less"),
        Relation(call("=", Name("z"), 2), label="two"),
    )
    known = three.knowledge()
    findings = Easiest(network(three), known).findings()
    told = []
    for because in findings:
        told.append(labels(because)[0])
        known.absorb(Finding(tuple(network(three).fact(v, mask) for v, mask in because.facts.items())))

    assert "two" == told[0]
    assert [] == list(Easiest(network(task), task.knowledge()).findings())
