"""The JSON Schema of specs and models of all kinds, and the line by which an editor finds it."""

from __future__ import annotations

import json
import os
from pathlib import Path

from cpsolver import spec
from cpsolver.kinds import KINDS
from cpsolver.spec.describing import Schema, What, schema_of

FOLDER = Path(spec.__file__).parent / "schemas"
"""Where the schemas of the kinds that come along are shipped; a test keeps them true."""

LINE = "# yaml-language-server: $schema="
"""How a file says to editors what it may hold."""


def schema(what: What, kind: str | None = None) -> Schema:
    """The JSON Schema of specs or of models: of all kinds, or of one. Raises: UnknownName."""
    kinds = [KINDS.get(kind)] if kind else list(KINDS)
    return schema_of(what, {each.name: (each.spec_shape, each.model_shape) for each in kinds})


def schema_text(what: What, kind: str | None = None) -> str:
    """The schema as the text that is shipped. Raises: UnknownName."""
    return json.dumps(schema(what, kind), indent=1, ensure_ascii=False) + "\n"


def schema_file(what: What) -> Path:
    """The file of the schema that is shipped."""
    return FOLDER / f"{what}.json"


def line_for(what: What, beside: Path | None = None) -> str:
    """The line by which editors find the schema from a file in this folder; from anywhere if none is named."""
    if beside is None:
        return LINE + schema_file(what).resolve().as_uri()
    return LINE + Path(os.path.relpath(schema_file(what), beside)).as_posix()


def without_line(text: str) -> str:
    """The text of a file without that line, which leads nowhere once the file is elsewhere."""
    first, end, rest = text.partition("\n")
    return rest if end and first.startswith(LINE) else text
