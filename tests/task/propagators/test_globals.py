"""Global constraints: whatever propagates them loses no solution and leaves nothing else, also negated and reified."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.condition import Relation
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.propagation import Space
from cpsolver.task.propagators import GLOBALS, post
from cpsolver.task.propagators.trees import tree_of
from tests.random_globals import FLAGS, VARIABLES, instances
from tests.task.propagators.probing import check
from tests.tasks import call, row

DOMAINS = {variable.name: variable.domain.values for variable in (*VARIABLES, *FLAGS)}  # type: ignore[union-attr]
OWN = sorted(GLOBALS)
BOOLEAN = (
    "all_different_except",
    "value_precede",
    "lex_less",
    "lex_lesseq",
    "diffn",
    "bin_packing",
    "bin_packing_load",
)
NUMBERS = ("nvalue", "arg_max", "arg_min")
X, Y, Z, W = map(Name, "xyzw")


def solutions(node: Node, domains: dict[str, tuple[Value, ...]]) -> list[dict[str, Value]]:
    """By trying every assignment."""
    found = []
    for values in product(*domains.values()):
        candidate = dict(zip(domains, values, strict=True))
        if Relation(node).holds(candidate):
            found.append(candidate)
    return found


def check_node(node: Node, planted: bool = False) -> None:
    """Post a condition by its own propagator where there is one, or plant it as a tree; and search."""
    domains = {name: DOMAINS.get(name, (False, True)) for name in names(node)}

    def posted(space: Space) -> bool:
        if not planted and isinstance(node, Call) and node.function in GLOBALS:
            own = GLOBALS[node.function](space, node)
            if own is not None and node.function != "disjunctive":
                return own
        tree = tree_of(space, node)
        assert tree is not None
        space.add(tree)
        return True

    check(domains, posted, solutions(node, domains))


@pytest.mark.parametrize("name", OWN)
@examples(max_examples=250, deadline=None)
@given(data=st.data())
def test_a_propagator_of_its_own_loses_no_solution(name: str, data: st.DataObject) -> None:
    check_node(data.draw(instances(name)))


@pytest.mark.parametrize("name", [*OWN, *BOOLEAN])
@examples(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_global_within_a_condition_loses_no_solution(name: str, data: st.DataObject) -> None:
    node = data.draw(instances(name))
    check_node(node, planted=True)
    check_node(call("not", node), planted=True)
    check_node(call("<->", Name("b"), node), planted=True)


@pytest.mark.parametrize("name", NUMBERS)
@examples(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_global_number_loses_no_solution(name: str, data: st.DataObject) -> None:
    node = data.draw(instances(name))
    check_node(call("<=", node, 2), planted=True)
    check_node(call("not", call("=", node, 2)), planted=True)


def left(node: Node, **domains: object) -> dict[str, tuple[Value, ...]]:
    """What propagation leaves of the domains; nothing at a contradiction."""
    space = Space({name: tuple(values) for name, values in domains.items()})  # type: ignore[arg-type]
    if not (post(space, Relation(node)) and space.propagate()):
        return {}
    return {name: domain.values for name, domain in space.as_finite().items()}


def test_an_automaton_leaves_what_some_word_has() -> None:
    names_ = [f"c{i}" for i in range(12)]
    moves = row(row(1, 0, 1), row(1, 1, 2), row(2, 1, 3), row(3, 1, 4), row(4, 0, 5), row(5, 0, 5))
    run = Call("regular", (row(*map(Name, names_)), moves, Constant(1), row(4, 5)))
    found = left(run, **{**dict.fromkeys(names_, (0, 1)), "c5": (1,)})

    assert [(0,)] * 3 == [found[f"c{i}"] for i in (0, 1, 2)]
    assert [(0,)] * 4 == [found[f"c{i}"] for i in (8, 9, 10, 11)]


def test_a_chain_may_not_close_before_all_are_on_it() -> None:
    nodes = [f"s{i}" for i in range(1, 7)]
    around = call("circuit", row(*map(Name, nodes)), row(*range(1, 7)))
    found = left(around, **{**dict.fromkeys(nodes, range(1, 7)), "s1": (2,), "s2": (3,)})

    assert (4, 5, 6) == found["s3"]
    may_rest = call("subcircuit", row(*map(Name, nodes)), row(*range(1, 7)))
    assert (1, 4, 5, 6) == left(may_rest, **{**dict.fromkeys(nodes, range(1, 7)), "s1": (2,), "s2": (3,)})["s3"]


def test_all_counts_together_are_as_many_as_there_are_places() -> None:
    items = [f"i{n}" for n in range(8)]
    counts = row(Name("n1"), Name("n2"))
    node = call("global_cardinality_closed", row(*map(Name, items)), row(1, 2), counts)
    found = left(node, **dict.fromkeys(items, range(1, 6)), n1=range(9), n2=range(6, 9))

    assert (0, 1, 2) == found["n1"]
    assert all((1, 2) == found[name] for name in items)


def test_a_task_starts_where_there_is_room() -> None:
    starts, wide = [f"t{i}" for i in range(3)], range(20)
    node = call("cumulative", row(*map(Name, starts)), row(6, 6, 6), row(2, 1, 2), Constant(3))
    found = left(node, t0=(4, 5), t1=wide, t2=range(6, 12))

    assert (10, 11) == found["t2"], "from 5 to 10 the first task takes two of three"


def test_what_cannot_be_reached_is_not_chosen() -> None:
    cells = [f"k{i}" for i in range(12)]
    edges = row(*(row(i + 1, i + 2) for i in range(11)))
    node = call("connected", row(*map(Name, cells)), edges)
    found = left(node, **{**dict.fromkeys(cells, (False, True)), "k2": (True,), "k5": (False,)})

    assert [(False,)] * 6 == [found[f"k{i}"] for i in range(6, 12)]
    assert left(node, **{**dict.fromkeys(cells, (False, True)), "k2": (True,), "k5": (False,), "k8": (True,)}) == {}


def test_two_lists_lead_back_and_forth() -> None:
    forth, back = [f"f{i}" for i in range(5)], [f"b{i}" for i in range(5)]
    keys = row(*range(1, 6))
    node = call("inverse", row(*map(Name, forth)), row(*map(Name, back)), keys, keys)
    found = left(node, **dict.fromkeys(forth, range(1, 6)), **{**dict.fromkeys(back, range(1, 6)), "b0": (3, 4)})

    assert all(1 not in found[f"f{i}"] for i in (0, 1, 4))
