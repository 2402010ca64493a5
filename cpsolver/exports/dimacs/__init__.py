"""DIMACS CNF: a task of truth values as clauses, for solvers of satisfiability.

Source: DIMACS Challenge, *Satisfiability: Suggested Format* (1993); Tseitin (1968) for parts that get a variable.
"""

from cpsolver.exports.dimacs.file import write
from cpsolver.exports.export import Export

EXPORT = Export(
    name="dimacs",
    summary="clauses for SAT solvers; tasks of truth values only",
    suffix=".cnf",
    write=write,
)
