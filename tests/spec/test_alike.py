"""Conditions of one form are compiled once; what comes out is what reading each by itself gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.api.tasks import formulate
from cpsolver.errors import SpecError
from cpsolver.spec import alike
from cpsolver.spec.document import parse
from cpsolver.task.task import Task

HEAD = """model:
  kind: csp
  parameters: {k: 3}
  variables:
    x[1..4]: 0..9
    y, z: 0..9
    b, c: bool
    s: {red, green}
  conditions:
"""

FORMS = (
    "{}*x[{}] + {}*y - z <= {}", "x[{}] != {}", "-x[{}] + {} < y", "abs(x[{}] - x[{}]) >= {}", "{} <= x[{}] < {}",
    "b -> x[{}] = {}", "x[{}] in {{{}, {}}}", "sum(x[i] for i in {}..{}) > {}", "({} + y)*{} != x[{}]", "y % {} = {}",
    "count(x, {}) <= {}", "x[y] = {}", "s = red or x[{}] = {}", "x[{}] = {} and y = {}", "k*x[{}] > {}", "{} > {}",
    "x[{}] / {} = y", "all_different(x[{}], x[{}], z)", "'{}' = s", "x[{}] ^ {} < 50", "{}.5*y < z + {}",
)  # fmt: skip


def stated(conditions: list[str]) -> Task | str:
    text = HEAD + "".join(f'    - "{each}"\n' for each in conditions)
    try:
        return formulate(parse(text, "test")).task
    except SpecError as error:
        return str(error)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_forms_filled_in_are_the_conditions_themselves(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(FORMS))
    numbers = st.integers(0, 12)
    conditions = [form.format(*(data.draw(numbers) for _ in range(4))) for _ in range(4)]
    quick = stated(conditions)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alike.Alike, "relation", lambda self, place, text: None)
        usual = stated(conditions)

    assert usual == quick
    if isinstance(usual, Task) and isinstance(quick, Task):
        assert [each.mark for each in usual.conditions] == [each.mark for each in quick.conditions]


def test_variables_are_filled_in_as_numbers_are() -> None:
    task = stated(["y + 3 <= z", "z + 10 <= y", "x[1] + 2 <= x[4]", "x[2] + 7 <= x[3]"])

    assert isinstance(task, Task)
    assert ["y + 3 <= z", "z + 10 <= y", "x[1] + 2 <= x[4]", "x[2] + 7 <= x[3]"] == list(map(str, task.conditions))


def test_a_mistake_in_a_form_known_stands_at_its_place() -> None:
    said = stated(["x[1] < 3", "x[2] < 4", "x[3] < 5", "x[11] < 6"])

    assert "test:13:8: 'x[11]' has no value: no element 11 in 1..4" in str(said)


def test_variables_of_another_type_are_another_form() -> None:
    said = stated(["y < 3", "z < 4", "y < 5", "s < 6"])

    assert "test:13:8: 's' is a symbol; a number should stand here" in str(said)
