"""export."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from cpsolver.cli.options import file, given, json_flag, model_option, options, seconds, spec_argument
from cpsolver.cli.running import refuse, show
from cpsolver.cli.streams import FOUND, INTERRUPTED, NEGATIVE, WRONG, say, write
from cpsolver.errors import CpsolverError, UnsupportedTask
from cpsolver.interruption import Interruption

_SUFFIXES = {".yaml": "spec", ".yml": "spec"}
_FORMATS = "spec (default, also yaml), minizinc, xcsp3, cpsat, dimacs; of sudoku line, grid, f-puzzles, sudokupad, …"


@click.command()
@spec_argument
@options(given, model_option, seconds, json_flag)
@click.option("--format", "format_", help=_FORMATS)
@click.option(
    "--state", type=click.Choice(["givens", "current", "solution"]), default="givens", show_default=True,
    help="Write the givens alone, what was entered too, or the solution.",
)  # fmt: skip
@click.option("--step", type=click.IntRange(1), metavar="N", help="Write the auxiliary task of this step of `explain`.")
@click.option("--unrolled", is_flag=True, help="Write the spec with every condition of its model, each by itself.")
@file("-o", "--output", help="Write to a file; its suffix says the format.")
def export(spec: str, format_: str | None, output: Path | None, as_json: bool, **chosen: Any) -> int:
    """A task written for others: as a spec, for other solvers, or in a format of players. What is lost is said."""
    from cpsolver.api.exporting import export as exported_of

    try:
        with Interruption() as stop:
            found = exported_of(
                _document(spec),
                format_ or _of_suffix(output),
                state=chosen["state"],
                parameters=chosen["parameters"],
                model=chosen["model"],
                seconds=chosen["seconds"],
                step=chosen["step"],
                unrolled=chosen["unrolled"],
                stop=stop,
            )
            if stop():
                return INTERRUPTED
    except CpsolverError as error:
        records: list[Any] = []
        code = NEGATIVE if isinstance(error, UnsupportedTask) else WRONG
        refuse(error, code, spec, "export", records, as_json)
        show(records, [], False, False, "export", {"as_json": as_json, "output": None})
        return code
    if as_json:
        from cpsolver.cli.shelf import as_record

        write(as_record("export", {"as": found.format, "text": found.text, "lost": list(found.lost)}), None)
        return FOUND
    for lost in found.lost:
        say(f"not carried over: {lost}")
    write(found.text.rstrip("\n"), output)
    return FOUND


def _document(spec: str) -> Any:
    """The document of an argument; of standard input if it is `-`. Raises: CpsolverError."""
    from cpsolver.api.tasks import document_of, understood

    if spec == "-":
        return understood(sys.stdin.buffer.read() if sys.stdin else b"", "<stdin>")
    return document_of(spec)


def _of_suffix(output: Path | None) -> str:
    """The format that a file's suffix names, `spec` if there is none."""
    if output is None or not output.suffix or output.suffix in _SUFFIXES:
        return "spec"
    from cpsolver.api.languages import language_of

    return language_of(output.suffix) or output.suffix.lstrip(".")
