"""A decomposition says what its global says, for every assignment, defined or not."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.task.decomposition import DECOMPOSITIONS, decomposed, may_be_undefined
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Name, names
from cpsolver.task.functions import Undefined
from tests.random_globals import FLAGS, VARIABLES, instances
from tests.tasks import call

DOMAINS = {variable.name: variable.domain.values for variable in (*VARIABLES, *FLAGS)}  # type: ignore[union-attr]


def values_of(node: object, scope: tuple[str, ...]) -> list[object]:
    """What an expression is worth under every assignment; None where it is undefined."""
    evaluate = compiled(node)  # type: ignore[arg-type]
    found: list[object] = []
    for values in product(*(DOMAINS[name] for name in scope)):
        try:
            found.append(evaluate(dict(zip(scope, values, strict=True))))
        except Undefined:
            found.append(None)
    return found


@pytest.mark.parametrize("name", sorted(DECOMPOSITIONS))
@examples(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_decomposition_is_true_where_its_global_is(name: str, data: st.DataObject) -> None:
    call = data.draw(instances(name))
    simpler = decomposed(call)
    assert simpler is not None

    assert values_of(call, names(call)) == values_of(simpler, names(call))


def test_connected_has_no_decomposition() -> None:
    assert decomposed(Call("connected", ())) is None


def test_an_expression_that_may_be_undefined_is_told_by_its_form() -> None:
    assert not may_be_undefined(call("+", Name("x"), call("=", call("div", 1, Name("y")), 1)))
    assert may_be_undefined(call("+", Name("x"), call("div", 1, Name("y"))))
