"""generate."""

from __future__ import annotations

import os
import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli.options import SECONDS, file, given, options
from cpsolver.cli.streams import (
    FOUND,
    INTERNAL,
    INTERRUPTED,
    NOT_KNOWN,
    WRONG,
    progress,
    say,
    to_standard_output,
    write,
)
from cpsolver.errors import CpsolverError, SolverError, problems_of
from cpsolver.interruption import Interruption

if TYPE_CHECKING:
    from cpsolver.api.generating import Made, Making
    from cpsolver.spec.puzzle import Wishes

CLASSIC = "sudoku/classic"

FORMATS = ("text", "spec", "json", "jsonl")
"""text: a line of signs each, where that tells all; spec: the text of a spec each."""

FEW = 100
"""Up to so many puzzles are graded if nothing else is said."""

FEW_TOLD = 20
"""Up to so many are told of one by one."""

ALONE, ALONE_PLAIN = 20, 20_000
"""Up to so many puzzles, graded ones and others, are made by one process if nothing else is said: starting more takes
longer."""

_WISHES = ("method", "difficulty", "clues", "symmetry", "minimal")


@click.command()
@click.argument("model", default=CLASSIC)
@click.option("-m", "--method", default="cut", show_default=True, help="cut: digits taken away; opening: digits shown.")
@click.option("-d", "--difficulty", default="", help="A level of the scale, a score (±10 %), or a range: 800-1000.")
@click.option("--clues", type=click.IntRange(min=0), help="How many digits are given.")
@click.option("--symmetry", default="none", help="half-turn, rotation, horizontal, vertical, diagonal, …, full.")
@click.option(
    "-q",
    "--pattern",
    "--template",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A grid; only its cells that are not . 0 _ may be given.",
)
@click.option("--technique", "techniques", multiple=True, help="That the puzzle must need; may be repeated.")
@click.option("--minimal", is_flag=True, help="No clue may be spare.")
@click.option("--allow-several", "several", is_flag=True, help="With opening: also puzzles with several solutions.")
@click.option("-n", "--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many puzzles.")
@click.option("--seed", type=int, help="Equal seeds give equal puzzles; a new one if it is not set.")
@click.option("--seconds", type=SECONDS, help="Time limit for all.")
@click.option("--scale", help="hodoku (default), explainer, quick, or a YAML file like theirs.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; the puzzles are the same for any number.")
@click.option("--grade/--no-grade", "graded", default=None, help=f"Grade each; as a rule for up to {FEW} puzzles.")
@click.option("--format", "format_", type=click.Choice((*FORMATS, "yaml")), help="text (default), spec, json, jsonl.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for all.")
@click.option("--jsonl", is_flag=True, help="One JSON object a line, for each puzzle.")
@options(given, file("-o", "--output", help="Write to a file; specs of several puzzles to NAME-1.yaml, NAME-2.yaml, …"))
def generate(model: str, seed: int | None, **options: Any) -> int:
    """New puzzles, each proved to have one solution."""
    chosen = secrets.randbelow(2**31) if seed is None else seed
    shows_as_found = options["output"] is None and sys.stdout.isatty()
    with Interruption() as stop, nullcontext() if shows_as_found else progress("generate"):
        try:
            making = _making(model, chosen, options, stop)
            code = _told(making, _format(options), options, chosen)
        except SolverError as error:
            return _refused(error, model, options, INTERNAL)
        except CpsolverError as error:
            return _refused(error, model, options, WRONG)
    return INTERRUPTED if stop() else code


def _making(model: str, seed: int, options: dict[str, Any], stop: Interruption) -> Making:
    from cpsolver.api.generating import puzzles

    count, workers, wishes = options["count"], options["workers"], _wishes(options)
    if workers is None:
        is_graded = wishes.graded or wishes.difficulty or wishes.techniques
        workers = 1 if count <= (ALONE if is_graded else ALONE_PLAIN) else os.cpu_count() or 1
    return puzzles(
        model,
        wishes,
        count=count,
        seed=seed,
        seconds=options["seconds"],
        scale=options["scale"],
        workers=workers,
        parameters=options["parameters"],
        stop=stop,
    )


def _wishes(options: dict[str, Any]) -> Wishes:
    from cpsolver.spec.document import as_written
    from cpsolver.spec.puzzle import Wishes

    pattern = options["pattern"]
    try:
        text = (as_written(pattern), pattern.read_text(encoding="utf-8-sig")) if pattern else None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"'{pattern}' cannot be read as text: {error}") from None
    graded = options["graded"] if options["graded"] is not None else options["count"] <= FEW
    plain = {name: options[name] for name in _WISHES}
    return Wishes(**plain, pattern=text, techniques=options["techniques"], several=options["several"], graded=graded)


