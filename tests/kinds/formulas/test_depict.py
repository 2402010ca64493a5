"""The listing of quantities and the graph of formulas."""

from __future__ import annotations

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.depict import depict, graph
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Result, Settings


def solved(name: str) -> Result:
    return SOLVERS.get("auxiliary").solve(load(name).task, Settings(techniques=TECHNIQUES))


def test_the_listing_tells_given_from_found_and_open() -> None:
    task, known = load("physics/thrown-down").task, solved("physics/thrown-down").knowledge
    assert known is not None
    listing = depict(task, known, None)

    assert ("xs", "initial coordinate", "30", "m", "given") in listing.rows
    assert ("t", "time", "3.23606798", "s", "found") in listing.rows
    assert ("v", "velocity", "?", "m/s", "") in listing.rows


def test_a_rejected_root_stays_visible() -> None:
    task, result = load("physics/thrown-down").task, solved("physics/thrown-down")
    assert result.knowledge is not None
    assert result.derivation is not None
    listing = depict(task, result.knowledge, result.derivation.steps[-1])

    assert [("t", "time", "-1.23606798", "s", "rejected")] == [listing.rows[row] for row in listing.rejected]


def test_at_the_start_what_is_sought_is_open() -> None:
    task = load("physics/highest-point").task

    assert ("x", "coordinate", "?", "m", "sought") in depict(task, task.knowledge(), None).rows


def test_the_graph_runs_from_the_givens_to_what_is_sought() -> None:
    found = graph(load("physics/highest-point").task, solved("physics/highest-point").derivation)
    layers = {node.name: node.layer for node in found.nodes}

    assert layers["vs"] == layers["formula velocity"] - 1
    assert layers["formula velocity"] < layers["t"] < layers["formula coordinate"] < layers["x"]
    assert {"given", "found", "sought", "condition"} == {node.role for node in found.nodes}


def test_arrows_go_from_inputs_to_the_formula_to_what_it_gave() -> None:
    found = graph(load("physics/highest-point").task, solved("physics/highest-point").derivation)
    arrows = {(edge.start, edge.end) for edge in found.edges if edge.on_path and edge.directed}

    assert {("v", "formula velocity"), ("vs", "formula velocity"), ("formula velocity", "t")} <= arrows
    assert ("t", "formula velocity") not in arrows


def test_formulas_not_used_are_joined_by_plain_lines() -> None:
    found = graph(load("physics/thrown-down").task, solved("physics/thrown-down").derivation)
    plain = {(edge.start, edge.end) for edge in found.edges if not edge.directed}

    assert {("v", "formula velocity"), ("vs", "formula velocity"), ("astart", "formula velocity")} <= plain
    assert [False] == [node.on_path for node in found.nodes if node.name == "formula velocity"]


def test_without_a_derivation_the_planned_way_is_drawn() -> None:
    task = load("physics/highest-point").task

    assert graph(task, None).edges == graph(task, solved("physics/highest-point").derivation).edges


def test_the_models_own_values_are_constants_not_givens() -> None:
    task = load("modern/clock-on-the-sun").task
    origins = {row[0]: row[-1] for row in depict(task, task.knowledge(), None).rows}

    assert ("constant", "constant", "given") == (origins["c"], origins["G"], origins["M"])


def test_constants_without_a_use_are_folded_with_what_is_open() -> None:
    known = solved("modern/age-of-a-rock").knowledge
    assert known is not None
    listing = depict(load("modern/age-of-a-rock").task, known, None)

    assert "constant" not in {row[-1] for row in listing.rows}
    assert "5 constants and 17 further quantities not needed" == listing.rows[-1][1]
