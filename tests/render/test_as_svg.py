"""SVG: well-formed, safe, with things where they belong. How it looks was judged by eye."""

import itertools
import math
import xml.etree.ElementTree as ET
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.picture import (
    Cell,
    Chart,
    Formula,
    Graph,
    GraphEdge,
    GraphNode,
    Grid,
    Listing,
    Marker,
    Narrative,
    NodeRole,
    Page,
    Picture,
    Sentence,
    SentenceRole,
    Series,
    Strip,
)
from cpsolver.render.as_svg import RENDERER, as_svg, describe
from cpsolver.render.as_svg.arrangement import in_circle, in_square
from cpsolver.render.as_svg.chart import HEIGHT, Axis
from cpsolver.render.as_svg.layout import in_layers
from cpsolver.render.as_svg.markup import BLUE, INK, element, short, text_width

NS = "{http://www.w3.org/2000/svg}"


def drawn(*pictures: Picture) -> ET.Element:
    return ET.fromstring(as_svg(Page(pictures)))


def texts(root: ET.Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{NS}text")]


def find(root: ET.Element, text: str) -> ET.Element:
    return next(node for node in root.iter(f"{NS}text") if node.text == text)


def test_renderer_names_its_format() -> None:
    assert (RENDERER.name, RENDERER.media_type, RENDERER.suffix) == ("svg", "image/svg+xml", ".svg")


def test_smallest_page_letter_by_letter() -> None:
    assert as_svg(Page((Chart("x", "y", ()),))) == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="236" height="60" viewBox="0 0 236 60" role="img" '
        'font-family="system-ui, -apple-system, &#x27;Segoe UI&#x27;, Roboto, Helvetica, Arial, &#x27;DejaVu '
        'Sans&#x27;, sans-serif"><title>cpsolver</title><desc>chart of y against x: </desc>'
        '<rect x="0.5" y="0.5" width="235" height="59" rx="6" fill="#ffffff" stroke="#c8ced5" stroke-width="1"/>'
        '<g transform="translate(18 18)"><g transform="translate(0 0)">'
        '<text x="0" y="16" fill="#59636e" font-size="14">no points to show</text></g></g></svg>'
    )


def test_title_and_description_come_first() -> None:
    root = ET.fromstring(as_svg(Page((Grid(((Cell("5", "given"), Cell("4", "found")),)),), "a < b & c")))
    title, desc = list(root)[:2]
    assert (f"{NS}title", "a < b & c") == (title.tag, title.text)
    assert (f"{NS}desc", "grid of 1 row and 2 columns: 1 given, 1 found") == (desc.tag, desc.text)


def test_given_is_bold_and_black_and_found_is_blue() -> None:
    root = drawn(Grid(((Cell("5", "given"), Cell("4", "found")),)))
    five, four = find(root, "5").attrib, find(root, "4").attrib
    assert (five["fill"], five["font-weight"]) == (INK, "bold")
    assert (four["fill"], four.get("font-weight")) == (BLUE, None)


def test_markers_are_shaded_and_explained() -> None:
    markers = (Marker((0, 0), "premise"), Marker((0, 1), "conclusion"), Marker((1, 0), "contradiction"))
    cells = ((Cell("1"), Cell("2")), (Cell("3"), Cell("4")))
    root = drawn(Grid(cells, markers=markers))
    fills = [node.get("fill") for node in root.iter(f"{NS}rect")]
    assert all(fills.count(shade) == 2 for shade in ("#fff0a8", "#b9ecc4", "#ffc2c2")), "a cell and its legend each"
    assert {"premise", "conclusion", "contradiction"} <= set(texts(root))


def test_boxes_have_thick_borders_and_numbers_outside() -> None:
    cells = tuple(tuple(Cell("x") for _ in range(2)) for _ in range(2))
    root = drawn(Grid(cells, ((0, 1), (0, 1))))
    thick = next(node.get("d") for node in root.iter(f"{NS}path") if node.get("stroke-width") == "2")
    assert thick == "M0 0h80v80H0zM40 0v40M40 40v40"
    assert texts(root) == ["1", "2", "1", "2", "x", "x", "x", "x"]


