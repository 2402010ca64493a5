"""SymPy in a process of its own, which is ended when time is up: nothing else can stop it for certain."""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from cpsolver.solvers.symbolic.attempt import Attempt
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Task


class Apart:
    """The same in a child process that is ended when time is up. It ends itself when its parent is gone."""

    def __init__(self, task: Task, settings: Settings) -> None:
        self.task, self.settings, self.deadline = task, settings, Deadline(settings)
        self.answer = b""

    def result(self) -> Result:
        """The child's result, or UNKNOWN with the reason."""
        question = pickle.dumps((self.task, Settings(solutions=self.settings.solutions)))
        child = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from {__name__} import child; child()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        )
        reader = threading.Thread(target=self.talk, args=(child, question), daemon=True)
        try:
            reader.start()
            while reader.is_alive() and not self.deadline.passed:
                reader.join(0.02)
        finally:
            self.end(child, reader)
        if not self.answer:
            note = self.deadline.note() if self.deadline.passed else "SymPy's process ended without an answer"
            cost = Statistics(seconds=self.deadline.elapsed)
            return Result(Status.UNKNOWN, knowledge=self.task.knowledge(), statistics=cost, note=note)
        found = pickle.loads(self.answer)  # written by our own child process
        assert isinstance(found, Result)
        return found

    def end(self, child: subprocess.Popen[bytes], reader: threading.Thread) -> None:
        """End the child and close what led to it."""
        child.kill()
        child.wait()
        reader.join()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def talk(self, child: subprocess.Popen[bytes], question: bytes) -> None:
        """Ask, and read the answer to its end. The child's input stays open, as a sign that we live."""
        assert child.stdin
        assert child.stdout
        try:
            child.stdin.write(struct.pack(">Q", len(question)) + question)
            child.stdin.flush()
            self.answer = child.stdout.read()
        except (OSError, ValueError):
            self.answer = b""


def child() -> None:
    """Read a task, end with the parent, write the result."""
    source = sys.stdin.buffer
    (length,) = struct.unpack(">Q", source.read(8))
    task, settings = pickle.loads(source.read(length))

    def watch() -> None:
        source.read(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    answer = pickle.dumps(Attempt(task, settings, Deadline(settings)).result())
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    os._exit(0)
