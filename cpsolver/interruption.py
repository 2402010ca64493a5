"""Ctrl-C: the first asks the search to end with what is known; if it has not within a moment, it is ended.

A time limit is kept in the same way: a search ends by itself, and one that does not notice is ended a little later.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

GRACE = 0.8
"""Seconds a search has to notice that it should end."""

LAST_GRACE = 1.0
"""Seconds it then has to end."""

SPARE = 3.0
"""Seconds beyond a time limit for what a search does not count: imports, and telling what is known."""


class Overdue(BaseException):
    """Work that did not notice by itself that its time limit was met. No `except Exception` may hold it up."""


class Interruption:
    """While it is entered, Ctrl-C sets it instead of raising. A search calls it to ask whether that happened.

    A second Ctrl-C, or a grace that ends before anybody asked, raises KeyboardInterrupt in the main thread. Outside
    the main thread signals cannot be caught, and it stays unset.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._timer = _timer(GRACE, _thread.interrupt_main)
        self._last = _timer(LAST_GRACE, _thread.interrupt_main)
        self._is_limited = self._is_overdue = False
        self._previous: Any = None

    def __call__(self) -> bool:
        if not self._event.is_set():
            return False
        if not self._timer.finished.is_set():  # whoever asks first is about to end
            self._timer.cancel()
            self._last.start()
        return True

    @contextmanager
    def no_longer_than(self, seconds: float | None) -> Iterator[Callable[[], None]]:
        """While it is entered, raise Overdue in the main thread once the limit and `SPARE` are over; None: never.

        What it gives lifts the limit. Raises: Overdue
        """
        if seconds is None or self._previous is None:
            yield lambda: None
            return
        timer = _timer(min(seconds + SPARE, threading.TIMEOUT_MAX), self._overrun)
        self._is_limited = True
        timer.start()
        try:
            yield timer.cancel
        finally:
            self._is_limited = False
            timer.cancel()

    def _overrun(self) -> None:
        self._is_overdue = True
        _thread.interrupt_main()

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            self._previous = signal.signal(signal.SIGINT, self._caught)
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        self._last.cancel()
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        if self._is_overdue:
            self._is_overdue = False
            if self._is_limited:
                raise Overdue
            return  # the work ended in the very moment
        if self._event.is_set():
            raise KeyboardInterrupt
        self._event.set()
        self._timer.start()


def _timer(seconds: float, act: Callable[[], None]) -> threading.Timer:
    """A timer, not started, that keeps no process alive."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    return timer


@contextmanager
def deaf_children() -> Iterator[None]:
    """While it is entered, processes that are started never hear Ctrl-C, which a terminal sends to all of them.

    Their parent decides. A Ctrl-C that comes meanwhile reaches this process when it is left.
    """
    if not hasattr(signal, "pthread_sigmask"):  # where a terminal's signals are not those of POSIX
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
