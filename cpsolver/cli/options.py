"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from cpsolver.cli import completing
from cpsolver.errors import UnknownName

F = TypeVar("F", bound=Callable[..., Any])


def options(*chosen: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order of the help."""

    def add(command: F) -> F:
        for option in reversed(chosen):
            command = option(command)
        return command

    return add


def _parameters(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """`-p n=12` as a mapping of text."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise click.BadParameter(f"'{text}' is not NAME=VALUE")
        if name.strip() in found:
            raise click.BadParameter(f"'{name.strip()}' is set twice; keep one of the two")
        found[name.strip()] = value.strip()
    return found


def known_format(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """The name of a format, before any work is done for it."""
    if name is not None:
        from cpsolver.render import renderer_of

        try:
            renderer_of(name)
        except UnknownName as unknown:
            raise click.BadParameter(str(unknown)) from None
    return name


def _writable(context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    """The path of a file to write, before any work is done for it."""
    if path is None:
        return None
    try:
        folder = path.resolve().parent
    except (OSError, RuntimeError):  # links in a circle
        raise click.BadParameter(f"cannot write '{path}'") from None
    if not (path.exists() or folder.is_dir()):
        raise click.BadParameter(f"cannot write '{path}': there is no folder '{path.parent}'")
    if option.name == "plot" and path.suffix.lower() not in ("", ".svg"):
        raise click.BadParameter(f"'{path}': a plot is written as .svg")
    return path


def _digits(context: click.Context, option: click.Parameter, digits: int | None) -> None:
    """Show so many significant digits until the command ends."""
    if digits is not None:
        from cpsolver.task.significant import SHOWN

        token = SHOWN.set(digits)
        context.call_on_close(lambda: SHOWN.reset(token))


class _Seconds(click.FloatRange):
    """A positive number of seconds; NaN, which is neither below nor above any limit, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Raises: click.BadParameter."""
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"'{value}' is not a number of seconds", param, ctx)
        return found


SECONDS = _Seconds(min=0, min_open=True)
"""The type of a time limit."""

seconds = click.option("--seconds", type=SECONDS, help="Time limit.")
seed = click.option("--seed", type=int, default=0, show_default=True, help="Of anything random.")
given = click.option(
    "-p", "--parameter", "parameters", multiple=True, callback=_parameters, help="NAME=VALUE, instead of the spec's."
)
model_option = click.option(
    "--model",
    shell_complete=completing.models,
    help="Read a grid, or a puzzle in a format of players, under this model.",
)
start_option = click.option(
    "--from",
    "start",
    type=click.Choice(["givens", "current"]),
    default="givens",
    show_default=True,
    help="Start from the givens alone, or from the current board of somebody who plays.",
)
json_flag = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
shortest_flag = click.option(
    "--shortest", is_flag=True, help="The fewest formulas; prove that fewer do not suffice: formula domains only."
)
verbose_flag = click.option(
    "--verbose", is_flag=True, help="Put the answer back into all formulas: residuals, and confirmed digits."
)
restarts_flag = click.option("--restarts", is_flag=True, help="Of a recursion: begin anew after many contradictions.")
digits_option = click.option(
    "--digits",
    type=click.IntRange(min=1, max=15),
    callback=_digits,
    expose_value=False,
    help="So many significant digits of every value in texts and tables; uncertain values, --json and csv keep theirs.",
)
jsonl_flag = click.option("--jsonl", is_flag=True, help="One JSON object a line, for each SPEC.")
format_ = click.option(
    "--format",
    "format_",
    callback=known_format,
    shell_complete=completing.formats,
    help="text (default), markdown, latex, html, svg, json; a graph: mermaid, dot.",
)
file = partial(click.option, type=click.Path(dir_okay=False, path_type=Path), callback=_writable)
output = file("-o", "--output", help="Write to a file.")
depth = click.option("--depth", type=click.IntRange(min=0), help="How deep auxiliary tasks may be nested.")
spec_argument = click.argument("spec", shell_complete=completing.specs)
shown = options(json_flag, format_, output)

GITHUB = "github"


def _check_format(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """The name of a format, or that of GitHub's remarks."""
    return name if name == GITHUB else known_format(context, option, name)


check_format = click.option(
    "--format",
    "format_",
    callback=_check_format,
    shell_complete=completing.check_formats,
    help="text (default), markdown, latex, html, svg, json; github: remarks for its workflows.",
)
