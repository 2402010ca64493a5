"""Solvers: one file each, found by name."""

from cpsolver.registry import Registry
from cpsolver.solvers.solver import Solver

SOLVERS: Registry[Solver] = Registry("cpsolver.solvers", "SOLVER", "solver", Solver, base="solver")
