"""check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli import completing
from cpsolver.cli.many import for_many, over
from cpsolver.cli.options import (
    GITHUB,
    SECONDS,
    check_format,
    digits_option,
    given,
    json_flag,
    jsonl_flag,
    model_option,
    options,
    output,
    start_option,
    verbose_flag,
)
from cpsolver.cli.running import VERDICT_CODES

if TYPE_CHECKING:
    from cpsolver.api.answers import Check, Shows
    from cpsolver.api.tasks import Loaded
    from cpsolver.api.uniqueness import Uniqueness
    from cpsolver.batch import Question


@click.command()
@click.argument("specs", nargs=-1, metavar="[SPEC]...", shell_complete=completing.specs)
@options(given, model_option, start_option, jsonl_flag, json_flag, check_format, output, for_many)
@click.option("--seconds", type=SECONDS, default=60.0, show_default=True)
@verbose_flag
@digits_option
@click.option("--unique", "only_unique", is_flag=True, help="Only whether there is exactly one solution.")
@click.option("--smallest", is_flag=True, help="Where nothing fits: the fewest that contradict each other, proven.")
def check(
    specs: tuple[str, ...],
    jsonl: bool,
    seconds: float,
    only_unique: bool,
    smallest: bool,
    verbose: bool,
    **options: Any,
) -> int:
    """Completeness, consistency, necessity, sufficiency, and `expect:`; all specs on the shelf if none is named."""

    def checked(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import check as check_of

        start = options["start"]
        found = check_of(loaded, seconds=seconds, start=start, verbose=verbose, smallest=smallest, stop=stop)
        return _shown(found, options), VERDICT_CODES[found.passed]

    def counted(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import unique

        found = unique(loaded, seconds=seconds, start=options["start"], stop=stop)
        return _shown(found, options), VERDICT_CODES[found.unique]

    def of_many() -> Question:
        from cpsolver.batch import CHECKED, COUNTED, Question

        ask, parameters = COUNTED if only_unique else CHECKED, options["parameters"]
        asked = {"seconds": seconds, "start": options["start"]}
        together = only_unique and not parameters and options["model"] is None and options["start"] == "givens"
        return Question("check", ask, asked, parameters, seconds=seconds, arrays=together, model=options["model"])

    options["as_json"] = options["as_json"] or options["format_"] == "json"
    job = counted if only_unique else checked
    return over("check", specs, job, of_many, options, jsonl, _shelf(), seconds)


def _shown(found: Check | Uniqueness, options: dict[str, Any]) -> Shows:
    """What is shown of a check; to GitHub only what did not pass."""
    if options["format_"] != GITHUB:
        return found
    from cpsolver.api.complaints import Complaints

    return Complaints(found)


def _shelf() -> tuple[str, ...]:
    from cpsolver import library

    return library.names("specs")
