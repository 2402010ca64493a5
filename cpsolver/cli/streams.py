"""What goes out: exit codes, standard output and error, files, and a sign of life."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import click

FOUND, NEGATIVE, WRONG, NOT_KNOWN, INTERNAL, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 3, 4, 130, 141

LONG = 20.0
"""Seconds after which work is said to go on where no terminal shows it."""

say = partial(click.echo, err=True)


def write(text: str, path: Path | None) -> None:
    """Write to standard output, or to a file: whole or not at all."""
    if path is None:
        to_standard_output(text + "\n")
        return
    from cpsolver.render import write as write_whole

    try:
        write_whole(text.rstrip("\n") + "\n", path)
    except OSError as error:
        raise click.ClickException(f"cannot write '{path}': {error.strerror}") from None


def to_standard_output(text: str) -> None:
    """Write as it stands. A reader that has gone away ends the command."""
    try:
        click.echo(text, nl=False)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
        raise click.exceptions.Exit(CLOSED_PIPE) from None
    except OSError as error:
        raise click.ClickException(f"cannot write to standard output: {error.strerror}") from None


@contextmanager
def progress(command: str) -> Iterator[None]:
    """Show on a terminal, after half a second, that work is going on; elsewhere say so once, if it takes long."""
    from threading import Timer

    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        timer = Timer(LONG, say, (f"{command}: still at work after {LONG:g} s; --seconds N sets a time limit",))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
        return
    from rich.console import Console

    text = f"{command} … Ctrl-C ends it with what is known"
    status = Console(stderr=True).status(text)
    timer = Timer(0.5, status.start)
    timer.start()
    _shown.append(lambda told: status.update(f"{text}: {told}"))
    _hushes.extend((status.stop, timer.cancel))
    try:
        yield
    finally:
        hush()


_shown: list[Callable[[str], None]] = []
"""What changes the text of the sign of life, while there is one."""


_hushes: list[Callable[[], object]] = []
"""What takes the sign of life away, while there is one."""


def hush() -> None:
    """Take the sign of life away: something else is to be written where it stands."""
    if _shown:
        _shown.pop()
        _hushes.pop()()
        _hushes.pop()()


def tell_progress(text: str) -> bool:
    """Say how far a search is beside the sign of life; whether there is one."""
    if _shown:
        _shown[-1](text)
    return bool(_shown)


def tell(done: int, of: int) -> None:
    """Say beside the sign of life how many points of a sweep are done, of those that are solved one by one."""
    if _shown and done % 16 == 0:
        _shown[-1](f"{done:,} of {of:,} points solved one by one")
