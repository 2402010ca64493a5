"""Many tasks over processes: in order, whatever happens to one of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpsolver.batch import COUNTED, Entry, Line, Pool, Question
from cpsolver.batch.arrays import counted_together
from cpsolver.errors import SpecError
from tests.tasks import EASY, SEVENTEEN

TWO = "92..8.65.6..2.43..3..5.9.72.7.953.......7.......6..5....142..3.....31..6.6.7..1.."
DEADLY = TWO
"""It begins with a 9."""
ROOT = Path(__file__).parents[2]


def sudokus(*grids: str) -> Iterator[Entry]:
    return (Entry("list.sdm", number, grid, "sudoku") for number, grid in enumerate(grids, 1))


def told(question: Question, tasks: Iterator[Entry], workers: int = 2) -> list[Line]:
    with Pool(question, workers) as pool:
        return [line for answered in pool.answers(tasks) for _, line in answered]


def test_answers_come_in_the_order_of_the_tasks() -> None:
    grids = [EASY, TWO, SEVENTEEN, "." * 81] * 4
    lines = told(Question("check", COUNTED), sudokus(*grids))

    assert [1, "2 or more", 1, "2 or more"] * 4 == [json.loads(line.text)["count"] for line in lines]
    assert list(range(1, 17)) == [json.loads(line.text)["line"] for line in lines]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_task_that_kills_its_process_is_named_and_the_others_are_answered() -> None:
    question = Question("check", "tests.batch.questions:dies_at", machine=False)
    lines = told(question, sudokus(EASY, DEADLY, EASY), workers=1)

    assert ["found", "not_known", "found"] == [line.outcome for line in lines]
    assert "list.sdm:2: not known: its process ended without an answer (exit code -9)" == lines[1].text


def test_a_task_that_overruns_its_limit_is_stopped_from_outside() -> None:
    question = Question("check", "tests.batch.questions:sleeps_at", seconds=0.1)
    lines = told(question, sudokus(EASY, DEADLY, EASY), workers=1)

    assert ["found", "not_known", "found"] == [line.outcome for line in lines]
    assert "it did not end within 0.1 s and was stopped" == json.loads(lines[1].text)["note"]


def test_an_error_of_ours_is_the_answer_to_its_task() -> None:
    (line,) = told(Question("check", "tests.batch.questions:fails"), sudokus(EASY), workers=1)

    assert ("internal", "list.sdm:1: KeyError: 'a bug'") == (line.outcome, line.problem)


def test_what_goes_wrong_with_the_input_is_raised_after_the_answers_before_it() -> None:
    found = []
    with Pool(Question("check", COUNTED), 1) as pool, pytest.raises(SpecError):
        for part in pool.answers(_failing()):
            found += part

    assert 1 == len(found)


def _failing() -> Iterator[Entry]:
    yield from sudokus(EASY)
    raise SpecError


def test_tasks_are_answered_while_others_are_still_waited_for() -> None:
    """A program that writes one puzzle now and then gets its answer before it writes the next."""
    answered = threading.Event()

    def slowly() -> Iterator[Entry]:
        yield from sudokus(EASY)
        assert answered.wait(60)
        yield from sudokus(TWO)

    found = []
    with Pool(Question("check", COUNTED), 1) as pool:
        for part in pool.answers(slowly()):
            found += part
            answered.set()

    assert 2 == len(found)


def test_no_more_tasks_are_read_than_can_be_held() -> None:
    """The input may be endless; memory stays flat."""
    taken = 0

    def endless() -> Iterator[Entry]:
        nonlocal taken
        while True:
            taken += 1
            yield Entry("endless", taken, EASY, "sudoku")

    with Pool(Question("check", COUNTED), 1) as pool:
        next(pool.answers(endless()))
    seen = taken
    time.sleep(0.1)

    assert taken - seen <= 1
    assert taken < 20_000


def test_stop_ends_at_once_with_what_was_found_in_order() -> None:
    start = time.perf_counter()
    with Pool(Question("check", COUNTED), 1, stop=lambda: True) as pool:
        assert [] == list(pool.answers(sudokus(EASY)))

    assert time.perf_counter() - start < 5


# -- plain tasks together ------------------------------------------------------------------------------------


def test_plain_tasks_counted_together_are_answered_exactly_as_one_by_one() -> None:
    from cpsolver.batch import SOLVED
    from cpsolver.batch.asking import answer

    unsolvable = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
    chunk = list(sudokus(EASY, TWO, SEVENTEEN, unsolvable))
    for question in (
        Question("check", COUNTED),
        Question("check", COUNTED, machine=False),
        Question("solve", SOLVED, {"solver": "latin"}),
        Question("solve", SOLVED, {"solver": "latin"}, machine=False),
    ):
        together = counted_together(question, chunk)
        assert together is not None
        apart = [answer(question, entry) for entry in chunk]
        if question.command == "solve":  # of several solutions any may be the one shown
            together[1:2] = apart[1:2] = []

        assert apart == together


def test_what_is_not_plain_is_left_to_be_read_with_care() -> None:
    clash = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6.."
    mixed = EASY.replace(".", "0", 1)
    chunk = list(sudokus(EASY, clash, EASY[:-1], "  " + TWO + "\t", mixed))
    together = counted_together(Question("check", COUNTED), chunk)

    assert together is not None
    assert [True, False, False, True, False] == [line is not None for line in together]
    assert f'"input": "{TWO}"' in (together[3] or Line("", "found")).text


# -- as a process --------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    (tmp_path / "list.sdm").write_text(f"{EASY}\n{DEADLY}\n", encoding="utf-8")
    code = (
        "from cpsolver.batch import Pool, Question, entries\n"
        "pool = Pool(Question('check', 'tests.batch.questions:sleeps_at'), 1)\n"
        "for part in pool.answers(entries(['list.sdm'])):\n"
        "    print(pool.workers[0].process.pid, flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=tmp_path, env=environment)
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.communicate()
    for _ in range(100):
        if not _is_alive(worker):
            break
        time.sleep(0.05)

    assert not _is_alive(worker)


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"
