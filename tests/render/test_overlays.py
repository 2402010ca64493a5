"""What lies over a grid: outlines that close, clues outside, gaps without lines; all of it told as text and data."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsolver.picture import Cage, Cell, Dot, Grid, Line, Outside, Overlay, Page, Shade
from cpsolver.render.as_json import as_json
from cpsolver.render.as_svg import as_svg
from cpsolver.render.as_svg.overlay import outlines
from cpsolver.render.as_text import as_text

NS = "{http://www.w3.org/2000/svg}"
EMPTY = tuple(tuple(Cell() for _ in range(4)) for _ in range(4))
BOXES = tuple(tuple(r // 2 * 2 + c // 2 for c in range(4)) for r in range(4))


def grid(*overlays: Overlay) -> Grid:
    return Grid(EMPTY, BOXES, overlays=overlays)


def svg(picture: Grid) -> ET.Element:
    return ET.fromstring(as_svg(Page((picture,))))


def lines(picture: Grid) -> list[str]:
    return as_text(Page((picture,))).rstrip("\n").split("\n")


# -- outlines of cages ---------------------------------------------------------------------------------------


def test_the_outline_of_one_cell_is_a_square_inside_it() -> None:
    assert [[(1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0)]] == [
        sorted_around(loop) for loop in outlines([(0, 0)], 10, 1)
    ]


def sorted_around(loop: list[tuple[float, float]]) -> list[tuple[float, float]]:
    start = loop.index(min(loop))
    return [*loop[start:], *loop[:start]]


def test_a_ring_has_an_outer_and_an_inner_outline() -> None:
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    outer, inner = sorted(outlines(ring, 10, 1), key=lambda loop: min(loop))

    assert {(1.0, 1.0), (29.0, 1.0), (29.0, 29.0), (1.0, 29.0)} == set(outer)
    assert {(9.0, 9.0), (21.0, 9.0), (21.0, 21.0), (9.0, 21.0)} == set(inner)


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_any_outline_is_closed_and_turns_at_right_angles(cells: set[tuple[int, int]]) -> None:
    for loop in outlines(sorted(cells), 10, 1):
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([*loop, loop[0]])]
        assert all((dx == 0) != (dy == 0) for dx, dy in steps)
        assert all((a[0] == 0) != (b[0] == 0) for a, b in pairwise([*steps, steps[0]]))


# -- SVG -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("overlay", "attribute", "value", "count"),
    [
        (Cage(((0, 0), (0, 1)), "5"), "stroke-dasharray", "4 3", 1),
        (Line(((0, 0), (1, 1)), "thermometer"), "fill", "#ccd3da", 1),
        (Line(((0, 0), (1, 1), (2, 2)), "arrow"), "stroke", "#8d97a1", 3),
        (Line(((0, 0), (1, 1), (2, 2)), "between"), "stroke", "#8d97a1", 2),
        (Line(((0, 0), (1, 1)), "green"), "stroke", "#a9dcae", 1),
        (Dot(((0, 0), (0, 1)), "black"), "r", "4.8", 1),
        (Shade(((0, 0), (3, 3)), "grey"), "fill", "#e9edf1", 2),
        (Shade(((0, 0),), "circle"), "fill", "#d3d9df", 1),
    ],
)
def test_an_overlay_is_drawn(overlay: Overlay, attribute: str, value: str, count: int) -> None:
    assert count == sum(node.get(attribute) == value for node in svg(grid(overlay)).iter())
    assert 0 == sum(node.get(attribute) == value for node in svg(grid()).iter())


def test_texts_of_cages_dots_and_clues_are_written() -> None:
    picture = grid(
        Cage(((0, 0),), "17"),
        Dot(((0, 0), (0, 1)), text="X"),
        Outside((1, -1), (0, 1), "35"),
        Outside((-1, 0), (1, 1), "9"),
    )
    assert {"17", "X", "35", "9"} <= {node.text for node in svg(picture).iter(f"{NS}text")}


def test_clues_outside_get_room_on_their_side_only() -> None:
    bare, left, below = (
        svg(grid(*clues)) for clues in ((), (Outside((0, -1), (0, 1), "3"),), (Outside((4, 0), (-1, 0), "3"),))
    )

    assert 34 == float(left.get("width", "")) - float(bare.get("width", ""))
    assert bare.get("height") == left.get("height")
    assert 34 == float(below.get("height", "")) - float(bare.get("height", ""))


def test_where_a_grid_has_no_cell_nothing_is_drawn() -> None:
    cells = ((Cell("1"), Cell(role="void")), (Cell(), Cell("2")))
    drawn = svg(Grid(cells, ((1, 0), (1, 1))))
    white = [node for node in drawn.iter(f"{NS}rect") if node.get("width") == "40"]

    assert {("0", "0"), ("0", "40"), ("40", "40")} == {(node.get("x"), node.get("y")) for node in white}


# -- text and data -------------------------------------------------------------------------------------------


def test_clues_stand_outside_and_the_rest_is_told_below() -> None:
    picture = grid(
        Outside((0, -1), (0, 1), "12"),
        Outside((2, 4), (0, -1), "3"),
        Outside((-1, 1), (1, 0), "7"),
        Outside((-1, 3), (1, -1), "8"),
        Outside((4, 0), (-1, 0), "9"),
        Cage(((0, 0), (0, 1)), "5"),
        Cage(((3, 3),), "4"),
        Line(((0, 0), (1, 1)), "thermometer"),
        Line(((0, 0), (1, 1)), "purple"),
        Dot(((0, 0), (1, 0)), "white"),
        Dot(((0, 0), (1, 0)), "greater"),
        Dot(((0, 2), (0, 3)), text="X"),
        Shade(((2, 2),)),
    )
    assert [
        "       7      8↙",
        "12  .  . |  .  .",
        "    .  . |  .  .",
        "   ------+------",
        "    .  . |  .  .  3",
        "    .  . |  .  .",
        "    9",
        "",
        "cages: 5 in r1c1 r1c2 · 4 in r4c4",
        "thermometers: r1c1 r2c2",
        "purple lines: r1c1 r2c2",
        "white dots: r1c1 r2c1",
        "greater: r1c1 > r2c1",
        "between: X in r1c3 r1c4",
        "shaded: r3c3",
    ] == lines(picture)


def test_gaps_are_blank_as_text() -> None:
    cells = ((Cell("1"), Cell(role="void")), (Cell(), Cell("2")))
    assert ["1", ". 2"] == lines(Grid(cells))


def test_overlays_as_data_name_their_form() -> None:
    picture = grid(Cage(((0, 1),), "5"), Outside((0, -1), (0, 1), "3"))
    made = json.loads(as_json(Page((picture,))))["pictures"][0]["overlays"]

    assert [
        {"overlay": "cage", "cells": [[0, 1]], "text": "5"},
        {"overlay": "outside", "at": [0, -1], "towards": [0, 1], "text": "3"},
    ] == made
