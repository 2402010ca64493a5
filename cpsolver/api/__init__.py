"""The ways in: load · solve · explain · compare · check · unique · graph."""

from cpsolver.api.answers import Answer, Check, Comparison, Drawing, Explanation
from cpsolver.api.checking import check
from cpsolver.api.comparing import compare
from cpsolver.api.explaining import explain, graph
from cpsolver.api.generating import Generation, generate
from cpsolver.api.grading import Graded, grade
from cpsolver.api.solving import solve
from cpsolver.api.tasks import Loaded, load, load_text
from cpsolver.api.uniqueness import Uniqueness, unique

__all__ = [
    "Answer",
    "Check",
    "Comparison",
    "Drawing",
    "Explanation",
    "Generation",
    "Graded",
    "Loaded",
    "Uniqueness",
    "check",
    "compare",
    "explain",
    "generate",
    "grade",
    "graph",
    "load",
    "load_text",
    "solve",
    "unique",
]
