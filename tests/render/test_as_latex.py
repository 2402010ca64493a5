"""LaTeX: a complete document, every text escaped, everything opened closed again."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpsolver
from cpsolver.picture import (
    Cell,
    Chain,
    Chart,
    Formula,
    Graph,
    GraphEdge,
    GraphNode,
    Grid,
    Listing,
    Narrative,
    Page,
    Sentence,
    Series,
    Strip,
)
from cpsolver.render.as_latex import RENDERER, as_latex, escaped, fragment

VERBATIM = re.compile(r"\\begin\{verbatim\}.*?\\end\{verbatim\}", re.DOTALL)
TOKEN = re.compile(r"\\[a-zA-Z]+\*?|\\.|[{}$&#%^_~]|[^\\{}$&#%^_~]+", re.DOTALL)


def faults(document: str) -> list[str]:
    """What a LaTeX run would stop at: the structure read by a small machine of its own, which knows groups,
    environments, mathematics, and which signs are allowed where."""
    found: list[str] = []
    open_: list[str] = []
    tokens = TOKEN.findall(VERBATIM.sub("", document))
    names = iter(re.findall(r"\\(?:begin|end)\{(\w+)\}", VERBATIM.sub("", document)))
    for number, token in enumerate(tokens):
        in_math = "$" in open_ or r"\[" in open_
        if token == r"\begin":
            open_.append(next(names))
        elif token == r"\end":
            found += _closed(open_, next(names))
        elif token in ("{", r"\left", r"\["):
            open_.append(token)
        elif token in ("}", r"\right", r"\]"):
            found += _closed(open_, {"}": "{", r"\right": r"\left", r"\]": r"\["}[token])
        elif token == "$":
            if open_[-1:] == ["$"]:
                open_.pop()
            else:
                found += ["$ within mathematics"] if in_math else []
                open_.append("$")
        elif token in "^_" and not in_math:
            found.append(f"{token} outside of mathematics")
        elif token in "#%~":
            found.append(f"a bare {token}")
        elif token == "&" and not {"tabular", "aligned", "cases"} & set(open_):
            found.append("& outside of a table")
        elif in_math and not token.isascii() and r"\text" not in tokens[max(0, number - 2) : number]:
            found.append(f"{token!r} in mathematics")
    return found + [f"{name} is not closed" for name in open_]


def _closed(open_: list[str], name: str) -> list[str]:
    if open_[-1:] == [name]:
        open_.pop()
        return []
    return [f"{name} closed within {open_[-1:]}"]


def test_the_small_machine_sees_what_is_wrong() -> None:
    for wrong in ("{", "a_b", "50%", "a & b", r"$x", r"\begin{tabular}", r"$\left(x$", "$é$", "#1"):
        assert faults(wrong), wrong
    assert [] == faults(r"\begin{document}{a\_b} $\left(x_{1}\right)$ \end{document}")


def test_the_document_needs_amsmath_alone() -> None:
    document = as_latex(Page((), "Title"))

    assert ("latex", "application/x-latex", ".tex") == (RENDERER.name, RENDERER.media_type, RENDERER.suffix)
    assert {"fontenc", "inputenc", "amsmath"} == set(re.findall(r"\\usepackage(?:\[\w+\])?\{(\w+)\}", document))
    assert document.startswith(r"\documentclass")
    assert document.endswith("\\end{document}")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (r"50\,\%".replace(r"\,", " "), "50 %"),
        (r"a\_b \& c\#1", "a_b & c#1"),
        (r"\textbackslash{}input\{x\}", r"\input{x}"),
        (r"20 $^{\circ}$C", "20 °C"),
        (r"$\alpha$ $\to$ $\Omega$", "α → Ω"),
        ("état", "état"),
        ("[U+6F22]", "漢"),
    ],
)
def test_no_text_is_taken_for_a_command(expected: str, text: str) -> None:
    assert expected == escaped(text)


def test_sentences_hold_formulas_and_stand_as_far_in_as_their_level() -> None:
    said = ("to find ", Formula("x_{1}", "x_1"), " we need ", Formula("t", "t"))
    lines = fragment(Page((Narrative((Sentence(said, "1"), Sentence("no", "", 1, "rejected"))),))).splitlines()

    assert r"{\leftskip=0em \textbf{1}\enspace to find $\displaystyle x_{1}$ we need $\displaystyle t$\par}" == lines[0]
    assert r"{\leftskip=1.8em $\times$ no\par}" == lines[1]


def test_a_long_chain_has_its_signs_of_equality_below_each_other() -> None:
    long = Formula("b" * 50, "b" * 50)
    told = fragment(Page((Narrative((Sentence((Chain(Formula("a", "a"), (long, long)),)),)),)))

    assert rf"\begin{{aligned}} a &= {'b' * 50} \\ &= {'b' * 50} \end{{aligned}}" in told


def pictures(text: str) -> tuple[object, ...]:
    node = GraphNode(text or "a", text, "box")
    return (
        Grid(((Cell(text),),), title=text),
        Listing((text, "b"), ((text, "1"), ("", text)), text, (1,)),
        Graph((node,), (GraphEdge(node.name, node.name, text=text),)),
        Chart(text, text, (Series(text, ((1, 2),)),)),
        Narrative((Sentence(text, text, role="answer"), Sentence((text, Formula("x", "x")), role="warning")), text),
        Strip((Narrative(()),), text),
    )


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet=st.sampled_from("\\{}$&#%_^~<>|\"'[]abcé漢α°\n█→ "), max_size=14))
def test_whatever_a_text_holds_the_document_is_sound(text: str) -> None:
    assert [] == faults(as_latex(Page(pictures(text), text)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spec", ["physics/thrown-down", "physics/two-passes", "heat/bath", "electricity/charging-time"]
)
def test_derivations_are_sound(spec: str) -> None:
    assert [] == faults(cpsolver.explain(spec, fine=True).render("latex"))
