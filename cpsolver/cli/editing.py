"""schema · new · completion: what editors and shells want to know, and how to begin a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cpsolver.cli.completing import kinds
from cpsolver.cli.options import file, json_flag
from cpsolver.cli.streams import FOUND, write
from cpsolver.errors import UnknownName

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("what", type=click.Choice(["spec", "model", "answer"]), default="spec")
@click.option("--kind", help="Of specs or models: of this kind alone.", shell_complete=kinds)
@json_flag
@file("-o", "--output", help="Write to a file.")
def schema(what: Any, kind: str | None, as_json: bool, output: Path | None) -> int:
    """The JSON Schema of specs, of models, or of what --json prints: `answer`.

    Editors complete and check files whose first line is `# yaml-language-server: $schema=PATH`, as `new` writes it.
    """
    if what == "answer":
        if kind:
            raise click.UsageError("--kind goes with 'spec' or 'model'; answers are alike for all kinds")
        from cpsolver.render.as_json import dump_schema

        text = dump_schema()
    else:
        from cpsolver.api.schemas import schema_text

        try:
            text = schema_text(what, kind)
        except UnknownName as unknown:
            raise click.BadParameter(str(unknown), param_hint="'--kind'") from None
    write(text.rstrip("\n"), output)
    return FOUND


@click.command()
@click.argument("kind", shell_complete=kinds)
@click.option("--model", "is_model", is_flag=True, help="A model for many tasks, instead of a spec.")
@file("-o", "--output", help="Write to a file, which must not be there yet.")
def new(kind: str, is_model: bool, output: Path | None) -> int:
    """A commented start of a spec of KIND (csp, sudoku, formulas): it solves as it stands."""
    from cpsolver.api.starting import start

    try:
        text = start(kind, "model" if is_model else "spec")
    except UnknownName as unknown:
        raise click.BadParameter(str(unknown), param_hint="'KIND'") from None
    if output is not None:
        _create(output)
    write(text.rstrip("\n"), output)
    return FOUND


def _create(path: Path) -> None:
    """Make an empty file where there is none. Raises: click.ClickException."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        raise click.UsageError(f"'{path}' is there already, and is not overwritten") from None
    except OSError as error:
        raise click.ClickException(f"cannot write '{path}': {error.strerror}") from None


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """A script that teaches a shell to complete commands, options and names on the shelf.

    bash: add `eval "$(cpsolver completion bash)"` to ~/.bashrc; zsh: the same to ~/.zshrc; fish: write it to
    ~/.config/fish/completions/cpsolver.fish.
    """
    from click.shell_completion import get_completion_class

    from cpsolver.cli import commands

    made = get_completion_class(shell)
    assert made is not None, "click knows these shells"
    write(made(commands, {}, "cpsolver", "_CPSOLVER_COMPLETE").source().rstrip("\n"), None)
    return FOUND
