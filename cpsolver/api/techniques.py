"""The techniques a kind uses: all, or some by name, in the order of a scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cpsolver.kinds
from cpsolver.auxiliary.model import Technique
from cpsolver.errors import UnknownName, UnsupportedTask, did_you_mean
from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Kind, Wanted
from cpsolver.spec.document import Document, read


def techniques_of(
    kind: Kind, names: Sequence[str] = (), scale: str | None = None, units: Sequence[str] = (), unique: bool = False
) -> tuple[Technique, ...]:
    """The techniques to use, easiest first.

    names:  those to use; none for all the kind uses
    scale:  a scale of the kind, or the path of one; None for the kind's own
    units:  names of the kind of units to look at alone
    unique: whether to use also techniques that rely on the solution being the only one
    Raises: UnsupportedTask, UnknownName, SpecError.
    """
    return _arranged(kind.name, tuple(names), scale, tuple(units), unique)


@lru_cache(maxsize=16)
def _arranged(
    name: str, names: tuple[str, ...], scale: str | None, units: tuple[str, ...], unique: bool
) -> tuple[Technique, ...]:
    kind = KINDS.get(name)
    if kind.arrange is not None:
        return kind.arrange(Wanted(scale_document(kind, scale), names, units, unique))
    for asked, what in ((scale, "scales"), (units, "units to look at alone")):
        if asked:
            raise UnsupportedTask(f"{kind.name} has no {what}")
    return _named(kind, names)


def _named(kind: Kind, names: Sequence[str]) -> tuple[Technique, ...]:
    known = {technique.name: technique for technique in kind.techniques}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known, "techniques")
            raise UnsupportedTask(f"{kind.name} has no technique '{name}'; {hint}")
    return tuple(known[name] for name in names) or kind.techniques


def scale_document(kind: Kind, name: str | None = None) -> Document | None:
    """The scale of this name, or at this path; without a name the kind's own, None if it has none.

    Raises: UnknownName, SpecError if it cannot be read.
    """
    folder = Path(cpsolver.kinds.__file__).parent / kind.name / "scales"
    names = sorted(path.stem for path in folder.glob("*.yaml"))
    asked = name or kind.scale
    if asked is None:
        return None
    if asked in names:
        return read(folder / f"{asked}.yaml")
    if asked.endswith((".yaml", ".yml")):
        return read(Path(asked))
    raise UnknownName(f"no scale is called '{asked}'", did_you_mean(asked, names, "scales"))
