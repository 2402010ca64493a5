"""The kind for any finite task: its shelf, its pictures, its words, its graph."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cpsolver.errors import Mark
from cpsolver.kinds import KINDS
from cpsolver.kinds.csp.depict import depict
from cpsolver.kinds.csp.narrate import narrate
from cpsolver.kinds.csp.network import graph
from cpsolver.kinds.csp.wording import fact_text, facts_text, with_origin
from cpsolver.library import find
from cpsolver.picture import Cell, Graph, GraphEdge, Grid, Listing, Marker, Strip
from cpsolver.spec.document import parse, read
from cpsolver.spec.loading import gather, validated
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.task import Fact, Task

KIND = KINDS.get("csp")


def formulated(text: str) -> Task:
    return KIND.formulate(validated(gather(parse(text, "t.yaml")), KIND.spec_shape, KIND.model_shape))


def shelved(name: str, **parameters: str) -> Task:
    gathered = gather(read(find("specs", name)), parameters)
    return KIND.formulate(validated(gathered, KIND.spec_shape, KIND.model_shape, parameters))


def known(task: Task, values: Mapping[str, tuple[Value, ...]]) -> Knowledge:
    knowledge = task.knowledge()
    knowledge.absorb(Finding(tuple(Fact(name, Finite(kept), 1) for name, kept in values.items())))
    return knowledge


def step(technique: str, conclusions: dict[str, tuple[Value, ...]], *premises: Fact, **more: object) -> Step:
    facts = tuple(Fact(name, Finite(values)) for name, values in conclusions.items())
    conditions = more.pop("conditions", ("rows",))
    return Step(7, technique, conditions, premises, Finding(facts), **more)  # type: ignore[arg-type]


# -- the shelf -----------------------------------------------------------------------------------------------------


def test_eight_queens_are_three_conditions_over_eight_columns() -> None:
    task = shelved("csp/queens")
    assert 8 == len(task.variables)
    assert ["rows", "rising diagonals", "falling diagonals"] == [condition.label for condition in task.conditions]
    assert not task.violations({f"queen[{i}]": row for i, row in enumerate((1, 5, 8, 6, 3, 7, 2, 4), 1)})
    clash = {f"queen[{i}]": row for i, row in enumerate((1, 5, 8, 6, 3, 7, 2, 2), 1)}
    assert ("rows does not hold", "rising diagonals does not hold") == task.violations(clash)


def test_number_of_queens_is_a_parameter() -> None:
    assert 5 == len(shelved("csp/queens", n="5").variables)


def test_send_more_money_is_9567_and_1085() -> None:
    digits = {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}
    task = shelved("puzzles/send-more-money")
    assert () == task.violations(digits)
    assert ("different digits does not hold", "the sum does not hold") == task.violations({**digits, "S": 8})


def test_map_colouring_has_a_condition_for_each_border() -> None:
    task = shelved("puzzles/map-colouring")
    assert 9 == len(task.conditions)
    assert ("WA beside NT", "paint[WA] != paint[NT]") == (task.conditions[0].label, str(task.conditions[0]))


# -- words ---------------------------------------------------------------------------------------------------------

WORDS = formulated("kind: csp\nvariables: {x: 1..9, y: '{2, 4, 8}', b: bool, p: '{red, green, blue}'}\n")


@pytest.mark.parametrize(
    ("expected", "variable", "values"),
    [
        ("x = 4", "x", (4,)),
        ("x ≠ 3", "x", (1, 2, 4, 5, 6, 7, 8, 9)),
        ("x in 2..5", "x", (2, 3, 4, 5)),
        ("x in {1, 9}", "x", (1, 9)),
        ("x is open", "x", tuple(range(1, 10))),
        ("x has no value left", "x", ()),
        ("y ≠ 4", "y", (2, 8)),
        ("b = true", "b", (True,)),
        ("p ≠ red", "p", ("green", "blue")),
    ],
)
def test_fact_is_told_the_shorter_way(expected: str, variable: str, values: tuple[Value, ...]) -> None:
    assert expected == fact_text(WORDS, Fact(variable, Finite(values)))


def test_same_news_of_several_variables_is_told_once() -> None:
    facts = [Fact("x", Finite((2,))), Fact("y", Finite((2,))), Fact("b", Finite((False,)))]
    assert "x and y = 2, b = false" == facts_text(WORDS, facts)


@pytest.mark.parametrize(
    ("expected", "origin"),
    [
        ("x = 4 (given, t.yaml:1:2)", Mark("t.yaml", 1, 2)),
        ("x = 4 (step 3)", 3),
        ("x = 4 (supposed)", None),
    ],
)
def test_premise_tells_where_it_comes_from(expected: str, origin: Mark | int | None) -> None:
    assert expected == with_origin(WORDS, Fact("x", Finite((4,)), origin))


def test_step_tells_its_conditions_what_follows_and_what_was_known() -> None:
    told = narrate(WORDS, step("condition", {"y": (4,)}, Fact("x", Finite((4,)), 3), conditions=("sum",)))
    assert ("condition", "from sum: y = 4", ("x = 4 (step 3)",)) == (told.name, told.sentence, told.details)


def test_variable_without_value_is_a_contradiction() -> None:
    told = narrate(WORDS, step("condition", {"y": ()}))
    assert ("contradiction", "from rows: y has no value left") == (told.name, told.sentence)


def test_supposition_tells_what_was_supposed_and_what_its_failure_means() -> None:
    inner = step("condition", {"y": ()}, Fact("x", Finite((3,))))
    told = narrate(WORDS, step("supposition", {"x": (1, 2, 4, 5, 6, 7, 8, 9)}, substeps=(inner,)))
    assert ("suppose x = 3", "that fails, so x ≠ 3") == (told.sentence, told.closing)


def test_choice_says_that_it_does_not_follow() -> None:
    told = narrate(WORDS, step("choice", {"x": (1,)}, forced=False, conditions=()))
    assert "nothing more follows, so x = 1 is tried; it does not follow from anything" == told.sentence


# -- pictures ------------------------------------------------------------------------------------------------------


def test_variables_are_listed_in_order_with_the_values_left() -> None:
    picture = depict(WORDS, known(WORDS, {"x": (4,), "p": ("red", "blue")}))
    assert isinstance(picture, Listing)
    assert ("variable", "value") == picture.head
    assert (("x", "4"), ("y", "{2, 4, 8}"), ("b", "{false, true}"), ("p", "{red, blue}")) == picture.rows


def test_queens_stand_on_a_board() -> None:
    task = shelved("csp/queens", n="4")
    picture = depict(task, known(task, {"queen[1]": (2,), "queen[2]": (4,), "queen[3]": (1,), "queen[4]": (1, 3)}))
    assert isinstance(picture, Grid)
    rows = [[cell.text or "." for cell in row] for row in picture.cells]
    assert [[".", ".", "Q", "."], ["Q", ".", ".", "×"], [".", ".", ".", "."], [".", "Q", ".", "×"]] == rows


def test_step_on_a_board_marks_the_columns_it_speaks_of() -> None:
    task = shelved("csp/queens", n="4")
    one = step("condition", {"queen[2]": (3, 4)}, Fact("queen[1]", Finite((1,)), 1))
    picture = depict(task, task.knowledge(), one)
    assert isinstance(picture, Grid)
    assert "condition: from rows: queen[2] in {3, 4}" == picture.title
    assert Marker((0, 0), "premise") in picture.markers
    assert Marker((3, 1), "conclusion") in picture.markers


GRIDS = """model:
  kind: csp
  variables:
    'm[1..2, 1..3]': 0..9
    start[1..2]: 0..3
    end[1..2]: 0..3
    z: 0..1
  show: {grid: m, table: [start, end]}
