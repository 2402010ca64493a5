"""What MiniZinc and Gecode say of a text, in our values: only for tests, and only where they are installed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cpsolver.plain.whole_numbers import in_whole_numbers
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Solution, Task

needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")


class Refused(Exception):
    """MiniZinc did not take the text."""


def answers(
    text: str, task: Task, *, every: bool = True, seconds: float = 20, limit: int = 0
) -> tuple[list[Solution], str]:
    """The solutions in the values of the task, and the last mark: `proven`, `none`, `open`."""
    command = ["minizinc", "--solver", "gecode", "--time-limit", str(int(seconds * 1000))]
    command += ["-n", str(limit)] if limit else ["-a"] if every else []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.mzn"
        path.write_text(text, encoding="utf-8")
        process = subprocess.Popen(
            [*command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            out, errors = process.communicate(timeout=seconds * 2 + 10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the solver is a process of its own
            process.communicate()
            return [], "open"
    if process.returncode or "ERROR" in out:
        raise Refused(errors + out[:500])
    mark = "proven" if "==========" in out else "none" if "=====UNSATISFIABLE" in out else "open"
    return [_read(part, task) for part in out.split("----------\n")[:-1]], mark


def _read(part: str, task: Task) -> Solution:
    texts = dict(line.rsplit(" = ", 1) for line in part.splitlines() if " = " in line)
    return {each.name: _value(texts[each.name], each.domain, task) for each in task.variables}


def _value(text: str, domain: object, task: Task) -> Value:
    assert isinstance(domain, Finite)
    symbols = in_whole_numbers(task).symbols
    for value in domain:
        shown = {
            str(value).lower(),
            str(value),
            str(symbols.get(value, value)),
            str(int(value) if isinstance(value, bool) else value),
        }  # type: ignore[call-overload]
        if text in shown:
            return value
    raise AssertionError(f"{text} is no value of {domain}")
