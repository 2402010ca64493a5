"""Questions that go wrong, for processes of the tests' own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from typing import Any

from cpsolver.api import Uniqueness, unique
from cpsolver.api.tasks import Loaded


def dies_at(task: Loaded, options: Mapping[str, Any]) -> Uniqueness:
    """Whether a task has one solution; kills its process where the first cell holds a 9."""
    if any(fact.variable == "r1c1" and fact.domain.values == (9,) for fact in task.task.given):  # type: ignore[union-attr]
        os.kill(os.getpid(), signal.SIGKILL)
    return unique(task)


def sleeps_at(task: Loaded, options: Mapping[str, Any]) -> Uniqueness:
    """The same, but there it never ends."""
    while any(fact.variable == "r1c1" and fact.domain.values == (9,) for fact in task.task.given):  # type: ignore[union-attr]
        time.sleep(0.1)
    return unique(task)


def fails(task: Loaded, options: Mapping[str, Any]) -> Uniqueness:
    """An error of ours."""
    raise KeyError("a bug")
