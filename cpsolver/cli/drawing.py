"""graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cpsolver.cli.options import given, options, shown, spec_argument
from cpsolver.cli.running import each
from cpsolver.cli.streams import FOUND

if TYPE_CHECKING:
    from cpsolver.api.answers import Shows
    from cpsolver.api.tasks import Loaded


@click.command()
@spec_argument
@options(given, shown)
@click.option("--all", "every", is_flag=True, help="Also what the answer does not need, however much that is.")
def graph(spec: str, every: bool, **options: Any) -> int:
    """The picture of a task: its quantities or variables, its formulas or conditions, the path taken."""

    def drawn(loaded: Loaded, stop: Callable[[], bool]) -> tuple[Shows, int]:
        from cpsolver.api import graph as drawing_of

        return drawing_of(loaded, every=every, stop=stop), FOUND

    return each(drawn, (spec,), "graph", False, options)
