"""Exports: tasks in the languages of other solvers, one file each, found by name (`minizinc`, `dimacs`, …)."""

from cpsolver.exports.export import Export
from cpsolver.registry import Registry

EXPORTS: Registry[Export] = Registry("cpsolver.exports", "EXPORT", "export", Export, base="export")
