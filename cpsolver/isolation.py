"""A solver run in a process of its own, which is ended when it overruns: it can neither block nor break others."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from cpsolver.solvers import SOLVERS
from cpsolver.task.result import Result, Settings, Statistics, Status, never
from cpsolver.task.task import Task

GRACE = 0.5
"""Seconds a solver may take to end by itself after its limit, before its process is ended."""

_READY = b"ready\n"


def solve_apart(solver: str, task: Task, settings: Settings) -> Result:
    """What the solver says, run in a process of its own; imports do not count towards the time limit.

    A process that overruns its limit, or dies, gives UNKNOWN with a note; so does `settings.stop`.
    """
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "cpsolver.isolation"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    run = _Run(process, settings)
    try:
        return run.result(pickle.dumps((solver, task, replace(settings, stop=never))))
    finally:
        run.end()


class _Run:
    """One process, its answer read by a thread so that waiting can be cut short."""

    def __init__(self, process: subprocess.Popen[bytes], settings: Settings) -> None:
        self.process, self.settings = process, settings
        self.started: float | None = None
        self.answer = b""
        self.reader: threading.Thread | None = None

    def result(self, question: bytes) -> Result:
        self.reader = threading.Thread(target=self.read, args=(question,), daemon=True)
        self.reader.start()
        while self.reader.is_alive():
            self.reader.join(0.02)
            if self.settings.stop():
                return self.unknown("interrupted")
            if self.overruns():
                return self.unknown(f"it did not end within {self.settings.seconds:g} s and was stopped")
        if not self.answer:
            code = self.process.wait()
            return self.unknown(f"its process ended without an answer (exit code {code})")
        found = pickle.loads(self.answer)  # written by our own child process
        if isinstance(found, BaseException):
            raise found
        assert isinstance(found, Result)
        return found

    def read(self, question: bytes) -> None:
        assert self.process.stdin and self.process.stdout
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(question)
            self.process.stdin.close()
        if self.process.stdout.readline() == _READY:
            self.started = time.perf_counter()
            self.answer = self.process.stdout.read()

    def overruns(self) -> bool:
        seconds = self.settings.seconds
        return seconds is not None and self.started is not None and time.perf_counter() > self.started + seconds + GRACE

    def unknown(self, note: str) -> Result:
        elapsed = time.perf_counter() - self.started if self.started else 0.0
        return Result(Status.UNKNOWN, note=note, statistics=Statistics(seconds=elapsed))

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.reader is not None:
            self.reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def _child() -> None:
    """Read a question, say that imports are done, solve, write the answer."""
    name, task, settings = pickle.loads(sys.stdin.buffer.read())
    solver = SOLVERS.get(name)
    solver.load()
    out = sys.stdout.buffer
    out.write(_READY)
    out.flush()
    try:
        answer: object = solver.solve(task, settings)
    except Exception as error:
        answer = error
    out.write(pickle.dumps(answer))
    out.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        _child()
