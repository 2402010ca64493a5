"""Every global on every solver: stated, negated, reified and implied, against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Sought, Task
from tests.random_globals import FLAGS, INSTANCES, VARIABLES, as_condition, instances
from tests.random_tasks import brute_force, solution_set

WAYS = {
    "stated": lambda node: node,
    "negated": lambda node: Call("not", (node,)),
    "reified": lambda node: Call("<->", (Name("r"), node)),
    "implied": lambda node: Call("->", (Call("<", (Name("x"), Constant(2))), node)),
    "counted": lambda node: Call("=", (Call("count", (node, Call(">", (Name("y"), Constant(1))))), Constant(1))),
}
SOLVING = [name for name in ("cpsat", "backtracking", "python_constraint", "compiled") if name in SOLVERS.names()]


def task_of(condition: Node) -> Task:
    """The task of one condition over the variables it speaks of."""
    scope = set(names(condition))
    variables = tuple(variable for variable in (*VARIABLES, *FLAGS) if variable.name in scope)
    return Task("global", "csp", variables, (Relation(condition),), sought=Sought(tuple(v.name for v in variables)))


@pytest.mark.parametrize("solver", SOLVING)
@pytest.mark.parametrize("name", sorted(INSTANCES))
@examples(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_global_has_the_solutions_that_its_meaning_has(solver: str, name: str, data: st.DataObject) -> None:
    call = data.draw(instances(name))
    way = WAYS[data.draw(st.sampled_from(sorted(WAYS)))]
    task = task_of(way(as_condition(call)))
    if SOLVERS.get(solver).refuses(task):
        return
    result = SOLVERS.get(solver).solve(task, Settings(solutions=None))

    assert solution_set(brute_force(task)) == solution_set(result.solutions)
    assert len(set(map(str, result.solutions))) == len(result.solutions)
    assert result.status is (Status.ALL_SOLUTIONS if result.solutions else Status.UNSATISFIABLE)
