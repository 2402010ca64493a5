"""Ctrl-C: the first asks, the second insists, and a search that does not listen is ended."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from cpsolver import interruption
from cpsolver.interruption import Interruption, Overdue, deaf_children

GRACE = 0.1


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """Ctrl-C raises as in a terminal, also where the tests were started in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interruption, "GRACE", GRACE)
    monkeypatch.setattr(interruption, "LAST_GRACE", 5 * GRACE)
    monkeypatch.setattr(interruption, "SPARE", GRACE)


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def outlast_the_grace() -> None:
    """Wait, and take an interruption for a failure of this test, not for the end of all of them."""
    try:
        time.sleep(3 * GRACE)
    except KeyboardInterrupt:
        pytest.fail("interrupted after all")


def test_it_is_unset_until_ctrl_c_sets_it() -> None:
    with Interruption() as stop:
        before = stop()
        press_ctrl_c()

        assert (False, True, True) == (before, stop(), stop())


def test_a_second_ctrl_c_raises() -> None:
    with Interruption() as stop:
        press_ctrl_c()
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c()


def test_a_search_that_does_not_ask_is_ended_when_the_grace_is_over() -> None:
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), Interruption():
        press_ctrl_c()
        while time.perf_counter() < start + 10:  # a search; a sleep would not be woken
            pass

    assert GRACE <= time.perf_counter() - start < 2


def test_a_search_that_asks_in_time_may_end_by_itself() -> None:
    with Interruption() as stop:
        press_ctrl_c()
        assert stop()
        outlast_the_grace()


def work(seconds: float) -> None:
    """A search that does not look at its time limit; a sleep would not be woken."""
    start = time.perf_counter()
    while time.perf_counter() < start + seconds:
        pass


def test_a_search_that_asked_and_does_not_end_is_ended_all_the_same() -> None:
    with pytest.raises(KeyboardInterrupt), Interruption() as stop:
        press_ctrl_c()
        assert stop()
        work(10)


def test_work_that_does_not_notice_its_time_limit_is_ended() -> None:
    with Interruption() as stop, pytest.raises(Overdue), stop.no_longer_than(0.01):
        work(10)

    assert not stop()


def test_work_that_ends_in_time_is_left_alone() -> None:
    with Interruption() as stop:
        with stop.no_longer_than(0.01):
            pass
        outlast_the_grace()
        with stop.no_longer_than(None):
            outlast_the_grace()

        assert not stop()


def test_a_time_limit_can_be_lifted() -> None:
    with Interruption() as stop, stop.no_longer_than(0.01) as lift:
        lift()
        outlast_the_grace()


def test_ctrl_c_is_heard_within_a_time_limit() -> None:
    with Interruption() as stop, stop.no_longer_than(1000.0):
        press_ctrl_c()

        assert stop()


def test_one_that_ended_without_asking_is_left_alone() -> None:
    with Interruption():
        press_ctrl_c()
    outlast_the_grace()


def test_afterwards_ctrl_c_does_what_it_did_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interruption():
        within = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), Interruption():
        _ = 1 / 0

    assert before is not within
    assert before is signal.getsignal(signal.SIGINT)


def test_one_within_another_gives_it_back_its_ctrl_c() -> None:
    with Interruption() as outer:
        with Interruption() as inner:
            press_ctrl_c()
            assert (False, True) == (outer(), inner())
        press_ctrl_c()
        assert outer()


def test_outside_the_main_thread_it_stays_unset_and_catches_nothing() -> None:
    """Signals belong to the main thread, where Ctrl-C raises as ever."""
    before = signal.getsignal(signal.SIGINT)
    entered, leave = threading.Event(), threading.Event()
    said: list[bool] = []

    def search() -> None:
        with Interruption() as stop:
            entered.set()
            leave.wait(10)
            said.append(stop())

    thread = threading.Thread(target=search)
    thread.start()
    entered.wait(10)
    try:
        assert before is signal.getsignal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            press_ctrl_c()
    finally:
        leave.set()
        thread.join()

    assert [False] == said
    assert before is signal.getsignal(signal.SIGINT)


def test_a_process_started_deaf_outlives_ctrl_c() -> None:
    waits = "import sys; print('ready', flush=True); sys.stdin.read(1); print('alive')"
    with deaf_children():
        child = subprocess.Popen(
            [sys.executable, "-c", waits], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    assert child.stdout is not None
    child.stdout.readline()
    child.send_signal(signal.SIGINT)

    assert child.communicate("x", timeout=10)[0] == "alive\n"


def test_ctrl_c_while_children_are_started_deaf_comes_afterwards() -> None:
    with Interruption() as stop:
        with deaf_children():
            press_ctrl_c()
            before = stop()

        assert (False, True) == (before, stop())
