"""Renderers: one file each, found by name (`as_text`, `as_svg`, …)."""

from cpsolver.registry import Registry
from cpsolver.render.renderer import Renderer

RENDERERS: Registry[Renderer] = Registry("cpsolver.render", "RENDERER", "format", Renderer, base="renderer")
