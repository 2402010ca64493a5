"""From the text of a model to ground conditions: what comes out, and what is said where of what cannot."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.errors import SpecError
from cpsolver.spec.document import parse
from cpsolver.spec.finite import FiniteModel, FiniteSpec, formulate_finite
from cpsolver.spec.loading import gather, validated
from cpsolver.task.condition import Relation
from cpsolver.task.parser import parse_expression
from cpsolver.task.task import Task

HEAD = """kind: csp
parameters: {n: 8, w: [3, 5], cages: [{cells: [x, y], sum: 3}]}
sets: {S: [red, green], B: [[red, 1], [green, 2]]}
variables:
  x, y: 1..9
  b: bool
  p: S
  a[1..3]: 0..5
  m[1..2, 1..2]: 0..1
conditions:
"""


def formulated(text: str, **parameters: str) -> Task:
    gathered = gather(parse(text, "t.yaml"), parameters)
    return formulate_finite(validated(gathered, FiniteSpec, FiniteModel, parameters))


def texts(*conditions: str) -> list[str]:
    """The ground conditions that conditions of the model at the top become."""
    return [
        str(condition) for condition in formulated(HEAD + "".join(f'- "{text}"\n' for text in conditions)).conditions
    ]


def problem(text: str, **parameters: str) -> tuple[str, int, int, str]:
    """Message, line, column and hint of the one thing that is wrong."""
    with pytest.raises(SpecError) as caught:
        formulated(text, **parameters)
    (found,) = caught.value.problems
    assert found.mark is not None
    return found.message, found.mark.line, found.mark.column, found.hint


# -- what comes out ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["x + y = 9"], "x + y = n + 1"),
        (["3*x = 3"], "w[1]*x = 3"),
        (["-3 = x"], "-7 div 2 = x"),
        (["1 <= x", "x < y", "y <= 9"], "1 <= x < y <= 9"),
        (["x = 1", "y = 2"], "x = 1 and y = 2"),
        (["a[1] < a[2]", "a[2] < a[3]"], "a[i] < a[i + 1] for i in 1..2"),
        (["a[1] < a[2]", "a[2] < a[3]"], "all(a[i] < a[i + 1] for i in 1..2)"),
        (["a[1] < a[2]", "a[2] < a[3]"], "i < 3 -> a[i] < a[i + 1] for i in 1..3"),
        (["all_different(a[1], a[2], a[3])"], "all_different(a)"),
        (["all_different(a[2], a[3])"], "all_different(a[2..3])"),
        (["sum(m[1, 1], m[1, 2], m[2, 1], m[2, 2]) = 2"], "sum(m) = 2"),
        (["sum(m[1, 1], m[1, 2]) = 1"], "sum(m[1, *]) = 1"),
        (["all_different(m[1, 1], m[2, 1])"], "all_different(m[*, 1])"),
        (["sum(x, y) = 3"], "sum(cage.cells) = cage.sum for cage in cages"),
        (["sum(3*a[1], 5*a[2]) <= 9"], "sum(w[i]*a[i] for i in 1..2) <= 9"),
        (["count(a[1] = 2, a[2] = 2, a[3] = 2) = 1"], "count(a[i] = 2 for i in 1..3) = 1"),
        (["count(a[1] = 2, a[2] = 2, a[3] = 2) = 1"], "count(a, 2) = 1"),
        (["[a[1], a[2], a[3]][x] = 1"], "a[x] = 1"),
        (["[a[1], a[2], a[3]][x] = 1"], "element(x, a, 1)"),
        (["[[m[1, 1], m[1, 2]][y], [m[2, 1], m[2, 2]][y]][x] = 1"],
         "m[x, y] = 1"),
        (["[m[1, 2], m[2, 2]][x] = 1"], "m[x, 2] = 1"),
        (["x in [1, 2, 3]"], "x in 1..3"),
        (["1 <= x", "x <= y"], "x in 1..y"),
        (["p in [red]"], "p in {red}"),
        (["table([p, x], [[red, 1], [green, 2]])"], "(p, x) in B"),
        (["table([x, y], [[1, 2], [3, 4]])"], "table([x, y], [[1, 2], [3, 4]])"),
        (["p = red"], "p = red"),
        (["x = (if b then 1 else y)"], "x = if b then 1 else y"),
        (["x = 1"], "if n = 8 then x = 1 else y = 1"),
        (["b"], "b"),
        (["not b"], "b -> 1 = 2"),
        (["x = 2"], "1 = 1 -> x = 2"),
        (["x = 1 -> y = 2"], "x = 1 -> y = 2 and 1 = 1"),
        ([], "true"),
        ([], "all_different([])"),
        (["false"], "1 = 2"),
        (["false"], "sum([]) = 1"),
        (["x = 3"], "x = length(a)"),
        (["x = 4"], "x = sqrt(16)"),
    ],
)  # fmt: skip
def test_condition_is_unrolled_and_constants_are_folded(expected: list[str], text: str) -> None:
    assert expected == texts(text)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["not b"], "b -> x = 1/0"),
        (["not b"], "b -> a[9] = 1"),
        ([], "not (a[9] = 1)"),
        (["x = 1"], "x = 1 or a[9] = 1"),
        (["count(x = 1, false) = 1"], "count(x = 1, a[9] = 1) = 1"),
    ],
)
def test_undefined_inside_a_boolean_is_false_there(expected: list[str], text: str) -> None:
    assert expected == texts(text)


# -- what cannot be read -------------------------------------------------------------------------------------------

KNOWN = "known: n, w, cages, S, B, x, y, b, p, a, m, red, …"
WRONG = [
    ("x + q = 3", 5, "'q' is not a name of this model", KNOWN),
    ("x + cagges = 3", 5, "'cagges' is not a name of this model", "did you mean 'cages'?"),
    ("not 3 and b", 5, "'3' is a number; a condition should stand here", "compare it with something, such as '… = 1'"),
    ("b and x", 7, "'x' is a number; a condition should stand here", "compare it with something, such as '… = 1'"),
    ("x", 1, "'x' is a number; a condition should stand here", "compare it with something, such as '… = 1'"),
    ("p < 3", 1, "'p' is a symbol; a number should stand here", "symbols can only be compared by '=' and '!='"),
    ("p = 3", 1, "'p' is a symbol and '3' a number: they never agree", ""),
    ("x in S", 1, "'S' is a symbol and 'x' a number: they never agree", ""),
    ("all_diferent(a)", 1, "no function is called 'all_diferent'", "did you mean 'all_different'?"),
    ("x(3) = 1", 1, "'x' is not a function", "write 'x[…]' for an element, or '*' to multiply"),
    ("sum = 3", 1, "'sum' is a function", "write 'sum(…)'"),
    ("abs(x, y) = 1", 1, "'abs' takes 1 argument; found 2", "write abs(x)"),
    ("a = 3", 1, "'a' is a list; a single value should stand here", "take one item of it"),
    ("a + 1 = 3", 1, "'a' is a list; a number should stand here", "take one item of it, or its 'sum(…)'"),
    ("m[1] = 1", 1, "'m[1]' is a list; a single value should stand here", "take one item of it"),
    ("x[1] = 2", 1, "'x' is no array", "'[…]' takes an element: declare it as 'x[1..n]', or leave the brackets out"),
    ("a[1, 2] = 3", 6, "'a' has 1 index; found 2", "one index for each dimension; '*' stands for all"),
    ("a[4] = 1", 1, "'a[4]' has no value: no element 4 in 1..3",
     "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'"),
    ("a[i] < a[i + 1] for i in 1..3", 8, "'a[i + 1]' has no value: no element 4 in 1..3",
     "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'"),
    ("a[p] = 3", 3, "'p' is no index of 'a'", "its indices are 1..3"),
    ("x = 1/0", 5, "'1/0' has no value: division by zero",
     "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'"),
    ("x = max([])", 5, "'max([])' has no value: the list is empty",
     "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'"),
    ("x = 9^9^9^9", 7, "'9^9^9' is too large", "no number may be longer than 4,096 bits"),
    ("b -> x = 9^9^9^9", 12, "'9^9^9' is too large", "no number may be longer than 4,096 bits"),
    ("3 x = 2", 3, "an operator is missing between '3' and 'x'",
     "write '3*x'; units stand in tasks of kind formulas"),
    ("cages[1].summ = 3", 10, "'cages[1]' has no part called 'summ'", "did you mean 'sum'?"),
    ("x > 0 for x in 1..3", 11, "'x' is a variable of this model; a loop needs a name of its own",
     "give the loop's name another one, such as 'k'"),
    ("a[i] = 1 for i in 7", 19, "'7' is no set or list", ""),
    ("(u, v) = x for (u, v) in S", 16, "'red' has 1 part; 2 names stand here",
     "as many names as parts: '(a, b) in pairs'"),
    ("(p, x, y) in B", 1, "a row has 2 items; 3 are compared with it", ""),
    ("a[i] = 1 for i in 1..3 where a[i] > 0", 30, "'where' must not depend on variables",
     "state it inside, such as 'sum(x[i]*(y[i] = 1) for i in 1..n)'"),
    ("x = sum(i for i in 1..y)", 23, "the bounds of a range must not depend on variables here",
     "let it hold all there could be, and bound it by a condition: 'x <= y'"),
    ("x in 1..10000000", 6, "'1..10000000' holds more than 1,000,000 values", "let it hold fewer"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message", "hint"), WRONG)
def test_what_is_wrong_is_said_at_its_character(text: str, column: int, message: str, hint: str) -> None:
    assert (message, 11, column + 3, hint) == problem(f'{HEAD}- "{text}"\n')


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (("'m' is not a name of this model", 1, 17, "known: n"), "parameters: {n: m}"),
        (("'n' is defined by itself", 1, 17, "take it out of its own definition"), "parameters: {n: n + 1}"),
        (("'1/0' has no value: division by zero", 1, 17,
         "where it may have none, guard it: '… for i in 1..n where …', or 'if … then … else …'"),
         "parameters: {n: 1/0}"),
        (("parameter 'n' has no value", 1, 14, "write a number, a list or a mapping"), "parameters: {n: }"),
        (("'x' is also a parameter", 1, 8,
         "a name stands for one thing: give one of the two another"), "sets: {x: 1..3}\nparameters: {x: 1}"),
        (("'a' stands twice in the set 'S'", 1, 11, "leave one of the two out"), "sets: {S: [a, b, a]}"),
        (("'S' is a set and holds values", 1, 11, "write a range '1..9' or a list '[a, b]'"), "sets: {S: 3}"),
        (("the domain of 'x' is empty", 1, 16, "a range goes from its lower to its upper bound"),
         "variables: {x: 3..1}"),
        (("the domain of 'x' must hold values", 1, 16, "such as '1..9' or '{2, 4, 8}'"), "variables: {x: 5}"),
        (("'int' is no domain of 'x'", 1, 16, "write the values it may have, such as '0..100'"),
         "variables: {x: int}"),
        (("'m' is not a name of this model", 1, 19, "known: x"), "variables: {x: 1..m}"),
        (("unknown key 'domian'", 2, 7, "did you mean 'domain'?"), "variables:\n  x: {domian: 1..2}"),
        (("key 'domain' is missing", 2, 6, "such as 'domain: 1..9'"), "variables:\n  x: {name: 1..2}"),
        (("'x' is declared twice", 2, 6, "give one of the two another name"), "variables:\n  x, x: 1..9"),
        (("'x' is also a parameter", 3, 6,
         "a name stands for one thing: give one of the two another"), "parameters: {x: 1}\nvariables:\n  y, x: 1..9"),
        (("'x' is a variable; a domain holds values", 4, 6,
         "such as 1..9, {2, 4, 8}, bool or the name of a set"), "sets: {S: [red, x]}\nvariables:\n  x: 1..3\n  p: S"),
        (("two elements are called 'r1'", 2, 40, "use every index in the name"),
         'variables:\n  q[1..2, 1..2]: {domain: 1..3, name: "r{1}"}'),
        (("'{2}' names no index", 2, 35, "'{1}' is the first of 1"),
         'variables:\n  q[1..2]: {domain: 1..3, name: "r{2}"}'),
        (("'3' is no set of indices", 2, 5, "such as '1..3'"), "variables:\n  q[3]: 1..3"),
        (("'x' has more than 100,000 elements", 2, 3,
         "let the index sets hold fewer"), "variables:\n  x[1..400, 1..400]: 1..3"),
        (("unknown key 'lable'", 4, 4, "did you mean 'label'?"),
         "variables:\n  x: 1..3\nconditions:\n- {lable: a, require: x = 1}"),
        (("key 'require' is missing", 4, 3, "it holds what the condition says"),
         "variables:\n  x: 1..3\nconditions:\n- {label: a, for: i in 1..3}"),
        (("'j' is not a name of this model", 4, 15, "known: i, x"),
         'variables:\n  x: 1..3\nconditions:\n- {label: "a {j}", for: i in 1..3, require: x != i}'),
        (("'{' has no partner", 4, 14, "write '{{' or '}}' for a brace itself"),
         'variables:\n  x: 1..3\nconditions:\n- {label: "a {i", for: i in 1..3, require: x != i}'),
        (("'T' is not a name of this model", 4, 24, "known: i, x"),
         "variables:\n  x: 1..3\nconditions:\n- for: i in 1..3, j in T\n  require: x != i"),
        (("'k' is not a name of this model", 5, 14, "known: i, x"),
         "variables:\n  x: 1..3\nconditions:\n- for: i in 1..3\n  where: i < k\n  require: x != i"),
        (("'y' is not a name of this model", 6, 3, "known: x"),
         "variables:\n  x: 1..3\nconditions:\n- |\n  x = 1 and\n  y = 2"),
        (("the objective does not depend on any variable", 3, 11,
         "it speaks of variables, such as 'sum(cost[i]*on[i] for i in item)'"),
         "variables: {x: 1..3}\nminimize: x\nmaximize: 3"),
        (("'penalty' is not a name of this model", 2, 11, "known: x"), "variables: {x: 1..3}\nminimize: penalty"),
        (("'0' is no weight: a weight is a number above 0", 3, 28,
          "a number such as 3; what should rather not be is preferred with 'not'"),
         "variables: {x: 1..3}\nprefer:\n- {require: x = 2, weight: 0}"),
        (("key 'require' is missing", 3, 3, "it holds what the condition says"),
         "variables: {x: 1..3}\nprefer:\n- {weight: 2}"),
        (("the objective does not depend on any variable", 2, 11,
         "it speaks of variables, such as 'sum(cost[i]*on[i] for i in item)'"), "variables: {x: 1..3}\nminimize: 3"),
        (("'bord' is no form to show a solution in", 2, 8, "did you mean 'board'?"),
         "variables: {x: 1..3}\nshow: {bord: x}"),
        (("a board is drawn of an array of 1 dimension", 2, 15, ""), "variables: {x: 1..3}\nshow: {board: x}"),
        (("'y' is no variable of this model", 2, 10, "known: x"), "variables: {x: 1..3}\nsearch: [y]"),
        (("found '(' where an operator should stand", 2, 29,
         "put a sign such as '+', '=' or 'and' between, or take one of the two away"),
         "variables:\n  x: __import__('os').system('ls')"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_definition_is_said_at_its_place(expected: tuple[str, int, int, str], text: str) -> None:
    assert expected == problem(f"{text}\nkind: csp\n")


def test_all_problems_are_told_at_once_in_the_order_of_the_text() -> None:
    with pytest.raises(SpecError) as caught:
        formulated(HEAD + "- x + q = 1\n- x = 1\n- foo(x)\n")
    assert ["'q' is not a name of this model", "no function is called 'foo'"] == [
        found.message for found in caught.value.problems
    ]


@pytest.mark.parametrize(
    ("message", "condition"),
    [
        ("more than 100,000 conditions", "{for: i in 1..400000, require: x != i}"),
        ("the conditions come to more than 1,000,000 nodes", '"sum(i*j*k for i, j, k in 1..1000) = x"'),
    ],
)
def test_what_would_never_end_is_refused(message: str, condition: str) -> None:
    start = time.perf_counter()
    assert message == problem(f"kind: csp\nvariables: {{x: 1..3}}\nconditions:\n- {condition}\n")[0]
    assert time.perf_counter() - start < 10


# -- parameters ----------------------------------------------------------------------------------------------------

QUEENS = """kind: csp
parameters: {n: 8, half: n // 2}
variables:
  queen[1..n]: 1..n
conditions:
- queen[half] > half
"""


def test_parameter_may_be_worked_out_from_others_and_overridden_from_outside() -> None:
    assert ["queen[4] > 4"] == [str(condition) for condition in formulated(QUEENS).conditions]
    assert ["queen[3] > 3"] == [str(condition) for condition in formulated(QUEENS, n="6").conditions]
    assert ["queen[1] > 1"] == [str(condition) for condition in formulated(QUEENS, half="n - 7").conditions]


def test_parameter_unknown_to_the_model_is_an_error_wherever_it_comes_from() -> None:
    assert ("'m' is not a parameter of this model", 1, 1, "known: n, half") == problem(QUEENS, m="6")
    spec = "parameters: {hlaf: 3}\nmodel:\n" + "".join(f"  {line}\n" for line in QUEENS.splitlines())
    assert ("'hlaf' is not a parameter of this model", 1, 14, "did you mean 'half'?") == problem(spec)


def test_what_is_wrong_with_a_parameter_from_outside_is_said_in_its_own_text() -> None:
    message, line, column, _ = problem(QUEENS, n="4 + x")
    assert ("'x' is not a name of this model", 1, 7) == (message, line, column)


CAGES = """model:
  kind: csp
  parameters: {cages: "list of {cells, sum}"}
  variables:
    cell[1..2, 1..2]: {domain: 1..4, name: "r{1}c{2}"}
  conditions:
  - label: cage {cage.cells}
    for: cage in cages
    require: sum(cage.cells) = cage.sum and all_different(cage.cells)
"""


def test_cages_come_from_the_spec_and_name_their_conditions() -> None:
    task = formulated(CAGES + "parameters: {cages: [{cells: [r1c1, r1c2], sum: 5}, {cells: [r2c1], sum: 2}]}")
    found = [(condition.label, str(condition)) for condition in task.conditions]
    assert ("cage r1c1, r1c2", "sum(r1c1, r1c2) = 5") == found[0]
    assert ("cage r1c1, r1c2", "all_different(r1c1, r1c2)") == found[1]
    assert ("cage r2c1", "sum(r2c1) = 2") == found[2]


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        (("parameter 'cages' has no value", 1, 1, "give it under 'parameters:', as a list of {cells, sum}"), ""),
        (("expected a list of {cells, sum}", 10, 21, ""), "parameters: {cages: 3}"),
        (("unknown key 'total'", 10, 38, "known: cells, sum"), "parameters: {cages: [{cells: [r1c1], total: 5}]}"),
        (("key 'sum' is missing", 10, 22, ""), "parameters: {cages: [{cells: [r1c1]}]}"),
        (("'r1c9' is not a name of this model", 10, 31, "did you mean 'r1c2'?"),
         "parameters: {cages: [{cells: [r1c9], sum: 5}]}"),
    ],
)  # fmt: skip
def test_parameter_without_default_is_what_the_spec_must_give(expected: tuple[str, int, int, str], given: str) -> None:
    assert expected == problem(CAGES + given)


# -- labels, places, layers ----------------------------------------------------------------------------------------


def test_each_condition_knows_its_label_source_and_place() -> None:
    task = formulated(
        "kind: csp\nvariables: {x: 1..9, y: 1..9}\nconditions:\n"
        '- {label: "{i} and {{j}}", for: i in 1..2, require: [x > i and y > i, x != y], source: a book}\n'
    )
    first, second, third = task.conditions[:3]
    assert ("1 and {j}", "x > 1", "t.yaml:4:54") == (first.label, str(first), str(first.mark))
    assert ("1 and {j}", "y > 1", "t.yaml:4:64") == (second.label, str(second), str(second.mark))
    assert ("x != y", "t.yaml:4:71", "a book") == (str(third), str(third.mark), third.source)
    assert ["1 and {j}"] * 3 + ["2 and {j}"] * 3 == [condition.label for condition in task.conditions]


def test_pairs_are_taken_apart_and_symbols_are_values() -> None:
    task = formulated(
        "kind: csp\nsets:\n  state: [WA, NT, SA]\n  border: [[WA, NT], [NT, SA]]\n"
        "variables: {'paint[state]': '{red, green}'}\nconditions:\n"
        '- {label: "{a} beside {b}", for: "(a, b) in border", require: "paint[a] != paint[b]"}\n'
    )
    assert ["WA beside NT", "NT beside SA"] == [condition.label for condition in task.conditions]
    assert ("paint[WA]", ("red", "green")) == (task.variables[0].name, tuple(task.variables[0].domain))  # type: ignore[arg-type]


def test_ten_thousand_conditions_of_one_loop_take_no_time() -> None:
    condition = "{for: 'i, j in 1..100', require: 'x[i] + x[j] != i'}"
    text = f"kind: csp\nvariables:\n  x[1..100]: 1..9\nconditions:\n- {condition}\n"
    start = time.perf_counter()
    assert 10_000 == len(formulated(text).conditions)
    assert time.perf_counter() - start < 5


# -- folding keeps the meaning -------------------------------------------------------------------------------------

numbers = st.recursive(
    st.sampled_from(["x", "y", "0", "1", "2", "3"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "//", "%", "div", "mod"]), inner),
        st.builds("max({}, {})".format, inner, inner),
        st.builds("abs(-{})".format, inner),
    ),
    max_leaves=5,
)
comparisons = st.builds("{} {} {}".format, numbers, st.sampled_from(["=", "!=", "<", ">="]), numbers)
statements = st.recursive(
    st.one_of(comparisons, st.builds("{} in {{1, 2}}".format, numbers)),
    lambda inner: st.one_of(
        st.builds("({}) {} ({})".format, inner, st.sampled_from(["and", "or", "xor", "->", "<->"]), inner),
        st.builds("not ({})".format, inner),
        st.builds("count({}, {}) = 1".format, inner, inner),
        st.builds("(if {} then {} else {}) < 2".format, inner, numbers, numbers),
    ),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(statements)
def test_unrolled_conditions_hold_just_where_the_text_holds(text: str) -> None:
    """Constants are worked out and parts left out, but what is undefined stays false at the nearest Boolean."""
    try:
        task = formulated(f'kind: csp\nvariables: {{x: 0..2, y: 0..2}}\nconditions:\n- "{text}"\n')
    except SpecError as error:
        assert "has no value: division by zero" in str(error)
        return
    whole = Relation(parse_expression(text))
    for x, y in product(range(3), repeat=2):
        values = {"x": x, "y": y}
        assert whole.holds(values) == all(condition.holds(values) for condition in task.conditions), values


@pytest.mark.parametrize(
    "text",
    [
        "all(" * 97 + "b" + ")" * 97,
        "not " * 98 + "b",
        "a[" * 97 + "1" + "]" * 97 + " = 1",
        " -> ".join("b" * 99),
        "max(x, " * 96 + "y" + ")" * 96 + " = 1",
        "count(b, " * 45 + "b" + ") = 1" * 45,
    ],
)
def test_deepest_nesting_there_may_be_is_read_in_no_time(text: str) -> None:
    start = time.perf_counter()
    assert texts(text)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "text",
    ["a[i] < a[cages + 1] for i in 1..2", "cages div y = 2", "-(p, m) in B", "3^cages = 1", "[1, [2]] + 1 = x"],
)
def test_list_of_things_of_different_depth_is_no_number(text: str) -> None:
    assert "is a list; a number should stand here" in problem(f'{HEAD}- "{text}"\n')[0]
