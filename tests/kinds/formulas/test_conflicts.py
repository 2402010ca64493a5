"""Which givens, rules and formulas contradict each other, and that no answer leaves that open."""

from __future__ import annotations

import re
from itertools import combinations

from cpsolver.api import solve
from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.conflicts import conflicts_of, refuted
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Fact, Task

TEXT = """model: physics/kinematics
given: {v: 1, vs: 2, astart: 1, t: 5, xs: 0}
require: [t > 0 s, x > 0 m]
find: x
"""


def ask(task: Task, solutions: int) -> Result:
    return SOLVERS.get("formula_graph").solve(task, Settings(solutions=solutions))


def test_a_conflict_is_refuted_and_each_smaller_set_is_not() -> None:
    task = load(TEXT).task
    (conflict, *_) = conflicts_of(task, ask)
    facts = [item for item in conflict if isinstance(item, Fact)]
    conditions = [item for item in conflict if not isinstance(item, Fact)]

    assert ["v", "vs", "astart", "t"] == [fact.variable for fact in facts]
    assert ["velocity"] == [condition.label for condition in conditions]
    for some in combinations(facts, len(facts) - 1):
        fewer = Task("t", "formulas", task.variables, tuple(conditions), some, task.sought)
        assert ask(fewer, 1).status is not Status.UNSATISFIABLE


def test_solving_in_vain_tells_the_conflict_with_its_lines() -> None:
    answer = solve(TEXT)
    (note,) = [note for note in answer.notes if "contradict" in note]

    assert Status.UNSATISFIABLE is answer.status
    assert note.startswith("these 5 contradict each other: v = 1 m/s (given at <text>:2:12); vs = 2 m/s ")
    assert re.search(r"velocity: v = vs \+ astart\*t \(\S*models/physics/kinematics.yaml:\d+:\d+\)$", note)


def test_a_rule_is_part_of_a_conflict() -> None:
    text = "model: physics/kinematics\ngiven: {v: 1, vs: 2, astart: 1}\nrequire: [t > 0]\nfind: t\n"
    reason, said = refuted(load(text).task, ask)

    assert "t > 0 does not hold with t = -1 s" == reason
    assert "t > 0 (<text>:3:11)" in said
    assert said.startswith("these 5 contradict each other")
