"""Texts as other programs write them: each read for what it says, and junk of each refused with its place."""

from __future__ import annotations

import base64
import zlib

import lzstring
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.kinds.sudoku import formats
from cpsolver.kinds.sudoku.formats import FormatError, Rule, Sudoku
from cpsolver.kinds.sudoku.formats.lzstring import compress, decompress
from cpsolver.kinds.sudoku.formats.packed import packed, unpacked
from cpsolver.kinds.sudoku.formats.record import open_candidates, spots_of
from cpsolver.kinds.sudoku.formats.text import signs

LINE = ".35.7......6195...89.....6...8.6...3..48.3..1..7.2...6.6....28....419..5....8..79"

SUDOCUE = """\
#ARuud
#DA random puzzle created by SudoCue
#CJust start plugging in the numbers
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""

# The killer of Wikipedia's article, in the words of the Interactive Sudoku Solver.
ISS_KILLER = (
    ".Cage~3~R1C1~R1C2.Cage~15~R1C3~R1C4~R1C5.Cage~25~R2C1~R2C2~R3C1~R3C2.Cage~17~R2C3~R2C4.Cage~9~R3C3~R3C4~R4C4"
    ".Cage~22~R1C6~R2C5~R2C6~R3C5.Cage~4~R1C7~R2C7.Cage~16~R1C8~R2C8.Cage~15~R1C9~R2C9~R3C9~R4C9"
    ".Cage~20~R3C7~R3C8~R4C7.Cage~8~R3C6~R4C6~R5C6.Cage~17~R4C5~R5C5~R6C5.Cage~20~R5C4~R6C4~R7C4.Cage~14~R4C2~R4C3"
    ".Cage~6~R4C1~R5C1.Cage~13~R5C2~R5C3~R6C2.Cage~6~R6C3~R7C2~R7C3.Cage~17~R4C8~R5C7~R5C8"
    ".Cage~27~R6C1~R7C1~R8C1~R9C1.Cage~8~R8C2~R9C2.Cage~16~R8C3~R9C3.Cage~10~R7C5~R8C4~R8C5~R9C4.Cage~12~R5C9~R6C9"
    ".Cage~6~R6C7~R6C8.Cage~20~R6C6~R7C6~R7C7.Cage~15~R8C6~R8C7.Cage~14~R7C8~R7C9~R8C8~R8C9.Cage~13~R9C5~R9C6~R9C7"
    ".Cage~17~R9C8~R9C9"
)


def test_lines_about_a_puzzle_are_read() -> None:
    found = formats.read(SUDOCUE)

    assert "sdk" == formats.detect(SUDOCUE)
    assert ("Ruud", "A random puzzle created by SudoCue", "Easy") == (found.author, found.title, found.level)
    assert "2..1.5..3" == signs(found.givens[:9])
    assert ["#U"] == [kept.name for kept in found.kept]


def test_sections_of_sadman_hold_the_players_digits_and_others_are_kept() -> None:
    rows = [LINE[at : at + 9] for at in range(0, 81, 9)]
    text = "\n".join(["[Puzzle]", *rows, "[State]", "435......", *rows[1:], "[Colours]", "red, blue", ""])
    found = formats.read(text)

    assert 4 == found.entries[0]
    assert ("[Colours]", "red, blue") == (found.kept[0].name, found.kept[0].text)
    assert text.replace("435......", "435.7....") == formats.write(found, "sdk").text


def test_three_grids_of_simple_sudoku_are_givens_placed_digits_and_candidates() -> None:
    sudoku = formats.read(LINE)
    placed = Sudoku(9, sudoku.givens, (4, *(0,) * 80))
    text = formats.write(
        Sudoku(9, sudoku.givens, placed.entries, candidates=open_candidates(sudoku, placed.board)), "ss"
    ).text
    found = formats.read(text)

    assert "ss" == formats.detect(text)
    assert 4 == found.entries[0]
    assert (2, 6) == found.candidates[3]


def test_a_single_candidate_is_placed_only_if_no_cell_it_sees_still_has_it() -> None:
    marks = [tuple(range(1, 10))] * 81
    marks[0] = (5,)
    text = " ".join("".join(map(str, digits)) for digits in marks)

    assert (0, (5,)) == (formats.read(text).givens[0], formats.read(text).candidates[0])
    alone = [tuple(d for d in digits if d != 5) if at else digits for at, digits in enumerate(marks)]
    assert 5 == formats.read(" ".join("".join(map(str, digits)) for digits in alone)).givens[0]


def test_a_hodoku_line_holds_placed_digits_deleted_candidates_and_the_step() -> None:
    grid = "...18.9..3....975..2.+7+5..+1.7........+45832716+9+2......+74+1...+3..8..326+7...1..4.15..."
    found = formats.read(f":0310:2:{grid}:613 944:279::")

    assert (1, 0) == (found.givens[3], found.entries[3])
    assert 7 == found.entries[spots_of(9).index((2, 3))] or 7 in found.entries
    assert 6 not in found.candidates[spots_of(9).index((0, 2))]
    assert ("hodoku step", "0310:2:279::") == (found.kept[0].name, found.kept[0].text)


def test_a_line_of_gsf_holds_its_grid_in_the_fifth_field() -> None:
    text = f"99529,9.9/1.2,C21,x,{LINE},a,b"

    assert ("gsf", LINE) == (formats.detect(text), signs(formats.read(text).givens))


def test_the_blank_grid_of_sudokupad_is_thirteen_signs_and_one() -> None:
    assert (0,) * 81 == formats.read("https://sudokupad.app/scf" + "o" * 13 + "K").givens
    assert "https://sudokupad.app/scf" + "o" * 13 + "K" == formats.write(Sudoku(9, (0,) * 81), "scf").text


def test_the_killer_of_wikipedia_goes_through_every_format_of_cages() -> None:
    found = formats.read(ISS_KILLER)
    cages = {(rule.cells, rule.value) for rule in found.rules}

    assert 29 == len(cages)
    for name in ("iss", "f-puzzles", "sudokupad", "killer", "sumocue", "tatham"):
        text = formats.write(found, name).text
        back = formats.read(text)
        assert {(tuple(sorted(cells)), value) for cells, value in cages} == {
            (tuple(sorted(rule.cells)), rule.value) for rule in back.rules
        }, name


def test_a_jigsaw_of_sumocue_names_a_region_for_each_cell() -> None:
    layout = "001222222" + "000112244" + "300112564"
    text = "SumoCueV1" + "".join(f"=0J{sign}" for sign in layout * 3)
    found = formats.read(text)

    assert (1, 1, 2, 3) == found.regions[:4]
    assert "sumocue" == formats.detect(text)


@pytest.mark.parametrize(
    ("data", "given", "entry", "notes"),
    [
        ("version: 1&#10;5|-|0|0|1,2,|1|3|-|1|", 5, 3, (1, 2)),
        ("version: 2&#10;5|0|0|0|3||1|3|0|1|", 5, 3, (1, 2)),
        ("version: 3&#10;5|0|0|0|3|1|3|0|1|", 5, 3, (1, 2)),
    ],
)
def test_games_of_opensudoku_of_all_versions_are_read(data: str, given: int, entry: int, notes: tuple[int]) -> None:
    rest = {"1": "0|-|1|", "2": "0|0||1|", "3": "0|0|1|"}[data[9]] * 78
    found = formats.read(
        f'<opensudoku version="2"><folder name="A"><game time="754000" data="{data}{rest}"/></folder></opensudoku>'
    )

    assert (given, entry, notes) == (found.givens[0], found.entries[2], found.marks[1])
    assert ("A", 754) == (found.title, found.seconds)


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><opensudoku><game data="&b;"/></opensudoku>',
        '<?xml version="1.0"?><!DOCTYPE opensudoku SYSTEM "file:///etc/passwd"><opensudoku/>',
    ],
)
def test_entities_and_document_types_are_refused_unread(text: str) -> None:
    with pytest.raises(FormatError, match="document types and entities are not read"):
        formats.read(text)


def test_an_id_of_solo_counts_blanks_by_letters_and_knows_diagonals() -> None:
    found = formats.read("2x2x:a1b2h4a3")

    assert (0, 1, 0, 0, 2) == found.givens[:5]
    assert (Rule("falling diagonal"), Rule("rising diagonal")) == found.rules


def test_only_the_digits_of_a_drawing_of_penpa_are_read_and_the_rest_is_not_forgotten() -> None:
    cell = (2 + 0) * 13 + 2 + 4
    lines = [
        "square,9,9,38,0,1,1,418,418,0,0",
        "[0,0,0,0]",
        '["1","2","1"]',
        f'{{zN:{{"{cell}":["5",1,"1"]}},zL:{{"1":2}}}}',
    ]
    deflating = zlib.compressobj(wbits=-15)
    payload = base64.b64encode(deflating.compress("\n".join(lines).encode()) + deflating.flush()).decode()
    found = formats.read(f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={payload}")

    assert "....5...." == signs(found.givens[:9])
    assert ["penpa line"] == [kept.name for kept in found.kept if kept.is_rule]


def test_a_bomb_in_a_link_is_refused() -> None:
    bomb = compress("a" * 2_100_000)

    assert 5_000 > len(bomb)
    with pytest.raises(FormatError, match="unfolds into more than 2 MB"):
        formats.read("https://www.f-puzzles.com/?load=" + bomb)


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], max_codepoint=0xFFFF), max_size=80))
def test_compression_agrees_with_that_of_others(text: str) -> None:
    assert lzstring.LZString().compressToBase64(text) == compress(text)
    assert text == decompress(compress(text))


def test_characters_beyond_sixteen_bits_survive() -> None:
    assert "a😀b" == decompress(compress("a😀b"))


PLAIN = st.recursive(
    st.text(max_size=6)
    | st.integers(-999, 99_999)
    | st.booleans()
    | st.sampled_from(["#ff00aa", "#000000", "t", 'it\'s "so"']),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(st.sampled_from(["value", "cells", "x y", "d"]), inside, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["cells", "cages", "title"]), PLAIN, min_size=1))
def test_packed_data_is_read_back(data: dict[str, object]) -> None:
    def without_empty(value: object) -> object:
        if isinstance(value, dict):
            return {key: without_empty(inside) for key, inside in value.items() if inside != []}
        return [without_empty(inside) for inside in value] if isinstance(value, list) else value

    assert without_empty(data) == unpacked(packed(data))


def test_packed_text_of_sudokupad_is_read_by_tokens() -> None:
    text = "{ce:[[{v:5},,{}]],ca:[{ce:[[0,0]],v:'it\\'s: {a,b}',u:t}],c:ff00aa,c1:#0}"

    assert {
        "cells": [[{"value": 5}, {}, {}]],
        "cages": [{"cells": [[0, 0]], "value": "it's: {a,b}", "underlays": True}],
        "color": "#ff00aa",
        "borderColor": "#000000",
    } == unpacked(text)


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        (f":0000:x:{LINE[:50]}x{LINE[51:]}::::", (1, 59), "expected a digit"),
        ("3x3::k:1:2:x", (1, 12), "expected a number"),
        (".~R1C1_5~R1C12_4", (1, 10), "expected a cell and its digit"),
        ("3x3:a5b,x!", (1, 5), "the id has 4 cells; 81 are needed"),
        ("[Puzzle]\n1x", (2, 1), "the grid has 2 cells"),
        ('<opensudoku>\n<game data="12"/></opensudoku>', (2, 1), "the grid has 2 cells"),
        ("<opensudoku>\n<game", (2, 1), "this is no XML"),
        ('{"size":9,"grid":[[{"value":77}]]}', (1, 1), "the grid is not square"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=12", (1, 42), "the grid has 2 cells"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(text: str, place: tuple[int, int], said: str) -> None:
    with pytest.raises(FormatError) as caught:
        formats.read(text)

    assert said in str(caught.value)
    assert place == (caught.value.line, caught.value.column)
