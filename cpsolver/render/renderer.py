"""The contract of a renderer: one file in `render/` with `RENDERER`. It knows no kind and no solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cpsolver.picture import Page


@dataclass(frozen=True)
class Renderer:
    """An output format: a page in, text out."""

    name: str
    media_type: str
    suffix: str
    render: Callable[[Page], str]
