"""A function run in a process of its own, which is ended when it overruns: it can neither block nor break its caller.

The caller pickles the arguments; the child imports the function by name, says that it is ready, calls it and sends
back what it gave or raised. Limits count from *ready*, so imports are not taken for working time. Only pickles of our
own child are read, through a pipe that nobody else holds. The child's input stays open as a sign that we live: a child
whose parent is gone ends itself.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Any, BinaryIO

from cpsolver.errors import SolverError

GRACE = 0.5
"""Seconds a function may take to end by itself after its limit, before its process is ended."""

_GLANCE = 0.02
"""Seconds between two looks at the clock and at `stop`."""

_READY, _ANSWERED, _RAISED, _OUT_OF_MEMORY, _TOLD = range(5)
HEAD = struct.Struct(">BQ")
"""Before every message: what it is and how many bytes follow."""


class Ending(Enum):
    """How a call in a process of its own ended."""

    ANSWERED = "answered"
    """The function gave something: `value`."""
    RAISED = "raised"
    """The function raised something: `value` is the exception."""
    OVERRAN = "overran"
    """It did not end within its limit and the grace, and was ended."""
    STOPPED = "stopped"
    """The caller no longer wanted it, and it was ended."""
    OUT_OF_MEMORY = "out of memory"
    """It wanted more memory than there is or than it was allowed."""
    DIED = "died"
    """Its process ended without an answer; `code` is its exit code, where known."""


@dataclass(frozen=True)
class Outcome:
    """How a call ended, what it gave, and the seconds since it was ready (0 if it never was)."""

    ending: Ending
    value: Any = None
    seconds: float = 0.0
    code: int | None = None

    def answer(self) -> Any:
        """What the function gave; None if it gave nothing. Raises: what the function raised."""
        if self.ending is Ending.RAISED:
            raise self.value
        return self.value


def run_apart(
    function: str,
    *arguments: object,
    load: str = "",
    seconds: float | None = None,
    grace: float = GRACE,
    stop: Callable[[], bool] | None = None,
    memory: int | None = None,
    heard: Callable[[Any], None] | None = None,
) -> Outcome:
    """How `function(*arguments)` ended in a process of its own.

    function: by name, `package.module:function`; it and its arguments, answer and exceptions must be picklable
    load:     another one, called first with the same arguments and outside the limits: imports what is needed
    seconds:  limit from ready on; `grace` later the process is ended
    stop:     asked now and then; True ends the process at once
    memory:   bytes of address space the process may have while it works, where the system can limit that
    heard:    called with each thing that the function gives to `tell` while it works, in a thread of ours
    """
    question = pickle.dumps((function, arguments, load, memory))
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "cpsolver.isolation"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    call = _Call(process, heard)
    try:
        return call.outcome(question, None if seconds is None else seconds + grace, stop)
    finally:
        call.end()


def environment() -> dict[str, str]:
    """What a process of our own needs: our environment, with this very package first among what can be imported."""
    paths = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


class _Call:
    """One process, its answer read by a thread so that waiting can be cut short."""

    def __init__(self, process: subprocess.Popen[bytes], heard: Callable[[Any], None] | None = None) -> None:
        self.process, self.heard = process, heard
        self.reader: threading.Thread | None = None
        self.ready: float | None = None
        self.message: tuple[int, bytes] | None = None

    def outcome(self, question: bytes, longest: float | None, stop: Callable[[], bool] | None) -> Outcome:
        self.reader = threading.Thread(target=self.talk, args=(question,), daemon=True)
        self.reader.start()
        while True:
            self.reader.join(_GLANCE)
            if not self.reader.is_alive():
                return self.said()
            if stop is not None and stop():
                return Outcome(Ending.STOPPED, seconds=self.seconds)
            if longest is not None and self.seconds > longest:
                return Outcome(Ending.OVERRAN, seconds=self.seconds)

    @property
    def seconds(self) -> float:
        return 0.0 if self.ready is None else time.perf_counter() - self.ready

    def said(self) -> Outcome:
        seconds = self.seconds
        if self.message is None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1.0)
            return Outcome(Ending.DIED, seconds=seconds, code=self.process.returncode)
        tag, text = self.message
        if tag == _OUT_OF_MEMORY:
            return Outcome(Ending.OUT_OF_MEMORY, seconds=seconds)
        value = pickle.loads(text)  # written by our own child process
        return Outcome(Ending.RAISED if tag == _RAISED else Ending.ANSWERED, value, seconds)

    def talk(self, question: bytes) -> None:
        """Ask, and read messages up to the answer or the end."""
        assert self.process.stdin and self.process.stdout
        with suppress(OSError, ValueError):  # it died, or was ended, while we spoke
            self.process.stdin.write(HEAD.pack(_READY, len(question)) + question)
            self.process.stdin.flush()
        with suppress(OSError, ValueError):
            while (message := received(self.process.stdout)) is not None:
                tag, text = message
                if tag == _READY:
                    self.ready = time.perf_counter()
                elif tag != _TOLD:
                    self.message = message
                    return
                elif self.heard is not None:
                    self.heard(pickle.loads(text))  # written by our own child process

    def end(self) -> None:
        """End the process, take leave of it, and close what led to it."""
        self.process.kill()
        self.process.wait()
        if self.reader is not None:
            self.reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def received(source: IO[bytes]) -> tuple[int, bytes] | None:
    """The next message, or None if the other side has gone in the midst of it."""
    head = source.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    tag, length = HEAD.unpack(head)
    text = source.read(length)
    return (tag, text) if len(text) == length else None


def send(channel: IO[bytes], tag: int, text: bytes = b"") -> None:
    """Write one message: what it is, and its bytes. Raises: OSError if nobody reads."""
    channel.write(HEAD.pack(tag, len(text)) + text)
    channel.flush()


def tell(value: Any) -> None:
    """In a process of its own: let the parent hear this while the function works; elsewhere nobody does.

    Raises: OSError if nobody reads.
    """
    if _channels:
        send(_channels[-1], _TOLD, pickle.dumps(value))


_channels: list[BinaryIO] = []
"""The pipe to the parent, in a process of its own."""


def _child() -> None:
    """Read a question, say when imports are done, call the function, write the answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; our parent decides
    channel = own_channel()
    try:
        question = received(sys.stdin.buffer)
        assert question is not None, "the parent has gone"
        threading.Thread(target=_end_with_parent, daemon=True).start()
        tag, text = _ANSWERED, pickle.dumps(_called(question[1], channel))
    except MemoryError:
        tag, text = _OUT_OF_MEMORY, b""
    except Exception as error:
        tag, text = _RAISED, _told(error)
    send(channel, tag, text)
    os._exit(0)  # threads that the function left behind keep nobody waiting


