"""What a variant says beside its units: one condition at a time, and what placed digits leave for it."""

from __future__ import annotations

from dataclasses import replace

from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel
from cpsolver.kinds.sudoku.rules import MARKS, RULE, has_rules, rules_of
from cpsolver.kinds.sudoku.techniques import TECHNIQUES
from cpsolver.solvers import auxiliary
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Name
from cpsolver.task.knowledge import Finding
from cpsolver.task.result import Settings
from cpsolver.task.task import Fact, Task
from tests.tasks import call, sudoku_task


def caged(*cells: str, total: int, grid: str = "." * 16) -> Task:
    """A sudoku of four by four with one cage."""
    task = sudoku_task(grid, box=(2, 2))
    names = tuple(map(Name, cells))
    summed = Relation(call("=", call("sum", *names), total), label="cage")
    differing = Relation(call("all_different", *names), label="cage differs")
    return replace(task, conditions=(*task.conditions, summed, differing))


def test_a_cage_is_a_rule_and_units_are_none() -> None:
    task = caged("r1c1", "r1c2", "r2c1", total=6)

    assert ["cage", "cage differs"] == [condition.label for (condition,), _ in rules_of(task)]
    assert has_rules(task) and not has_rules(sudoku_task("." * 16, box=(2, 2)))


def test_a_rule_that_leaves_all_that_is_known_is_passed_over() -> None:
    task = caged("r1c1", "r1c2", "r2c1", total=6)
    known = task.knowledge()
    known.absorb(Finding((Fact("r1c1", Finite((4,))),)))
    models = [model for model in RULE.generate(task, known) if isinstance(model, AuxiliaryModel)]

    assert ["cage", "cage differs"] == [model.parts[0].name for model in models]
    known.absorb(Finding((Fact("r1c2", Finite((1,))), Fact("r2c1", Finite((1,))))))
    models = [model for model in RULE.generate(task, known) if isinstance(model, AuxiliaryModel)]

    assert ["cage differs"] == [model.parts[0].name for model in models]


def test_the_rule_with_the_fewest_open_cells_comes_first() -> None:
    task = caged("r1c1", "r1c2", "r2c1", total=6)
    other = Relation(call("=", call("sum", Name("r4c3"), Name("r4c4")), 7), label="pair")
    task = replace(task, conditions=(*task.conditions, other))
    first = next(RULE.generate(task, task.knowledge()))

    assert isinstance(first, AuxiliaryModel) and first.parts[0].name == "pair"


def test_two_cells_of_a_cage_with_a_sum_of_seven_are_three_and_four() -> None:
    task = caged("r1c1", "r1c2", total=7)
    result = auxiliary.solve(task, Settings(techniques=TECHNIQUES, choose=False))
    assert result.knowledge is not None and result.derivation is not None

    assert result.knowledge.domains["r1c1"] == Finite((3, 4))
    assert next(iter(result.derivation)).technique == "rule"


def test_a_placed_digit_leaves_its_peers_in_one_step_that_names_its_units() -> None:
    task = caged("r3c3", "r4c4", total=7, grid="1" + "." * 15)
    (model,) = MARKS.generate(task, task.knowledge())
    assert isinstance(model, SolvedModel)

    assert model.premises == (Fact("r1c1", Finite((1,))),)
    assert set(model.conditions) == {"row 1", "column 1", "box 1"}
    assert {fact.variable for fact in model.finding.facts} == {"r1c2", "r1c3", "r1c4", "r2c1", "r3c1", "r4c1", "r2c2"}


def test_where_all_conditions_are_units_nothing_of_this_is_said() -> None:
    task = sudoku_task("1" + "." * 15, box=(2, 2))

    assert not list(MARKS.generate(task, task.knowledge()))
    assert not list(RULE.generate(task, task.knowledge()))
