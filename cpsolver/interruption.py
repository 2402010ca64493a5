"""Ctrl-C: the first asks the search to end with what is known; if it has not within a moment, it is ended."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

GRACE = 0.8
"""Seconds a search has to notice that it should end."""


class Interruption:
    """While it is entered, Ctrl-C sets it instead of raising. A search calls it to ask whether that happened.

    A second Ctrl-C, or a grace that ends before anybody asked, raises KeyboardInterrupt in the main thread. Outside
    the main thread signals cannot be caught, and it stays unset.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._timer = threading.Timer(GRACE, _thread.interrupt_main)
        self._timer.daemon = True
        self._previous: Any = None

    def __call__(self) -> bool:
        if not self._event.is_set():
            return False
        self._timer.cancel()  # whoever asks is about to end
        return True

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            self._previous = signal.signal(signal.SIGINT, self._caught)
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        if self._event.is_set():
            raise KeyboardInterrupt
        self._event.set()
        self._timer.start()


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
