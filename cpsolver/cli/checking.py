"""check."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli.options import given, jsonl_flag, options, shown
from cpsolver.cli.running import VERDICT_CODES, each

if TYPE_CHECKING:
    from cpsolver.api.answers import Shows
    from cpsolver.api.tasks import Loaded


@click.command()
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@options(given, jsonl_flag, shown)
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), default=60.0, show_default=True)
def check(specs: tuple[str, ...], jsonl: bool, seconds: float, **options: Any) -> int:
    """Completeness, consistency, necessity, sufficiency, and `expect:`; all specs on the shelf if none is named."""

    def checked(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import check as check_of

        found = check_of(loaded, seconds=seconds, stop=stop)
        return found, VERDICT_CODES[found.passed]

    return each(checked, specs or _shelf(), "check", jsonl, options)


def _shelf() -> tuple[str, ...]:
    from cpsolver import library

    return library.names("specs")
