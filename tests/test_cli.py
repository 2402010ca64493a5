"""The commands as a user types them: what is printed where, and the exit code."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cpsolver.api.schemas import without_line
from cpsolver.cli import run
from cpsolver.render.as_json import schema
from tests.tasks import AGAINST_NAIVE, EASY, INKALA

CLASH = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."
SEND_MORE = "puzzles/send-more-money"


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def record(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code, out, _ = outcome(capsys, *arguments, "--json")
    answer = json.loads(out)
    jsonschema.validate(answer, schema())
    return code, answer


# -- solve ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["cpsat", "backtracking", "python-constraint", "latin", "naive", "auxiliary"])
def test_every_solver_fills_the_first_sudoku_alike(capsys: pytest.CaptureFixture[str], solver: str) -> None:
    code, answer = record(capsys, "solve", "sudoku/first", "--solver", solver, "--no-derivation")

    assert (0, True, solver) == (code, answer["unique"], answer["solver"])
    assert [4, 3, 5, 6, 7, 8, 9, 1, 2] == answer["arrays"][0]["cell"][0]


def test_solve_shows_the_grid_the_proof_and_the_derivation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsolver.api.solving.DERIVATION_PATIENCE", 60)  # however busy the machine is
    code, out, err = outcome(capsys, "solve", "sudoku/first")

    assert (0, "") == (code, err)
    assert "4 3 5 | 6 7 8 | 9 1 2" in out
    assert "unique: there is no other solution, proven" in out
    assert "naked single: only 5 is left for r5c5, so r5c5 = 5" in out


def test_a_grid_may_be_the_argument(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = record(capsys, "solve", INKALA)

    assert (0, "all_solutions", True) == (code, answer["status"], answer["unique"])


def test_a_grid_or_a_spec_may_come_from_standard_input() -> None:
    for text in (EASY, "model: csp/queens\nparameters: {n: 6}\n"):
        done = command("solve", "-", "--json", given=text)

        assert (0, 1 if text is EASY else 2) == (done.returncode, len(json.loads(done.stdout)["solutions"]))


def test_map_colouring_has_18_solutions_by_each_finite_solver(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for solver in ("cpsat", "python-constraint", "backtracking"):
        code, answer = record(capsys, "solve", "puzzles/map-colouring", "--all", "--solver", solver)
        found.append({frozenset(solution.items()) for solution in answer["solutions"]})

        assert (0, 18, "all_solutions") == (code, len(found[-1]), answer["status"])
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("parameters", [(), ("-p", "n=8")])
def test_eight_queens_have_92_solutions(capsys: pytest.CaptureFixture[str], parameters: tuple[str, ...]) -> None:
    for solver in ("cpsat", "backtracking", "python-constraint"):
        _, answer = record(capsys, "solve", "csp/queens", "--all", "--solver", solver, *parameters)

        assert 92 == len(answer["solutions"])


def test_a_parameter_replaces_the_models(capsys: pytest.CaptureFixture[str]) -> None:
    _, answer = record(capsys, "solve", "csp/queens", "-p", "n=6", "--all", "--solver", "backtracking")

    assert 4 == len(answer["solutions"])


def test_send_more_money(capsys: pytest.CaptureFixture[str]) -> None:
    _, answer = record(capsys, "solve", SEND_MORE)

    assert [{"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2}] == answer["solutions"]
    assert answer["unique"] is True


def test_quantities_come_with_their_units(capsys: pytest.CaptureFixture[str]) -> None:
    _, answer = record(capsys, "solve", "physics/thrown-down")

    assert "s" == answer["solutions"][0]["t"]["unit"]
    assert 3.23606798 == pytest.approx(answer["solutions"][0]["t"]["value"], abs=5e-9)


def test_both_roots_are_shown_and_one_rejected_by_the_name_of_the_condition(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "solve", "physics/thrown-down")

    assert 0 == code
    assert "t = 3.23606798 s is kept, t = -1.23606798 s is dropped" in out


def test_the_trace_opens_an_auxiliary_task_and_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome(capsys, "explain", "physics/highest-point")
    said = " ".join(out.split())

    places = [
        said.index(words)
        for words in ("to find x we need t", "find t", "t = (v - vs)/astart", "1.02040816 s", "35.10204082 m")
    ]
    assert sorted(places) == places


def test_an_auxiliary_task_deeper_than_allowed_is_not_entered(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "solve", "physics/highest-point", "--depth", "0", "--solver", "auxiliary")

    assert 3 == code
    assert "the auxiliary task 'find t' lies deeper than depth 0 allows" in out


def test_a_task_without_solution_is_a_proven_no(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = record(capsys, "solve", "sudoku/unsolvable")

    assert (1, "unsatisfiable", []) == (code, answer["status"], answer["solutions"])


def test_not_known_is_never_no(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = record(capsys, "solve", AGAINST_NAIVE, "--solver", "naive", "--seconds", "0.2")

    assert (3, "unknown", None) == (code, answer["status"], answer["unique"])
    assert "the time limit of 0.2 s was met" == answer["note"]


def test_several_tasks_give_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "solve", "sudoku/first", "no/such", "sudoku/unsolvable", "--jsonl")
    statuses = [json.loads(line)["status"] for line in out.splitlines()]

    assert (2, ["all_solutions", "invalid", "unsatisfiable"]) == (code, statuses)


def test_an_answer_written_to_a_file_takes_its_format_from_the_suffix(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for suffix, start in (("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("json", "{"), ("txt", "sudoku/first")):
        path = tmp_path / f"answer.{suffix}"
        code, out, _ = outcome(capsys, "solve", "sudoku/first", "--no-derivation", "-o", str(path))

        assert (0, "") == (code, out)
        assert path.read_text(encoding="utf-8").lower().startswith(start.lower())


# -- compare -------------------------------------------------------------------------------------------------


def test_compare_gives_a_row_a_solver(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "depths.svg"
    code, answer = record(
        capsys, "compare", "sudoku/first", "--solvers", "naive,backtracking,cpsat", "--plot", str(plot)
    )
    rows = {row["solver"]: row for row in answer["rows"]}

    assert (0, True, {"naive", "backtracking", "cpsat"}) == (code, answer["agree"], set(rows))
    assert (4255, 38066, 81) == tuple(rows["naive"][name] for name in ("calls", "tried", "depth"))
    assert "filled cells" in plot.read_text(encoding="utf-8")


def test_a_solver_that_does_not_finish_says_so_and_blocks_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    start = time.perf_counter()
    code, answer = record(
        capsys, "compare", AGAINST_NAIVE, "--solvers", "python-constraint,naive,backtracking", "--seconds", "0.5"
    )
    rows = {row["solver"]: row for row in answer["rows"]}

    assert 0 == code
    assert time.perf_counter() - start < 15
    assert ["unknown", "unknown", "satisfied"] == [
        rows[name]["status"] for name in ("python-constraint", "naive", "backtracking")
    ]
    assert "time limit of 0.5 s" in rows["naive"]["note"]
    assert rows["naive"]["calls"] > 1000


# -- explain, graph, check -----------------------------------------------------------------------------------


def test_explain_names_the_unit_what_was_known_and_what_follows(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "explain", "sudoku/seventeen", "--fine")

    assert 0 == code
    assert "hidden single: row 4 has only one place for 1: r4c6" in out
    assert "r6c3 = 1 (given, " in out


def test_one_step_is_shown_with_the_picture_of_its_moment(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "explain", "sudoku/first", "--step", "24")

    assert 0 == code
    assert "24 naked single: only 7 is left for r5c7" in out
    assert "r5c2 = 2 (step 22)" in out
    assert "5  3  | .* 9' 1'" in out


def test_a_step_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "explain", "sudoku/first", "--step", "9999")

    assert (2, "") == (code, out)
    assert err.startswith("there is no step 9999")


def test_a_graph_is_written_as_svg(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "g.svg"
    code, _, _ = outcome(capsys, "graph", "physics/highest-point", "-o", str(path))
    drawn = path.read_text(encoding="utf-8")

    assert 0 == code
    assert all(words in drawn for words in ("velocity", "coordinate", "35.10204082 m"))


def test_check_gives_four_verdicts_and_compares_with_what_is_expected(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = record(capsys, "check", "physics/highest-point")

    assert ["completeness", "consistency", "necessity", "sufficiency"] == [v["name"] for v in answer["verdicts"]]
    assert (0, {"t", "x"}, {True}) == (
        code,
        {e["what"] for e in answer["expect"]},
        {e["met"] for e in answer["expect"]},
    )


def test_an_expectation_that_is_not_met_fails_the_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "queens.yaml"
    path.write_text("model: csp/queens\nparameters: {n: 6}\nexpect: {solutions: 5}\n", encoding="utf-8")
    code, out, _ = outcome(capsys, "check", str(path))

    assert 1 == code
    assert "check failed" in out


def test_a_grid_with_two_solutions_is_not_sufficient(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "check", "." + EASY[1:-2] + "..")

    assert code in (0, 1)
    assert "sufficiency" in out


# -- what goes wrong -----------------------------------------------------------------------------------------


def test_clashing_givens_are_refused_before_any_search(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "solve", CLASH)

    assert (2, "") == (code, out)
    assert "r1c2 and r1c3 are both 9" in err


def test_an_unknown_name_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "solve", "sudoku/frist")

    assert (2, "") == (code, out)
    assert "no spec is called 'sudoku/frist'\n  did you mean 'sudoku/first'?" == err.strip()


def test_a_wrong_spec_is_a_record_of_problems_for_machines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("model: sudoku/classic\nfnid: grid\n", encoding="utf-8")
    code, answer = record(capsys, "solve", str(path))

    assert (2, "invalid", 2, 1) == (
        code,
        answer["status"],
        answer["problems"][0]["line"],
        answer["problems"][0]["column"],
    )
    assert "did you mean 'find'?" == answer["problems"][0]["hint"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("solve",), "Missing argument"),
        (("slove", "sudoku/first"), "No such command"),
        (("solve", "sudoku/first", "--solver", "cpsta"), "did you mean 'cpsat'?"),
        (("solve", "sudoku/first", "--seconds", "soon"), "soon"),
        (("solve", "sudoku/first", "-p", "n"), "'n' is not NAME=VALUE"),
        (("solve", "physics/braking", "--solver", "latin"), "latin cannot treat this task"),
        (("solve", "sudoku/first", "--format", "docx"), "no format is called"),
        (("solve", "sudoku/first", "-o", "/no/such/folder/x.txt"), "cannot write"),
        (("explain", "sudoku/first", "--technique", "magic"), "no technique 'magic'"),
    ],
)
def test_wrong_usage_is_said_in_words(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    code, out, err = outcome(capsys, *arguments)

    assert (2, "") == (code, out)
    assert words in err
    assert "Traceback" not in err


# -- as a process --------------------------------------------------------------------------------------------


def command(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cpsolver", *arguments], input=given, capture_output=True, text=True, timeout=60
    )


def test_the_version_is_told() -> None:
    from cpsolver import __version__

    assert f"cpsolver {__version__}\n" == command("--version").stdout


PIGEONS = """
model:
  kind: csp
  variables: {"p[1..14]": 1..13}
  conditions: ["p[i] != p[j] for i in 1..14, j in 1..14 where i < j"]
