"""Texts of other solvers that are finite tasks: told by how they begin, read into a task, and that into a spec."""

from __future__ import annotations

from cpsolver.errors import Problem, SpecError, UnsupportedTask
from cpsolver.kinds.csp.formats import dimacs, xcsp3
from cpsolver.kinds.csp.formats.reading import Read
from cpsolver.spec.document import Document, Path, assembled
from cpsolver.spec.task_text import task_data
from cpsolver.spec.text import readable

_READERS = (dimacs, xcsp3)


def recognise(text: str, source: str) -> Document | None:
    """The spec that a text in DIMACS or XCSP3 stands for, the places of its conditions in that text; None if none.

    Raises: SpecError at what is wrong or not understood: nothing is left out.
    """
    for reader in _READERS:
        if reader.is_meant(text):
            return _document(reader.read(readable(text, source)), text, source)
    return None


def _document(read: Read, text: str, source: str) -> Document:
    try:
        data = task_data(read.task)
    except UnsupportedTask as error:
        raise SpecError(Problem(f"{source}: {error}")) from None
    data.pop("task", None)
    starts: dict[Path, int] = {}
    for key, offsets in (("conditions", read.offsets), ("prefer", read.wished)):
        for number, offset in enumerate(offsets):
            starts["model", key, number] = starts["model", key, number, "require"] = offset
    return assembled(data, text, source, starts)
