"""Small random instances of every global, in ground form, over at most four variables.

@given(random_globals())
def test_…(call): …
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.task import Variable

NAMES = "xyzw"
SMALL = (0, 1, 2, 3)
VARIABLES = tuple(Variable(name, Finite(SMALL)) for name in NAMES)
FLAGS = tuple(Variable(name, Finite((False, True))) for name in "pqr")
"""Truth values, for tasks that may be absent."""

Draw = st.DrawFn


def _list(items: Sequence[Node]) -> Collection:
    return Collection(tuple(items))


def _constants(values: Sequence[Any]) -> Collection:
    return _list([Constant(value) for value in values])


def _term(draw: Draw) -> Node:
    """A variable, a constant, or something that may be undefined."""
    variable = Name(draw(st.sampled_from(NAMES)))
    return draw(
        st.sampled_from(
            [variable, variable, variable, Constant(draw(st.integers(0, 3))), Call("div", (Constant(3), variable))]
        )
    )


def _terms(draw: Draw, least: int = 1, most: int = 4) -> list[Node]:
    return [_term(draw) for _ in range(draw(st.integers(least, most)))]


def _flag(draw: Draw) -> Node:
    return draw(st.sampled_from([Constant(True), Name("p"), Name("q"), Call(">", (Name("x"), Constant(1)))]))


def _spread(name: str) -> Callable[[Draw], Call]:
    return lambda draw: Call(name, tuple(_terms(draw)))


def _except(draw: Draw) -> Call:
    return Call(
        "all_different_except", (_list(_terms(draw)), _constants(draw(st.lists(st.integers(0, 2), max_size=2))))
    )


def _cardinality(name: str) -> Callable[[Draw], Call]:
    def build(draw: Draw) -> Call:
        cover = draw(st.lists(st.integers(0, 3), unique=True, max_size=3))
        return Call(name, (_list(_terms(draw)), _constants(cover), _list([_term(draw) for _ in cover])))

    return build


def _precede(draw: Draw) -> Call:
    first, second = draw(st.lists(st.integers(0, 3), min_size=2, max_size=2, unique=True))
    return Call("value_precede", (Constant(first), Constant(second), _list(_terms(draw))))


def _lex(name: str) -> Callable[[Draw], Call]:
    return lambda draw: Call(name, (_list(_terms(draw, 0)), _list(_terms(draw, 0))))


def _keys(draw: Draw, count: int) -> Collection:
    start = draw(st.integers(0, 1))
    return _constants(range(start, start + count))


def _inverse(draw: Draw) -> Call:
    count = draw(st.integers(1, 2))
    lists = [_list([_term(draw) for _ in range(count)]) for _ in range(2)]
    return Call("inverse", (*lists, _keys(draw, count), _keys(draw, count)))


def _circuit(name: str) -> Callable[[Draw], Call]:
    def build(draw: Draw) -> Call:
        items = _terms(draw)
        return Call(name, (_list(items), _keys(draw, len(items))))

    return build


def _connected(draw: Draw) -> Call:
    count = draw(st.integers(1, 4))
    items = [Call("=", (_term(draw), Constant(draw(st.integers(0, 3))))) for _ in range(count)]
    pairs = draw(st.lists(st.tuples(st.integers(1, count), st.integers(1, count)), max_size=4))
    return Call("connected", (_list(items), _list([_constants(pair) for pair in pairs])))


def _tasks(draw: Draw, lists: int, count: int) -> list[Node]:
    return [_list([_term(draw) for _ in range(count)]) for _ in range(lists)]


def _present(draw: Draw, count: int) -> list[Node]:
    return [_list([_flag(draw) for _ in range(count)])] if draw(st.booleans()) else []


def _cumulative(draw: Draw) -> Call:
    count = draw(st.integers(1, 3))
    return Call("cumulative", (*_tasks(draw, 3, count), _term(draw), *_present(draw, count)))


def _disjunctive(draw: Draw) -> Call:
    count = draw(st.integers(1, 3))
    return Call("disjunctive", (*_tasks(draw, 2, count), *_present(draw, count)))


def _diffn(draw: Draw) -> Call:
    count = draw(st.integers(1, 2))
    return Call("diffn", (*_tasks(draw, 4, count), *_present(draw, count)))


def _packing(draw: Draw) -> Call:
    count = draw(st.integers(1, 3))
    return Call("bin_packing", (_term(draw), *_tasks(draw, 2, count)))


def _loads(name: str) -> Callable[[Draw], Call]:
    def build(draw: Draw) -> Call:
        bins, count = draw(st.integers(1, 2)), draw(st.integers(1, 3))
        numbers = _list([_term(draw) for _ in range(bins)])
        return Call(name, (numbers, _keys(draw, bins), *_tasks(draw, 2, count)))

    return build


def _regular(draw: Draw) -> Call:
    moves = draw(
        st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 3)), st.integers(0, 2), min_size=1, max_size=7)
    )
    triples = _list([_constants((state, value, after)) for (state, value), after in moves.items()])
    accepting = _constants(draw(st.lists(st.integers(0, 2), unique=True, max_size=2)))
    return Call("regular", (_list(_terms(draw)), triples, Constant(0), accepting))


INSTANCES: dict[str, Callable[[Draw], Call]] = {
    "all_different_except": _except,
    "strictly_decreasing": _spread("strictly_decreasing"),
    "nvalue": _spread("nvalue"),
    "arg_max": _spread("arg_max"),
    "arg_min": _spread("arg_min"),
    "global_cardinality": _cardinality("global_cardinality"),
    "global_cardinality_closed": _cardinality("global_cardinality_closed"),
    "value_precede": _precede,
    "lex_less": _lex("lex_less"),
    "lex_lesseq": _lex("lex_lesseq"),
    "inverse": _inverse,
    "circuit": _circuit("circuit"),
    "subcircuit": _circuit("subcircuit"),
    "connected": _connected,
    "cumulative": _cumulative,
    "disjunctive": _disjunctive,
    "diffn": _diffn,
    "bin_packing": _packing,
    "bin_packing_capa": _loads("bin_packing_capa"),
    "bin_packing_load": _loads("bin_packing_load"),
    "regular": _regular,
}
"""Every global, and how an instance of it is drawn."""


@st.composite
def instances(draw: Draw, name: str) -> Call:
    """A random instance of one global, in ground form, over `VARIABLES` and `FLAGS`."""
    return INSTANCES[name](draw)


def as_condition(call: Call, bound: int = 1) -> Node:
    """The instance as a condition: one that gives a number is compared with another."""
    return Call(">", (call, Constant(bound))) if call.function in ("nvalue", "arg_max", "arg_min") else call