given: {m: [[1, _, _], [_, _, _]]}
"""


def test_arrays_are_drawn_as_grids_and_tables_side_by_side() -> None:
    task = formulated(GRIDS)
    picture = depict(task, known(task, {"m[1, 2]": (3,), "m[2, 3]": (4, 5), "start[1]": (2,), "end[1]": (3,)}))
    assert isinstance(picture, Strip)
    grid, table = picture.pictures
    assert isinstance(grid, Grid) and isinstance(table, Listing)
    assert (Cell("1", "given"), Cell("3", "found"), Cell()) == grid.cells[0]
    assert Cell(candidates=("4", "5")) == grid.cells[1][2]
    assert ("", "start", "end") == table.head
    assert ("1", "2", "3") == table.rows[0]


def test_part_of_a_task_without_its_arrays_is_still_drawn() -> None:
    from cpsolver.auxiliary.model import part

    task = shelved("csp/queens", n="4")
    inner = part(task, task.knowledge(), task.conditions[:1])
    assert isinstance(depict(inner, inner.knowledge()), Listing)


# -- the constraint graph ------------------------------------------------------------------------------------------


def edges(found: Graph) -> set[tuple[str, str, bool]]:
    return {(edge.start, edge.end, edge.on_path) for edge in found.edges}


def test_condition_on_two_variables_is_an_edge_and_any_other_a_box() -> None:
    task = formulated("kind: csp\nvariables: {x: 1..9, y: 1..9, z: 1..9}\nconditions: [x < y, x + y = z]\n")
    found = graph(task, None)
    assert [("x", "round"), ("y", "round"), ("z", "round"), ("condition 1", "box")] == [
        (node.name, node.shape) for node in found.nodes
    ]
    assert GraphEdge("x", "y", directed=False) in found.edges
    assert ("z", "condition 1", False) in edges(found)


def test_layers_count_from_what_is_given_and_the_path_is_marked() -> None:
    task = formulated(
        "model:\n  kind: csp\n  variables: {x: 1..9, y: 1..9, z: 1..9}\n"
        "  conditions: [x < y, {label: sum, require: x + y = z}]\ngiven: {x: 1}\n"
    )
    found = graph(task, Derivation("t", (step("condition", {"z": (3,)}, conditions=("sum",)),)))
    layers = {node.name: (node.role, node.layer, node.on_path) for node in found.nodes}
    assert {
        "x": ("given", 0, False),
        "y": ("sought", 2, False),
        "z": ("found", 2, True),
        "condition 1": ("condition", 1, True),
    } == layers
    assert ("x", "y", False) in edges(found)
    assert ("z", "condition 1", True) in edges(found)
