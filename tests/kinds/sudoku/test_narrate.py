"""The name of a step is read off its premises; every name on a small position."""

from __future__ import annotations

from collections.abc import Iterable

from cpsolver.errors import Mark
from cpsolver.kinds.sudoku.narrate import narrate
from cpsolver.picture import Marker
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact
from tests.tasks import sudoku_task

TASK = sudoku_task("." * 81)
DIGITS = frozenset(range(1, 10))


def fact(variable: str, digits: Iterable[int], origin: Mark | int | None = None) -> Fact:
    return Fact(variable, Finite(tuple(sorted(digits))), origin)


def without(variable: str, *digits: int) -> Fact:
    return fact(variable, DIGITS - set(digits))


def step(conditions: Iterable[str], premises: Iterable[Fact], conclusions: Iterable[Fact], **more: object) -> Step:
    technique = str(more.pop("technique", "unit"))
    substeps = more.pop("substeps", ())
    assert isinstance(substeps, tuple)
    return Step(7, technique, tuple(conditions), tuple(premises), Finding(tuple(conclusions)), substeps=substeps)


def told(*arguments: Iterable[object], **more: object) -> tuple[str, str]:
    narration = narrate(TASK, step(*arguments, **more))  # type: ignore[arg-type]
    return narration.name, narration.sentence


def row(r: int, *columns: int) -> list[str]:
    return [f"r{r}c{c}" for c in columns]


def test_elimination() -> None:
    found = [without(name, 5) for name in row(1, 1, 2, 4)]

    assert told(["row 1"], [fact("r1c3", {5})], found) == (
        "elimination",
        "r1c3 = 5 leaves no 5 for the rest of row 1",
    )


def test_naked_single() -> None:
    assert told(["row 1"], [fact("r1c3", {5})], [without("r1c1", 5), fact("r1c4", {8})]) == (
        "naked single",
        "r1c3 = 5 leaves no 5 for the rest of row 1, and only 8 for r1c4",
    )


def test_a_naked_single_alone_is_told_with_what_was_left_before() -> None:
    left = step(["column 5"], [fact("r6c5", {9}), fact("r7c5", {7, 9}, 34)], [fact("r7c5", {7})])

    assert narrate(TASK, left).sentence == "r6c5 = 9 in column 5 leaves only 7 for r7c5"
    assert narrate(TASK, left).reasons()[1] == "r7c5 is 7 or 9 (step 34)"


def test_hidden_single() -> None:
    others = [f"r{r}c3" for r in range(1, 10) if r != 7]

    assert told(["column 3"], [without(name, 9) for name in others], [fact("r7c3", {9})]) == (
        "hidden single",
        "column 3 has only one place for 9: r7c3",
    )


def test_full_house() -> None:
    others = [fact(f"r2c{c}", {c}) for c in range(1, 9)]

    assert told(["row 2"], others, [fact("r2c9", {9})]) == (
        "full house",
        "r2c9 is the last open cell of row 2, and only 9 is left for it",
    )


def test_naked_pair() -> None:
    pair = [fact("r1c1", {3, 7}), fact("r1c2", {3, 7})]

    assert told(["row 1"], pair, [without("r1c5", 3, 7), without("r1c8", 3)]) == (
        "naked pair",
        "3 and 7 in row 1 must stand in r1c1 and r1c2, so not in r1c5 and r1c8",
    )


def test_a_naked_pair_that_places_a_digit_says_so() -> None:
    pair = [fact("r1c1", {3, 7}), fact("r1c2", {3, 7})]

    assert told(["row 1"], pair, [fact("r1c5", {4})])[1].endswith("so not in r1c5; that leaves r1c5 = 4")


def test_naked_triple_needs_no_cell_with_all_three() -> None:
    triple = [fact("r1c1", {1, 2}), fact("r1c2", {2, 3}), fact("r1c3", {1, 3})]

    assert told(["box 1"], triple, [without("r3c3", 1, 2)]) == (
        "naked triple",
        "1, 2 and 3 in box 1 must stand in r1c1, r1c2 and r1c3, so not in r3c3",
    )


def test_naked_quad() -> None:
    quad = [fact(name, {1, 2, 3, 4}) for name in row(1, 1, 2, 3, 4)]

    assert told(["row 1"], quad, [without("r1c9", 4)])[0] == "naked quad"


