"""A command run over its specs: each loaded, asked, shown; what is wrong said; the gravest exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli.options import GITHUB
from cpsolver.cli.streams import FOUND, INTERNAL, INTERRUPTED, NEGATIVE, NOT_KNOWN, WRONG, progress, say, write
from cpsolver.errors import CpsolverError, Problem, SolverError, SpecError, UnknownName, problems_of
from cpsolver.interruption import Interruption, Overdue

if TYPE_CHECKING:
    from cpsolver.api.answers import Shows
    from cpsolver.api.tasks import Loaded
    from cpsolver.render.as_json import AnswerRecord

VERDICT_CODES = {True: FOUND, False: NEGATIVE, None: NOT_KNOWN}

Job = Callable[["Loaded", Callable[[], bool]], "tuple[Shows, int]"]


def each(
    job: Job,
    specs: Sequence[str],
    command: str,
    jsonl: bool,
    options: dict[str, Any],
    read: Callable[[str, dict[str, str]], Loaded] | None = None,
    seconds: float | None = None,
) -> int:
    """Run a job for each spec, show what comes out, and give the gravest exit code.

    read:    (spec, parameters) → its task, where it was looked into before
    seconds: time limit of each, kept also where a step of the work over real numbers does not look at the clock
    """
    records, texts, codes = [], [], []
    machine = options["as_json"] or jsonl or options.get("format_") == GITHUB
    format_ = "json" if machine else _format_of(options)
    with Interruption() as stop, progress(command):
        for spec in specs:
            try:
                with stop.no_longer_than(seconds) as lift:
                    task = (read or loaded)(spec, options["parameters"])
                    if not task.task.is_real:
                        lift()  # searches over finite domains keep it, and may first have to be compiled
                    shown, code = job(task, stop)
                    if machine:
                        records.append(shown.record())
                    else:
                        texts.append(shown.render(format_))
            except Overdue:
                code = refuse(_overdue(spec, seconds), NOT_KNOWN, spec, command, records, machine)
            except SolverError as error:
                code = refuse(error, INTERNAL, spec, command, records, machine)
            except CpsolverError as error:
                code = refuse(error, WRONG, spec, command, records, machine)
            codes.append(code)
            if stop():
                break
    show(records, texts, jsonl, len(specs) > 1, command, options)
    return INTERRUPTED if stop() else gravest(codes)


def _overdue(spec: str, seconds: float | None) -> CpsolverError:
    said = f"{spec}: not known: the time limit of {seconds:g} s was met in the midst of a step"
    return SpecError(Problem(said, hint="give it more --seconds, or a smaller task"))


def gravest(codes: Sequence[int]) -> int:
    """The exit code of several tasks: a mistake before a negative answer before one not known."""
    return next((code for code in (INTERNAL, WRONG, NEGATIVE, NOT_KNOWN) if code in codes), FOUND)


def refuse(error: CpsolverError, code: int, spec: str, command: str, records: list[AnswerRecord], machine: bool) -> int:
    """Say what is wrong, on standard error, or as a record."""
    problems = problems_of(error)
    if machine:
        from cpsolver.api.records import problem_answer

        records.append(problem_answer(command, spec, problems))
    else:
        for problem in problems:
            say(str(problem))
    return code


def show(
    records: list[AnswerRecord], texts: list[str], jsonl: bool, several: bool, command: str, options: dict[str, Any]
) -> None:
    """Write what came out: one record a line, one record for all, or the texts."""
    if not records and not texts:
        return
    if options.get("format_") == GITHUB:
        from cpsolver.cli.remarks import remarks

        text = remarks(records)
        if not text and options["output"] is None:
            return
    elif jsonl or options["as_json"]:
        text = _as_json(records, jsonl, several, command)
    else:
        text = "\n\n".join(text.rstrip("\n") for text in texts)
    write(text, options["output"])


def _as_json(records: list[AnswerRecord], jsonl: bool, several: bool, command: str) -> str:
    from cpsolver.api.records import batch_record
    from cpsolver.render.as_json import dump

    if jsonl:
        return "\n".join(map(dump, records))
    return dump(batch_record(command, records) if several else records[0])


def loaded(spec: str, parameters: dict[str, str], model: str | None = None) -> Loaded:
    """The task of a spec, read from standard input if it is called `-`. Raises: CpsolverError."""
    from cpsolver.api import load, load_text

    if spec == "-":
        data = sys.stdin.buffer.read() if sys.stdin else b""
        return load_text(data, "<stdin>", parameters, model=model)
    return load(spec, parameters, model)


def _format_of(options: dict[str, Any]) -> str:
    """The format asked for, else that of the output file's suffix, else text."""
    if options["format_"] or not options["output"]:
        return str(options["format_"] or "text")
    from cpsolver.render import format_of

    try:
        return format_of(options["output"])
    except UnknownName as unknown:
        raise click.BadParameter(f"'{options['output']}': {unknown}", param_hint="'-o' / '--output'") from None


def code_of(status: Any) -> int:
    """The exit code that a status stands for."""
    from cpsolver.task.result import Status

    codes = {Status.UNSATISFIABLE: NEGATIVE, Status.UNKNOWN: NOT_KNOWN}
    return codes.get(status, FOUND)
