"""Sweeps as users get them: tables, CSV, plots, and what other commands make of them."""

from __future__ import annotations

import csv
import io
import json
import math

import jsonschema
import pytest

import cpsolver
from cpsolver.api.sweep_pages import MOST_CURVES, MOST_POINTS, charts
from cpsolver.errors import SpecError, UnsupportedTask
from cpsolver.picture import Chart
from cpsolver.render.as_json import schema
from cpsolver.render.as_svg.chart import STYLES
from cpsolver.render.as_text import WIDTH
from cpsolver.render.as_text.chart import SIGNS

THROWN = """task: thrown
model: physics/kinematics
given: {xs: 10..30 m step 5, vs: 10 m/s, astart: -10 m/s^2, x: 20 m}
require: [t > 0 s]
find: t
"""


def _sweep(text: str = THROWN, **parameters: str) -> cpsolver.Sweep:
    answer = cpsolver.solve(text, parameters=parameters)
    assert isinstance(answer, cpsolver.Sweep)
    return answer


def test_a_list_or_a_range_makes_the_answer_a_table() -> None:
    answer = _sweep()

    assert {"xs": "m", "t": "s"} == answer.units
    assert [10, 15, 20, 25, 30] == answer.table["xs"].tolist()
    assert [1, 2, 1 + math.sqrt(2), 1 + math.sqrt(3)] == pytest.approx(answer.table["t"].tolist()[1:])
    assert math.isnan(answer.table["t"][0])
    assert (0,) == answer.lost


def test_several_roots_are_several_rows() -> None:
    answer = _sweep(THROWN.replace("require: [t > 0 s]\n", ""))

    assert [10, 15, 20, 20, 25, 25, 30, 30] == answer.table["xs"].tolist()


def test_two_swept_givens_are_all_combinations_in_the_order_of_the_spec() -> None:
    answer = _sweep(vs="[10, 20] m/s")

    assert ("xs [m]", "vs [m/s]", "t [s]") == answer.head
    pairs = dict.fromkeys(zip(answer.table["xs"].tolist(), answer.table["vs"].tolist(), strict=True))
    assert [(xs, vs) for xs in (10, 15, 20, 25, 30) for vs in (10, 20)] == list(pairs)


def test_units_asked_for_and_offsets_are_those_of_the_table() -> None:
    text = """model:
  kind: formulas
  quantities: {T: {unit: K}, U: {unit: K}}
  formulas: {one: U = T + 10 K}
given: {T: 0..100 °C step 50}
find: {U: °F}
"""
    answer = _sweep(text)

    assert [0, 50, 100] == answer.table["T"].tolist()
    assert [50, 140, 230] == pytest.approx(answer.table["U"].tolist())


def test_csv_has_units_in_its_head_and_all_digits() -> None:
    lines = _sweep().csv.split("\r\n")

    assert "xs [m],t [s]" == lines[0]
    assert "10.0," == lines[1]
    assert "" == lines[-1]
    rows = list(csv.reader(io.StringIO(_sweep().csv)))
    assert [float(row[1]) for row in rows[2:]] == _sweep().table["t"].tolist()[1:]


def test_csv_is_a_format_like_others() -> None:
    assert _sweep().csv == _sweep().render("csv")


def test_the_record_meets_the_schema_and_holds_the_table() -> None:
    record = json.loads(_sweep().json)
    jsonschema.validate(record, schema())

    assert [[10.0, None], [15.0, 1.0]] == record["sweep"]["rows"][:2]
    assert [True, False] == [column["swept"] for column in record["sweep"]["columns"]]
    assert (5, 1, 0) == tuple(record["sweep"][key] for key in ("points", "without_solution", "not_known"))


def test_the_page_shows_the_table_a_chart_and_what_is_proven() -> None:
    text = _sweep().text

    assert "2.4142136" in text
    assert "t [s] over xs [m]" in text
    assert "5 points, 4 solutions" in text
    assert "1 point without a solution: proven; the first is xs = 10 m" in text


def test_a_long_table_is_shown_in_part() -> None:
    text = _sweep(xs="10..30 m in 501 points").text

    assert "rows are not shown; --format csv writes all" in text
    assert "…" in text


def _series(answer: cpsolver.Sweep) -> Chart:
    (chart,) = charts(answer)
    return chart


