from __future__ import annotations

import random
from itertools import combinations

import pytest

from cpsolver.kinds.sudoku.logic import fish
from cpsolver.kinds.sudoku.logic.geometry import bits, set_of
from cpsolver.kinds.sudoku.logic.players import BY_CODE
from cpsolver.kinds.sudoku.logic.position import Position
from tests.kinds.sudoku.logic.one_digit import FIVE, deduced, digit_in, fives, patterns, said, seen_in_grids, told
from tests.kinds.sudoku.logic.proving import agrees, is_irreducible, proves
from tests.kinds.sudoku.logic.puzzles import classic

X_WING = fives(".5....5..", "", "", "", ".5....5..", "", "", "", "")
FINNED = fives(".5....5..", "", "", "", ".5....55.", "", "", "", "")
SASHIMI = fives(".5....5..", "", "", "", ".5.....55", "", "", "", "")
SIAMESE = fives(".5....5..", "", "", "", ".5.....5.", "", "", "", "")
SWORDFISH = fives("5...5....", "", "", "5.......5", "", "", "....5...5", "", "")
JELLYFISH = fives("5..5.....", "...5..5..", "", "5.......5", "", "", "......5.5", "", "")


def test_two_rows_with_two_places_in_the_same_columns_clear_these_columns() -> None:
    assert ["r2c2 r2c7 r3c2 r3c7 r4c2 r4c7 r6c2 r6c7 r7c2 r7c7 r8c2 r8c7 r9c2 r9c7"] == said("x-wing", X_WING)


def test_a_fin_leaves_only_what_sees_it() -> None:
    assert ["r4c7 r6c7"] == said("finned x-wing", FINNED)
    assert [] == said("x-wing", FINNED)


def test_a_fish_whose_base_is_degenerate_without_fins_is_sashimi() -> None:
    assert ["r4c7 r6c7"] == said("sashimi x-wing", SASHIMI)
    assert [] == said("finned x-wing", SASHIMI)
    assert [] == said("sashimi x-wing", FINNED)


def test_two_fishes_of_one_base_are_taken_together() -> None:
    assert ["r2c8 r3c8 r4c7 r6c7"] == said("siamese sashimi x-wing", SIAMESE)


def test_three_rows_within_three_columns_are_a_swordfish_though_none_has_three_places() -> None:
    assert [" ".join(f"r{r}c{c}" for r in (2, 3, 5, 6, 8, 9) for c in (1, 5, 9))] == said("swordfish", SWORDFISH)


def test_four_rows_within_four_columns_are_a_jellyfish() -> None:
    assert [" ".join(f"r{r}c{c}" for r in (3, 5, 6, 8, 9) for c in (1, 4, 7, 9))] == said("jellyfish", JELLYFISH)


def test_a_fish_with_a_smaller_one_inside_is_no_fish() -> None:
    assert [] == said("swordfish", X_WING)


def test_what_is_told_names_base_cover_and_fins() -> None:
    assert ["5 in rows 1 and 5 stands only in columns 2 and 7"] == told("x-wing", X_WING)
    assert ["5 in rows 1 and 5 stands in columns 2 and 7 but for the fin r5c8; what goes sees the fin"] == told(
        "finned x-wing", FINNED
    )
    assert [
        "5 in rows 1 and 5 stands in columns 2 and 8 but for the fin r1c7, or in columns 2 and 7 but for the fin r5c8; "
        "what goes sees the fins of its fish"
    ] == told("siamese sashimi x-wing", SIAMESE)


def test_every_place_outside_the_cover_is_a_premise_unless_it_sees_what_goes() -> None:
    assert 14 == len(deduced("x-wing", X_WING).missing)
    # r5c9 would be a fin as well, so that it lacks the digit is no premise
    assert 7 + 5 == len(deduced("finned x-wing", FINNED).missing)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("x-wing", X_WING),
        ("finned x-wing", FINNED),
        ("sashimi x-wing", SASHIMI),
        ("siamese sashimi x-wing", SIAMESE),
        ("swordfish", SWORDFISH),
        ("finned franken swordfish", SWORDFISH),
        ("finned mutant swordfish", FINNED),
    ],
)
def test_a_fish_follows_from_its_premises_and_from_no_fewer(name: str, position: Position) -> None:
    deduction = deduced(name, position)
    assert proves(classic(), deduction)
    assert is_irreducible(classic(), deduction)


def test_kinds_are_read_off_the_units() -> None:
    number = {unit.label: unit.number for unit in classic().units}
    kinds = {
        "": (("row 1", "row 2"), ("column 1", "column 2")),
        "franken": (("row 1", "box 9"), ("column 1", "column 2")),
        "mutant": (("row 1", "column 9"), ("row 2", "column 2")),
    }
    for kind, (bases, covers) in kinds.items():
        assert kind == fish.kind_of(classic(), [number[unit] for unit in bases], [number[unit] for unit in covers])


def test_each_code_of_the_library_means_one_fish() -> None:
    assert ("finned swordfish",) == BY_CODE["0311"]
    assert ("siamese finned swordfish",) == BY_CODE["03111"]
    assert ("finned mutant leviathan",) == BY_CODE["0365"]
    assert len(fish.PLAYERS) == len({code for player in fish.PLAYERS for code in player.codes})


@pytest.mark.parametrize("seed", range(6))
def test_no_fish_of_two_lines_takes_a_mark_that_the_search_does_not_take(seed: int) -> None:
    """Compared with all pairs of rows or columns; marks that one unit alone takes are no fish's."""
    rng = random.Random(seed)
    cells = set_of(cell for cell in range(81) if rng.random() < 0.4)
    position = digit_in(cells, FIVE, classic())
    found = {
        cell
        for fins in ("", "finned ", "sashimi ")
        for pattern in patterns(f"{fins}x-wing", position)
        for cell, _ in pattern.removed
    }
    assert found == _taken_by_pairs(cells)


def _taken_by_pairs(places: int) -> set[int]:
    geometry, taken = classic(), set()
    for lines, covers in ((geometry.rows, geometry.columns), (geometry.columns, geometry.rows)):
        for bases in combinations(lines, 2):
            for across in combinations(covers, 2):
                base, cover = bases[0].mask | bases[1].mask, across[0].mask | across[1].mask
                fins = places & base & ~cover
                if not fins and any((unit.mask & places).bit_count() < 2 for unit in bases):
                    continue  # a hidden single
                victims = places & cover & ~base & geometry.common_peers(fins)
                taken |= {v for v in bits(victims) if all(unit.mask & places & ~geometry.peers[v] for unit in bases)}
    return taken


def test_fishes_in_random_grids_agree_with_the_solution() -> None:
    small = [player for player in fish.PLAYERS if player.name.endswith(("x-wing", "swordfish", "jellyfish"))]
    count = 0
    for deduction, grid in seen_in_grids(small, seed=4, count=3, most=2):
        assert agrees(deduction, grid), deduction.pattern
        count += 1
    assert count > 20


@pytest.mark.slow
def test_fishes_in_random_grids_follow_from_their_premises() -> None:
    for deduction, grid in seen_in_grids(fish.PLAYERS, seed=9, count=20, most=1):
        assert agrees(deduction, grid), deduction.pattern
        assert proves(classic(), deduction), deduction.pattern
