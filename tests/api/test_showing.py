"""What a notebook gets to show: by media type, the richest first asked for."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest

import cpsolver
from cpsolver.api.answers import MOST_NODES, Shows

SPEC = "physics/highest-point"
MEDIA = {"text/plain", "text/html", "text/markdown", "text/latex"}


SHOWN = {
    "Answer": cpsolver.solve,
    "Explanation": cpsolver.explain,
    "Check": cpsolver.check,
    "Comparison": cpsolver.compare,
    "Drawing": cpsolver.graph,
}


@pytest.mark.parametrize("name", SHOWN)
def test_everything_shows_itself_in_every_way_a_notebook_asks_for(name: str) -> None:
    one: Shows = SHOWN[name](SPEC)
    bundle = one._repr_mimebundle_()

    assert name == type(one).__name__
    assert MEDIA <= set(bundle)
    assert all(isinstance(text, str) and text for text in bundle.values())
    assert "<html" not in bundle["text/html"], "a notebook is a page already"
    assert r"\documentclass" not in bundle["text/latex"], "and so is what it is printed from"
    ET.fromstring(bundle["text/html"])
    assert str(one) == bundle["text/plain"]


def test_only_what_is_wanted_is_made() -> None:
    answer = cpsolver.solve(SPEC)

    assert {"text/html"} == set(answer._repr_mimebundle_(include={"text/html", "video/mp4"}))
    assert MEDIA - {"text/latex"} == set(answer._repr_mimebundle_(exclude={"text/latex"}))


def test_a_drawing_is_an_image_too() -> None:
    assert cpsolver.graph(SPEC)._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    assert "image/svg+xml" not in cpsolver.solve(SPEC)._repr_mimebundle_()


def test_of_a_large_graph_the_path_is_drawn_and_the_rest_counted() -> None:
    large = "\n".join(f"    f{n}: {{unit: m}}" for n in range(MOST_NODES))
    rules = "\n".join(f"    rule {n}: f{n} = 2*f{n + 1}" for n in range(MOST_NODES - 1))
    spec = f"model:\n  kind: formulas\n  quantities:\n{large}\n  formulas:\n{rules}\ngiven: {{f3: 1}}\nfind: f1\n"
    folded, whole = (cpsolver.graph(spec, every=every).page().pictures[0] for every in (False, True))

    assert {"f1", "f2", "f3", "formula rule 1", "formula rule 2"} == {node.name for node in folded.nodes}  # type: ignore[union-attr]
    assert "41 formulas and 41 quantities not needed for the answer; --all shows them" == folded.note  # type: ignore[union-attr]
    assert 2 * MOST_NODES - 1 == len(whole.nodes)  # type: ignore[union-attr]


def test_verified_equations_are_counted() -> None:
    page = cpsolver.explain("physics/thrown-down", verify=True)

    assert "verified: 6 printed equations, each at 20 random points or more" in page.text
    assert all(not line.failure for line in page.proven)


def test_what_has_no_equations_is_not_verified() -> None:
    with pytest.raises(cpsolver.UnsupportedTask, match="the steps of sudoku/first have no equations to verify"):
        cpsolver.explain("sudoku/first", verify=True)


def test_a_step_within_another_can_be_looked_at_closely() -> None:
    page = cpsolver.explain(SPEC, step=3)

    assert page.text.splitlines()[2:6] == [
        "3 velocity: v = vs + astart*t",
        "  v = vs + astart*t | - vs",
        "  v - vs = astart*t | : astart",
        "  t = (v - vs)/astart = (0 m/s - 10 m/s)/(-9.8 m/s^2) = 1.02040816 s",
    ]
    with pytest.raises(cpsolver.UnknownName, match="there is no step 9"):
        _ = cpsolver.explain(SPEC, step=9).text


@pytest.mark.parametrize("spec", ["electricity/rlc", "geometry/ambiguous", "modern/star-trip", "sudoku/several"])
def test_in_the_picture_of_a_large_graph_no_label_covers_another(spec: str) -> None:
    svg = ET.fromstring(cpsolver.graph(spec, every=True).render("svg"))
    shapes = [node.attrib for node in svg.iter("{http://www.w3.org/2000/svg}rect")]
    boxes = [
        tuple(float(shape[side]) for side in ("x", "y", "width", "height"))
        for shape in shapes
        if shape["fill"] != "none" and shape["height"] != "14" and shape["rx"] != "6"
    ]
    covering = [
        (one, other)
        for one, other in itertools.combinations(boxes, 2)
        if one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    ]

    assert len(boxes) > 25
    assert [] == covering
    assert float(svg.attrib["width"]) < 2600 and float(svg.attrib["height"]) < 2000
