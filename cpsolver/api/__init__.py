"""The ways in: load · solve · explain · compare · check · graph."""

from cpsolver.api.answers import Answer, Check, Comparison, Drawing, Explanation
from cpsolver.api.checking import check
from cpsolver.api.comparing import compare
from cpsolver.api.solving import explain, graph, solve
from cpsolver.api.tasks import Loaded, load, load_text

__all__ = [
    "Answer",
    "Check",
    "Comparison",
    "Drawing",
    "Explanation",
    "Loaded",
    "check",
    "compare",
    "explain",
    "graph",
    "load",
    "load_text",
    "solve",
]