def test_a_candidate_has_the_same_place_in_every_cell() -> None:
    nine = tuple("123456789")
    rows = [(Cell(candidates=("5",)), *[Cell()] * 8), (Cell(candidates=nine), *[Cell()] * 8), *[(Cell(),) * 9] * 7]
    root = drawn(Grid(tuple(rows)))
    fives = [node for node in root.iter(f"{NS}text") if node.text == "5"]
    assert fives[0].get("x") == fives[1].get("x")


def test_many_candidates_are_told_as_a_span() -> None:
    values = tuple(str(number) for number in range(100))
    assert texts(drawn(Grid(((Cell(candidates=values),),)))) == ["0…99"]


def test_listing_puts_numbers_to_the_right_and_strikes_rejected_ones() -> None:
    root = drawn(Listing(("t", "why"), (("-1", "t > 0"), ("3", "")), rejected=(0,)))
    assert (find(root, "-1").get("text-anchor"), find(root, "-1").get("text-decoration")) == ("end", "line-through")
    assert (find(root, "t > 0").get("text-anchor"), find(root, "t > 0").get("text-decoration")) == (None, None)


def chain() -> Graph:
    nodes = (
        GraphNode("a", "a", role="given", on_path=True),
        GraphNode("f", "f = a", "box", "condition", 1, on_path=True),
        GraphNode("x", "x", role="sought", layer=2, on_path=True),
        GraphNode("y", "y", layer=2),
    )
    return Graph(nodes, (GraphEdge("a", "f", True), GraphEdge("f", "x", True), GraphEdge("a", "y")))


def test_path_is_bold_and_the_rest_pale() -> None:
    root = drawn(chain())
    assert [find(root, text).get("font-weight") for text in ("a", "f = a", "x", "y")] == ["bold", "bold", "bold", None]
    strokes = [node.get("stroke") for node in root.iter(f"{NS}path") if node.get("stroke")]
    assert strokes == ["#c8ced5", INK, INK, INK], "pale below, the path above it, its line in the legend"


def test_legend_names_the_roles_there_are() -> None:
    assert texts(drawn(chain()))[4:] == ["given", "sought", "open", "condition", "path taken"]


def test_arrows_have_heads_and_plain_lines_none() -> None:
    nodes = (GraphNode("a", "a"), GraphNode("c", "c", "box", "condition", 1))
    for directed, heads in ((True, 1), (False, 0)):
        root = drawn(Graph(nodes, (GraphEdge("a", "c", directed=directed),)))
        assert heads == sum(node.get("fill") not in (None, "none") for node in root.iter(f"{NS}path"))


def test_edges_backwards_and_within_a_layer_are_drawn() -> None:
    nodes = (GraphNode("a", "a"), GraphNode("b", "b"), GraphNode("c", "c", layer=1), GraphNode("d", "d", layer=3))
    edges = (GraphEdge("a", "b"), GraphEdge("d", "a"), GraphEdge("a", "c"), GraphEdge("c", "c"))
    assert len(list(drawn(Graph(nodes, edges)).iter(f"{NS}path"))) == 8


