"""Tasks in YAML, solved by constraint programming and by auxiliary models, with proof and derivation.

    >>> import cpsolver
    >>> answer = cpsolver.solve("sudoku/first")
    >>> answer.solution["r1c3"], answer.unique
    (5, True)

Nothing is imported before it is used: `import cpsolver` loads no solver.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cpsolver.api import (
        Answer,
        Check,
        Comparison,
        Counted,
        Drawing,
        Explanation,
        Generation,
        Graded,
        Loaded,
        Sweep,
        check,
        compare,
        count,
        explain,
        generate,
        grade,
        graph,
        load,
        load_text,
        solve,
        sweep,
    )
    from cpsolver.errors import CpsolverError, SolverError, SpecError, UnknownName, UnsupportedTask

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Check",
    "Comparison",
    "Counted",
    "CpsolverError",
    "Drawing",
    "Explanation",
    "Generation",
    "Graded",
    "Loaded",
    "SolverError",
    "SpecError",
    "Sweep",
    "UnknownName",
    "UnsupportedTask",
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
]

_ERRORS = {"CpsolverError", "SolverError", "SpecError", "UnknownName", "UnsupportedTask"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'cpsolver' has no attribute '{name}'")
    return getattr(import_module("cpsolver.errors" if name in _ERRORS else "cpsolver.api"), name)


def __dir__() -> list[str]:
    return __all__
