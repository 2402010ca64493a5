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
from cpsolver.picture import Cell, Graph, GraphEdge, Grid, Listing, Marker, Narrative, Sentence, Strip
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


def test_booleans_are_written_as_in_the_language() -> None:
    assert "{false, true}" == str(WORDS.by_name["b"].domain)


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
    assert ("condition", "sum", "x = 4 (step 3), so y = 4") == (told.name, told.title, told.sentence)
    assert ("x = 4 (step 3)",) == told.reasons()


def test_variable_without_value_is_a_contradiction() -> None:
    told = narrate(WORDS, step("condition", {"y": ()}))
    assert ("contradiction", "rows", "y has no value left") == (told.name, told.title, told.sentence)


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
    assert "rows: queen[1] = 1 (step 1), so queen[2] in {3, 4}" == picture.title
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
    grid, table, rest = picture.pictures
    assert isinstance(grid, Grid) and isinstance(table, Listing)
    assert (Cell("1", "given"), Cell("3", "found"), Cell()) == grid.cells[0]
    assert Cell(candidates=("4", "5")) == grid.cells[1][2]
    assert ("", "start", "end") == table.head
    assert ("1", "2", "3") == table.rows[0]
    assert Listing(("variable", "value"), (("z", "{0, 1}"),)) == rest, "z is sought, and no form shows it"


def test_what_is_sought_is_listed_where_no_form_shows_it() -> None:
    text = "model:\n  kind: csp\n  variables: {x: 1..3, y: 1..3, z: 1..3}\n  show: {table: [x, y]}\nfind: z\n"
    picture = depict(formulated(text), known(formulated(text), {"z": (3,)}))
    assert isinstance(picture, Strip)
    assert [(("x", "{1, 2, 3}"), ("y", "{1, 2, 3}")), (("z", "3"),)] == [
        each.rows for each in picture.pictures if isinstance(each, Listing)
    ]


def test_listing_tells_what_each_variable_is_to_the_step() -> None:
    picture = depict(WORDS, WORDS.knowledge(), step("condition", {"y": (4,)}, Fact("x", Finite((4,)), 3)))
    assert isinstance(picture, Listing)
    assert ("variable", "value", "in this step") == picture.head
    assert ["premise", "conclusion", "", ""] == [row[-1] for row in picture.rows]


def test_table_of_arrays_and_second_grid_mark_the_step_too() -> None:
    task = formulated(GRIDS.replace("{grid: m, table: [start, end]}", "{table: [start, end], grid: m}"))
    one = step("condition", {"start[2]": (1, 2)}, Fact("m[1, 1]", Finite((1,)), 1), Fact("z", Finite((0,)), 2))
    picture = depict(task, task.knowledge(), one)
    assert isinstance(picture, Strip)
    table, grid, rest = picture.pictures
    assert isinstance(table, Listing) and isinstance(grid, Grid) and isinstance(rest, Listing)
    assert ("2", "{0, 1, 2, 3} (conclusion)", "{0, 1, 2, 3}") == table.rows[1]
    assert (Marker((0, 0), "premise"),) == grid.markers
    assert ("z", "{0, 1}", "premise") == rest.rows[-1]


def test_long_condition_is_shortened_in_the_sentence_and_told_in_full_below_the_picture() -> None:
    long = f"all_different({', '.join(f'number[{n}]' for n in range(1, 9))})"
    one = step("condition", {"y": (4,)}, conditions=(long,))
    start = "all_different(number[1], number[2], number[3], number[4],"
    assert (f"{start} …", "y = 4") == (narrate(WORDS, one).title, narrate(WORDS, one).sentence)
    picture = depict(WORDS, WORDS.knowledge(), one)
    assert isinstance(picture, Strip)
    assert Narrative((Sentence(long, role="detail"),), "in full") == picture.pictures[-1]


def test_part_of_a_task_without_its_arrays_is_still_drawn() -> None:
    from cpsolver.auxiliary.model import part

    task = shelved("csp/queens", n="4")
    inner = part(task, task.knowledge(), task.conditions[:1])
    assert isinstance(depict(inner, inner.knowledge()), Listing)


# -- the constraint graph ------------------------------------------------------------------------------------------


def edges(found: Graph) -> set[tuple[str, str, bool]]:
    return {(edge.start, edge.end, edge.on_path) for edge in found.edges}


def test_few_conditions_on_two_variables_are_edges_with_their_text() -> None:
    found = graph(formulated("kind: csp\nvariables: {x: 1..9, y: 1..9}\nconditions: [x < y, x + y = 5]\n"), None)
    assert ["x", "y"] == [node.name for node in found.nodes]
    assert (GraphEdge("x", "y", directed=False, text="x < y, x + y = 5"),) == found.edges


def test_where_one_condition_joins_three_variables_all_are_boxes() -> None:
    task = formulated("kind: csp\nvariables: {x: 1..9, y: 1..9, z: 1..9}\nconditions: [x < y, x + y = z]\n")
    found = graph(task, None)
    assert [("condition 0", "x < y"), ("condition 1", "x + y = z")] == [
        (node.name, node.text) for node in found.nodes if node.shape == "box"
    ]
    assert {(name, "condition 0", False) for name in ("x", "y")} < edges(found)


def test_many_conditions_that_are_alike_are_lines_which_the_title_explains() -> None:
    found = graph(shelved("puzzles/map-colouring"), None)
    assert all(node.shape == "round" for node in found.nodes)
    assert {""} == {edge.text for edge in found.edges}
    assert "each line x != y" in found.title


def test_layers_count_from_what_is_given_and_the_path_is_marked() -> None:
    task = formulated(SUM)
    found = graph(task, Derivation("t", (step("condition", {"z": (3,)}, conditions=("sum",)),)))
    layers = {node.name: (node.text, node.role, node.layer, node.on_path) for node in found.nodes}
    assert {
        "x": ("x = 1", "given", 0, True),
        "y": ("y", "open", 2, True),
        "z": ("z = 3", "sought", 2, True),
        "condition 0": ("x < y", "condition", 1, False),
        "condition 1": ("sum", "condition", 1, True),
    } == layers
    assert ("x", "condition 0", False) in edges(found)
    assert ("z", "condition 1", True) in edges(found)
    assert "variables and conditions of t" in found.title and "derived" not in found.title


def test_nothing_is_found_and_no_path_taken_after_a_choice() -> None:
    choice = step("choice", {"y": (2,)}, forced=False, conditions=())
    found = graph(formulated(SUM), Derivation("t", (choice, step("condition", {"z": (3,)}, conditions=("sum",)))))
    assert not any(node.on_path for node in found.nodes) and not any(edge.on_path for edge in found.edges)
    assert {"x": "x = 1", "y": "y", "z": "z"} == {n.name: n.text for n in found.nodes if n.shape == "round"}
    assert found.title.endswith("nothing sought is derived")


def test_path_to_a_contradiction_shows_no_values() -> None:
    steps = (step("condition", {"z": (3,)}, conditions=("sum",)), step("condition", {"z": ()}, conditions=("x < y",)))
    found = graph(formulated(SUM), Derivation("t", steps))
    assert {"y": "y", "z": "z"} == {n.name: n.text for n in found.nodes if n.name in "yz"}
    assert found.title.endswith("they contradict each other")
    assert all(node.on_path for node in found.nodes)


SUM = """task: t
model:
  kind: csp
  variables: {x: 1..9, y: 1..9, z: 1..9}
  conditions: [x < y, {label: sum, require: x + y = z}]
given: {x: 1}
find: z
"""
