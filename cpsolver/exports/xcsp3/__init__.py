"""XCSP3-core: a finite task as an instance for the solvers of the XCSP3 competitions.

Source: Boussemart, Lecoutre, Audemard & Piette, *XCSP3-core: A Format for Representing Constraint
Satisfaction/Optimization Problems* (2020).
"""

from cpsolver.exports.export import Export
from cpsolver.exports.xcsp3.file import write

EXPORT = Export(
    name="xcsp3",
    summary="an instance in XCSP3-core, for ACE, Choco, PicatSAT and others",
    suffix=".xml",
    write=write,
)
