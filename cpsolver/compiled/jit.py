"""How a function becomes a kernel: compiled by Numba, kept on disk, or left as plain Python.

With the environment variable CPSOLVER_UNCOMPILED set to anything, `kernel` changes nothing: the same source runs as
Python over NumPy arrays, slowly, and Numba is not imported. Otherwise a kernel is compiled at its first call and the
machine code is kept in `__pycache__` beside the source, or, where that cannot be written, in the user's folder for
caches (`NUMBA_CACHE_DIR` names another); where nothing can be written it is compiled anew in each process.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SWITCH = "CPSOLVER_UNCOMPILED"
"""The environment variable that leaves kernels as plain Python."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def is_compiled() -> bool:
    """Whether kernels are compiled at all in this process."""
    return not os.environ.get(SWITCH)


_unkept: list[str] = []


def is_unkept() -> bool:
    """Whether some kernel's machine code could not be kept for other processes."""
    return bool(_unkept)


def is_kept(compiled: Any) -> bool:
    """Whether a kernel's machine code is on disk, so that its first call need not wait for the compiler."""
    from pathlib import Path

    if not is_compiled() or not compiled.stats.cache_path:
        return False
    name = f"{compiled.__module__.rpartition('.')[2]}.{compiled.__qualname__}"
    return any(Path(compiled.stats.cache_path).glob(f"{name}-*.nbi"))


def kernel(function: Kernel) -> Kernel:
    """The function, compiled at its first call: without the interpreter's lock, bounds unchecked, kept on disk.

    A kernel may call kernels of its own module only: the cache of a module is renewed when its own source changes,
    and knows nothing of others; or of modules whose digests its own source names, as `BUILT_ON`, which a test keeps
    right. Whole numbers divide as in NumPy: by zero gives zero.
    """
    if not is_compiled():
        return function
    import numba

    options = {"nogil": True, "error_model": "numpy", "boundscheck": False}
    try:
        compiled: Kernel = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder can be written in, neither beside the source nor the user's
        _unkept.append(function.__name__)
        compiled = numba.njit(**options)(function)
    return compiled


def _zeros_below(number: int) -> int:
    return int(number & -number).bit_length() - 1


def _ones(number: int) -> int:
    return int(number).bit_count()


def _bit_instructions() -> tuple[Callable[[int], int], Callable[[int], int]]:
    """The processor's own instructions for the two, callable in kernels."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def zeros_below(_: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            no = context.get_constant(types.boolean, False)
            return builder.cttz(arguments[0], no)

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def ones(_: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    return zeros_below, ones


def bit_functions() -> tuple[Callable[[int], int], Callable[[int], int]]:
    """Two functions of a whole number, for kernels: how many zeros are below its lowest one, how many ones it has.

    Domain: numbers from 1 for the first, from 0 for the second, below 2**63.
    """
    return _bit_instructions() if is_compiled() else (_zeros_below, _ones)


LEAST_SHARE = 16
"""The fewest rows worth a thread."""
SECONDS_BETWEEN_CHECKS = 0.05


def in_shares(
    work: Callable[[slice, Any], None], rows: int, workers: int | None, stop: Callable[[], bool] | None = None
) -> None:
    """Do the work on all rows, `work(share, flag)` on each thread's share; `workers` None for a thread on each core.

    Kernels hold no lock, so threads are as fast as processes and hand over no data. flag: int64[1], set to 1 once
    `stop`, asked every twentieth of a second, says True, or Ctrl-C comes; kernels then end.
    """
    import numpy as np

    flag = np.zeros(1, np.int64)
    threads = min(workers or os.cpu_count() or 1, max(1, rows // LEAST_SHARE))
    if threads == 1 and stop is None:
        return work(slice(0, rows), flag)
    shares = 1 if threads == 1 else 8 * threads  # grids are not equally hard: nobody waits long for the last share
    bounds = [rows * share // shares for share in range(shares + 1)]
    with ThreadPoolExecutor(threads) as pool:
        waiting = {pool.submit(work, slice(*bounds[i : i + 2]), flag) for i in range(shares)}
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=None if stop is None else SECONDS_BETWEEN_CHECKS)
                for share in done:
                    share.result()
                if stop is not None and stop():
                    flag[0] = 1
        except BaseException:
            flag[0] = 1
            raise
    return None


def spread_seeds(seeds: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """States for the dice, 1…2**32 − 1, from seeds that may lie close together (the end of MurmurHash3, Appleby)."""
    import numpy as np

    x = np.atleast_1d(np.asarray(seeds)).astype(np.uint64) & np.uint64(0xFFFFFFFF)
    for factor in (0x85EBCA6B, 0xC2B2AE35):
        x = ((x ^ x >> np.uint64(16)) * np.uint64(factor)) & np.uint64(0xFFFFFFFF)
    return np.maximum(x ^ x >> np.uint64(16), np.uint64(1)).astype(np.int64)
