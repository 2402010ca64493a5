"""How a function becomes a kernel: compiled by Numba, kept on disk, or left as plain Python.

With the environment variable CPSOLVER_UNCOMPILED set to anything, `kernel` changes nothing: the same source runs as
Python over NumPy arrays, slowly, and Numba is not imported. Otherwise a kernel is compiled at its first call and the
machine code is kept in `__pycache__` beside the source, or, where that cannot be written, in the user's folder for
caches (`NUMBA_CACHE_DIR` names another); where nothing can be written it is compiled anew in each process.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

SWITCH = "CPSOLVER_UNCOMPILED"
"""The environment variable that leaves kernels as plain Python."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def is_compiled() -> bool:
    """Whether kernels are compiled at all in this process."""
    return not os.environ.get(SWITCH)


def kernel(function: Kernel) -> Kernel:
    """The function, compiled at its first call: without the interpreter's lock, bounds unchecked, kept on disk.

    A kernel may call kernels of its own module only: the cache of a module is renewed when its own source changes,
    and knows nothing of others. Whole numbers divide as in NumPy: by zero gives zero.
    """
    if not is_compiled():
        return function
    import numba

    options = {"nogil": True, "error_model": "numpy", "boundscheck": False}
    try:
        compiled: Kernel = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder can be written in, neither beside the source nor the user's
        compiled = numba.njit(**options)(function)
    return compiled
