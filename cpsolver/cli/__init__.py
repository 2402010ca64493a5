"""The commands: parse the line, call one function of `api` or `batch`, render, and nothing else.

Exit codes: 0 found, or the check passed · 1 proven negative (no solution, answers disagree, a check failed) ·
2 wrong spec or usage · 3 not known (a limit was met) · 4 internal error · 130 interrupted.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

import click

from cpsolver import __version__
from cpsolver.cli.streams import INTERNAL, INTERRUPTED, WRONG, say
from cpsolver.errors import Problem

COMMANDS = {
    "solve": "solving",
    "explain": "solving",
    "compare": "solving",
    "check": "checking",
    "grade": "grading",
    "generate": "generating",
    "graph": "drawing",
    "export": "exporting",
    "models": "shelf",
    "new": "editing",
    "schema": "editing",
    "completion": "editing",
}
"""Each command, in the order of the help, and the module here that has the function of its name.

To add one: write the module with a `click.command()` called as the command is, and a line here. `many.over` runs it
over its arguments, also where they hold many tasks.
"""


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit code; no traceback for a user's mistake."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        return int(commands.main(list(arguments), prog_name="cpsolver", standalone_mode=False) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.Abort:
        return INTERRUPTED
    except click.UsageError as error:
        return _misused(error, arguments)
    except click.ClickException as error:
        error.show()
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        say(f"internal error: {type(error).__name__}: {error}")
        say(traceback.format_exc() if os.environ.get("CPSOLVER_TRACEBACK") else "  set CPSOLVER_TRACEBACK=1 for more")
        return INTERNAL


def _misused(error: click.UsageError, arguments: Sequence[str]) -> int:
    """Say what is wrong with a command line: on standard error, or to machines as a record."""
    if {"--json", "--jsonl"}.isdisjoint(arguments):
        error.show()
        return WRONG
    from cpsolver.api.records import problem_answer
    from cpsolver.render.as_json import dump

    command = error.ctx.info_name if error.ctx and error.ctx.parent else ""
    click.echo(dump(problem_answer(command or "", "-", (Problem(error.format_message()),))))
    return WRONG


class Commands(click.Group):
    """The group of all commands; the module of one is imported when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name, or None."""
        if name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"{__name__}.{COMMANDS[name]}"), name)
        return found


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message="cpsolver %(version)s")
def commands() -> None:
    """Solve tasks written in YAML: answer, proof that it is the only one, and a derivation.

    SPEC is a name on the shelf (sudoku/first), a path, a grid of digits, or - for standard input.
    """