def overlaps(centres: dict[str, tuple[float, float]], sizes: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    return [
        (one, other)
        for one, other in itertools.combinations(sizes, 2)
        if abs(centres[one][0] - centres[other][0]) < (sizes[one][0] + sizes[other][0]) / 2
        and abs(centres[one][1] - centres[other][1]) < (sizes[one][1] + sizes[other][1]) / 2
    ]


def test_81_cells_and_27_units_do_not_overlap() -> None:
    cells = {f"r{r}c{c}": 0 for r in range(9) for c in range(9)}
    units = {f"{what}{n}": 1 for what in ("row", "column", "box") for n in range(9)}
    edges = [
        (f"r{r}c{c}", unit)
        for r in range(9)
        for c in range(9)
        for unit in (f"row{r}", f"column{c}", f"box{r // 3 * 3 + c // 3}")
    ]
    sizes = dict.fromkeys((*cells, *units), (60.0, 28.0))
    placement = in_layers(sizes, cells | units, edges)
    assert overlaps(dict(placement.centres), sizes) == []
    assert all(0 <= x <= placement.width and 0 <= y <= placement.height for x, y in placement.centres.values())


def test_layers_are_ordered_without_needless_crossings() -> None:
    sizes = dict.fromkeys("abcxyz", (20.0, 20.0))
    layers = dict.fromkeys("abc", 0) | dict.fromkeys("xyz", 1)
    y = {n: p[1] for n, p in in_layers(sizes, layers, [("a", "z"), ("b", "y"), ("c", "x")]).centres.items()}
    assert sorted("abc", key=y.__getitem__) == [{"z": "a", "y": "b", "x": "c"}[n] for n in sorted("xyz", key=y.get)]  # type: ignore[arg-type]


def test_a_long_edge_passes_beside_the_nodes_of_the_layers_between() -> None:
    sizes = dict.fromkeys("abcd", (40.0, 20.0))
    placement = in_layers(sizes, {"a": 0, "b": 1, "c": 1, "d": 2}, [("a", "b"), ("a", "c"), ("b", "d"), ("a", "d")])
    heights = {point[1] for point in placement.bends[3]}
    assert all(abs(height - placement.centres[name][1]) > 10 for height in heights for name in "bc")


def test_layers_go_downwards_where_side_by_side_they_are_too_wide() -> None:
    names = [f"a quantity of number {n}" for n in range(9)]
    nodes = tuple(GraphNode(name, name, layer=n, on_path=True) for n, name in enumerate(names))
    edges = tuple(GraphEdge(one, other, True) for one, other in itertools.pairwise(names))
    few, many = drawn(Graph(nodes[:3], edges[:2])), drawn(Graph(nodes, edges))

    assert float(few.attrib["width"]) > float(few.attrib["height"])
    assert float(many.attrib["width"]) < float(many.attrib["height"])


def test_an_edge_past_many_layers_is_straight() -> None:
    names = [f"n{n}" for n in range(8)]
    sizes = dict.fromkeys(names, (60.0, 28.0))
    edges = [*itertools.pairwise(names), ("n0", "n7")]
    placement = in_layers(sizes, {name: n for n, name in enumerate(names)}, edges)

    assert 1 == len({round(height, 3) for _, height in placement.bends[-1]})


@pytest.mark.parametrize("downwards", [False, True])
def test_in_both_directions_nothing_overlaps(downwards: bool) -> None:
    sizes = {f"n{n}": (60.0 + 9 * n, 28.0) for n in range(12)}
    layers = {name: n % 4 for n, name in enumerate(sizes)}
    edges = [(one, other) for one in sizes for other in sizes if layers[one] < layers[other]]
    placement = in_layers(sizes, layers, edges, downwards)

    assert [] == overlaps(dict(placement.centres), sizes)
    assert downwards == placement.downwards


def sudoku() -> tuple[dict[str, tuple[float, float]], list[str], list[tuple[str, str]]]:
    cells = [f"r{r}c{c}" for r in range(9) for c in range(9)]
    units = [f"{what}{n}" for what in ("row", "column", "box") for n in range(9)]
    edges = [
        (f"r{r}c{c}", unit)
        for r in range(9)
        for c in range(9)
        for unit in (f"row{r}", f"column{c}", f"box{r // 3 * 3 + c // 3}")
    ]
    return dict.fromkeys((*cells, *units), (64.0, 28.0)), cells, edges


def test_the_cells_of_a_sudoku_stand_in_a_square_with_their_units_about_them() -> None:
    sizes, cells, edges = sudoku()
    placement = in_square(sizes, cells, edges)
    centres = dict(placement.centres)

    assert [] == overlaps(centres, sizes)
    assert {centres["r4c0"][1]} == {centres[name][1] for name in ("row4", *(f"r4c{c}" for c in range(9)))}
    assert {centres["r0c4"][0]} == {centres[name][0] for name in ("column4", *(f"r{r}c4" for r in range(9)))}
    assert centres["r3c3"][1] < centres["box4"][1] < centres["r5c3"][1]
    assert placement.width < 1000 and placement.height < 800


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_in_a_square_nothing_overlaps(data: st.DataObject) -> None:
    variables = [f"v{n}" for n in range(data.draw(st.integers(1, 12)))]
    conditions = [f"c{n}" for n in range(data.draw(st.integers(0, 12)))]
    sizes = {name: (float(data.draw(st.integers(30, 200))), 28.0) for name in (*variables, *conditions)}
    edges = [(c, v) for c in conditions for v in data.draw(st.lists(st.sampled_from(variables), unique=True))]
    placement = in_square(sizes, variables, edges)

    assert [] == overlaps(dict(placement.centres), sizes)
    assert set(sizes) == set(placement.centres)


def test_there_is_a_place_for_every_condition_of_whatever_width() -> None:
    """Two that touch may seem to cover each other by the last digit of a sum."""
    for seed in range(90, 110):
        draw = Random(seed)
        variables, conditions = [f"v{i}" for i in range(12)], [f"c{i}" for i in range(20)]
        sizes = {name: (40.0 + draw.random() * 30, 20.0) for name in variables}
        sizes |= {name: (30 + draw.random() * 90, 16.0) for name in conditions}
        edges = [(name, variable) for name in conditions for variable in draw.sample(variables, 2)]

        assert set(sizes) == set(in_square(sizes, variables, edges).centres)


def test_roles_differ_in_their_borders_too() -> None:
    roles: tuple[NodeRole, ...] = ("given", "sought", "found", "open")
    root = drawn(Graph(tuple(GraphNode(role, f"is {role}", role=role) for role in roles), ()))
    boxes = [node for node in root.iter(f"{NS}rect") if node.get("rx") != "6"]

    assert 2 * (len(roles) + 1) == len(boxes), "each with its legend; what is sought has a second line"
    assert 2 == sum(node.get("stroke-dasharray") is not None for node in boxes), "open nodes are dashed"


def test_a_legend_uses_the_words_of_the_kind_and_a_note_stands_below() -> None:
    node = GraphNode("a", "a = 1", role="open")
    found = texts(drawn(Graph((node,), (), meanings=(("open", "not needed"),), note="3 formulas not needed")))

    assert {"not needed", "3 formulas not needed"} <= set(found)
    assert "open" not in found


def test_the_map_of_australia_around_a_circle_has_no_crossings() -> None:
    names = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    border = [
        tuple(pair.split("-"))
        for pair in ["WA-NT", "WA-SA", "NT-SA", "NT-Q", "SA-Q", "SA-NSW", "SA-V", "Q-NSW", "NSW-V"]
    ]
    placement = in_circle(dict.fromkeys(names, (40.0, 28.0)), [(a, b) for a, b in border])
    turn = {n: math.atan2(y - placement.height / 2, x - placement.width / 2) for n, (x, y) in placement.centres.items()}
    chords = [sorted((turn[a], turn[b])) for a, b in border]
    assert not any(a < c < b < d or c < a < d < b for (a, b), (c, d) in itertools.combinations(chords, 2))


def test_decades_are_written_out_and_one_stands_above_the_axis() -> None:
    axis = Axis.decades([1, 3, 4200])
    assert [text for _, text in axis.ticks] == ["1", "10", "100", "1,000", "10,000"]
    assert 0 < axis.part(1) < 0.1 < axis.part(4200) <= 1


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([24.0, 81.0], ["30", "40", "50", "60", "70", "80"]),
        ([0.0, 3.75], ["0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5"]),
        ([1.0, 2.0, 3.0], ["1", "2", "3"]),
        ([5.0], ["5"]),
    ],
)
def test_ticks_are_round_numbers(values: list[float], expected: list[str]) -> None:
    assert expected == [text for _, text in Axis.linear(values).ticks]


