"""What a model wants of its parameters: types, defaults, blocks of text; what is wrong is told at the very item."""

from __future__ import annotations

import pytest

from tests.spec.test_unroll import formulated, problem


def model(wanted: str, condition: str, parameters: str = "") -> str:
    """A model of four cells with one parameter `p`, and what a spec gives for it; the spec's part starts in line 10."""
    return (
        f"model:\n  kind: csp\n  parameters:\n    p: '{wanted}'\n  variables:\n"
        '    cell[1..2, 1..2]: {domain: 1..4, name: "r{1}c{2}"}\n    other: 1..2\n  conditions:\n'
        f"  - {condition}\n{parameters}"
    )


def conditions(wanted: str, condition: str, parameters: str = "") -> list[str]:
    return [str(found) for found in formulated(model(wanted, condition, parameters)).conditions]


def test_cells_are_named_as_values() -> None:
    assert ["sum(r1c1, r2c2) = 3"] == conditions("list of cells", "sum(p) = 3", "parameters: {p: [r1c1, 'cell[2, 2]']}")


def test_keys_of_a_record_may_have_defaults() -> None:
    wanted = "list of {cells: list of cells, sum: number = 2 * 3, repeats: bool = false, digits = [1, 2]}"
    condition = "{for: x in p, require: 'sum(x.cells) = x.sum + count(x.repeats, x.digits[1] = 1)'}"
    given = "parameters: {p: [{cells: [r1c1, r1c2]}, {cells: [r2c1], sum: 1, repeats: true, digits: [2]}]}"

    assert ["sum(r1c1, r1c2) = 7", "sum(r2c1) = 2"] == conditions(wanted, condition, given)


def test_a_parameter_may_have_both_a_type_and_a_default() -> None:
    assert ["r1c1 > 3"] == conditions("number = 1 + 2", "r1c1 > p")
    assert ["r1c1 > 1"] == conditions("number = 1 + 2", "r1c1 > p", "parameters: {p: 1}")
    assert [] == conditions("list of pairs of cells = []", "{for: '(a, b) in p', require: a != b}")


def test_a_block_of_text_is_an_array_of_signs() -> None:
    condition = (
        "{label: '{k}', for: 'k in {p[1, 1], p[2, 2]}', require: 'count(p[r, c] = k for r in 1..2, c in 1..2) > r1c1'}"
    )
    task = formulated(model("block", condition, "parameters:\n  p: |\n    A .\n    1 A\n"))

    assert [("A", "2 > r1c1")] == [(found.label, str(found)) for found in task.conditions]


LINES = "list of lists of cells"
RECORDS = "list of {at: cell, sum: number, pair: pair of cells = [r1c1, r1c2]}"


@pytest.mark.parametrize(
    ("wanted", "given", "expected"),
    [
        (LINES, "[[r1c1, r1c9]]", ("there is no cell 'r1c9'", 10, 25, "did you mean 'r1c2'?")),
        (LINES, "[[r1c1, other]]", ("there is no cell 'other'", 10, 25, "known: r1c1, r1c2, r2c1, r2c2")),
        (LINES, "[[r1c1, 3]]", ("there is no cell '3'", 10, 25, "known: r1c1, r1c2, r2c1, r2c2")),
        (LINES, "[[r1c1, [r1c2]]]", ("expected a cell, found a list", 10, 25, "such as 'r1c1'")),
        (LINES, "[[r1c1], r1c2]", ("expected a list of cells", 10, 26, "")),
        (LINES, "r1c1", ("expected a list of lists of cells", 10, 17, "")),
        (LINES, "", ("parameter 'p' has no value", 10, 14, "write a number, a list or a mapping")),
        (RECORDS, "[{at: r1c1}]", ("key 'sum' is missing", 10, 18, "")),
        (RECORDS, "[{at: r1c1, sum: r1c1}]", ("expected a number", 10, 34, "")),
        (RECORDS, "[{at: r1c1, sum: 1, pair: [r1c1]}]", ("expected a pair of cells, found 1 item", 10, 43, "")),
        (RECORDS, "[{at: r1c1, summ: 1}]", ("unknown key 'summ'", 10, 29, "known: at, sum, pair")),
        (RECORDS, "[3]", ("expected a mapping with the keys at, sum, pair", 10, 18, "")),
        ("number", "[1]", ("expected a number", 10, 17, "")),
        ("bool", "3", ("expected a bool", 10, 17, "")),
        ("mapping to numbers", "{1: 3, 2: other}", ("expected a number", 10, 27, "")),
        ("mapping to numbers", "3", ("expected a mapping to numbers", 10, 17, "")),
        ("block", "[AB, BA]", ("expected a block of text, found a list", 10, 17, "write '|' and a line a row")),
    ],
)
def test_what_is_not_as_wanted_is_told_at_its_place(
    wanted: str, given: str, expected: tuple[str, int, int, str]
) -> None:
    assert expected == problem(model(wanted, "r1c1 > 1", f"parameters: {{p: {given}}}"))


def test_rows_of_a_block_are_equally_long() -> None:
    text = model("block", "r1c1 > 1", "parameters:\n  p: |\n    AAB\n    AB\n")
    assert ("row 2 has 2 signs; the rows above have 3", 13, 5, "") == problem(text)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("list of cels", ("'cels' is neither a type nor an array", 10, 18, "did you mean 'cell'?")),
        ("list of {a: number", ("this '{' is never closed", 4, 27, "close it with '}'")),
        ("list of {1: number}", ("'1' cannot be the name of a key", 4, 19, "")),
        ("list of cells, perhaps", ("found ',' behind the type", 4, 22, "a default stands behind '='")),
    ],
)
def test_a_wrong_description_is_an_error_of_the_model(wanted: str, expected: tuple[str, int, int, str]) -> None:
    assert expected == problem(model(wanted, "r1c1 > 1", "parameters: {p: [1]}"))
