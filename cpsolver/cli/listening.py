"""What is said while a search runs: each solution on standard output as soon as it is found, progress on the other."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cpsolver.cli.streams import hush, say, tell_progress, to_standard_output

if TYPE_CHECKING:
    from cpsolver.api.tasks import Loaded
    from cpsolver.task.result import Progress
    from cpsolver.task.task import Solution

BETWEEN_LINES = 1.0
"""Seconds between two lines of progress where no terminal shows it."""


class Stream:
    """Writes each solution as it is found. A reader that has gone away, or Ctrl-C, ends the search.

    number: how many were written
    """

    def __init__(self, loaded: Loaded, jsonl: bool, stop: Callable[[], bool]) -> None:
        self.loaded, self.jsonl, self.stop = loaded, jsonl, stop
        self.number = 0
        self._broken: click.exceptions.Exit | click.ClickException | None = None
        self._row: Callable[[int, Solution], str] | None = None

    def found(self, solution: Solution) -> None:
        """Write a solution. What goes wrong in that is raised by `close`, outside the search."""
        if self._broken is not None:
            return
        try:
            text = self._json(solution) if self.jsonl else self._text(solution)
            to_standard_output(text + "\n")
            self.number += 1
        except (click.exceptions.Exit, click.ClickException) as broken:
            self._broken = broken

    def stops(self) -> bool:
        """Whether to end the search: somebody asked for it, or nobody reads."""
        return self._broken is not None or self.stop()

    def close(self) -> None:
        """Set the table off from what follows. Raises: what went wrong in writing."""
        if self._broken is not None:
            raise self._broken
        if self.number and not self.jsonl:
            to_standard_output("\n")

    def _json(self, solution: Solution) -> str:
        from cpsolver.api.records import solution_record
        from cpsolver.render.as_json import dump

        return dump(solution_record(self.loaded, self.number + 1, solution))

    def _text(self, solution: Solution) -> str:
        from cpsolver.api.streaming import rows

        before: tuple[str, ...] = ()
        if self._row is None:
            hush()  # it would be drawn into the table
            head, self._row = rows(self.loaded)
            before = (self.loaded.heading, "", *head)
        return "\n".join((*before, self._row(self.number + 1, solution)))


@contextmanager
def reporting(wanted: bool, machine: bool) -> Iterator[Callable[[Progress], None]]:
    """While it is entered, what a search tells of itself is shown: on a terminal, or line by line if asked for.

    wanted:  whether it was asked for; else only a terminal shows it, and not beside output for machines
    """
    is_terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")
    if not wanted and (machine or not is_terminal):
        yield lambda progress: None
        return
    report = _Report(is_terminal)
    report.start()
    try:
        yield report.heard
    finally:
        report.end.set()
        if not is_terminal:
            report.show()


class _Report(threading.Thread):
    """Keeps the seconds going, whatever is heard of the search."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__(daemon=True)
        self.is_terminal = is_terminal
        self.began = time.perf_counter()
        self.last: Progress | None = None
        self.said: Progress | None = None
        self.at = -BETWEEN_LINES
        self.end = threading.Event()

    def heard(self, progress: Progress) -> None:
        """Take in what a search tells."""
        self.last = progress
        if time.perf_counter() - self.began - self.at >= BETWEEN_LINES:
            self.show()

    def run(self) -> None:
        """Show how far it is, once a second."""
        while not self.end.wait(BETWEEN_LINES):
            self.show()

    def show(self) -> None:
        """Show it on the terminal, or say it if there is news."""
        last, seconds = self.last, time.perf_counter() - self.began
        text = words(seconds, last)
        if self.is_terminal and tell_progress(text):
            return
        if last is not None and last is not self.said:
            self.said, self.at = last, seconds
            say(text)


def words(seconds: float, progress: Progress | None) -> str:
    """How far a search is: `12.3 s: best 57, bound 55, gap 3.5 %, 4 solutions`."""
    from cpsolver.task.objectives import gap

    parts = []
    if progress is not None:
        share = gap(progress.objective, progress.bound)
        parts += [f"best {progress.objective}"] if progress.objective is not None else []
        parts += [f"bound {progress.bound}"] if progress.bound is not None else []
        parts += [f"gap {100 * share:.3g} %"] if share is not None else []
        parts.append("1 solution" if progress.solutions == 1 else f"{progress.solutions:,} solutions")
    return f"{seconds:.1f} s" + (f": {', '.join(parts)}" if parts else "")
