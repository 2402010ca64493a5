"""Renderers: one file each, found by name (`as_text`, `as_svg`, …)."""

from cpsolver.errors import UnknownName, did_you_mean
from cpsolver.registry import Registry
from cpsolver.render.renderer import Renderer

RENDERERS: Registry[Renderer] = Registry("cpsolver.render", "RENDERER", "format", Renderer, base="renderer")


def renderer_of(format: str) -> Renderer:
    """The renderer of a format as users call it: `text`, `svg`. Raises: UnknownName with the formats there are."""
    named = {name.removeprefix("as_"): name for name in RENDERERS.names()}
    name = named.get(format.strip().lower())
    if name is None:
        raise UnknownName(f"no format is called '{format}'", did_you_mean(format, named, "formats"))
    return RENDERERS.get(name)
