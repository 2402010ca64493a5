"""Tasks written as specs, for tests that ask every solver."""

from __future__ import annotations

import json

import pytest

from cpsolver.api import load_text
from cpsolver.solvers import SOLVERS
from cpsolver.task.task import Task

SOURCE = "written.yaml"
"""How messages call the text."""


def written(variables: dict[str, str], conditions: list[str], **more: object) -> Task:
    """The task of a spec with these variables and conditions, and more of a model."""
    model = {"kind": "csp", "variables": variables, "conditions": conditions, **more}
    return load_text(json.dumps({"task": "written", "model": model}), SOURCE).task


def skip_unless_able(name: str, task: Task) -> None:
    """Skip the test if the solver says in advance that it cannot treat the task."""
    reason = SOLVERS.get(name).refuses(task)
    if reason is not None:
        pytest.skip(reason)
