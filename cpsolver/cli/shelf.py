"""models · schema: what is on the shelf, and the shape of what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli.options import json_flag
from cpsolver.cli.running import refuse, show
from cpsolver.cli.streams import FOUND, WRONG, write
from cpsolver.errors import UnknownName

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord


@click.command()
@click.argument("name", required=False)
@click.option("--invert", is_flag=True, help="Each formula of NAME for each quantity; SymPy is asked where need be.")
@json_flag
def models(name: str | None, invert: bool, as_json: bool) -> int:
    """What is on the shelf: models, and specs that use them. With NAME: that file as it stands."""
    from cpsolver import library

    if invert:
        return _show_rearranged(name, as_json)
    if name is not None:
        return _show_file(name, as_json)
    shelf = {"models": list(library.names("models")), "specs": list(library.names("specs"))}
    lines = [f"{what}:\n" + "\n".join(f"  {name}" for name in names) for what, names in shelf.items()]
    write(as_record("models", shelf) if as_json else "\n".join(lines), None)
    return FOUND


def _show_file(name: str, as_json: bool) -> int:
    """A model's file, or a spec's, below its path."""
    from cpsolver import library
    from cpsolver.spec.document import as_written, contents, in_words

    records: list[AnswerRecord] = []
    try:
        path = library.find_any(name)
        text = contents(path).decode("utf-8-sig", errors="replace")
    except UnknownName as unknown:
        code = refuse(unknown, WRONG, name, "models", records, as_json)
        show(records, [], False, False, "models", {"as_json": as_json, "output": None})
        return code
    except OSError as error:
        raise click.UsageError(f"'{name}' cannot be read: {in_words(error)}") from None
    found = {"name": name, "path": as_written(path), "text": text}
    write(as_record("models", found) if as_json else f"# {as_written(path)}\n{text}".rstrip("\n"), None)
    return FOUND


def _show_rearranged(name: str | None, as_json: bool) -> int:
    """The formulas of a model, each solved for each of its quantities; what SymPy finds is kept for later runs."""
    from dataclasses import asdict

    from cpsolver.api.inverting import rearranged
    from cpsolver.errors import SpecError

    if name is None:
        raise click.UsageError("--invert needs the name of a model")
    records: list[AnswerRecord] = []
    try:
        found = list(rearranged(name, ask=True))
    except SpecError as error:
        code = refuse(error, WRONG, name, "models", records, as_json)
        show(records, [], False, False, "models", {"as_json": as_json, "output": None})
        return code
    if not found:
        raise click.UsageError(f"'{name}' has no formulas")
    if as_json:
        write(as_record("models", {"name": name, "rearranged": [asdict(one) for one in found]}), None)
        return FOUND
    lines: list[str] = []
    for one in found:
        head = f"{one.label}: {one.formula}"
        lines += [head] if head not in lines else []
        lines += [f"  {one.quantity} = {text}" for text in one.expressions] or [f"  {one.quantity}: by numbers"]
    write("\n".join(lines), None)
    return FOUND


def as_record(command: str, found: dict[str, Any]) -> str:
    """What a command found that is no task, as one object of JSON."""
    import json

    from cpsolver.render.as_json import FORMAT

    return json.dumps({"format": FORMAT, "command": command, **found}, ensure_ascii=False)


@click.command()
@json_flag
def schema(as_json: bool) -> int:
    """The JSON Schema of what --json prints."""
    from cpsolver.render.as_json import dump_schema

    write(dump_schema().rstrip("\n"), None)
    return FOUND