def test_hidden_pair() -> None:
    others = [without(name, 3, 7) for name in row(1, 3, 4, 5, 6, 7, 8, 9)]

    assert told(["row 1"], others, [fact("r1c1", {3, 7}), fact("r1c2", {3, 7})]) == (
        "hidden pair",
        "3 and 7 in row 1 have only 2 places, r1c1 and r1c2: no other digit can stand there",
    )


def test_hidden_triple_of_which_one_cell_loses_something() -> None:
    others = [without(name, 1, 2, 3) for name in row(1, 4, 5, 6, 7, 8, 9)]

    assert told(["row 1"], others, [fact("r1c1", {1, 2})]) == (
        "hidden triple",
        "1, 2 and 3 in row 1 have only 3 places, r1c1 among them: no other digit in r1c1",
    )


def test_pointing() -> None:
    outside = [without(f"r{r}c{c}", 5) for r in (2, 3) for c in (1, 2, 3)]

    assert told(["box 1", "row 1"], outside, [without("r1c5", 5)], technique="crossing") == (
        "pointing",
        "box 1 has 5 only where it crosses row 1, so row 1 has none in r1c5",
    )


def test_claiming() -> None:
    outside = [without(name, 5) for name in row(1, 4, 5, 6, 7, 8, 9)]

    assert told(["box 1", "row 1"], outside, [without("r2c2", 5)], technique="crossing") == (
        "claiming",
        "row 1 has 5 only where it crosses box 1, so box 1 has none in r2c2",
    )


def test_a_digit_without_place_is_a_contradiction() -> None:
    others = [without(f"r{r}c3", 9) for r in range(1, 10) if r != 7]

    assert told(["column 3"], others, [fact("r7c3", ())]) == ("contradiction", "column 3 has no place for 9")


def test_a_cell_without_digit_is_a_contradiction() -> None:
    assert told(["row 1"], [fact("r1c3", {5})], [fact("r1c4", ())]) == (
        "contradiction",
        "r1c3 = 5 leaves no 5 for r1c4 in row 1, and no other digit is left there",
    )


def test_a_supposition_tells_what_was_supposed_and_how_it_failed() -> None:
    failed = step(
        ["row 1"],
        [fact("r1c3", {5})],
        [fact("r1c4", ())],
    )

    assert told([], [], [without("r1c3", 5)], technique="supposition", substeps=(failed,)) == (
        "supposition",
        "suppose r1c3 = 5: at once r1c3 = 5 leaves no 5 for r1c4 in row 1, and no other digit is left there; "
        "so r1c3 is not 5",
    )


def test_a_choice_is_not_told_as_if_it_followed() -> None:
    assert told([], [], [fact("r1c1", {4})], technique="choice") == (
        "choice",
        "nothing more follows, so r1c1 = 4 is tried (chosen, not forced)",
    )


def test_a_refuted_choice_tells_what_was_chosen() -> None:
    chosen = step([], [], [fact("r1c1", {4})], technique="choice")
    failed = step(["row 1"], [fact("r1c1", {4}, 7)], [fact("r1c4", ())])
    sentence = told([], [], [without("r1c1", 4)], technique="refuted choice", substeps=(chosen, failed))[1]

    assert sentence.startswith("suppose r1c1 = 4: after 2 steps r1c1 = 4 leaves no 4")


def test_a_condition_of_a_variant_is_told_by_its_label() -> None:
    assert told(["cage a"], [], [fact("r1c1", {1, 2})], technique="rule") == ("rule", "cage a: r1c1 is 1 or 2")


def test_reasons_say_where_each_premise_comes_from() -> None:
    premises = [fact("r1c3", {5}, Mark("first.yaml", 5, 7)), fact("r1c1", {3, 7}, 12), fact("r1c2", DIGITS - {9})]

    assert narrate(TASK, step(["row 1"], premises, [fact("r1c4", {1})])).reasons() == (
        "r1c3 = 5 (given, first.yaml:5:7)",
        "r1c1 is 3 or 7 (step 12)",
        "r1c2 is not 9 (supposed)",
    )


def test_markers_point_at_premises_conclusions_and_contradictions() -> None:
    assert narrate(TASK, step(["row 1"], [fact("r1c3", {5})], [fact("r1c4", ()), without("r1c5", 5)])).markers == (
        Marker((0, 2), "premise"),
        Marker((0, 3), "contradiction"),
        Marker((0, 4), "conclusion"),
    )
