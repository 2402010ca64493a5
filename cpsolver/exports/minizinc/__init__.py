"""MiniZinc: a finite task as a complete model, one constraint for each condition, under its label.

Source: Nethercote et al., *MiniZinc: Towards a Standard CP Modelling Language* (2007); the MiniZinc Handbook 2.6.
"""

from cpsolver.exports.export import Export
from cpsolver.exports.minizinc.file import write

EXPORT = Export(
    name="minizinc",
    summary="a model for MiniZinc, to be run by Gecode, Chuffed, OR-tools and others",
    suffix=".mzn",
    write=write,
)
