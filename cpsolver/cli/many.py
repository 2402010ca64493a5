"""A command run over many tasks: which arguments hold many, one line each, bad lines, going on where a run ended."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from cpsolver.cli.bar import Bar
from cpsolver.cli.options import options
from cpsolver.cli.running import Job, each, loaded
from cpsolver.cli.streams import FOUND, INTERNAL, INTERRUPTED, NEGATIVE, NOT_KNOWN, WRONG, say, to_standard_output
from cpsolver.errors import CpsolverError, SolverError, problems_of
from cpsolver.interruption import Interruption

if TYPE_CHECKING:
    from cpsolver.api.tasks import Loaded
    from cpsolver.batch import Entry, Line, Outcome, Question, Source

JSONL = ".jsonl"

CODES: dict[Outcome, int] = {
    "found": FOUND,
    "negative": NEGATIVE,
    "wrong": WRONG,
    "not_known": NOT_KNOWN,
    "internal": INTERNAL,
}


class _Workers(click.IntRange):
    """A number of workers; `auto` is one for each core."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises: click.BadParameter."""
        found: int = (os.cpu_count() or 1) if value == "auto" else super().convert(value, param, ctx)
        return found


workers = click.option(
    "--workers",
    type=_Workers(min=1),
    help="Processes for many tasks, one a core if not set; threads for one task of `solve`, one if not set: auto or N.",
)
skip_bad = click.option(
    "--skip-bad", is_flag=True, help="Of many tasks: pass over those that are wrong, and count them."
)
resume = click.option("--resume", is_flag=True, help="Of many tasks: go on where the .jsonl file of -o ends.")
for_many = options(workers, skip_bad, resume)


@dataclass(frozen=True)
class Chosen:
    """What the options of a command say about many tasks. threads: whether workers make sense of a single one, too."""

    workers: int | None
    skip_bad: bool
    resume: bool
    output: Path | None
    machine: bool
    threads: bool = False

    @classmethod
    def of(cls, options: dict[str, Any], jsonl: bool, threads: bool = False) -> Chosen:
        """From a command's options, which they are taken out of."""
        output = options["output"]
        machine = jsonl or (output is not None and output.suffix == JSONL)
        return cls(options.pop("workers"), options.pop("skip_bad"), options.pop("resume"), output, machine, threads)

    @property
    def is_said(self) -> bool:
        """Whether something was said that only makes sense of many tasks."""
        return (self.workers is not None and not self.threads) or self.skip_bad or self.resume


@dataclass
class Arguments:
    """The arguments of a command, each looked into no further than tells whether it holds many tasks."""

    given: Sequence[str]
    model: str | None = None
    opened: dict[int, Source] = field(default_factory=dict)

    def hold_many(self, chosen: Chosen) -> bool:
        """Whether they are to be answered a line each: one holds several tasks, or an option asks for it.

        A list of one puzzle counts as many for machines, so that its answer looks like that of two.
        """
        from cpsolver.batch import opened

        for number, argument in enumerate(self.given):
            try:
                self.opened[number] = opened(argument)
            except CpsolverError:
                continue  # said when it is its turn
        lists = any(source.is_many or (chosen.machine and source.is_text) for source in self.opened.values())
        return lists or chosen.is_said

    @property
    def entries(self) -> Iterator[Entry]:
        """All tasks, in order. Raises: CpsolverError for an argument that cannot be opened."""
        from cpsolver.batch import opened

        for number, argument in enumerate(self.given):
            yield from (self.opened.pop(number, None) or opened(argument)).entries

    def load(self, argument: str, parameters: dict[str, str]) -> Loaded:
        """The one task of an argument. Raises: CpsolverError."""
        from cpsolver.batch import loaded as read

        source = self.opened.get(list(self.given).index(argument))
        if argument == "-" and source is not None:
            entry = next(source.entries, None)
            if entry is not None:
                return read(entry, parameters, self.model)
        return loaded(argument, parameters, self.model)

    @property
    def size(self) -> int | None:
        """Bytes of all texts; None if that is not known."""
        sizes = [source.size for source in self.opened.values()]
        return None if None in sizes or len(sizes) < len(self.given) else sum(filter(None, sizes))


def over(
    command: str,
    specs: Sequence[str],
    job: Job,
    question: Callable[[], Question],
    options: dict[str, Any],
    jsonl: bool,
    shelf: Sequence[str] = (),
    seconds: float | None = None,
) -> int:
    """Run a command over its arguments: a line each where they hold many tasks, else all there is to show of each.

    question: what is then asked of each of many tasks; put together only then, since that loads what answers many
    shelf:    what is meant where there is no argument
    seconds:  time limit of each argument
    """
    chosen = Chosen.of(options, jsonl, threads=command == "solve")
    if chosen.resume and not (chosen.machine and chosen.output):
        raise click.UsageError("--resume goes with -o FILE.jsonl: the answers that are there are read from it")
    arguments = Arguments(specs or shelf, options.get("model"))
    if (specs or chosen.is_said) and arguments.hold_many(chosen):
        _refuse_pictures(options)
        return answer_many(replace(question(), machine=chosen.machine), arguments, chosen)
    return each(job, arguments.given, command, chosen.machine, options, arguments.load, seconds)