"""
"""One pigeon too many, told pair by pair: no propagation of single conditions sees that it fails."""


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("solver", ["naive", "backtracking", "python-constraint", "auxiliary"])
def test_ctrl_c_ends_a_search_within_a_second_with_what_is_known(solver: str, tmp_path: Path) -> None:
    path = tmp_path / "pigeons.yaml"
    path.write_text(PIGEONS, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsolver", "solve", str(path), "--solver", solver, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    start = time.perf_counter()
    out, err = process.communicate(timeout=30)

    assert time.perf_counter() - start < 3  # a second, and room for a busy machine
    assert (130, "") == (process.returncode, err)
    assert ("unknown", "interrupted") == (json.loads(out)["status"], json.loads(out)["note"])


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsolver", "solve", "csp/queens", "--all", "--solver", "backtracking"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()

    assert "Traceback" not in err
    assert process.wait(timeout=30) in (0, 141)


# -- the shelf, files and usage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "folder"), [("csp/queens", "models"), ("physics/braking", "specs"), ("sudoku/x", "models")]
)
def test_models_prints_a_file_as_it_stands_below_its_path(
    capsys: pytest.CaptureFixture[str], name: str, folder: str
) -> None:
    code, out, err = outcome(capsys, "models", name)
    first, rest = out.split("\n", 1)

    assert (0, "") == (code, err)
    assert first.startswith("# ") and first.endswith(f"{folder}/{name}.yaml")
    assert without_line(Path(first[2:]).read_text(encoding="utf-8")) == rest


@pytest.mark.parametrize("name", ["physics", "physics/"])
def test_models_lists_what_a_folder_holds(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, err = outcome(capsys, "models", name)
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]

    assert (0, "") == (code, err)
    assert {"physics/energy", "physics/circular-motion/wheel"} <= set(names)
    assert all(each.startswith("physics/") for each in names)
    answer = json.loads(outcome(capsys, "models", name, "--json")[1])
    assert "physics/energy" in answer["models"]


def test_models_finds_the_models_that_speak_of_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "models", "Viscosity")

    assert (0, "") == (code, err)
    assert out.startswith("nothing is called 'Viscosity'; models that speak of it:\n")
    assert "  physics/fluids  Liquids and gases at rest and in steady flow\n    eta: viscosity\n" in out
    (match,) = json.loads(outcome(capsys, "models", "viscous drag", "--json")[1])["matches"]
    assert "physics/dynamics" == match["name"]
    assert ["Dv: viscous drag on the sphere", "viscous drag: Dv = 6*pi*eta*r*v"] == match["places"]


@pytest.mark.parametrize(("name", "near"), [("phisics", "physics"), ("physics/enrgy", "physics/energy")])
def test_models_suggests_the_folder_or_a_name_in_it(capsys: pytest.CaptureFixture[str], name: str, near: str) -> None:
    expected = f"no model or spec is called '{name}'\n  did you mean '{near}'?\n"

    assert (2, "", expected) == outcome(capsys, "models", name)


def test_models_answers_an_unknown_name_with_the_nearest_of_both_shelves(capsys: pytest.CaptureFixture[str]) -> None:
    assert (2, "", "no model or spec is called 'physics/brakin'\n  did you mean 'physics/braking'?\n") == outcome(
        capsys, "models", "physics/brakin"
    )
    code, answer = record(capsys, "models", "csp/quens")
    assert (2, "did you mean 'csp/queens'?") == (code, answer["problems"][0]["hint"])


def test_the_shelf_is_listed_with_titles_and_a_model_shows_its_card(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "models")
    assert 0 == code
    assert re.search(r"\n  physics/kinematics +Motion along .* \(\d+ quantities, \d+ formulas\)\n", out)
    code, out, _ = outcome(capsys, "models", "--show", "physics/energy")
    assert 0 == code
    assert "physics/energy: Work, energy and power of a body near the ground" == out.splitlines()[0]
    assert re.search(r"\ng +acceleration of gravity +m/s\^2 += 9.81 m/s\^2 +rounded for middle latitudes\n", out)
    assert re.search(r"\nkinetic energy +Ek = m\*v\^2/2 +G. G. Coriolis", out)
    assert re.search(r"\nphysics/energy/cyclist +Against which force", out)


def test_shelf_and_schema_are_told_to_machines(capsys: pytest.CaptureFixture[str]) -> None:
    shelf = json.loads(outcome(capsys, "models", "--json")[1])
    assert ("cpsolver/1", "models") == (shelf["format"], shelf["command"])
    assert "csp/queens" in shelf["models"] and "physics/braking" in shelf["specs"]
    titles = {entry["name"]: entry["title"] for entry in shelf["entries"]["models"]}
    assert "Queens on a board, none attacking another" == titles["csp/queens"]
    told = json.loads(outcome(capsys, "models", "--show", "physics/energy", "--json")[1])
    assert "m/s^2" == {quantity["name"]: quantity["unit"] for quantity in told["quantities"]}["g"]
    shown = json.loads(outcome(capsys, "models", "csp/queens", "--json")[1])
    assert ("cpsolver/1", "models", "csp/queens") == (shown["format"], shown["command"], shown["name"])
    assert outcome(capsys, "schema", "answer") == outcome(capsys, "schema", "answer", "--json")


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "sudoku/first", "--seconds", "soon"),
        ("solve",),
        ("slove", "sudoku/first"),
        ("solve", "sudoku/first", "-o", "/no/such/folder/x.json"),
        ("solve", "sudoku/first", "--format", "pdf"),
        ("explain", "sudoku/first", "--step", "0"),
    ],
)
def test_wrong_usage_is_a_record_for_machines(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, answer = record(capsys, *arguments)

    assert (2, "invalid", 1) == (code, answer["status"], len(answer["problems"]))


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x", "sudoku/first"),
        ("x.txt", "sudoku/first"),
        ("x.md", "# sudoku/first"),
        ("x.tex", "\\documentclass"),
        ("x.SVG", "<svg"),
        ("x.json", "{"),
    ],
)
def test_the_suffix_of_the_output_says_its_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, start: str
) -> None:
    assert (0, "", "") == outcome(capsys, "solve", "sudoku/first", "--no-derivation", "-o", str(tmp_path / name))
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert [name] == [path.name for path in tmp_path.iterdir()]


def test_an_unknown_suffix_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    code, out, err = outcome(capsys, "solve", "sudoku/first", "-o", str(path))
    assert (2, "", False) == (code, out, path.exists())
    suffixes = ".csv, .dot, .gv, .htm, .html, .json, .markdown, .md, .mermaid, .mmd, .svg"
    assert f"no format has the suffix '.pdf'; suffixes: {suffixes}" in err
    assert 0 == outcome(capsys, "solve", "sudoku/first", "-o", str(path), "--format", "svg")[0]


@pytest.mark.skipif(os.name == "nt", reason="links and devices")
def test_a_link_is_written_through_and_a_device_stays_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    link, target = tmp_path / "link.txt", tmp_path / "inner" / "target.txt"
    link.symlink_to(target)
    for _ in range(2):
        assert 0 == outcome(capsys, "solve", "sudoku/first", "-o", str(link))[0]
        assert link.is_symlink() and target.read_text(encoding="utf-8").startswith("sudoku/first")
    assert 0 == outcome(capsys, "solve", "sudoku/first", "-o", os.devnull)[0]
    assert Path(os.devnull).is_char_device()


@pytest.mark.skipif(os.name == "nt", reason="modes")
def test_a_new_file_has_the_mode_of_the_umask_and_another_keeps_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    new, old = tmp_path / "new.txt", tmp_path / "old.txt"
    old.touch()
    old.chmod(0o640)
    before = os.umask(0o077)
    try:
        for path in (new, old):
            outcome(capsys, "solve", "sudoku/first", "-o", str(path))
    finally:
        os.umask(before)
    assert ["0o100600", "0o100640"] == [oct(path.stat().st_mode) for path in (new, old)]


LAMPS = """
model:
  kind: csp
  parameters: {power: {hall: 10, stairs: 20}, most: [1, 2]}
  sets: {lamp: [hall, stairs]}
  variables: {"on[lamp]": bool, x: 1..9}
  conditions: ["sum(power[l] * on[l] for l in lamp) = 90", "x in most"]
