"""The ways in: load · solve · explain · compare · check · unique · graph. Each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsolver.api.answers import Answer, Check, Comparison, Drawing, Explanation
    from cpsolver.api.checking import check
    from cpsolver.api.comparing import compare
    from cpsolver.api.counting import Counted, count
    from cpsolver.api.explaining import explain, graph
    from cpsolver.api.generating import Generation, generate
    from cpsolver.api.grading import Graded, grade
    from cpsolver.api.solving import solve
    from cpsolver.api.sweeping import Sweep, sweep
    from cpsolver.api.tasks import Loaded, load, load_text
    from cpsolver.api.uniqueness import Uniqueness, unique

__all__ = [
    "Answer",
    "Check",
    "Comparison",
    "Counted",
    "Drawing",
    "Explanation",
    "Generation",
    "Graded",
    "Loaded",
    "Sweep",
    "Uniqueness",
    "check",
    "compare",
    "count",
    "explain",
    "generate",
    "grade",
    "graph",
    "load",
    "load_text",
    "solve",
    "sweep",
    "unique",
]

_MODULES = {
    "Answer": "answers",
    "Check": "answers",
    "Comparison": "answers",
    "Drawing": "answers",
    "Explanation": "answers",
    "check": "checking",
    "compare": "comparing",
    "Counted": "counting",
    "count": "counting",
    "explain": "explaining",
    "graph": "explaining",
    "Generation": "generating",
    "generate": "generating",
    "Graded": "grading",
    "grade": "grading",
    "solve": "solving",
    "Sweep": "sweeping",
    "sweep": "sweeping",
    "Loaded": "tasks",
    "load": "tasks",
    "load_text": "tasks",
    "Uniqueness": "uniqueness",
    "unique": "uniqueness",
}
"""Where each of them is."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'cpsolver.api' has no attribute '{name}'")
    return getattr(import_module(f"cpsolver.api.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
