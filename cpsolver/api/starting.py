"""Commented beginnings of specs and models: a file in the folder of each kind that has one."""

from __future__ import annotations

from pathlib import Path

from cpsolver import kinds
from cpsolver.api.schemas import line_for
from cpsolver.errors import UnknownName, did_you_mean
from cpsolver.kinds import KINDS
from cpsolver.spec.describing import What


def starts(what: What) -> tuple[str, ...]:
    """The kinds that have a beginning of a spec, or of a model."""
    return tuple(name for name in KINDS.names() if _file(name, what).is_file())


def start(kind: str, what: What) -> str:
    """A spec, or a model, of this kind that is right as it stands, each line explained.

    Its first line tells editors where the schema lies. Raises: UnknownName.
    """
    if kind not in starts(what):
        raise UnknownName(f"there is no start for the kind '{kind}'", did_you_mean(kind, starts(what), "kinds"))
    return f"{line_for(what)}\n{_file(kind, what).read_text(encoding='utf-8')}"


def _file(kind: str, what: What) -> Path:
    return Path(kinds.__file__).parent / kind / "starts" / f"{what}.yaml"
