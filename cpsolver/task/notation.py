"""Expressions as people read them: plain text with as few brackets as can be, LaTeX and MathML."""

from __future__ import annotations

from cpsolver.task.domain import Value
from cpsolver.task.expression import Node
from cpsolver.task.mathml import MATHML
from cpsolver.task.spelling import is_name
from cpsolver.task.typeset import LATEX
from cpsolver.task.writing import ATOM, LOOSE, PRECEDENCE, Alphabet, Form, Writer, number_text

__all__ = ["PRECEDENCE", "latex", "mathml", "number_text", "plain"]

_WITHOUT_BLANKS = ("..", "*", "/", "^")


def constant_text(value: Value) -> str:
    """A value as it stands in an expression: a symbol that is no name in quotes, so that it is read back as one."""
    if not isinstance(value, str) or is_name(value):
        return number_text(value)
    return f"'{value}'" if '"' in value else f'"{value}"'


PLAIN = Alphabet(
    name=str,
    constant=constant_text,
    quantity="{} {}".format,
    function=str,
    signs={sign: sign if sign in _WITHOUT_BLANKS else f" {sign} " for sign in (*PRECEDENCE, "not in")},
    forms={
        "^": Form("{}^{}".format, PRECEDENCE["^"], (ATOM, PRECEDENCE["neg"])),
        "neg": Form("-{}".format, PRECEDENCE["neg"], (PRECEDENCE["neg"],)),
        "not": Form("not {}".format, PRECEDENCE["not"], (PRECEDENCE["not"],)),
        "if": Form("if {} then {} else {}".format, LOOSE, (LOOSE, LOOSE, LOOSE)),
    },
    fences={"()": ("(", ")"), "[]": ("[", "]"), "{}": ("{", "}")},
    element="{}[{}]",
    member="{}.{}",
    entry="{}: {}",
    each="{} for {}",
    where="{} where {}",
)
"""The letters of the language itself."""


def plain(node: Node) -> str:
    """Readable mathematics, whole however long: `a + b*c`, `x <= 3`, `all_different(a, b)`, `[7, 3, 9][i]`.

    Parsed again, it gives the same tree; but an element of unrolled form is written as it reads best.
    """
    return Writer(PLAIN).written(node)


def latex(node: Node) -> str:
    """The same for typesetting, without dollar signs: fractions, roots, powers, subscripts."""
    return Writer(LATEX).written(node)


def mathml(node: Node) -> str:
    """The same as MathML, without the `<math>` around it."""
    return Writer(MATHML).written(node)
