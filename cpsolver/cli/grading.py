"""grade."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli import completing
from cpsolver.cli.many import for_many, over
from cpsolver.cli.options import SECONDS, given, jsonl_flag, options, shown
from cpsolver.cli.running import VERDICT_CODES

if TYPE_CHECKING:
    from cpsolver.api.answers import Shows
    from cpsolver.api.tasks import Loaded
    from cpsolver.batch import Question


@click.command()
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...", shell_complete=completing.specs)
@options(given, jsonl_flag, shown, for_many)
@click.option(
    "--scale", shell_complete=completing.scales, help="hodoku (default), explainer, quick, or a YAML file like theirs."
)
@click.option("--seconds", type=SECONDS, default=60.0, show_default=True)
def grade(specs: tuple[str, ...], scale: str | None, jsonl: bool, seconds: float, **options: Any) -> int:
    """How hard a puzzle is for people: level, score, hardest technique; only if it has one solution."""

    def graded(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api.grading import grade as grade_of

        found = grade_of(loaded, scale=scale, seconds=seconds, stop=stop)
        return found, VERDICT_CODES[found.passed]

    def of_many() -> Question:
        from cpsolver.batch import Question

        asked = {"scale": scale, "seconds": seconds}
        return Question("grade", "cpsolver.api.grading:graded", asked, options["parameters"], seconds=seconds)

    return over("grade", specs, graded, of_many, options, jsonl)
