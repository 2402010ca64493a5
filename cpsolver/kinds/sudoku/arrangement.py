"""Which techniques are used on a sudoku, in the order of a scale."""

from __future__ import annotations

from cpsolver.auxiliary.model import Technique
from cpsolver.errors import UnsupportedTask, did_you_mean, quoted
from cpsolver.kinds.kind import Wanted
from cpsolver.kinds.sudoku.logic.pattern import Player
from cpsolver.kinds.sudoku.logic.players import PLAYERS
from cpsolver.kinds.sudoku.scale import Scale, players
from cpsolver.kinds.sudoku.techniques import GENERAL, arranged

UNITS = {"rows": "row", "columns": "column", "boxes": "box"}
"""What a user calls the units to look at alone."""


def arrange(wanted: Wanted) -> tuple[Technique, ...]:
    """The techniques of a scale, or those of them that are named.

    A technique that relies on the solution being the only one is used only if that may be relied on.
    Raises: UnsupportedTask, SpecError.
    """
    scale = Scale.read(wanted.scale) if wanted.scale else None
    ordered = players(scale) if scale else tuple(PLAYERS.values())
    lines = [_line(name) for name in wanted.units]
    scores = {rated.technique: round(rated.score) for rated in scale.techniques} if scale else {}
    chosen, general = _chosen(wanted, ordered)
    found = arranged([player for player in chosen if wanted.unique or not player.unique], scores, lines)
    return found if not wanted.names else tuple(t for t in found if t.name == "players" or t.name in general)


def _line(name: str) -> str:
    if name not in UNITS:
        raise UnsupportedTask(f"there are no units called {quoted(name)}; {did_you_mean(name, UNITS)}")
    return UNITS[name]


def _chosen(wanted: Wanted, ordered: tuple[Player, ...]) -> tuple[tuple[Player, ...], tuple[str, ...]]:
    """The players' techniques to use, and the names of general ones. Raises: UnsupportedTask."""
    if not wanted.names:
        return ordered, ()
    general = {technique.name for technique in GENERAL}
    for name in wanted.names:
        if name not in PLAYERS and name not in general:
            raise UnsupportedTask(
                f"sudoku has no technique {quoted(name)}; {did_you_mean(name, [*PLAYERS, *general], 'techniques')}"
            )
        if name in PLAYERS and PLAYERS[name].unique and not wanted.unique:
            raise UnsupportedTask(
                f"{quoted(name)} relies on the solution being the only one; --unique proves that first and allows it"
            )
    # in the order of the scale, those that it does not use last
    named = [player for player in ordered if player.name in wanted.names]
    rest = [PLAYERS[n] for n in wanted.names if n in PLAYERS and all(n != player.name for player in named)]
    return (*named, *rest), tuple(name for name in wanted.names if name in general)