def test_branches_are_curves_and_a_curve_is_cut_where_there_is_no_value() -> None:
    chart = _series(_sweep(THROWN.replace("require: [t > 0 s]\n", ""), xs="0..40 m in 41 points"))

    assert ["t, branch 1", "t, branch 2"] == [series.name for series in chart.series]
    for series in chart.series:
        shown = [y for _, y in series.points if not math.isnan(y)]
        assert shown == sorted(shown) or shown == sorted(shown, reverse=True)
        assert math.isnan(series.points[0][1])


def test_two_swept_givens_are_a_family_of_curves() -> None:
    chart = _series(_sweep(xs="20..40 m in 5 points", vs="0..20 m/s step 1"))

    names = list(dict.fromkeys(series.name for series in chart.series))
    assert "t over xs: 12 of 21 values of vs are drawn, the first and the last among them" == chart.title
    assert (MOST_CURVES, "vs = 0 m/s", "vs = 20 m/s") == (len(names), names[0], names[-1])


def test_up_to_twelve_curves_are_all_drawn_each_in_a_style_of_its_own() -> None:
    answer = _sweep(xs="20..40 m in 5 points", vs="0..11 m/s step 1")

    text, svg = answer.render("text"), answer.render("svg")
    assert "t over xs" == _series(answer).title
    assert all(f"vs = {v} m/s" in text and f"vs = {v} m/s" in svg for v in range(12))
    assert 12 == len(dict.fromkeys(STYLES)) == len(dict.fromkeys(SIGNS))
    assert all(len(line) <= WIDTH for line in text.splitlines())


def test_a_plot_has_no_more_points_than_can_be_told_apart() -> None:
    chart = _series(_sweep(xs="20..40 m in 20001 points"))

    assert all(len(series.points) <= MOST_POINTS for series in chart.series)


def test_a_sweep_is_drawn_as_svg() -> None:
    assert 1 <= _sweep().render("svg").count('stroke-width="1.8"')


def test_check_compares_all_points() -> None:
    right = cpsolver.check(f"{THROWN}expect: {{t: [none, 1 s, 2 s, 2.414 s, 2.732 s], solutions: 4, vs: 10 m/s}}\n")
    wrong = cpsolver.check(f"{THROWN}expect: {{t: [none, 1 s, 2 s, 2.500 s, 2.732 s]}}\n")

    assert (True, False) == (right.passed, wrong.passed)
    assert [("t at point 4", "2.500 s", "2.41421356 s")] == [(o.what, o.expected, o.found) for o in wrong.outcomes]


def test_check_wants_a_value_for_each_point() -> None:
    with pytest.raises(cpsolver.SpecError, match="2 values are expected, but the sweep has 5 points"):
        cpsolver.load(f"{THROWN}expect: {{t: [1 s, 2 s]}}\n")


def test_explain_tells_the_first_point_and_says_so() -> None:
    first = cpsolver.explain(THROWN)
    other = cpsolver.explain(THROWN, parameters={"xs": "15 m"})

    assert any("of the first point of the sweep: xs = 10 m" in note for note in first.answer.notes)
    assert 1 == other.answer.solution["t"]


def test_compare_refuses_a_sweep() -> None:
    with pytest.raises(UnsupportedTask, match="-p xs=10"):
        cpsolver.compare(THROWN)


def test_nothing_swept_is_said() -> None:
    with pytest.raises(UnsupportedTask, match="nothing is swept"):
        cpsolver.sweep("physics/highest-point")


def test_a_named_solver_solves_every_point_by_itself() -> None:
    told: list[tuple[int, int]] = []
    found = cpsolver.sweep(THROWN, solver="formula_graph", told=lambda done, of: told.append((done, of)))

    assert 5 == found.alone
    assert (5, 5) == told[-1]
    assert _sweep().table["t"].tolist()[1:] == pytest.approx(found.table["t"].tolist()[1:])


def test_what_was_not_reached_in_time_is_not_known_and_not_denied() -> None:
    found = cpsolver.sweep(THROWN, solver="formula_graph", stop=lambda: True)

    assert () == tuple(point for point in found.lost if point)
    assert 4 <= len(found.unknown)


def test_a_hundred_thousand_points_are_worked_out_together() -> None:
    answer = _sweep(xs="20..40 m in 100000 points")

    assert (100_000, 0) == (len(answer), answer.alone)
    assert (answer.table["t"] > 0).all()


UNCERTAIN = THROWN.replace("10 m/s,", "10.0 ± 0.2 m/s,").replace("find: t", "find: [t, v]")