"""


def test_a_parameter_may_be_a_mapping_or_a_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "lamps.yaml"
    path.write_text(LAMPS, encoding="utf-8")
    more = ("-p", "power={hall: 90, stairs: 25}", "-p", "most=[7, 3 + 9]")
    code, answer = record(capsys, "solve", str(path), "--no-derivation", *more)
    assert (0, True) == (code, answer["unique"])
    assert {"on[hall]": True, "on[stairs]": False, "x": 7} == answer["solutions"][0]


def test_what_is_wrong_in_a_parameter_has_its_place_in_what_was_typed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "lamps.yaml"
    path.write_text(LAMPS, encoding="utf-8")
    code, out, err = outcome(capsys, "solve", str(path), "-p", "power={hall: 90, stairs: dark}")
    assert (2, "") == (code, out)
    assert err.startswith("-p:1:26: 'dark' is not a name of this model\n    power={hall: 90, stairs: dark}\n")
    _, _, err = outcome(capsys, "solve", str(path), "-p", "power={hall: 90")
    assert err.startswith("-p:1:7: this '{' is never closed\n    power={hall: 90\n")


# -- sweeps ------------------------------------------------------------------------------------------------------


def test_a_range_on_the_command_line_makes_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "solve", "physics/braking", "-p", "vs=36..72 km/h step 18", "--format", "csv")

    assert (0, "") == (code, err)
    assert ["vs [km/h],x [m],t [s]", "36.0,10.0,2.0", "54.0,22.5,3.0", "72.0,40.0,4.0"] == out.splitlines()


def test_a_plot_and_a_table_go_to_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot, table = tmp_path / "x.svg", tmp_path / "x.csv"
    swept = ("-p", "vs=[10, 20] m/s", "--plot", str(plot), "-o", str(table))

    assert (0, "", "") == outcome(capsys, "solve", "physics/braking", *swept)
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    assert b"vs [m/s],x [m],t [s]\r\n10.0,10.0,2.0\r\n20.0,40.0,4.0\r\n" == table.read_bytes()


def test_a_plot_of_a_single_answer_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = outcome(capsys, "solve", "physics/braking", "--plot", str(tmp_path / "x.svg"))

    assert (2, "") == (code, out)
    assert "nothing is swept in physics/braking, so there is nothing to plot" in err


def test_an_uncertain_given_makes_the_answer_uncertain(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "solve", "physics/braking", "-p", "vs=72 ± 1 km/h", "-p", "astart=-5.0(1) m/s^2")

    assert (0, "") == (code, err)
    assert "40.0 ± 1.4" in out
    assert "from vs" in out