def _refuse_pictures(options: dict[str, Any]) -> None:
    """Say that many tasks have no common picture and no one record. Raises: click.UsageError."""
    if options.get("as_json") or options.get("format_") not in (None, "text"):
        raise click.UsageError("many tasks are answered a line each: as text, or with --jsonl as records")


def answer_many(question: Question, arguments: Arguments, chosen: Chosen) -> int:
    """Answer all tasks, a line each in the order of the input, and give the gravest exit code."""
    size, entries = arguments.size, arguments.entries
    run = _Run(question, chosen)
    try:
        entries = run.left(entries)
    except CpsolverError as error:
        raise click.UsageError("\n".join(map(str, problems_of(error)))) from None
    except OSError as error:
        raise click.ClickException(f"cannot go on with '{chosen.output}': {error.strerror}") from None
    with _output(chosen) as output, Interruption() as stop, Bar(size, chosen.output is not None) as bar:
        try:
            run.answer(entries, output, bar, stop)
        except CpsolverError as error:  # an argument that cannot be read, met when it was its turn
            run.counts["wrong" if not isinstance(error, SolverError) else "internal"] += 1
            bar.say("\n".join(map(str, problems_of(error))))
        interrupted = stop()
    if chosen.skip_bad:
        say(f"{run.good} answered, {run.bad} bad skipped")
    return INTERRUPTED if interrupted else run.code


@contextmanager
def _output(chosen: Chosen) -> Iterator[TextIO | None]:
    """The file to write, as it stands or from its beginning; None for standard output."""
    if chosen.output is None:
        yield None
        return
    try:
        file = chosen.output.open("a" if chosen.resume else "w", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise click.ClickException(f"cannot write '{chosen.output}': {error.strerror}") from None
    with file:
        yield file


class _Run:
    """What came out so far."""

    def __init__(self, question: Question, chosen: Chosen) -> None:
        self.question, self.chosen = question, chosen
        self.counts: Counter[Outcome] = Counter()

    @property
    def bad(self) -> int:
        """How many tasks were wrong."""
        return self.counts["wrong"]

    @property
    def good(self) -> int:
        """How many were not."""
        return self.counts.total() - self.bad

    @property
    def code(self) -> int:
        """The gravest exit code; what was to be skipped does not count, unless there is nothing else."""
        counted = {CODES[each] for each in self.counts if not (self.chosen.skip_bad and each == "wrong" and self.good)}
        return next((code for code in (INTERNAL, WRONG, NEGATIVE, NOT_KNOWN) if code in counted), FOUND)

    def left(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        """The tasks that are not answered yet."""
        if not self.chosen.resume:
            return entries
        from cpsolver.batch.resuming import passed_over

        assert self.chosen.output is not None, "checked before"
        self.counts = passed_over(entries, self.chosen.output, self.question)
        return entries

    def answer(self, entries: Iterator[Entry], output: TextIO | None, bar: Bar, stop: Interruption) -> None:
        """Answer what is left, up to a bad task that may not be passed over. Raises: CpsolverError."""
        from cpsolver.batch import Pool

        with Pool(self.question, self.chosen.workers, stop) as pool:
            for answered in pool.answers(entries):
                if self.write(answered, output, bar):
                    break

    def write(self, answered: Sequence[tuple[Entry, Line]], output: TextIO | None, bar: Bar) -> bool:
        """Write lines; say what is wrong. True if the run ends here."""
        lines: list[str] = []
        ends = False
        for entry, line in answered:
            ends = line.outcome == "wrong" and not self.chosen.skip_bad
            self.counts[line.outcome] += 1
            bar.passed += len(entry.text) + 1
            if line.problem:
                bar.say(line.problem)
            if self._is_written(line, ends):
                lines.append(line.text)
            if ends:
                bar.say("  the run ends here; --skip-bad passes over such tasks")
                break
        if lines:
            self.put("\n".join(lines) + "\n", output)
        bar.move(self.counts.total(), self.bad)
        return ends

    def _is_written(self, line: Line, ends: bool) -> bool:
        """Whether a line is of use: not that a task is bad in words, nor in a file that may be resumed."""
        return line.outcome != "wrong" or (self.question.machine and not (ends and self.chosen.output))

    def put(self, text: str, output: TextIO | None) -> None:
        """Write to the file, or to standard output."""
        if output is None:
            to_standard_output(text)
            return
        try:
            output.write(text)
            output.flush()
        except OSError as error:
            raise click.ClickException(f"cannot write '{self.chosen.output}': {error.strerror}") from None
