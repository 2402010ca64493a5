"""Pictures as plain text, letter by letter."""

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
    Page,
    Picture,
    Sentence,
    Series,
    Strip,
)
from cpsolver.render.as_text import RENDERER, as_text
from cpsolver.render.as_text.words import wrapped

SOLVED = (
    "435678912", "167249358", "298351764", "576134829", "381925647", "924786135", "813567294", "642893571", "759412683",
)  # fmt: skip


def shown(*pictures: Picture, width: int = 100) -> str:
    return as_text(Page(pictures), width)


def boxes(size: int, high: int, wide: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(r // high * (size // wide) + c // wide for c in range(size)) for r in range(size))


def grid(rows: tuple[str, ...], *, high: int, wide: int) -> Grid:
    cells = tuple(tuple(Cell("" if sign == "." else sign) for sign in row) for row in rows)
    return Grid(cells, boxes(len(rows), high, wide))


def test_renderer_names_its_format() -> None:
    assert (RENDERER.name, RENDERER.media_type, RENDERER.suffix) == ("text", "text/plain", ".txt")


def test_sudoku_has_rules_between_boxes() -> None:
    assert (
        shown(grid(SOLVED, high=3, wide=3))
        == """\
4 3 5 | 6 7 8 | 9 1 2
1 6 7 | 2 4 9 | 3 5 8
2 9 8 | 3 5 1 | 7 6 4
------+-------+------
5 7 6 | 1 3 4 | 8 2 9
3 8 1 | 9 2 5 | 6 4 7
9 2 4 | 7 8 6 | 1 3 5
------+-------+------
8 1 3 | 5 6 7 | 2 9 4
6 4 2 | 8 9 3 | 5 7 1
7 5 9 | 4 1 2 | 6 8 3"""
    )


def test_boxes_two_high_and_three_wide_and_empty_cells() -> None:
    rows = ("12.456", "4.6123", "231564", "564231", "312645", "6453.2")
    assert (
        shown(grid(rows, high=2, wide=3))
        == """\
1 2 . | 4 5 6
4 . 6 | 1 2 3
------+------
2 3 1 | 5 6 4
5 6 4 | 2 3 1
------+------
3 1 2 | 6 4 5
6 4 5 | 3 . 2"""
    )


def test_jigsaw_boxes_are_outlined() -> None:
    cells = tuple(tuple(Cell("12345"[(r + c) % 5]) for c in range(5)) for r in range(5))
    regions = ((0, 0, 0, 1, 1), (0, 2, 1, 1, 1), (0, 2, 2, 2, 3), (4, 4, 2, 3, 3), (4, 4, 4, 3, 3))
    assert (
        shown(Grid(cells, regions))
        == """\
1   2   3 | 4   5
  +---+---+
2 | 3 | 4   5   1
  |   +-------+--
3 | 4   5   1 | 2
--+---+   +---+
4   5 | 1 | 2   3
      +---+
5   1   2 | 3   4"""
    )


def test_columns_of_numbers_with_two_digits_are_equally_wide() -> None:
    cells = tuple(tuple(Cell(str(number)) for number in row) for row in ((9, 10), (11, 2)))
    assert shown(Grid(cells)) == " 9 10\n11  2"


def test_candidates_are_shown_where_a_cell_has_no_text() -> None:
    row = (Cell("5", "given"), Cell(candidates=("1", "2")), Cell(candidates=("10", "2")), Cell("7"))
    assert shown(Grid((row,))) == "5 12 10,2 7"


def test_marked_cells_carry_a_sign_that_is_explained() -> None:
    markers = (Marker((0, 0), "premise"), Marker((0, 1), "conclusion"))
    assert shown(Grid(((Cell("5"), Cell("7")),), markers=markers)) == "5' 7*\n\n' premise   * conclusion"


def test_stones_without_text() -> None:
    assert shown(Grid(((Cell(role="black"), Cell(role="white"), Cell()),))) == "X O ."


def test_short_rows_are_filled_up() -> None:
    assert shown(Grid(((Cell("1"), Cell("2")), (Cell("3"),)))) == "1 2\n3"


def test_listing_is_aligned_and_numbers_stand_to_the_right() -> None:
    rows = (("cpsat", "0.012", "1,204"), ("naive", "10.000", ""))
    assert (
        shown(Listing(("solver", "seconds", "nodes"), rows, "a comparison"))
        == """\
a comparison
solver  seconds  nodes
------  -------  -----
cpsat     0.012  1,204
naive    10.000"""
    )


def test_rejected_row_is_crossed() -> None:
    rows = (("−1.236", "t > 0 does not hold"), ("3.236", ""))
    assert (
        shown(Listing(("t", "because"), rows, rejected=(0,)))
        == """\
       t  because
  ------  -------------------
✗ −1.236  t > 0 does not hold
   3.236"""
    )


def test_wide_listing_is_wrapped_in_its_widest_column() -> None:
    listing = Listing(("a", "note"), (("1", "the time limit was met before the end"),))
    assert (
        shown(listing, width=20)
        == """\
a  note
-  -----------------
1  the time limit
   was met before
   the end"""
    )


def test_listing_without_head_or_rows() -> None:
    assert shown(Listing((), (("x", "1"),))) == "x  1"
    assert shown(Listing((), ())) == ""


def test_graph_tells_formulas_with_what_they_need_and_give() -> None:
    nodes = (
        GraphNode("v", "v = 0", role="given", on_path=True),
        GraphNode("m", "m"),
        GraphNode("f", "v = vs + a*t", "box", "condition", 1, on_path=True),
        GraphNode("g", "E = m*v^2/2", "box", "condition", 1),
        GraphNode("t", "t", role="sought", layer=2, on_path=True),
    )
    edges = (GraphEdge("v", "f", True), GraphEdge("f", "t", True), GraphEdge("m", "g"), GraphEdge("v", "g"))
    assert (
        shown(Graph(nodes, edges))
        == """\
given:  v = 0
sought: t

* v = 0 → v = vs + a*t → t
  m, v = 0 → E = m*v^2/2"""
    )


def test_graph_of_plain_lines() -> None:
    nodes = (GraphNode("a", "a"), GraphNode("b", "b"), GraphNode("c", "c"), GraphNode("r", "rows", "box", "condition"))
    edges = (GraphEdge("a", "b", directed=False), GraphEdge("a", "r", directed=False))
    assert shown(Graph(nodes, edges)) == "a — b\nc\nrows: a"


def test_an_edge_with_a_text_is_a_line_of_its_own() -> None:
    nodes = tuple(GraphNode(name, name) for name in "abc")
    edges = (GraphEdge("a", "b", directed=False, text="a < b"), GraphEdge("a", "c", directed=False))
    assert shown(Graph(nodes, edges)) == "a — b: a < b\na — c"


def test_formula_in_a_graph_is_not_broken_at_its_equals_sign() -> None:
    nodes = (GraphNode("f", "x" * 20, "box"), GraphNode("x", "x = 35.1 m", layer=1))
    assert f"{'x' * 20} →\n    x = 35.1 m" == shown(Graph(nodes, (GraphEdge("f", "x"),)), width=28)


def test_chart_bars_are_logarithmic_and_never_vanish() -> None:
    chart = Chart("filled cells", "nodes", (Series("naive", ((17, 1), (18, 100), (19, 10000), (20, 0))),), log=True)
    assert (
        shown(chart, width=23)
        == """\
filled cells | nodes (logarithmic)

naive:
17 | █ 1
18 | ██████ 100
19 | ███████████ 10,000
20 | 0"""
    )


def test_chart_with_plain_scale() -> None:
    chart = Chart("n", "seconds", (Series("", ((1, 0.5), (2, 1.0))),))
    assert shown(chart, width=10) == "n | seconds\n\n1 | █████ 0.5\n2 | ██████████ 1"


def test_narrative_is_numbered_and_indented_under_its_text() -> None:
    sentences = (
        Sentence("to find x, t is needed", "1"),
        Sentence("from v = vs + astart*t follows t = 1.02", "1.1", 1),
        Sentence("t = -1.2: t > 0 does not hold", "1.2", 1, "rejected"),
        Sentence("x = 35.1", "12", 0, "answer"),
    )
    assert (
        shown(Narrative(sentences, "Derivation"), width=31)
        == """\
Derivation
1  to find x, t is needed
   1.1 from v = vs + astart*t
       follows t = 1.02
   1.2 ✗ t = -1.2: t > 0 does
         not hold
12 x = 35.1"""
    )


def test_page_title_then_pictures_with_blank_lines_between() -> None:
    strip = Strip((Formula("x", "x = 1"), Formula("y", "y = 2")), "stages")
    assert as_text(Page((Formula("ab", "a*b"), strip), "Title")) == "Title\n\na*b\n\nstages\nx = 1\n\ny = 2"


def test_empty_page_is_empty_text() -> None:
    assert as_text(Page(())) == ""


def test_escape_codes_in_a_title_do_not_reach_the_terminal() -> None:
    assert as_text(Page((), "\x1b[31mred")) == "�[31mred"


TEXTS = st.text(max_size=30)


@settings(max_examples=60)
@given(TEXTS, TEXTS, st.lists(st.tuples(TEXTS, TEXTS), max_size=4), st.integers(20, 60))
def test_no_line_holds_a_control_character(title: str, text: str, rows: list[tuple[str, str]], width: int) -> None:
    page = Page((Listing(("a", text), tuple(rows)), Narrative((Sentence(text, "1"),)), Grid(((Cell(text),),))), title)
    assert all(line.isprintable() or "\xa0" in line or not line.isascii() for line in as_text(page, width).split("\n"))
    assert not set(as_text(page, width)) & {chr(code) for code in (*range(10), *range(11, 32), *range(127, 160))}


@settings(max_examples=60)
@given(st.text(alphabet="ab -=*", max_size=300), st.integers(30, 120))
def test_sentences_keep_to_the_width(text: str, width: int) -> None:
    narrative = Narrative((Sentence(text, "1"), Sentence(text, "1.1", 1, "rejected")))
    assert all(len(line) <= width for line in shown(narrative, width=width).split("\n"))


def test_a_place_in_a_file_is_not_broken() -> None:
    place = f"/{'long/' * 30}model.yaml:12:15"

    assert place in " ".join(wrapped(f"velocity: v = vs + a*t ({place}) is wrong", 60)).split(" (")[1]
