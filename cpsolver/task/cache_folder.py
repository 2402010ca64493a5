"""The folder in which this user's results are kept from one run to the next."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path


def cache_folder() -> Path | None:
    """A folder only this user may write to, or None: then nothing is kept.

    CPSOLVER_CACHE names another than `cpsolver` in the user's folder for caches; set to nothing, nothing is kept.
    """
    named = os.environ.get("CPSOLVER_CACHE")
    if named == "":
        return None
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(named) if named else (Path(home) if home else Path.home() / ".cache") / "cpsolver"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
    except (OSError, RuntimeError):
        return None
    mine: Callable[[], int] | None = getattr(os, "getuid", None)
    if mine is not None and (state.st_uid != mine() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return None
    return folder if os.access(folder, os.W_OK) else None
