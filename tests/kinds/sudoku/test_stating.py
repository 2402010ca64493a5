"""Puzzles of f-puzzles and SudokuPad as specs: models of the shelf with their parameters, and nothing forgotten."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from cpsolver.api import load, solve
from cpsolver.errors import SpecError
from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import Kept, Rule, Sudoku
from cpsolver.kinds.sudoku.formats.record import spots_of, usual_regions
from cpsolver.kinds.sudoku.recognition import recognise, spec_of
from cpsolver.kinds.sudoku.stating import stated
from tests.tasks import EASY

FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = Sudoku(9, (0,) * 81)
DIGITS = {spot: int(sign) for spot, sign in zip(spots_of(9), FULL, strict=True)}


def with_rules(*rules: Rule) -> Sudoku:
    return Sudoku(9, (0,) * 81, rules=rules)


def total(*spots: tuple[int, int]) -> str:
    return str(sum(DIGITS[spot] for spot in spots))


# Some of these FULL keeps, some not; `holds` tells which.
KEPT_BY_FULL = [
    Rule("killer cage", ((0, 0), (0, 1)), value=total((0, 0), (0, 1))),
    Rule("thermometer", lines=(((0, 2), (0, 3), (0, 4)),)),
    Rule("slow thermometer", lines=(((0, 2), (0, 3), (0, 4)),)),
    Rule("arrow", ((0, 4),), (((0, 4), (0, 2), (1, 1), (2, 0), (0, 7)),)),
    Rule("palindrome", lines=(((0, 0), (1, 5)),)),
    Rule("renban", lines=(((0, 0), (0, 2), (0, 1)),)),
    Rule("whispers", lines=(((0, 6), (0, 2)),), value="5"),
    Rule("whispers", lines=(((0, 2), (0, 4)),), value="3"),
    Rule("between line", lines=(((0, 1), (0, 2), (0, 0)),)),
    Rule("difference", ((0, 3), (0, 4)), value="1"),
    Rule("difference", ((0, 2), (0, 4)), value="3"),
    Rule("ratio", ((0, 7), (0, 8)), value="2"),
    Rule("ratio", ((0, 1), (0, 6)), value="3"),
    Rule("xv", ((0, 2), (0, 3)), value="X"),
    Rule("quadruple", ((0, 0), (0, 1), (1, 0), (1, 1)), digits=(5, 7)),
    Rule("little killer", ((2, -1),), value=total((1, 0), (0, 1)), direction="UR"),
    Rule("sandwich", ((0, -1),), value=total()),
    Rule("skyscraper", ((0, -1),), value="4"),
    Rule("x-sum", ((0, -1),), value=total((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))),
    Rule("odd", ((0, 0),)),
    Rule("even", ((0, 2),)),
    Rule("minimum", ((0, 7),)),
    Rule("maximum", ((0, 6),)),
    Rule("extra region", ((0, 0), (0, 1), (0, 2), (1, 0))),
    Rule("clone", ((0, 0),), (((1, 5),),)),
    Rule("double arrow", lines=(((0, 0), (0, 4), (0, 1)),)),
    Rule("zipper line", lines=(((0, 1), (0, 4), (0, 2)),)),
    Rule("nabner", lines=(((0, 0), (0, 1), (0, 4)),)),
    Rule("entropic line", lines=(((0, 0), (0, 1), (0, 4)),)),
    Rule("modular line", lines=(((0, 0), (0, 1), (0, 4)),)),
    Rule("row indexer", ((0, 0),)),
    Rule("column indexer", ((0, 0),)),
    Rule("region sum line", lines=(((0, 2), (0, 3)),)),
]

SANDWICH = str(sum(int(d) for d in FULL[:9][FULL[:9].index("9") + 1 : FULL[:9].index("1")]))


def holds(rule: Rule) -> bool:
    """Whether the digits of FULL keep a rule, told by a few lines of their own for each."""
    line = [DIGITS[spot] for spot in (rule.lines[0] if rule.lines else rule.cells) if spot in DIGITS]
    around = {
        "minimum": [DIGITS[0, 6], DIGITS[0, 8], DIGITS[1, 7]],
        "maximum": [DIGITS[0, 5], DIGITS[0, 7], DIGITS[1, 6]],
    }
    first = FULL[:9]
    checks = {
        "killer cage": lambda: sum(line) == int(rule.value),
        "thermometer": lambda: line == sorted(set(line)),
        "slow thermometer": lambda: line == sorted(line),
        "arrow": lambda: line[0] == sum(line[1:]),
        "palindrome": lambda: line == line[::-1],
        "renban": lambda: len(set(line)) == len(line) == max(line) - min(line) + 1,
        "whispers": lambda: abs(line[0] - line[1]) >= int(rule.value),
        "between line": lambda: min(line[0], line[-1]) < line[1] < max(line[0], line[-1]),
        "difference": lambda: abs(line[0] - line[1]) == int(rule.value),
        "ratio": lambda: max(line) == int(rule.value) * min(line),
        "xv": lambda: sum(line) == 10,
        "quadruple": lambda: set(rule.digits) <= set(line),
        "little killer": lambda: DIGITS[1, 0] + DIGITS[0, 1] == int(rule.value),
        "sandwich": lambda: rule.value == SANDWICH,
        "skyscraper": lambda: sum(d == max(first[: n + 1]) for n, d in enumerate(first)) == int(rule.value),
        "x-sum": lambda: sum(map(int, first[: int(first[0])])) == int(rule.value),
        "odd": lambda: line[0] % 2 == 1,
        "even": lambda: line[0] % 2 == 0,
        "minimum": lambda: line[0] < min(around["minimum"]),
        "maximum": lambda: line[0] > max(around["maximum"]),
        "extra region": lambda: len(set(line)) == len(line),
        "clone": lambda: DIGITS[rule.cells[0]] == DIGITS[rule.lines[0][0]],
        "double arrow": lambda: line[0] + line[-1] == sum(line[1:-1]),
        "zipper line": lambda: line[0] + line[2] == line[1],
        "nabner": lambda: all(abs(a - b) >= 2 for n, a in enumerate(line) for b in line[n + 1 :]),
        "entropic line": lambda: len({(d - 1) // 3 for d in line}) == 3,
        "modular line": lambda: len({d % 3 for d in line}) == 3,
        "row indexer": lambda: DIGITS[DIGITS[0, 0] - 1, 0] == 1,
        "column indexer": lambda: DIGITS[0, DIGITS[0, 0] - 1] == 1,
        "region sum line": lambda: DIGITS[0, 2] == DIGITS[0, 3],
    }
    return bool(checks[rule.name]())


@pytest.mark.parametrize("rule", KEPT_BY_FULL, ids=str)
def test_a_rule_says_in_a_spec_what_it_says_to_players(rule: Rule) -> None:
    document = spec_of(with_rules(rule), "puzzle", "<text>")
    assert isinstance(document.data, dict)
    assert "not_understood" not in document.data
    full = {**document.data, "given": {"grid": FULL}}
    task = load(_text(full)).task

    assert holds(rule) == (not task.violations({f"r{r + 1}c{c + 1}": d for (r, c), d in DIGITS.items()}))


def _text(data: object) -> str:
    from cpsolver.spec.writer import spec_text

    return spec_text(data)  # type: ignore[arg-type]


def test_several_variants_extend_their_models_together() -> None:
    rules = (Rule("anti-knight"), Rule("rising diagonal"), Rule("falling diagonal"), Rule("odd", ((0, 0),)))
    document = spec_of(with_rules(*rules), "puzzle", "<text>")

    assert isinstance(document.data, dict)
    assert {"extends": ["sudoku/x", "sudoku/anti-knight", "sudoku/even-odd"]} == document.data["model"]


def test_one_diagonal_alone_is_a_condition_of_the_puzzle() -> None:
    found = stated(with_rules(Rule("rising diagonal")))

    assert ([], [{"label": "rising diagonal", "require": "all_different(cell[n + 1 - i, i] for i in 1..n)"}]) == (
        found.models,
        found.require,
    )


def test_regions_become_a_jigsaw() -> None:
    regions = (*usual_regions(9)[:2], *usual_regions(9)[2:])
    swapped = tuple(2 if at == 2 else 1 if at == 3 else number for at, number in enumerate(regions))
    found = stated(Sudoku(9, (0,) * 81, regions=swapped))

    assert ["sudoku/jigsaw"] == found.models
    assert str(found.parameters["regions"]).startswith("112122333\n")


def test_a_rule_that_is_not_understood_is_said_and_nothing_is_solved_without_it() -> None:
    data = formats.write(
        Sudoku(9, EMPTY.givens, kept=(Kept("f-puzzles strangeline", '[{"lines":[]}]', True),)), "f-puzzles"
    )

    with pytest.raises(SpecError, match="a rule of this puzzle is not understood: f-puzzles strangeline"):
        load(data.text)


def test_rules_in_words_beside_a_drawing_are_not_forgotten() -> None:
    puzzle = Sudoku(9, EMPTY.givens, text="Normal sudoku rules apply. Digits on a line rise.")
    text = formats.write(puzzle, "ctc-json").text

    with pytest.raises(SpecError, match="rules in words"):
        load(text)
    assert 81 == len(load(text.replace(" Digits on a line rise.", "")).task.variables)


def test_a_pasted_link_of_a_killer_is_solved() -> None:
    cages = [
        Rule("killer cage", tuple(divmod(at + n, 9) for n in range(3)), value=str(sum(map(int, FULL[at : at + 3]))))
        for at in range(0, 81, 3)
    ]
    sudoku = formats.read(EASY)
    link = formats.write(Sudoku(9, sudoku.givens, rules=tuple(cages)), "f-puzzles").text
    answer = solve(link)

    assert answer.unique is True
    assert FULL == "".join(str(answer.solution[f"r{r}c{c}"]) for r in range(1, 10) for c in range(1, 10))


@pytest.mark.parametrize(
    "mangle",
    [
        lambda link: link,
        lambda link: link.split("load=")[1],
        lambda link: "fpuzzles" + link.split("load=")[1],
        lambda link: "?load=" + link.split("load=")[1],
        lambda link: "?fpuz" + link.split("load=")[1],
        lambda link: "https://sudokupad.app/?puzzleid=fpuzzles" + link.split("load=")[1],
        lambda link: "https://sudokupad.app/fpuzzles" + link.split("load=")[1],
        lambda link: link.split("load=")[0] + "load=" + quote(link.split("load=")[1], safe=""),
        lambda link: link.replace("+", " "),
        lambda link: "<" + link + ">\n",
        lambda link: link.split("load=")[0] + "load=" + link.split("load=")[1].replace("//", "/"),
    ],
)  # fmt: skip
def test_a_link_is_read_however_it_was_copied(mangle: object) -> None:
    for number in range(40):  # a payload with '+', '=' and '//' in it
        sudoku = Sudoku(9, formats.read(EASY).givens, title=f"a title to make it longer {number * 7919}",
                        rules=(Rule("killer cage", ((0, 2), (0, 3)), value="10"),))  # fmt: skip
        link = formats.write(sudoku, "f-puzzles").text
        if "+" in link and "//" in link.split("load=")[1]:
            break
    found = recognise(mangle(link), "<text>")  # type: ignore[operator]

    assert found is not None
    assert sudoku == found.record


def test_a_link_that_only_names_a_puzzle_on_a_server_says_so() -> None:
    with pytest.raises(SpecError, match="only names a puzzle on the server of SudokuPad"):
        load("https://sudokupad.app/abc123def4")


def test_a_link_with_junk_is_never_an_empty_board() -> None:
    with pytest.raises(SpecError, match="compressed puzzle"):
        load("https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT")