def _format(options: dict[str, Any]) -> str:
    """The format asked for, else that of the output file's suffix, else text."""
    if options["as_json"] or options["jsonl"]:
        return "json" if options["as_json"] else "jsonl"
    suffix = options["output"].suffix.lower() if options["output"] else ""
    if suffix in (".svg", ".html", ".png", ".pdf"):
        raise click.UsageError(f"'{options['output']}': puzzles are written as text, .yaml, .json or .jsonl")
    by_suffix = {".yaml": "spec", ".yml": "spec", ".json": "json", ".jsonl": "jsonl"}
    return {"yaml": "spec"}.get(options["format_"], options["format_"]) or by_suffix.get(suffix, "text")


def _refused(error: CpsolverError, model: str, options: dict[str, Any], code: int) -> int:
    if _format(options) in ("json", "jsonl"):
        from cpsolver.api.records import problem_answer
        from cpsolver.render.as_json import dump

        write(dump(problem_answer("generate", model, problems_of(error))), None)
    else:
        for problem in problems_of(error):
            say(str(problem))
    return code


def _told(making: Making, format_: str, options: dict[str, Any], seed: int) -> int:
    """Write the puzzles as they are found, and say on standard error what they are and what was not met."""
    output = options["output"]
    if format_ == "json":
        return _in_one(making, output, seed)
    pieces: list[str] = []
    levels: Counter[str] = Counter()
    for made in _all(making):
        piece = _written(made, format_)
        pieces.append(piece)
        if output is None:
            to_standard_output(("---\n" if _is_spec(piece) and len(pieces) > 1 else "") + piece)
        if made.number:
            levels[(made.puzzle.grade.level if made.puzzle.grade else None) or "not graded"] += 1
        if format_ != "jsonl" and (making.count <= FEW_TOLD or not made.number):
            say("\n  ".join([f"{made.title}: {made.said}", *(f"not met: {wish}" for wish in made.puzzle.unmet)]))
    if output is not None:
        _save(pieces, output)
    _sum_up(making, levels, seed, is_line=format_ == "text" and any(not _is_spec(piece) for piece in pieces))
    return NOT_KNOWN if making.note else FOUND


def _all(making: Making) -> Iterator[Made]:
    yield from making
    if making.nearest is not None:
        yield making.nearest


def _in_one(making: Making, output: Path | None, seed: int) -> int:
    from cpsolver.api.generating import Generation

    made = tuple(making)
    write(Generation(making.model, made, making.count, making.nearest, making.note).json, output)
    _sum_up(making, Counter(), seed)
    return NOT_KNOWN if making.note else FOUND


def _written(made: Made, format_: str) -> str:
    """One puzzle. A line that does not meet all wishes is a comment, so that no list takes it for one that does."""
    if format_ == "jsonl":
        from cpsolver.render.as_json import dump

        return dump(made.puzzle_record()) + "\n"
    line = made.in_players_line if format_ == "text" else None
    if line is None:
        return ("" if made.number else f"# {made.title}; it does not meet all wishes\n") + made.spec
    if not made.number:
        return f"# {made.title}; it does not meet all wishes: {line}\n"
    return f"{line}\n" if made.puzzle.solutions == 1 else f"{line} # {_several(made)}\n"


def _is_spec(piece: str) -> bool:
    """Whether a puzzle was written as a spec, which takes several lines."""
    return "\nmodel: " in f"\n{piece}"


def _several(made: Made) -> str:
    from cpsolver.api.generating import solutions_said

    return f"{solutions_said(made.puzzle)} solutions"


def _save(pieces: list[str], output: Path) -> None:
    """All in one file; specs, of which a file holds one, in files of their own."""
    if len(pieces) < 2 or not _is_spec(pieces[0]):
        write("".join(pieces), output)
        return
    for number, piece in enumerate(pieces, 1):
        write(piece, output.with_stem(f"{output.stem}-{number}"))


def _sum_up(making: Making, levels: Counter[str], seed: int, is_line: bool = False) -> None:
    """How many of which level, the seed that makes them anew, and what was not met."""
    said = f"{making.found} puzzle{'s' * (making.found != 1)}"
    if making.count > FEW_TOLD and set(levels) != {"not graded"}:
        said += ": " + ", ".join(f"{level} {count}" for level, count in levels.items())
    say(f"{said}; --seed {seed} makes the same again")
    if is_line and making.model.name != CLASSIC:
        say(f"a line does not tell its rules: read it with --model {making.model.name}")
    if making.note:
        say(f"! {making.note}")