def _called(question: bytes, channel: BinaryIO) -> Any:
    function, arguments, load, memory = pickle.loads(question)  # written by our own parent process
    called = named(function)
    if load:
        named(load)(*arguments)
    module = sys.modules.get("cpsolver.isolation")  # this very file runs as __main__
    (module._channels if module else _channels).append(channel)
    send(channel, _READY)
    release = _limited(memory)
    try:
        return called(*arguments)
    finally:
        release()


def own_channel() -> BinaryIO:
    """The pipe to the parent, for messages only: what the function prints goes nowhere."""
    channel = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return channel


def _end_with_parent() -> None:
    os.read(0, 1)  # nothing more is ever written: this returns when the other end is closed
    os._exit(1)


def named(name: str) -> Callable[..., Any]:
    """The function called `package.module:function`. Such names stand in our code, never in a spec."""
    module, _, attribute = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
    return found


def _limited(memory: int | None) -> Callable[[], object]:
    """Limit this process to so many bytes where that can be done; what comes back lifts the limit."""
    if memory is None:
        return lambda: None
    try:
        import resource
    except ImportError:  # not on Windows
        return lambda: None
    before = soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    known = [limit for limit in (memory, soft, hard) if limit != resource.RLIM_INFINITY]
    with suppress(ValueError, OSError):  # macOS knows the limit and refuses to set it
        resource.setrlimit(resource.RLIMIT_AS, (min(known), hard))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, before)


def _told(error: Exception) -> bytes:
    """The exception as a pickle, with a note of where it was raised; one that cannot be pickled as a SolverError."""
    error.add_note("in a process of its own:\n" + "".join(traceback.format_tb(error.__traceback__)))
    try:
        text = pickle.dumps(error)
        pickle.loads(text)  # an exception with a constructor of its own may be written and not read
    except Exception:
        return pickle.dumps(SolverError(f"{type(error).__name__}: {error}"))
    return text


if __name__ == "__main__":
    _child()
