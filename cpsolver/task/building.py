"""Building what is large and stays, without the collector of garbage in cycles, which would look at it again and again.

Half the time of stating 100,000 conditions went into that.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def building() -> Iterator[None]:
    """Runs the block without the collector, if it was on. What counts its references is freed as ever."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