def test_one_series_is_bars_and_several_are_lines() -> None:
    one, other = Series("naive", ((1, 10), (2, 100))), Series("backtracking", ((1, 1), (2, 0)))
    bars, lines = drawn(Chart("x", "y", (one,), log=True)), drawn(Chart("x", "y", (one, other), log=True))
    assert len([node for node in bars.iter(f"{NS}rect") if node.get("fill") == BLUE]) == 2
    assert len(list(lines.iter(f"{NS}circle"))) == 3 + 2, "zero has no logarithm; two in the legend"
    assert {"naive", "backtracking"} <= set(texts(lines)) and "naive" not in texts(bars)


def test_series_of_ones_is_drawn_well_above_a_logarithmic_axis() -> None:
    ones, many = Series("cpsat", ((0, 1), (1, 1))), Series("naive", ((0, 1), (1, 1000)))
    root = drawn(Chart("x", "y", (ones, many), log=True))
    heights = [float(node.attrib["cy"]) for node in root.iter(f"{NS}circle") if node.get("fill") == BLUE]
    assert 3 == len(heights), "two points and the legend's"
    assert max(heights) < HEIGHT - 20


def test_a_logarithmic_axis_starts_at_half_the_least_value() -> None:
    assert math.log10(0.5) == pytest.approx(Axis.decades([1, 1]).low)
    assert math.log10(1.5) > Axis.decades([3, 40]).low


