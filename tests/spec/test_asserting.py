"""What a model asserts of its parameters is checked before anything else, and what fails is told where it was given."""

from __future__ import annotations

import pytest

from cpsolver.errors import SpecError
from tests.spec.test_unroll import formulated, problem

MODEL = """model:
  kind: csp
  parameters: {lines: list of lists of cells, sums: "mapping to numbers = {}", shape: block, top: 3}
  variables:
    cell[1..2, 1..2]: {domain: 1..4, name: "r{1}c{2}"}
  assert:
  - {for: line in lines, that: length(line) < 4, say: "a line of {length(line)}", at: line, hint: shorten it}
  - {for: i in 1..length(lines), that: "length(lines[i]) > 1", say: "line {i} is short", at: "lines[i]"}
  - {for: k in keys(sums), that: k in 1..2, say: "no row {k}", at: "sums[k]"}
  - for: r in 1..length(shape), c in 1..2
    that: length({shape[i, j] for i in 1..2, j in 1..2}) = 2 or r = 1 or c = 1
    say: two signs, not {shape[r, c]}
    at: shape[r, c]
  - {that: top < 9, say: top is 9, at: top}
"""


def given(lines: str = "[[r1c1, r1c2]]", more: str = "", shape: str = "AB\n    BA") -> str:
    return MODEL + f"parameters:\n  lines: {lines}\n  shape: |\n    {shape}\n{more}"


def test_what_holds_is_no_error() -> None:
    assert () == formulated(given()).conditions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (given("[[r1c1, r1c2], [r1c1, r1c2, r2c1, r2c2]]"), ("a line of 4", 16, 25, "shorten it")),
        (given("[[r1c1, r1c2], [r2c2]]"), ("line 2 is short", 16, 25, "")),
        (given(more="  sums: {1: 3, 7: 4}\n"), ("no row 7", 20, 19, "")),
        (given(shape="A B\n    C D"), ("two signs, not D", 19, 7, "")),
        (given(more="  top: 9\n"), ("top is 9", 20, 8, "")),
    ],
)
def test_what_does_not_hold_is_told_at_its_place(text: str, expected: tuple[str, int, int, str]) -> None:
    assert expected == problem(text)


def test_all_that_does_not_hold_is_told_at_once() -> None:
    with pytest.raises(SpecError) as caught:
        formulated(given("[[r1c1], [r1c1, r1c2, r2c1, r2c2]]", "  top: 9\n"))

    assert ["line 1 is short", "a line of 4", "top is 9"] == [found.message for found in caught.value.problems]


ALONE = "kind: csp\nparameters: {n: 3}\nvariables: {x: 1..3}\nassert:\n- "


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("n = 3", ("expected a mapping with the keys that, say, at", 5, 3, "{that: n > 2, say: …, at: n}")),
        ("{that: n = 3, say: no}", ("key 'at' is missing", 5, 3, "")),
        ("{that: n = 3, sya: no}", ("unknown key 'sya'", 5, 17, "did you mean 'say'?")),
        ("{that: x = 3, say: no, at: n}", ("what is asserted must not depend on variables", 5, 10, "")),
        ("{that: n = 4, say: no, at: m}", ("'m' is no parameter and no loop variable", 5, 30, "")),
        ("{that: n = 4, say: no, at: n + 1}",
         ("a parameter, or a part of one, should stand here", 5, 30, "such as 'cage.sum'")),
        ("{that: n + 1, say: no, at: n}",
         ("'n + 1' is a number; a condition should stand here", 5, 10, "compare it with something, such as '… = 1'")),
    ],
)  # fmt: skip
def test_a_wrong_assertion_is_an_error_of_the_model(item: str, expected: tuple[str, int, int, str]) -> None:
    assert expected == problem(ALONE + item)


# -- what else models of variants are made of ------------------------------------------------------------------


def test_a_later_layer_replaces_a_condition_of_the_same_name_in_its_place() -> None:
    text = "kind: csp\nvariables: {x: 1..3}\nconditions:\n"
    text += "- {name: a, require: x > 1}\n- x > 2\n- {name: a, require: x < 3}\n"
    assert ["x < 3", "x > 2"] == [str(condition) for condition in formulated(text).conditions]


GAPS = """kind: csp
variables:
  cell[r in 1..3, c in 1..3]: {domain: 1..3, name: "r{1}c{2}", where: r + c != 4}
conditions:
- {label: "{r}", for: r in 1..3, require: "all_different(cell[r, *])"}
- {label: "{c}", for: "c in keys(cell[1])", require: "cell[1, c] > 1"}
"""


def test_an_array_may_have_gaps() -> None:
    task = formulated(GAPS)
    names = ["r1c1", "r1c2", "r2c1", "r2c3", "r3c2", "r3c3"]

    assert names == [variable.name for variable in task.variables]
    assert () == task.arrays
    assert [
        ("1", "all_different(r1c1, r1c2)"),
        ("2", "all_different(r2c1, r2c3)"),
        ("3", "all_different(r3c2, r3c3)"),
    ] == [(condition.label, str(condition)) for condition in task.conditions[:3]]
    assert ["r1c1 > 1", "r1c2 > 1"] == [str(condition) for condition in task.conditions[3:]]


def test_which_elements_there_are_must_not_depend_on_variables() -> None:
    text = "kind: csp\nvariables:\n  x: 1..3\n  a[i in 1..3]: {domain: 1..3, where: x > i}\n"
    assert "'where' must not depend on variables" == problem(text)[0]


CELLS = 'kind: csp\nvariables:\n  cell[1..2, 1..2]: {domain: 1..4, name: "r{1}c{2}"}\n  x: 1..4\nconditions:\n'


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("x = count(mentions([r1c1, r2c2], r1c1), mentions([r1c1, [r2c2]], [r2c2, r1c1]))", "x = 2"),
        ("x = count(mentions(cell, x), mentions([r1c1, r1c2], [r1c1, r2c2]))", "x = 0"),
        ("x = indices(cell, r2c1)[1]", "x = 2"),
        ("x = sum(keys(cell))", "x = 3"),
    ],
)
def test_variables_themselves_can_be_asked_for(condition: str, expected: str) -> None:
    assert [expected] == [str(found) for found in formulated(f"{CELLS}- {condition}").conditions]


def test_a_variable_that_is_no_element_has_no_indices() -> None:
    assert ("'x' is no element of 'cell'", 6, 7) == problem(f"{CELLS}- 1 = indices(cell, x)[1]")[:3]


def test_what_follows_where_is_worked_out_only_for_rounds_that_are_kept() -> None:
    text = CELLS + '- {for: ["r in 1..2 where r < 2", "y in [cell[r + 1, 1]]"], require: "y = x"}'
    assert ["r2c1 = x"] == [str(found) for found in formulated(text).conditions]
