"""What MiniZinc and Gecode say of a text, in our values: only for tests, and only where they are installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Solution, Task
from cpsolver.task.whole_numbers import in_whole_numbers

needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")


class Refused(Exception):
    """MiniZinc did not take the text."""


def answers(text: str, task: Task, *, every: bool = True, seconds: float = 20, limit: int = 0) -> tuple[list[Solution], str]:
    """The solutions in the values of the task, and the last mark: `proven`, `none`, `open`."""
    command = ["minizinc", "--solver", "gecode", "--time-limit", str(int(seconds * 1000))]
    command += ["-n", str(limit)] if limit else ["-a"] if every else []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.mzn"
        path.write_text(text, encoding="utf-8")
        found = subprocess.run([*command, str(path)], capture_output=True, text=True, timeout=seconds * 3, check=False)
    if found.returncode or "ERROR" in found.stdout:
        raise Refused(found.stderr + found.stdout[:500])
    mark = "proven" if "==========" in found.stdout else "none" if "=====UNSATISFIABLE" in found.stdout else "open"
    return [_read(part, task) for part in found.stdout.split("----------\n")[:-1]], mark


def _read(part: str, task: Task) -> Solution:
    texts = dict(line.rsplit(" = ", 1) for line in part.splitlines() if " = " in line)
    return {each.name: _value(texts[each.name], each.domain, task) for each in task.variables}


def _value(text: str, domain: object, task: Task) -> Value:
    assert isinstance(domain, Finite)
    symbols = in_whole_numbers(task).symbols
    for value in domain:
        shown = {str(value).lower(), str(value), str(symbols.get(value, value)), str(int(value) if isinstance(value, bool) else value)}  # type: ignore[call-overload]
        if text in shown:
            return value
    raise AssertionError(f"{text} is no value of {domain}")