def test_series_without_a_point_is_not_in_the_legend() -> None:
    one, none, zero = Series("naive", ((1, 10), (2, 100))), Series("latin", ()), Series("cpsat", ((1, 0),))
    found = texts(drawn(Chart("x", "y", (one, none, zero), log=True)))
    assert "naive" in found and not {"latin", "cpsat"} & set(found)


def test_answer_rejection_and_warning_differ_in_colour_and_sign() -> None:
    roles: tuple[SentenceRole, ...] = ("plain", "answer", "rejected", "warning", "chosen", "detail")
    root = drawn(Narrative(tuple(Sentence(f"it is {role}", role=role) for role in roles)))
    lines = [node for node in root.iter(f"{NS}text") if "it is" in (node.text or "")]
    assert len(roles) == len({node.get("fill") for node in lines})
    assert ["it is answer", "✗ it is rejected", "! it is warning"] == [node.text for node in lines[1:4]]


def test_an_edge_carries_its_text() -> None:
    nodes = tuple(GraphNode(name, name) for name in "ab")
    assert "a < b" in texts(drawn(Graph(nodes, (GraphEdge("a", "b", directed=False, text="a < b"),))))


def test_a_strip_goes_on_below_where_it_gets_too_wide() -> None:
    wide = Grid((tuple(Cell(str(number)) for number in range(20)),))
    root = drawn(Strip((wide, wide)))
    assert float(root.attrib["width"]) < 900 and float(root.attrib["height"]) > 2 * 40


def test_every_picture_is_described() -> None:
    pictures = (Formula("x", "x = 1"), Narrative((Sentence("a"),)), Listing(("a", "b"), (("1", "2"),)), chain())
    assert (
        describe(Strip(pictures))
    ) == "4 pictures: x = 1; 1 sentence; table of 1 row: a, b; graph of 3 variables, 1 condition and 3 edges"


def test_numbers_are_short_and_there_is_no_minus_nought() -> None:
    assert [short(value) for value in (-0.01, 1.0, 1.25001, -2)] == ["0", "1", "1.3", "-2"]


def test_attributes_are_escaped_and_absent_ones_left_out() -> None:
    assert element("a", b_c='"<', d=1.0, e=None) == '<a b-c="&quot;&lt;" d="1"/>'


def test_east_asian_text_counts_as_wide() -> None:
    assert text_width("数独") > text_width("ab")


TEXTS = st.text(max_size=12)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_any_text_gives_well_formed_svg_without_scripts(one: str, other: str) -> None:
    hostile = f"</text><script>{one}</script>\"'&"
    pictures = (
        Grid(((Cell(one), Cell(candidates=(other, hostile))),), title=hostile),
        Listing((one, hostile), ((other, one),)),
        Graph((GraphNode(one, hostile), GraphNode(one + "x", other, "box")), (GraphEdge(one, one + "x"),)),
        Chart(one, hostile, (Series(other, ((1, 2),)), Series(hostile, ((1, 2),)))),
        Narrative((Sentence(hostile, one),), other),
        Formula(hostile, other),
    )
    root = ET.fromstring(as_svg(Page((Strip(pictures, one), *pictures), other)))
    assert not [node for node in root.iter() if node.tag.endswith("script")]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_layered_nodes_never_overlap(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 9))
    names = [f"n{number}" for number in range(count)]
    layers = {name: data.draw(st.integers(-1, 3)) for name in names}
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    sizes = {name: (data.draw(st.floats(20, 200)), data.draw(st.floats(20, 80))) for name in names}
    placement = in_layers(sizes, layers, data.draw(st.lists(pairs, max_size=14)))
    assert overlaps(dict(placement.centres), sizes) == []
