"""Finite specs: what is given, sought and expected, and how layers of a model go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.errors import SpecError
from cpsolver.spec.document import parse
from cpsolver.spec.expected import Expected, ExpectedValue
from cpsolver.spec.expecting import expected_finite
from cpsolver.spec.finite import FiniteModel, FiniteSpec, formulate_finite
from cpsolver.spec.loading import Spec, gather, validated
from cpsolver.spec.showing import Show
from cpsolver.task.notation import plain
from cpsolver.task.task import Aim, Task

HEAD = """model:
  kind: csp
  sets: {S: [red, green]}
  variables:
    x, y: 1..9
    p: S
    a[1..3]: 0..5
    m[1..2, 1..2]: {domain: 0..1, name: "c{1}{2}", title: a cell}
    k[S]: 1..2
"""
LINE = HEAD.count("\n") + 1


def spec(text: str, folder: Path | None = None) -> Spec:
    return validated(gather(parse(text, "t.yaml", folder)), FiniteSpec, FiniteModel)


def task(text: str) -> Task:
    return formulate_finite(spec(HEAD + text))


def expected(text: str) -> Expected:
    read = spec(HEAD + text)
    return expected_finite(read, formulate_finite(read))


def problem(text: str) -> tuple[str, int, str]:
    """Message, column and hint of what is wrong with the last line."""
    with pytest.raises(SpecError) as caught:
        expected(text)
    (found,) = caught.value.problems
    assert found.mark is not None
    assert LINE == found.mark.line
    return found.message, found.mark.column, found.hint


def given(text: str) -> dict[str, tuple[object, ...]]:
    return {fact.variable: tuple(fact.domain) for fact in task(text).given}  # type: ignore[arg-type]


def test_variables_stand_in_order_with_their_domains_and_places() -> None:
    found = task("")
    names = ["x", "y", "p", "a[1]", "a[2]", "a[3]", "c11", "c12", "c21", "c22", "k[red]", "k[green]"]
    assert names == [variable.name for variable in found.variables]
    assert ["t.yaml:5:5", "t.yaml:5:8"] == [str(variable.mark) for variable in found.variables[:2]]
    assert ("red", "green") == tuple(found.by_name["p"].domain)  # type: ignore[arg-type]
    assert "a cell" == found.by_name["c12"].title


def test_arrays_know_their_variables_in_row_major_order() -> None:
    arrays = {array.name: array for array in task("").arrays}
    assert ("c11", "c12", "c21", "c22") == arrays["m"].variables
    assert ((1, 2), (1, 2)) == arrays["m"].index_sets
    assert (("red", "green"),) == arrays["k"].index_sets


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ({"x": (3,), "p": ("red",)}, "given: {x: 3, p: red}"),
        ({"x": (1, 3), "y": (2, 3, 4)}, 'given: {x: "{3, 1}", y: 2..4}'),
        ({"x": (1, 3)}, "given: {x: [1, 3]}"),
        ({"x": (1, 3)}, "given: {x: {1, 3}}"),
        ({"a[1]": (1,), "a[3]": (3,)}, "given: {a: [1, _, 3]}"),
        ({"a[2]": (5,)}, 'given: {"a[2]": 5}'),
        ({"c11": (0,), "c22": (1,)}, 'given: {m: [[0, .], ["", 1]]}'),
        ({"c12": (1,)}, "given: {c12: 1}"),
        ({"k[green]": (2,)}, "given: {k: {green: 2}}"),
    ],
)
def test_givens_are_values_or_smaller_domains(expected: dict[str, tuple[object, ...]], text: str) -> None:
    assert expected == given(text)


def test_truth_values_may_be_given_and_expected_of_variables_that_are_true_or_false() -> None:
    text = "model: {kind: csp, variables: {b: bool, c: bool}}\ngiven: {b: false}\nexpect: {b: false, c: true}\n"
    read = spec(text)
    task = formulate_finite(read)

    assert [("b", (False,))] == [(fact.variable, tuple(fact.domain)) for fact in task.given]  # type: ignore[arg-type]
    assert [("b", False), ("c", True)] == [(v.variable, v.value) for v in expected_finite(read, task).values]


def test_signs_of_a_block_and_keys_of_a_mapping_are_symbols_where_a_set_holds_them() -> None:
    text = (
        "model:\n  kind: csp\n  parameters: {size: {L: 4, T: 3}}\n  sets: {piece: '{p for p in keys(size)}'}\n"
        "  variables: {x: piece}\n  conditions: [x != T]\ngiven: {x: L}\n"
    )

    assert [("L",)] == [tuple(fact.domain) for fact in formulate_finite(spec(text)).given]  # type: ignore[arg-type]


def test_given_knows_its_place() -> None:
    assert [f"t.yaml:{LINE}:13", f"t.yaml:{LINE}:19"] == [
        str(fact.origin) for fact in task("given: {a: [1, _, 3]}").given
    ]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (("'12' is not in the domain of 'x'", 12, "its values are 1..9"), "given: {x: 12}"),
        (("'blue' is not in the domain of 'p'", 12, "its values are red, green"), "given: {p: blue}"),
        (("'z' is no variable of this model", 9, ""), "given: {z: 2}"),
        (("2 values stand here; 3 are needed", 12, ""), "given: {a: [1, 2]}"),
        (("an array takes a list of values", 12, "'_' stands for one that is not known"), "given: {a: 3}"),
        (("1 values stand here; 2 are needed", 21, ""), "given: {m: [[0, 1], [1]]}"),
        (("'a[7]' has no value: no element 7 in 1..3", 10, ""), 'given: {"a[7]": 1}'),
        (("'blue' is no index here", 13, "known: red, green"), "given: {k: {blue: 1}}"),
        (("'y' is a variable; a domain holds values", 12, ""), "given: {x: y}"),
        (("expected a mapping from variables to values", 8, "such as 'x: 3'"), "given: 3"),
        (("'z' is no variable of this model", 7, ""), "find: z"),
        (("'foo' is neither a variable nor one of solutions, objective, status", 10, ""), "expect: {foo: 2}"),
        (("'a' is not a whole number", 21, ""), "expect: {solutions: a}"),
        (("a single value should stand here", 13, ""), "expect: {x: 1..3}"),
        (("'0' is not in the domain of 'x'", 13, "its values are 1..9"), "expect: {x: 0}"),
        (("'blue' is not in the domain of 'p'", 13, "its values are red, green"), "expect: {p: blue}"),
        (("'n' is not a parameter of this model", 14, "this model has no parameters"), "parameters: {n: 3}"),
        (("'q' is not a name of this model", 15, ""), "require: [x + q = 2]"),
        (("unknown key 'giveen'", 1, "did you mean 'given'?"), "giveen: {x: 1}"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(expected: tuple[str, int, str], text: str) -> None:
    message, column, hint = problem(text)
    assert expected == (message, column, hint if expected[2] else "")


def test_everything_is_sought_unless_find_says_what() -> None:
    assert tuple(task("").by_name) == task("").sought.variables
    assert ("x", "a[1]", "a[2]", "a[3]") == task("find: [x, a]").sought.variables
    assert ("a[2]",) == task("find: a[2]").sought.variables
    assert f"t.yaml:{LINE}:7" == str(task("find: x").sought.mark)


def test_require_adds_conditions_of_this_task_alone() -> None:
    found = task("require: [x = y, {label: r, for: i in 1..2, require: 'a[i] = x'}]").conditions
    assert [("", "x = y"), ("r", "a[1] = x"), ("r", "a[2] = x")] == [(c.label, str(c)) for c in found]


def test_expectations_are_status_count_objective_and_values() -> None:
    found = expected("expect: {solutions: 18, objective: 9, status: optimal, x: 3, p: red, m: [[0, 1], [_, 0]]}")
    assert ("optimal", 18, 9) == (found.status, found.solutions, found.objective)
    assert ExpectedValue("p", "red", "red") == found.values[1]
    assert ["x", "p", "c11", "c12", "c22"] == [value.variable for value in found.values]


def test_nothing_expected_is_nothing_said() -> None:
    assert Expected() == expected("")


def test_objective_makes_the_best_solution_sought() -> None:
    found = formulate_finite(spec("kind: csp\nvariables: {x: 1..9, y: 1..9}\nmaximize: 2*x - y\n"))
    assert found.sought.objective is not None
    assert (Aim.BEST, True) == (found.sought.aim, found.sought.objective.maximize)
    assert ("2*x - y", "t.yaml:3:11") == (plain(found.sought.objective.expression), str(found.sought.objective.mark))


def test_show_names_forms_and_arrays() -> None:
    found = formulate_finite(
        spec("kind: csp\nvariables: {x: 1..9, 'q[1..2]': 1..2}\nshow: {board: q, table: [x, q]}\n")
    )
    assert (Show("board", ("q",)), Show("table", ("x", "q"))) == found.show


@pytest.mark.parametrize("show", ["[{grid: queen}, {grid: m}]", "{grid: [queen, m]}"])
def test_several_grids_are_a_picture_each_instead_of_those_below(show: str) -> None:
    arrays = "{'m[1..2, 1..2]': 1..2}"
    found = formulate_finite(spec(f"model: {{extends: csp/queens, variables: {arrays}, show: {show}}}\n"))

    assert (Show("grid", ("queen",)), Show("grid", ("m",))) == found.show


def test_variables_that_search_names_stand_first() -> None:
    found = formulate_finite(spec("kind: csp\nvariables: {x: 1..9, y: 1..9, z: 1..9}\nsearch: [z, x]\n"))
    assert ["z", "x", "y"] == [variable.name for variable in found.variables]


def test_layers_go_together_with_the_base_first(tmp_path: Path) -> None:
    """What a later layer says replaces what the base says under the same key; conditions add up."""
    base = "kind: csp\nparameters: {n: 3}\nvariables: {x: 1..n, y: 1..n}\nconditions: [x < y]\nminimize: x\n"
    (tmp_path / "base.yaml").write_text(base)
    (tmp_path / "more.yaml").write_text(
        "extends: base.yaml\nparameters: {n: 5}\nvariables: {y: 0..n, z: 1..2}\nconditions: [y < z]\nmaximize: y\n"
    )
    found = formulate_finite(spec("model: more.yaml\ntask: mine\n", tmp_path))
    assert ["x < y", "y < z"] == [str(condition) for condition in found.conditions]
    assert [("x", 5), ("y", 6), ("z", 2)] == [(v.name, len(v.domain)) for v in found.variables]  # type: ignore[arg-type]
    assert found.sought.objective is not None and found.sought.objective.maximize
    assert ("mine", "csp") == (found.name, found.kind)


def test_equal_specs_give_equal_tasks() -> None:
    assert task("given: {x: 3}") == task("given: {x: 3}")


def test_model_alone_is_a_task_with_nothing_given() -> None:
    found = formulate_finite(spec("model: my/model\nkind: csp\nvariables: {x: 1..3}\n"))
    assert ("my/model", ()) == (found.name, found.given)
