"""A kernel is compiled by another process and taken over in the middle of a search, which nobody can tell."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from cpsolver.compiled import handover
from cpsolver.compiled import naive as compiled_naive
from cpsolver.solvers import naive
from cpsolver.solvers.latin import recursion, solve
from cpsolver.task.result import Result, Settings, Status
from tests.compiled.test_bands import TWO_SOLUTIONS
from tests.tasks import AGAINST_NAIVE, EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, sudoku_task

ROOT = Path(__file__).parents[2]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand over at the first look at the clock, whatever it costs to compile."""
    for module in (naive, recursion):
        monkeypatch.setattr(module, "FIRST_STRETCH", -1)
    monkeypatch.setattr(recursion, "is_ready", lambda name: True)
    monkeypatch.setattr(recursion, "NODES_BETWEEN_CHECKS", 3)
    monkeypatch.setattr(naive, "CALLS_BETWEEN_CHECKS", 1000)


def same(one: Result, other: Result) -> bool:
    return replace(one.statistics, seconds=0) == replace(other.statistics, seconds=0) and (
        (one.status, one.solutions, one.note) == (other.status, other.solutions, other.note)
    )


GRIDS = [EASY, INKALA, SEVENTEEN, STAR_BURST_LEO, AGAINST_NAIVE, TWO_SOLUTIONS, "." * 81, "99" + "." * 79]


@pytest.mark.parametrize("solutions", [1, 2, 300])
@pytest.mark.parametrize("grid", GRIDS)
def test_latin_handed_over_gives_the_same_solutions_and_counts(
    grid: str, solutions: int, request: pytest.FixtureRequest
) -> None:
    task, settings = sudoku_task(grid), Settings(solutions=solutions)
    alone = solve(task, settings)
    request.getfixturevalue("at_once")
    assert same(alone, solve(task, settings))


@pytest.mark.parametrize("solutions", [1, 2, None])
@pytest.mark.parametrize("grid", [EASY, TWO_SOLUTIONS, STAR_BURST_LEO])
def test_naive_handed_over_gives_the_same_solutions_and_counts(
    grid: str, solutions: int | None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    task, settings = sudoku_task(grid), Settings(solutions=solutions)
    alone = naive.solve(task, settings)
    request.getfixturevalue("at_once")
    for steps in (1, 1 << 20):
        monkeypatch.setattr(naive, "CALLS_BETWEEN_CHECKS", 7)
        monkeypatch.setattr(naive, "kernel_ready", lambda: True)
        monkeypatch.setattr(naive, "COMPILED_CALLS_BETWEEN_CHECKS", 1001 if steps == 1 else steps)
        assert same(alone, naive.solve(task, settings))


def test_the_time_limit_is_kept_in_the_kernel(at_once: None) -> None:
    result = solve(sudoku_task("." * 81), Settings(seconds=0.3, solutions=10**9))
    assert result.status is Status.SATISFIED
    assert "time limit" in result.note
    assert result.statistics.seconds < 2


def test_another_process_makes_a_kernel_ready_and_nobody_waits_for_it() -> None:
    began = time.perf_counter()
    ready = handover.is_ready(compiled_naive.__name__)
    assert time.perf_counter() - began < 5
    while not ready and time.perf_counter() - began < 120:
        time.sleep(0.05)
        ready = handover.is_ready(compiled_naive.__name__)
    assert ready


def test_uncompiled_kernels_are_never_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPSOLVER_UNCOMPILED", "1")
    monkeypatch.setattr(handover, "_ready", {})
    assert not handover.is_ready(compiled_naive.__name__)


def test_where_no_process_can_be_started_kernels_are_never_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "_ready", {})
    monkeypatch.setattr(handover, "_compiling", {})
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert not handover.is_ready("cpsolver.compiled.nothing")
    assert handover._ready == {"cpsolver.compiled.nothing": False}


@pytest.mark.parametrize("kept", ["in the user's folder", "nowhere"])
def test_where_the_package_cannot_be_written_kernels_are_kept_elsewhere_or_compiled_anew(
    kept: str, tmp_path: Path
) -> None:
    """`__pycache__` and, for *nowhere*, the user's folders are files, in which nothing can be written even by root."""
    shutil.copytree(ROOT / "cpsolver", tmp_path / "cpsolver", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "cpsolver" / "compiled" / "__pycache__").touch()
    (tmp_path / "home").mkdir()
    if kept == "nowhere":
        (tmp_path / "home" / ".cache").touch()
    code = "import sys; from cpsolver.compiled.handover import compile_for_others as c; sys.exit(c(sys.argv[1]))"
    homes = dict.fromkeys(("HOME", "LOCALAPPDATA", "USERPROFILE"), str(tmp_path / "home"))
    done = subprocess.run(
        [sys.executable, "-c", code, compiled_naive.__name__],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name not in ("XDG_CACHE_HOME",)} | homes,
        capture_output=True,
        text=True,
        check=False,
    )
    files = list((tmp_path / "home").rglob("*.nbi"))
    assert (done.returncode, done.stderr) == ((0, "") if kept != "nowhere" else (handover.UNKEPT, ""))
    assert bool(files) is (kept != "nowhere")