def test_uncertain_givens_make_every_row_as_uncertain_as_the_point_by_itself() -> None:
    answer = _sweep(UNCERTAIN)

    assert ("xs [m]", "t [s]", "± t [s]", "v [m/s]", "± v [m/s]") == answer.head
    alone = cpsolver.solve(UNCERTAIN, parameters={"xs": "25 m"})
    task, show = alone.loaded.task, alone.loaded.kind.show
    for name in ("t", "v"):
        spread = show(task.by_name[name], alone.solution[name]).spread
        assert spread is not None
        assert spread.sigma == pytest.approx(answer.table[f"± {name}"][3])
    assert "± t [s]" in answer.csv
    assert "± is a standard uncertainty" in answer.render("text")


def test_a_double_root_has_no_linear_uncertainty_in_a_sweep_either() -> None:
    answer = _sweep(UNCERTAIN)

    assert 0 == answer.table["v"][1]
    assert math.isnan(answer.table["± t"][1])


def test_points_solved_one_by_one_carry_uncertainty_too() -> None:
    together, alone = _sweep(UNCERTAIN), cpsolver.solve(UNCERTAIN, solver="formula-graph")

    assert isinstance(alone, cpsolver.Sweep)
    assert 5 == alone.alone
    assert together.table["± t"].tolist()[2:] == pytest.approx(alone.table["± t"].tolist()[2:])


def test_json_says_which_quantity_an_uncertainty_is_of() -> None:
    record = json.loads(_sweep(UNCERTAIN).json)

    jsonschema.validate(record, schema())
    assert [("xs", "xs"), ("t", "t"), ("± t", "t"), ("v", "v"), ("± v", "v")] == [
        (column["name"], column["of"]) for column in record["sweep"]["columns"]
    ]


def test_without_uncertain_givens_there_are_no_such_columns() -> None:
    assert ("xs [m]", "t [s]") == _sweep().head


SLOPE = """model:
  kind: formulas
  quantities: {alpha: {unit: deg, range: "> -90, < 90"}, x: m, r: {unit: m, range: "> 0"}}
  formulas: [x = r*tan(alpha)]
find: x
"""


@pytest.mark.parametrize("solver", [None, "formula-graph"])
def test_points_outside_a_range_are_empty_rows_with_their_reason(solver: str | None) -> None:
    found = cpsolver.sweep(f'{SLOPE}given: {{r: 2 m, alpha: "-90..90 deg step 45 deg"}}\n', solver=solver)

    assert [-90, -45, 0, 45, 90] == found.table["alpha"].tolist()
    assert [None, -2, 0, 2, None] == [None if x != x else round(x, 9) for x in found.table["x"].tolist()]
    assert ((0, 4), ()) == (found.lost, found.unknown)
    words = "alpha: 2 of 5 values, from -90 deg to 90 deg, lie outside its range (> -90, < 90 deg): no solution there"
    assert words in found.notes


def test_ranges_of_several_swept_givens_are_looked_at_by_themselves() -> None:
    found = cpsolver.sweep(f'{SLOPE}given: {{r: "[0, 1, 2] m", alpha: "[90 deg, 45 deg]"}}\n')

    assert [None, None, None, 1, None, 2] == [None if x != x else round(x, 9) for x in found.table["x"].tolist()]
    assert (
        "r = 0 m lies outside its range (> 0 m): no solution there",
        "alpha = 90 deg lies outside its range (> -90, < 90 deg): no solution there",
    ) == found.notes


def test_a_sweep_of_which_all_values_lie_outside_is_refused() -> None:
    with pytest.raises(SpecError, match=r"all values of '\[0, -1\] m' lie outside the range of 'r' \(> 0 m\)"):
        cpsolver.sweep(f'{SLOPE}given: {{r: "[0, -1] m", alpha: 45 deg}}\n')


@pytest.mark.parametrize("option", [{"shortest": True}, {"limit": 1}, {"depth": 0}])
def test_what_is_for_one_task_is_refused_and_not_passed_over(option: dict[str, int]) -> None:
    text = "model: physics/kinematics\ngiven: {vs: '1..3 m/s step 1', astart: 1, t: 2}\nfind: v\n"

    with pytest.raises(UnsupportedTask, match=f"'--{next(iter(option))}' is for one task"):
        cpsolver.solve(text, **option)  # type: ignore[arg-type]
