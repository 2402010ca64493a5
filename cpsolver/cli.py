"""The commands: parse the line, call one function of `api`, render, and nothing else.

Exit codes: 0 found, or the check passed · 1 proven negative (no solution, answers disagree, a check failed) ·
2 wrong spec or usage · 3 not known (a limit was met) · 4 internal error · 130 interrupted.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cpsolver import __version__
from cpsolver.errors import CpsolverError, Problem, SolverError, SpecError, UnknownName
from cpsolver.interruption import Interruption

if TYPE_CHECKING:
    from cpsolver.api.answers import Shows
    from cpsolver.api.tasks import Loaded
    from cpsolver.render.as_json import AnswerRecord

FOUND, NEGATIVE, WRONG, NOT_KNOWN, INTERNAL, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 3, 4, 130, 141

_VERDICT_CODES = {True: FOUND, False: NEGATIVE, None: NOT_KNOWN}

F = TypeVar("F", bound=Callable[..., Any])


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
        _say(f"internal error: {type(error).__name__}: {error}")
        _say(traceback.format_exc() if os.environ.get("CPSOLVER_TRACEBACK") else "  set CPSOLVER_TRACEBACK=1 for more")
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


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message="cpsolver %(version)s")
def commands() -> None:
    """Solve tasks written in YAML: answer, proof that it is the only one, and a derivation.

    SPEC is a name on the shelf (sudoku/first), a path, a grid of digits, or - for standard input.
    """


# -- options that several commands share ---------------------------------------------------------------------


def _options(*options: Callable[[F], F]) -> Callable[[F], F]:
    def add(command: F) -> F:
        for option in reversed(options):
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
        found[name.strip()] = value.strip()
    return found


def _known_format(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
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


_seconds = click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Time limit.")
_seed = click.option("--seed", type=int, default=0, show_default=True, help="Of anything random.")
_given = click.option(
    "-p", "--parameter", "parameters", multiple=True, callback=_parameters, help="NAME=VALUE, instead of the spec's."
)
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
_jsonl = click.option("--jsonl", is_flag=True, help="One JSON object a line, for each SPEC.")
_format = click.option("--format", "format_", callback=_known_format, help="text (default), svg, html or json.")
_file = partial(click.option, type=click.Path(dir_okay=False, path_type=Path), callback=_writable)
_output = _file("-o", "--output", help="Write to a file.")
_depth = click.option("--depth", type=click.IntRange(min=0), help="How deep auxiliary tasks may be nested.")
_spec = click.argument("spec")
_shown = _options(_json, _format, _output)


# -- the commands --------------------------------------------------------------------------------------------


@commands.command()
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@_options(_seconds, _seed, _given, _depth, _jsonl, _shown)
@click.option("--solver", help="cpsat, python-constraint, backtracking, naive, latin, auxiliary, …")
@click.option("--all", "every", is_flag=True, help="All solutions.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many solutions.")
@click.option("--no-derivation", is_flag=True, help="Only the answer.")
def solve(specs: tuple[str, ...], no_derivation: bool, jsonl: bool, **options: Any) -> int:
    """The answer, whether it is the only one, and how it follows."""
    chosen = {name: options[name] for name in ("solver", "every", "limit", "seconds", "seed", "depth")}

    def solved(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import solve as answer_to

        answer = answer_to(loaded, derive=not no_derivation, stop=stop, **chosen)
        return answer, _code(answer.status)

    return _each(solved, specs, "solve", jsonl, options)


@commands.command()
@_spec
@_options(_seconds, _given, _depth, _shown)
@click.option("--step", type=click.IntRange(min=1), help="Only this step, with the picture of its moment.")
@click.option("--technique", "techniques", multiple=True, help="Only this technique; may be repeated.")
@click.option("--once", is_flag=True, help="Solve the current auxiliary models a single time.")
@click.option("--fine", is_flag=True, help="Also the steps usually folded away.")
def explain(spec: str, **options: Any) -> int:
    """The derivation, one auxiliary model a step."""
    chosen = {name: options[name] for name in ("seconds", "depth", "step", "techniques", "once", "fine")}

    def explained(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import explain as explanation_of

        explanation = explanation_of(loaded, stop=stop, **chosen)
        done = options["once"] and explanation.answer.derivation
        return explanation, FOUND if done else _code(explanation.answer.status)

    return _each(explained, (spec,), "explain", False, options)


@commands.command()
@_spec
@_options(_seed, _given, _shown)
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True)
@click.option("--solvers", default="", help="Names, with commas between; all that can by default.")
@click.option("--all", "every", is_flag=True, help="All solutions instead of the first.")
@_file("--plot", help="Draw where the searches stood, as SVG.")
def compare(spec: str, solvers: str, plot: Path | None, **options: Any) -> int:
    """The same task by several solvers, a row each, and whether they agree."""
    names = [name.strip() for name in solvers.split(",") if name.strip()]
    chosen = {name: options[name] for name in ("every", "seconds", "seed")}

    def compared(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import compare as comparison_of
        from cpsolver.render import RENDERERS

        comparison = comparison_of(loaded, solvers=names, stop=stop, **chosen)
        if plot:
            _write(RENDERERS.get("as_svg").render(comparison.chart()), plot)
        return comparison, _VERDICT_CODES[comparison.passed]

    return _each(compared, (spec,), "compare", False, options)


@commands.command()
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@_options(_given, _jsonl, _shown)
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True)
def check(specs: tuple[str, ...], jsonl: bool, seconds: float, **options: Any) -> int:
    """Completeness, consistency, necessity, sufficiency, and `expect:`; all specs on the shelf if none is named."""

    def checked(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import check as check_of

        found = check_of(loaded, seconds=seconds, stop=stop)
        return found, _VERDICT_CODES[found.passed]

    return _each(checked, specs or _shelf(), "check", jsonl, options)


@commands.command()
@_spec
@_options(_given, _shown)
def graph(spec: str, **options: Any) -> int:
    """The picture of a task: its quantities or variables, its formulas or conditions, the path taken."""

    def drawn(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import graph as drawing_of

        return drawing_of(loaded, stop=stop), FOUND

    return _each(drawn, (spec,), "graph", False, options)


@commands.command()
@click.argument("name", required=False)
@_json
def models(name: str | None, as_json: bool) -> int:
    """What is on the shelf: models, and specs that use them. With NAME: that file as it stands."""
    from cpsolver import library

    if name is not None:
        return _show_file(name, as_json)
    shelf = {"models": list(library.names("models")), "specs": list(library.names("specs"))}
    lines = [f"{what}:\n" + "\n".join(f"  {name}" for name in names) for what, names in shelf.items()]
    _write(_as_record("models", shelf) if as_json else "\n".join(lines), None)
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
        code = _refuse(unknown, WRONG, name, "models", records, as_json)
        _print(records, [], False, False, "models", {"as_json": as_json, "output": None})
        return code
    except OSError as error:
        raise click.UsageError(f"'{name}' cannot be read: {in_words(error)}") from None
    found = {"name": name, "path": as_written(path), "text": text}
    _write(_as_record("models", found) if as_json else f"# {as_written(path)}\n{text}".rstrip("\n"), None)
    return FOUND


def _as_record(command: str, found: dict[str, Any]) -> str:
    import json

    from cpsolver.render.as_json import FORMAT

    return json.dumps({"format": FORMAT, "command": command, **found}, ensure_ascii=False)


@commands.command()
@_json
def schema(as_json: bool) -> int:
    """The JSON Schema of what --json prints."""
    from cpsolver.render.as_json import dump_schema

    _write(dump_schema().rstrip("\n"), None)
    return FOUND


# -- running a command over its specs ------------------------------------------------------------------------

Job = Callable[["Loaded", Callable[[], bool]], "tuple[Shows, int]"]


def _each(job: Job, specs: Sequence[str], command: str, jsonl: bool, options: dict[str, Any]) -> int:
    """Run a job for each spec, show what comes out, and give the gravest exit code."""
    records, texts, codes = [], [], []
    machine = options["as_json"] or jsonl
    format_ = "json" if machine else _format_of(options)
    with Interruption() as stop, _progress(command):
        for spec in specs:
            try:
                shown, code = job(_loaded(spec, options["parameters"]), stop)
                if machine:
                    records.append(shown.record())
                else:
                    texts.append(shown.render(format_))
            except SolverError as error:
                code = _refuse(error, INTERNAL, spec, command, records, machine)
            except CpsolverError as error:
                code = _refuse(error, WRONG, spec, command, records, machine)
            codes.append(code)
            if stop():
                break
    _print(records, texts, jsonl, len(specs) > 1, command, options)
    return INTERRUPTED if stop() else _gravest(codes)


def _gravest(codes: Sequence[int]) -> int:
    """The exit code of several tasks: a mistake before a negative answer before one not known."""
    return next((code for code in (INTERNAL, WRONG, NEGATIVE, NOT_KNOWN) if code in codes), FOUND)


def _refuse(
    error: CpsolverError, code: int, spec: str, command: str, records: list[AnswerRecord], machine: bool
) -> int:
    """Say what is wrong, on standard error, or as a record."""
    problems = _problems_of(error)
    if machine:
        from cpsolver.api.records import problem_answer

        records.append(problem_answer(command, spec, problems))
    else:
        for problem in problems:
            _say(str(problem))
    return code


def _problems_of(error: CpsolverError) -> tuple[Problem, ...]:
    if isinstance(error, SpecError):
        return error.problems
    if isinstance(error, UnknownName):
        return (Problem(error.message, hint=error.hint),)
    return (Problem(str(error)),)


def _print(
    records: list[AnswerRecord], texts: list[str], jsonl: bool, several: bool, command: str, options: dict[str, Any]
) -> None:
    if not records and not texts:
        return
    from cpsolver.api.records import batch_record
    from cpsolver.render.as_json import dump

    if jsonl:
        text = "\n".join(map(dump, records))
    elif options["as_json"]:
        text = dump(batch_record(command, records) if several else records[0])
    else:
        text = "\n\n".join(text.rstrip("\n") for text in texts)
    _write(text, options["output"])


def _loaded(spec: str, parameters: dict[str, str]) -> Loaded:
    from cpsolver.api import load, load_text

    if spec == "-":
        data = sys.stdin.buffer.read() if sys.stdin else b""
        return load_text(data, "<stdin>", parameters)
    return load(spec, parameters)


def _shelf() -> tuple[str, ...]:
    from cpsolver import library

    return library.names("specs")


def _format_of(options: dict[str, Any]) -> str:
    """The format asked for, else that of the output file's suffix, else text."""
    if options["format_"] or not options["output"]:
        return str(options["format_"] or "text")
    from cpsolver.render import format_of

    try:
        return format_of(options["output"])
    except UnknownName as unknown:
        raise click.BadParameter(f"'{options['output']}': {unknown}", param_hint="'-o' / '--output'") from None


def _code(status: Any) -> int:
    from cpsolver.task.result import Status

    codes = {Status.UNSATISFIABLE: NEGATIVE, Status.UNKNOWN: NOT_KNOWN}
    return codes.get(status, FOUND)


# -- streams -------------------------------------------------------------------------------------------------

_say = partial(click.echo, err=True)


def _write(text: str, path: Path | None) -> None:
    """Write to standard output, or to a file: whole or not at all."""
    if path is None:
        try:
            click.echo(text)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it ends
            raise click.exceptions.Exit(CLOSED_PIPE) from None
        except OSError as error:
            raise click.ClickException(f"cannot write to standard output: {error.strerror}") from None
        return
    from cpsolver.render import write

    try:
        write(text.rstrip("\n") + "\n", path)
    except OSError as error:
        raise click.ClickException(f"cannot write '{path}': {error.strerror}") from None


@contextmanager
def _progress(command: str) -> Iterator[None]:
    """Show on a terminal, after half a second, that work is going on."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or os.environ.get("CI"):
        yield
        return
    from threading import Timer

    from rich.console import Console

    status = Console(stderr=True).status(f"{command} … Ctrl-C ends it with what is known")
    timer = Timer(0.5, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        status.stop()
