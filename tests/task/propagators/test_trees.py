"""Trees: they lose no solution and decide in the end, whatever the expression; and what they see by bounds."""

from dataclasses import replace

from hypothesis import given
from hypothesis import settings as examples

from cpsolver.task.domain import Value
from cpsolver.task.expression import Constant, Name, Node
from cpsolver.task.propagation import Space
from cpsolver.task.propagators.trees import Tree, tree_of
from cpsolver.task.task import Task
from tests.random_tasks import random_tasks
from tests.task.propagators.probing import check_task
from tests.tasks import call, row

X, Y, Z, B = map(Name, "xyzb")
WIDE = {"x": range(100), "y": range(100), "z": range(200), "b": (False, True)}


def planted(space: Space, *nodes: Node) -> bool:
    """Every condition as a tree and nothing else."""
    trees = [tree_of(space, node) for node in nodes]
    assert None not in trees
    for tree in trees:
        assert tree is not None
        space.add(tree)
    return True


@examples(max_examples=600, deadline=None)
@given(random_tasks())
def test_a_tree_loses_no_solution_and_leaves_nothing_else(task: Task) -> None:
    task = replace(task, given=())
    check_task(task, lambda space: planted(space, *(condition.expression for condition in task.conditions)))


def left(*nodes: Node, **domains: range | tuple[Value, ...]) -> dict[str, tuple[Value, ...]]:
    """What trees alone leave of the wide domains; nothing at a contradiction."""
    space = Space({name: tuple(values) for name, values in {**WIDE, **domains}.items()})
    if not (planted(space, *nodes) and space.propagate()):
        return {}
    return {name: domain.values for name, domain in space.as_finite().items()}


def test_of_two_ways_to_be_apart_the_last_possible_one_is_required() -> None:
    apart = call("or", call("<=", call("+", X, 30), Y), call("<=", call("+", Y, 40), X))
    found = left(apart, y=range(20, 30))

    assert tuple(range(60, 100)) == found["x"]


def test_an_implication_works_both_ways() -> None:
    node = call("->", call(">", call("+", X, Y), 50), call("<", Z, 10))

    assert tuple(range(10)) == left(node, call(">", X, 60))["z"]
    assert tuple(range(51)) == left(node, call(">", Z, 20))["x"]


def test_a_truth_value_follows_from_the_bounds_of_what_it_stands_for() -> None:
    node = call("<->", B, call("<=", call("+", call("*", 3, X), call("*", 2, Y)), 100))

    assert (False,) == left(node, x=range(34, 50))["b"]
    assert (True,) == left(node, x=range(10), y=range(30))["b"]
    assert left(node, b=(True,))["x"][-1] == 33


def test_once_enough_are_true_the_others_are_false() -> None:
    node = call("=", call("count", call(">", call("+", X, Y), 150), call(">", X, 90), call("=", Z, 7)), 1)

    assert left(node, z=(7,))["x"][-1] == 90


def test_products_squares_extremes_and_sizes_are_limited() -> None:
    assert tuple(range(5, 26)) == left(call("=", call("*", X, Y), 100), x=range(4, 100), y=range(4, 21))["x"]
    assert left(call("<=", call("+", call("*", X, X), Y), 50))["x"] == tuple(range(8))
    assert left(call("<=", call("max", call("+", X, 20), Y), 50))["x"] == tuple(range(31))
    assert left(call(">=", call("min", X, Y), 50))["y"] == tuple(range(50, 100))
    assert left(call("<=", call("abs", call("-", X, 50)), call("+", Y, 3)), y=range(2))["x"] == tuple(range(46, 55))


def test_quotients_limit_what_is_divided() -> None:
    assert left(call("=", call("//", call("+", X, Y), 10), 3), y=(0, 1))["x"] == tuple(range(29, 40))
    both = call("=", call("div", call("-", X, Y), 10), 0)
    assert left(both, y=(50,))["x"] == tuple(range(41, 60)), "rounded towards 0"


def test_the_index_of_an_element_loses_what_is_out_of_range() -> None:
    items = row(call("+", Y, 5), Z, 80)
    node = call("<", call("element", X, items, row(1, 2, 3)), 60)

    assert (1, 2) == left(node)["x"]
    assert left(node, x=(1,))["y"] == tuple(range(55))


def test_a_tree_that_holds_whatever_happens_rests_until_the_search_goes_back() -> None:
    space = Space({"x": tuple(range(10)), "y": tuple(range(10))})
    tree = tree_of(space, call("or", call("<", call("+", X, Y), 5), call(">", X, 7)))
    assert isinstance(tree, Tree)
    space.add(tree)
    assert space.propagate()
    mark = space.mark()
    assert space.narrow(0, space.mask((9,))) and space.propagate()
    assert tree.retired
    space.undo(mark)
    assert not tree.retired


def test_numbers_that_are_not_exact_or_no_numbers_are_left_to_evaluation() -> None:
    space = Space({"x": (0.5, 1.5), "y": (1, 2), "p": ("red", "blue")})

    assert tree_of(space, call("<", X, Y)) is not None
    assert not tree_of(space, call("<", X, Y)).is_whole_story  # type: ignore[union-attr]
    assert tree_of(space, call("=", Name("p"), Constant("red"))).is_whole_story  # type: ignore[union-attr]
