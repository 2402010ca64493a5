"""Renderers: one file each, found by name (`as_text`, `as_svg`, …)."""

import os
from pathlib import Path

from cpsolver.errors import UnknownName, did_you_mean
from cpsolver.registry import Registry
from cpsolver.render.renderer import Renderer

RENDERERS: Registry[Renderer] = Registry("cpsolver.render", "RENDERER", "format", Renderer, base="renderer")


_ALIASES = {"": "text", ".text": "text", ".markdown": "markdown", ".htm": "html", ".gv": "dot", ".mermaid": "mermaid"}
"""Suffixes beside those that the formats have themselves."""


def renderer_of(format: str) -> Renderer:
    """The renderer of a format as users call it: `text`, `svg`. Raises: UnknownName with the formats there are."""
    named = {name.removeprefix("as_"): name for name in RENDERERS.names()}
    name = named.get(format.strip().lower())
    if name is None:
        raise UnknownName(f"no format is called '{format}'", did_you_mean(format, named, "formats"))
    return RENDERERS.get(name)


def format_of(path: Path) -> str:
    """The format that a file's suffix stands for. Raises: UnknownName with the suffixes there are."""
    known = _ALIASES | {each.suffix: each.name for each in RENDERERS}
    suffix = path.suffix.lower()
    if suffix not in known:
        there_are = ", ".join(sorted(filter(None, known)))
        raise UnknownName(f"no format has the suffix '{path.suffix}'", f"suffixes: {there_are}; or say --format")
    return known[suffix]


def write(text: str, path: Path) -> None:
    """Put a text into a file, whole or not at all, with the mode it had or the umask asks for.

    A link stays what it is, and its target is written; a device or a pipe is written as it stands.
    Raises: OSError.
    """
    is_file = path.is_file() or not path.exists()
    if path.is_relative_to("/dev") or not is_file:
        path.write_text(text, encoding="utf-8")
        return
    target = path.resolve()
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}")
    try:
        with beside.open("x", encoding="utf-8") as file:
            file.write(text)
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
