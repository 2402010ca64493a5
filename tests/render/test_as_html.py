"""HTML: one well-formed page, nothing loaded, nothing run, every text escaped."""

import re
import xml.etree.ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from cpsolver.picture import Cell, Chain, Chart, Formula, Grid, Listing, Narrative, Page, Sentence, Series, Strip
from cpsolver.render.as_html import RENDERER, as_html, fragment

SVG = "{http://www.w3.org/2000/svg}svg"


def body(html: str) -> str:
    return html[html.index("<main>\n") + 7 : html.index("\n</main>")]


def test_renderer_names_its_format() -> None:
    assert (RENDERER.name, RENDERER.media_type, RENDERER.suffix) == ("html", "text/html", ".html")


def test_page_has_language_title_and_heading() -> None:
    root = ET.fromstring(as_html(Page((), "a < b")))
    assert (root.get("lang"), root.findtext("head/title"), root.findtext("body/main/h1")) == ("en", "a < b", "a < b")


def test_listing_is_a_real_table() -> None:
    listing = Listing(("t", "because"), (("-1", "t > 0"), ("3", "")), "roots", rejected=(0,))
    assert (
        body(as_html(Page((listing,))))
        == """\
<section>
<h2>roots</h2>
<div class="wide"><table>
<thead><tr><th scope="col" class="number">t</th><th scope="col">because</th></tr></thead>
<tbody>
<tr class="rejected"><td class="number">-1</td><td>t &gt; 0</td></tr>
<tr><td class="number">3</td><td></td></tr>
</tbody>
</table></div>
</section>"""
    )


def test_narrative_is_a_nested_list() -> None:
    sentences = (
        Sentence("to find x, t is needed", "1"),
        Sentence("t = 1", "1.1", 1, "detail"),
        Sentence("x = 35", "2", role="answer"),
    )
    assert (
        body(as_html(Page((Narrative(sentences),))))
        == """\
<section>
<ol>
<li><span class="mark">1</span><span>to find x, t is needed</span>
<ol>
<li><span class="mark">1.1</span><span class="detail">t = 1</span></li>
</ol></li>
<li><span class="mark">2</span><span class="answer">x = 35</span></li>
</ol>
</section>"""
    )


def test_a_narrative_that_starts_deep_keeps_every_sentence() -> None:
    html = as_html(Page((Narrative((Sentence("deep", "", 2), Sentence("flat"), Sentence("deeper", "", 3))),)))
    spans = [node.text for node in ET.fromstring(html).iter("span")]
    assert spans == ["deep", "flat", "deeper"]


def test_grids_and_charts_are_drawings_and_formulas_text() -> None:
    pictures = (Grid(((Cell("5"),),)), Chart("x", "y", (Series("a", ((1, 2),)),)), Formula("\\frac{1}{2}", "1/2"))
    root = ET.fromstring(as_html(Page((Strip(pictures, "stages"),))))
    assert len(list(root.iter(SVG))) == 2
    assert root.findtext(".//i") == "1/2"


def test_page_follows_the_colour_scheme_and_forbids_scripts() -> None:
    html = as_html(Page(()))
    assert "prefers-color-scheme: dark" in html
    assert "default-src 'none'" in html


def test_fragment_has_neither_head_nor_style() -> None:
    assert (
        fragment(Page((Formula("x", "x"),), "t"))
    ) == '<div>\n<h3>t</h3>\n<section>\n<p><i class="formula">x</i></p>\n</section>\n</div>'


def test_formulas_within_a_sentence_are_typeset_by_the_browser_itself() -> None:
    said = ("find ", Formula("x_{1}", "x_1", "<msub><mi>x</mi><mn>1</mn></msub>"), ", then <y>")
    (item,) = ET.fromstring(as_html(Page((Narrative((Sentence(said),)),)))).iter("li")

    assert ["x_1"] == [node.get("alttext") for node in item.iter("math")]
    assert "find x1, then <y>" == "".join(item.itertext())


def test_a_long_chain_has_its_signs_of_equality_below_each_other() -> None:
    long, short = Formula("b", "b" * 60, "<mi>b</mi>"), Formula("a", "a", "<mi>a</mi>")
    sentences = (Sentence((Chain(short, (long, long)),)), Sentence((Chain(short, (short,)),)))
    first, second = ET.fromstring(as_html(Page((Narrative(sentences),)))).iter("math")

    assert ["a=b", "=b"] == ["".join(row.itertext()) for row in first.iter("mtr")]
    assert ([], "a=a") == (list(second.iter("mtr")), "".join(second.itertext()))


TEXTS = st.text(max_size=12)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_any_text_gives_a_well_formed_page_without_scripts(one: str, other: str) -> None:
    hostile = f"</span></td><script>{one}</script><img src=x onerror=1>\"'&"
    pictures = (
        Grid(((Cell(one),),), title=hostile),
        Listing((one, hostile), ((other, hostile),), other),
        Narrative((Sentence(hostile, one), Sentence(other, hostile, 1)), other),
        Formula(hostile, other),
    )
    root = ET.fromstring(as_html(Page((*pictures, Strip(pictures, hostile)), one)))
    assert not [node for node in root.iter() if node.tag in ("script", "img")]


def test_warning_and_rejection_carry_a_sign_and_a_colour_of_their_own() -> None:
    page = as_html(Page((Narrative((Sentence("no root", role="rejected"), Sentence("not proven", role="warning"))),)))
    assert '<span class="rejected">✗ no root</span>' in page
    assert '<span class="warning">! not proven</span>' in page
    colours = re.findall(r"--(answer|rejected|warning): (#[0-9a-f]{6})", page)
    assert 6 == len({colour for _, colour in colours}), "three on white, three on black"
