"""All players' techniques, by name. A new family is one module with `PLAYERS`, and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from cpsolver.kinds.sudoku.logic import (
    almost_locked,
    chains,
    colouring,
    fish,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    supposition,
    templates,
    uniqueness,
    wings,
)
from cpsolver.kinds.sudoku.logic.pattern import Player

FAMILIES = (
    singles,
    subsets,
    fish,
    single_digit,
    colouring,
    templates,
    supposition,
    uniqueness,
    wings,
    chains,
    almost_locked,
    sue_de_coq,
)

PLAYERS: Mapping[str, Player] = {player.name: player for family in FAMILIES for player in family.PLAYERS}
"""By name."""

BY_CODE: Mapping[str, tuple[str, ...]] = {
    code: tuple(player.name for player in PLAYERS.values() if code in player.codes)
    for code in sorted({code for player in PLAYERS.values() for code in player.codes})
}
"""The names of the techniques that a code of HoDoKu's library format means."""
