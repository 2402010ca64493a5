"""A function in a process of its own: what comes back, and that whatever goes wrong there is told and ended."""

from __future__ import annotations

import gc
import math
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from cpsolver import isolation
from cpsolver.errors import SolverError
from cpsolver.isolation import Ending, Outcome, run_apart
from cpsolver.solvers import SOLVERS, solve_apart
from cpsolver.task.result import Settings, Status
from tests.tasks import map_colouring

MEGABYTES = 1_000_000


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes started during the test."""
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def recorded(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*arguments, **options))
        return started[-1]

    monkeypatch.setattr("cpsolver.isolation.subprocess.Popen", recorded)
    return started


def test_an_answer_comes_back_equal() -> None:
    assert {"x": (1, 2.5), "y": [None, "é"]} == run_apart("copy:copy", {"x": (1, 2.5), "y": [None, "é"]}).answer()


def test_a_solver_says_apart_what_it_says_here() -> None:
    here = SOLVERS.get("backtracking").solve(map_colouring(), Settings(solutions=None))
    apart = solve_apart("backtracking", map_colouring(), Settings(solutions=None, stop=lambda: False))

    assert (here.status, here.solutions) == (apart.status, apart.solutions)


def test_ten_megabytes_go_there_and_come_back() -> None:
    outcome = run_apart("copy:copy", bytes(range(250)) * 40_000, seconds=30)

    assert (Ending.ANSWERED, bytes(range(250)) * 40_000) == (outcome.ending, outcome.value)


def test_what_overruns_is_ended_soon_after_limit_and_grace() -> None:
    outcome = run_apart("time:sleep", 60, seconds=0.3, grace=0.2)

    assert Ending.OVERRAN is outcome.ending
    assert 0.5 <= outcome.seconds <= 1.0


def test_a_solver_that_overruns_is_not_known_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsolver.solvers.run_apart", lambda *_, **__: Outcome(Ending.OVERRAN, seconds=2.5))
    result = solve_apart("backtracking", map_colouring(), Settings(seconds=2))

    assert (Status.UNKNOWN, "it did not end within 2 s and was stopped") == (result.status, result.note)
    assert 2.5 == result.statistics.seconds


def test_imports_do_not_count() -> None:
    """What is loaded first takes 0.6 s, the limit is 0.1 s."""
    assert 0.6 == run_apart("builtins:float", 0.6, load="time:sleep", seconds=0.1, grace=0.1).answer()


@pytest.mark.parametrize(("function", "argument"), [("os:_exit", 3), ("sys:exit", 3)])
def test_what_dies_without_an_answer_is_told_apart(function: str, argument: int) -> None:
    outcome = run_apart(function, argument)

    assert (Ending.DIED, 3, None) == (outcome.ending, outcome.code, outcome.answer())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_is_killed_from_outside_has_died() -> None:
    assert -signal.SIGABRT == run_apart("os:abort").code


def test_what_is_raised_there_is_raised_here_and_says_where_it_came_from() -> None:
    outcome = run_apart("statistics:mean", [])

    assert Ending.RAISED is outcome.ending
    with pytest.raises(ValueError, match="at least one data point") as caught:
        outcome.answer()
    assert "in mean" in "".join(caught.value.__notes__)


def test_an_exception_that_cannot_be_read_back_keeps_its_words() -> None:
    """The constructor of a SpecError wants problems, not the text that pickle gives it."""
    with pytest.raises(SolverError, match="SpecError: given text:1:4"):
        run_apart("cpsolver.spec.document:parse", "a: [", "given text").answer()


def test_an_answer_that_cannot_be_pickled_is_an_exception() -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        run_apart("threading:Lock").answer()


def test_a_function_that_is_not_there_is_an_exception() -> None:
    with pytest.raises(AttributeError, match="squareroot"):
        run_apart("math:squareroot", 4).answer()


def test_it_ends_at_once_when_asked_to() -> None:
    start = time.perf_counter()
    outcome = run_apart("time:sleep", 60, stop=lambda: time.perf_counter() > start + 0.5)

    assert Ending.STOPPED is outcome.ending
    assert 0.5 <= time.perf_counter() - start < 1.5


def test_an_answer_that_is_there_is_not_lost_to_a_late_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "_GLANCE", 60)

    assert 2.0 == run_apart("math:sqrt", 4, stop=lambda: True).answer()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits memory for certain")
def test_what_wants_too_much_memory_is_told_and_harms_nobody() -> None:
    limit = 1000 * MEGABYTES

    assert Ending.OUT_OF_MEMORY is run_apart("builtins:bytearray", 2000 * MEGABYTES, memory=limit).ending
    assert MEGABYTES == len(run_apart("builtins:bytearray", MEGABYTES, memory=limit).answer())


def test_what_a_function_prints_does_not_disturb_its_answer() -> None:
    outcome = run_apart("builtins:print", "x" * 100_000)

    assert (Ending.ANSWERED, None) == (outcome.ending, outcome.value)


def test_ctrl_c_in_the_terminal_is_left_to_the_parent() -> None:
    assert Ending.ANSWERED is run_apart("signal:raise_signal", signal.SIGINT).ending


@pytest.mark.parametrize(
    ("function", "argument", "expected"),
    [
        ("math:sqrt", 4, Ending.ANSWERED),
        ("math:sqrt", -1, Ending.RAISED),
        ("time:sleep", 60, Ending.OVERRAN),
        ("os:_exit", 1, Ending.DIED),
        ("builtins:bytes", 10 * MEGABYTES, Ending.ANSWERED),
    ],
)
def test_no_process_no_pipe_and_no_thread_is_left(
    processes: list[subprocess.Popen[bytes]], function: str, argument: float, expected: Ending
) -> None:
    threads = threading.active_count()
    outcome = run_apart(function, argument, seconds=0.2, grace=0.1)
    gc.collect()  # a pipe left open would warn here, and warnings are errors
    (process,) = processes

    assert expected is outcome.ending
    assert process.returncode is not None  # waited for: no zombie
    assert process.stdin and process.stdin.closed
    assert process.stdout and process.stdout.closed
    assert threads == threading.active_count()


def test_a_stop_that_raises_leaves_nothing_behind_either(processes: list[subprocess.Popen[bytes]]) -> None:
    def interrupted() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_apart("time:sleep", 60, stop=interrupted)
    assert processes[0].returncode is not None
    assert processes[0].stdout and processes[0].stdout.closed


def test_a_child_ends_itself_when_its_parent_has_gone() -> None:
    """The parent's end of the pipe is closed by the system when it dies, however it dies."""
    question = pickle.dumps(("time:sleep", (60,), "", None))
    with subprocess.Popen(
        [sys.executable, "-m", "cpsolver.isolation"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin and child.stdout
        child.stdin.write(struct.pack(">BQ", 0, len(question)) + question)
        child.stdin.flush()
        assert struct.pack(">BQ", 0, 0) == child.stdout.read(9)  # ready
        child.stdin.close()

        assert 1 == child.wait(timeout=10)


def test_nobody_is_asked_what_cannot_be_sent(processes: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        run_apart("math:sqrt", lambda: math.pi)
    assert [] == processes
