"""Tasks in XCSP3-core: read back, by code that shares nothing with what wrote them, they have the same solutions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver import library
from cpsolver.api import load
from cpsolver.api.tasks import load_text
from cpsolver.errors import CpsolverError
from cpsolver.exports import EXPORTS
from cpsolver.plain.whole_numbers import in_whole_numbers
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Name, names
from cpsolver.task.result import Settings
from cpsolver.task.task import Aim, Sought, Task
from tests.random_globals import FLAGS, INSTANCES, VARIABLES, as_condition, instances
from tests.random_tasks import brute_force, random_tasks


def written(task: Task) -> str:
    return EXPORTS.get("xcsp3").write(task).text


def rows(task: Task, of: Task) -> set[tuple[int, ...]]:
    """The solutions of a task as whole numbers, its variables in their order; those beyond the original's left out."""
    symbols = in_whole_numbers(of).symbols
    found = brute_force(task)
    listed = [tuple(int(symbols.get(v, v)) for v in solution.values())[: len(of.variables)] for solution in found]  # type: ignore[call-overload]
    return set(listed)


def check(task: Task) -> None:
    try:
        back = load_text(written(task), "a.xml").task
    except CpsolverError as error:
        assert "too long for one expression" in str(error)  # what a spec may hold, not XCSP3
        return

    assert rows(task, task) == rows(back, task)


@pytest.mark.slow
@settings(max_examples=20, deadline=None)
@given(random_tasks())
def test_random_tasks_have_the_same_solutions(task: Task) -> None:
    check(task)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(INSTANCES) - {"connected"}))
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_every_global_is_the_same(name: str, data: st.DataObject) -> None:
    """As a condition, negated and reified."""
    node = as_condition(data.draw(instances(name)))
    said = data.draw(st.sampled_from([node, Call("not", (node,)), Call("<->", (node, Name("r")))]))
    used = set(names(said))
    variables = tuple(each for each in (*VARIABLES, *FLAGS) if each.name in used)
    if variables:
        check(Task("g", "csp", variables, (Relation(said, label='a "label" & <more>'),), sought=Sought((), Aim.ALL)))


def test_constraints_have_their_names_and_labels() -> None:
    text = written(load("csp/queens").task)

    assert '<allDifferent note="rows"> queen_1 queen_2' in text
    assert '<var id="queen_1" note="queen[1]"> 1..8 </var>' in text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["csp/queens", "packing/knapsack", "puzzles/agatha", "graphs/petersen-cycle"])
def test_cpmpy_reads_it_and_agrees(name: str, tmp_path: Path) -> None:
    """An outside reader, where it is installed."""
    outside = pytest.importorskip("cpmpy.tools.xcsp3")
    pytest.importorskip("pycsp3")
    if name not in library.names("specs"):
        pytest.skip("not on this shelf")
    task, path = load(name).task, tmp_path / "task.xml"
    path.write_text(written(task), encoding="utf-8")
    model = outside.read_xcsp3(str(path))
    ours = SOLVERS.get("cpsat").solve(task, Settings(seconds=20))

    assert ours.status.has_solution == model.solve(solver="ortools")
    if ours.objective is not None:
        assert ours.objective == model.objective_value()


@pytest.mark.slow
def test_the_shelf_is_written_and_read_back_with_the_same_first_answer() -> None:
    for name in library.names("specs"):
        task = load(name).task
        if all(isinstance(each.domain, Finite) for each in task.variables):
            try:
                back = load_text(written(task), f"{name}.xml").task
            except CpsolverError:
                continue
            settings_ = Settings(seconds=10)
            one, other = (SOLVERS.get("cpsat").solve(each, settings_) for each in (task, back))
            assert one.status.has_solution == other.status.has_solution or "UNKNOWN" in (
                one.status.name,
                other.status.name,
            )
