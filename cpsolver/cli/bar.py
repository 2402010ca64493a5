"""A bar on standard error that tells how far many tasks have come: on terminals only, and after half a second."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from cpsolver.cli.streams import say

PATIENCE = 0.5
"""Seconds before anything is shown."""


class Bar:
    """Use: `with Bar(size) as bar: … bar.move(done, bad)`. Whoever adds to `passed` tells how many bytes were read.

    size:     bytes there are in all, where known
    to_file:  whether the answers go to a file; where they go to the same terminal, they are progress enough
    """

    def __init__(self, size: int | None, to_file: bool) -> None:
        self.size, self.passed = size, 0
        self.start = time.perf_counter()
        quiet = os.environ.get("TERM") == "dumb" or os.environ.get("CI")
        self.is_wanted = bool(sys.stderr.isatty() and not quiet and (to_file or not sys.stdout.isatty()))
        self.shown: Any = None
        self.task: Any = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        if self.shown is not None:
            self.shown.stop()
            self.shown = None

    def move(self, done: int, bad: int) -> None:
        """Show that so many tasks are done, so many of them bad."""
        elapsed = time.perf_counter() - self.start
        if not self.is_wanted or elapsed < PATIENCE:
            return
        if self.shown is None:
            self._appear()
        told = f"{done:,} done, {done / elapsed:,.0f} a second" + (f", {bad:,} bad" if bad else "")
        self.shown.update(self.task, completed=self.passed, told=told)

    def say(self, text: str) -> None:
        """Write to standard error, above the bar."""
        if self.shown is None:
            say(text)
        else:
            self.shown.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _appear(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
        self.shown = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.shown.add_task("", total=self.size, told="")
        self.shown.start()
