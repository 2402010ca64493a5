"""solve · explain · compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli import completing
from cpsolver.cli.listening import Stream, reporting
from cpsolver.cli.many import for_many, over
from cpsolver.cli.options import (
    SECONDS,
    depth,
    digits_option,
    file,
    given,
    jsonl_flag,
    model_option,
    options,
    restarts_flag,
    seconds,
    seed,
    shortest_flag,
    shown,
    spec_argument,
    start_option,
    verbose_flag,
)
from cpsolver.cli.running import VERDICT_CODES, code_of, each
from cpsolver.cli.streams import FOUND, NOT_KNOWN, say, tell, write

if TYPE_CHECKING:
    from cpsolver.api.answers import Answer, Shows
    from cpsolver.api.tasks import Loaded
    from cpsolver.batch import Question


_SOLVING = (
    *("solver", "every", "limit", "seconds", "seed", "depth", "start", "shortest", "verbose"),
    *("narrow", "workers", "hint", "order", "propagate", "restarts"),
)
"""The options of `solve` that are handed on as they are."""


@click.command()
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...", shell_complete=completing.specs)
@options(seconds, seed, given, model_option, start_option, depth, jsonl_flag, shown, for_many)
@click.option(
    "--solver",
    shell_complete=completing.solvers,
    help="cpsat, python-constraint, backtracking, naive, latin, auxiliary, …",
)
@click.option("--all", "every", is_flag=True, help="All solutions.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many solutions.")
@click.option("--narrow", is_flag=True, help="What all solutions share: the values each variable has in some solution.")
@click.option("--count", "counting", is_flag=True, help="How many solutions there are, none of them kept.")
@click.option("--hint", help="Values to be tried first: an answer as JSON, or a file that holds one.")
@click.option("--progress", "progressing", is_flag=True, help="Say how far it is also where no terminal shows it.")
@click.option("--no-derivation", is_flag=True, help="Only the answer.")
@click.option("--order", help="Of a recursion, the variable next: smallest, weighted (dom/wdeg) or given.")
@click.option("--propagate", help="Of a recursion, after each value: none, forward or mac.")
@restarts_flag
@shortest_flag
@verbose_flag
@digits_option
@file("--plot", help="Draw what a sweep found, as SVG: a given as a list or a range, v=0..20 step 1.")
def solve(
    specs: tuple[str, ...], no_derivation: bool, progressing: bool, jsonl: bool, plot: Path | None, **options: Any
) -> int:
    """The answer, whether it is the only one, and how it follows."""
    if options["counting"]:
        return _count(specs, jsonl, options)
    chosen = {name: options[name] for name in _SOLVING}
    if chosen["narrow"] and (chosen["every"] or chosen["limit"]):
        raise click.UsageError(
            "--narrow says what all solutions share without listing them; leave out --all and --limit"
        )
    machine = jsonl or options["as_json"]

    def solved(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        with reporting(progressing, machine) as progress:
            stream = Stream(loaded, jsonl, stop) if _may_stream(loaded, specs, options) else None
            asked = {**chosen, "derive": not no_derivation, "told": tell, "progress": progress}
            answer = _asked(loaded, stream, stop=stop, **asked)
        if plot:
            _plot(answer, plot)
        return answer, code_of(answer.status)

    return over("solve", specs, solved, partial(_of_many, chosen, options), options, jsonl, seconds=chosen["seconds"])


_COUNTING = ("solver", "limit", "seconds", "start")


def _count(specs: tuple[str, ...], jsonl: bool, options: dict[str, Any]) -> int:
    """How many solutions each task has. Raises: click.UsageError for what does not go together, and for many tasks."""
    if options["narrow"] or options["every"]:
        raise click.UsageError("--count says how many solutions there are and shows none; leave out --all and --narrow")
    chosen = {name: options[name] for name in _COUNTING}

    def counted(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import count

        found = count(loaded, stop=stop, **chosen)
        is_enough = chosen["limit"] is not None and found.number >= chosen["limit"]
        return found, FOUND if is_enough else code_of(found.status) if found.exact else NOT_KNOWN

    def of_many() -> Question:
        raise click.UsageError("--count is for one task at a time")

    return over("solve", specs, counted, of_many, options, jsonl, seconds=chosen["seconds"])


def _asked(loaded: Loaded, stream: Stream | None, *, stop: Callable[[], bool], **chosen: Any) -> Answer:
    """The answer, its solutions written as they are found where there is a stream. Raises: KeyboardInterrupt."""
    from cpsolver.api import solve as answer_to

    if stream is None:
        return answer_to(loaded, stop=stop, **chosen)
    try:
        answer = answer_to(loaded, stop=stream.stops, found=stream.found, **chosen)
    except KeyboardInterrupt:
        say(f"ended in the midst; {stream.number} solutions were written")
        raise
    stream.close()
    return replace(answer, streamed=stream.number)


def _may_stream(loaded: Loaded, specs: tuple[str, ...], options: dict[str, Any]) -> bool:
    """Whether solutions are written as they are found: several of one finite task, line by line to standard output."""
    if not (options["every"] or options["limit"]) or len(specs) > 1 or loaded.task.is_real:
        return False
    return not options["as_json"] and options["output"] is None and options["format_"] in (None, "text")


def _plot(answer: Answer, path: Path) -> None:
    """Draw what a sweep found. Raises: UnsupportedTask if nothing was swept."""
    from cpsolver.api import Sweep
    from cpsolver.errors import UnsupportedTask
    from cpsolver.render import RENDERERS

    if not isinstance(answer, Sweep):
        hint = "give a list or a range: -p 'v=0..20 step 1'"
        raise UnsupportedTask(f"nothing is swept in {answer.loaded.name}, so there is nothing to plot; {hint}")
    write(RENDERERS.get("as_svg").render(answer.plot()), path)


def _of_many(chosen: dict[str, Any], options: dict[str, Any]) -> Question:
    """What `solve` asks of many tasks. Plain sudokus are counted together where nothing else is asked for."""
    from cpsolver.batch import SOLVED, Question

    if chosen["narrow"]:
        raise click.UsageError("--narrow is for one task at a time")
    chosen = {**chosen, "workers": None}
    parameters = options["parameters"]
    plainly = not (parameters or chosen["every"] or chosen["limit"] or chosen["depth"] is not None)
    plainly = plainly and options["model"] is None and chosen["start"] == "givens"
    plainly = plainly and not (chosen["order"] or chosen["propagate"] or chosen["restarts"])
    together = plainly and chosen["solver"] in (None, "latin")
    return Question(
        "solve", SOLVED, chosen, parameters, seconds=chosen["seconds"], arrays=together, model=options["model"]
    )


def _names(context: click.Context, option: click.Parameter, given: str | None) -> tuple[str, ...]:
    """Names with commas between."""
    return tuple(name.strip() for name in (given or "").split(",") if name.strip())


_EXPLAINING = (
    *("seconds", "depth", "start", "step", "techniques", "scale", "units"),
    *("once", "every", "unique", "candidates", "fine", "verify", "shortest", "verbose"),
)
"""The options of `explain` that are handed on as they are."""


@click.command()
@spec_argument
@options(seconds, given, model_option, start_option, depth, jsonl_flag, shown, for_many)
@click.option("--step", type=click.IntRange(min=1), help="Only this step, with the picture of its moment.")
@click.option(
    "--technique", "techniques", multiple=True, shell_complete=completing.techniques,
    help="Only this technique; may be repeated.",
)  # fmt: skip
@click.option(
    "--scale",
    shell_complete=completing.scales,
    help="The order of techniques: hodoku, explainer, quick, or a file like them.",
)
@click.option("--units", callback=_names, help="Only auxiliary models of rows, columns or boxes; commas between.")
@click.option("--once", is_flag=True, help="Solve the current auxiliary models a single time.")
@click.option("--all", "every", is_flag=True, help="Solve auxiliary models until none yields; choose nothing.")
@click.option("--unique", is_flag=True, help="Prove first that there is one solution; allow what relies on it.")
@click.option("--candidates", is_flag=True, help="What each cell may be, before and after.")
@click.option("--fine", is_flag=True, help="Also the steps usually folded away.")
@shortest_flag
@verbose_flag
@digits_option
@click.option("--verify", is_flag=True, help="Check each printed equation by itself, at random points.")
def explain(spec: str, jsonl: bool, **options: Any) -> int:
    """The derivation, one auxiliary model a step."""
    chosen = {name: options[name] for name in _EXPLAINING}

    def explained(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import explain as explanation_of

        explanation = explanation_of(loaded, stop=stop, **chosen)
        done = (options["once"] or options["every"] or options["units"]) and explanation.answer.derivation
        return explanation, FOUND if done else code_of(explanation.answer.status)

    def of_many() -> Question:
        from cpsolver.batch import EXPLAINED, Question

        asked = {"seconds": options["seconds"], "model": options["model"]}
        return Question("explain", EXPLAINED, chosen, options["parameters"], **asked)

    return over("explain", (spec,), explained, of_many, options, jsonl, seconds=chosen["seconds"])


@click.command()
@spec_argument
@options(seed, given, shown)
@click.option("--seconds", type=SECONDS, default=60.0, show_default=True)
@click.option(
    "--solvers",
    default="",
    shell_complete=completing.solvers,
    help="Names, with commas between; all that can by default.",
)
@click.option("--all", "every", is_flag=True, help="All solutions instead of the first.")
@click.option("--orders", "--order", callback=_names, help="Of recursions, a row each: smallest, weighted, given.")
@click.option("--propagates", "--propagate", "propagations", callback=_names, help="The same: none, forward, mac.")
@restarts_flag
@file("--plot", help="Draw where the searches stood, as SVG.")
def compare(spec: str, solvers: str, plot: Path | None, **options: Any) -> int:
    """The same task by several solvers, a row each, and whether they agree."""
    names = [name.strip() for name in solvers.split(",") if name.strip()]
    chosen = {name: options[name] for name in ("every", "seconds", "seed", "orders", "propagations", "restarts")}

    def compared(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import compare as comparison_of
        from cpsolver.render import RENDERERS

        comparison = comparison_of(loaded, solvers=names, stop=stop, **chosen)
        if plot:
            write(RENDERERS.get("as_svg").render(comparison.chart()), plot)
        return comparison, VERDICT_CODES[comparison.passed]

    return each(compared, (spec,), "compare", False, options)
