"""When a search in plain Python may be handed over to a kernel: never while somebody would wait for the compiler.

The first time a kernel is wanted, another process compiles it and leaves the machine code where Numba keeps it; the
search goes on in Python meanwhile. Once that process has ended, the kernel is loaded from there in a moment. If the
search ends first, the process finishes by itself, and the next search finds the kernel.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from cpsolver.compiled.jit import is_compiled

FIRST_STRETCH = 0.5
"""Seconds that a search takes in plain Python before it asks for a kernel: most are over by then."""

UNKEPT = 3
"""How the compiling process ends if no folder could be written to, so that its work is lost."""

_PROGRAM = """\
import sys
sys.path.insert(0, sys.argv[1])
from cpsolver.compiled.handover import compile_for_others
sys.exit(compile_for_others(sys.argv[2]))
"""
_compiling: dict[str, subprocess.Popen[bytes]] = {}
_ready: dict[str, bool] = {}


def is_ready(module: str) -> bool:
    """Whether the kernels of a module of this package answer at once. If not, another process begins to compile them.

    The module has a function `prepare` that calls its kernels once. Where kernels are not compiled at all, or their
    machine code cannot be kept, they are never ready.
    """
    if module in _ready or not is_compiled():
        return _ready.get(module, False)
    process = _compiling.get(module)
    if process is None:
        _begin(module)
    elif process.poll() is not None:
        del _compiling[module]
        _ready[module] = process.returncode == 0
        if _ready[module]:
            import_module(module).prepare()
    return _ready.get(module, False)


def is_hopeless(module: str) -> bool:
    """Whether the process that was to compile a module's kernels has failed to."""
    return _ready.get(module) is False


def _begin(module: str) -> None:
    """Start the compiling process; where none can be started, the kernels will never be ready."""
    root = str(Path(__file__).parents[2])
    silent = subprocess.DEVNULL
    try:
        _compiling[module] = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, root, module], stdin=silent, stdout=silent, stderr=silent, env=os.environ
        )
    except OSError:
        _ready[module] = False


def compile_for_others(module: str) -> int:
    """Compile the kernels of a module and keep them: 0, or `UNKEPT` where that cannot be done. For a process alone.

    What the module's `prepare` calls must be reached by kernels through `jit.kernel`.
    """
    from cpsolver.compiled import jit

    import_module(module).prepare()
    return UNKEPT if jit.is_unkept() else 0
