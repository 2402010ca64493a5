"""How expressions look in LaTeX."""

from __future__ import annotations

import re
from fractions import Fraction

from cpsolver.task.domain import Value
from cpsolver.task.spelling import stem_and_index
from cpsolver.task.writing import ATOM, LOOSE, PRECEDENCE, Alphabet, Form, number_text, places

_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|"
    "omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega"
)
_NAMED = frozenset(("min", "max", "exp", "log", "sin", "cos", "tan"))
_ARCS = {"asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "log10": r"\log_{10}"}


def _constant(value: Value) -> str:
    text = number_text(value)
    if isinstance(value, Fraction) and "/" in text:
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    return rf"\text{{{_escaped(text)}}}" if isinstance(value, (str, bool)) else text


def _escaped(text: str) -> str:
    return re.sub(r"([_#$%&{}])", r"\\\1", text)


def _name(name: str) -> str:
    """A name: `x_1` and `v0` with a subscript, `queen[3]` likewise, Greek letters by name, longer words upright."""
    head, tail = stem_and_index(name)
    return f"{_word(head)}_{{{_word(tail) if tail.isalpha() else _escaped(tail)}}}" if tail else _word(head)


def _word(word: str) -> str:
    """A letter, a Greek one by its name; anything longer upright."""
    return rf"\{word}" if _GREEK.fullmatch(word) else word if len(word) == 1 else rf"\mathrm{{{_escaped(word)}}}"


_SIGNS = {
    "°": r"{}^{\circ}",
    "µ": r"\mu ",
    "μ": r"\mu ",
    "Ω": r"\Omega ",
    "Å": r"\mathring{A}",
    "*": r"\cdot ",
    "·": r"\cdot ",
}
"""Signs in units that LaTeX has no letters for."""


_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def unit_latex(unit: str) -> str:
    """A unit in upright letters, its exponents raised, however written: `\\mathrm{kg\\cdot m/s^{2}}`."""
    plain = re.sub("⁻?[⁰¹²³⁴-⁹]+", lambda found: "^" + found.group().translate(_RAISED), unit.replace("**", "^"))
    raised = re.sub(r"\^\(?(-?\d+(?:/\d+)?)\)?", r"^{\1}", re.sub(r"([_#$%&])", r"\\\1", plain))
    return rf"\mathrm{{{''.join(_SIGNS.get(sign, sign) for sign in raised)}}}"


def _quantity(number: str, unit: str) -> str:
    return rf"{number}\,{unit_latex(unit)}" if unit else number


def _function(name: str) -> str:
    return rf"\{name}" if name in _NAMED else _ARCS.get(name, rf"\operatorname{{{_escaped(name)}}}")


_WORD_ENDS = re.compile(r"\\mathrm\{[^{}]*\}(_\{[^{}]*\})?$")


def _product(left: str, right: str) -> str:
    """Side by side, words with a narrow space between; but two numbers would read as one."""
    if right[:1].isdigit():
        return rf"{left} \cdot {right}"
    return rf"{left}\, {right}" if right.startswith(r"\mathrm") or _WORD_ENDS.search(left) else f"{left} {right}"


_CASES = r"\begin{{cases}} {1} & \text{{if }} {0} \\ {2} & \text{{otherwise}} \end{{cases}}"
_ANY = (LOOSE,)

LATEX = Alphabet(
    name=_name,
    constant=_constant,
    quantity=_quantity,
    function=_function,
    signs={
        "<->": r" \leftrightarrow ", "->": r" \rightarrow ", "or": r" \lor ", "xor": r" \oplus ", "and": r" \land ",
        "=": " = ", "!=": r" \ne ", "<": " < ", "<=": r" \le ", ">": " > ", ">=": r" \ge ",
        "in": r" \in ", "not in": r" \notin ", "..": r" \ldots ", "+": " + ", "-": " - ", "%": r" \bmod ",
        "mod": r" \operatorname{mod} ", "div": r" \operatorname{div} ",
    },
    forms={
        "*": Form(_product, PRECEDENCE["*"], places("*")),
        "/": Form(r"\frac{{{}}}{{{}}}".format, PRECEDENCE["/"], _ANY * 2),
        "//": Form(r"\left\lfloor\frac{{{}}}{{{}}}\right\rfloor".format, ATOM, _ANY * 2),
        "^": Form("{}^{{{}}}".format, PRECEDENCE["^"], (ATOM, LOOSE)),
        "neg": Form("-{}".format, PRECEDENCE["neg"], (PRECEDENCE["*"],)),
        "not": Form(r"\lnot {}".format, PRECEDENCE["not"], (ATOM,)),
        "if": Form(_CASES.format, LOOSE, _ANY * 3),
        "sqrt": Form(r"\sqrt{{{}}}".format, ATOM, _ANY),
        "abs": Form(r"\left|{}\right|".format, ATOM, _ANY),
    },
    fences={"()": (r"\left(", r"\right)"), "[]": (r"\left[", r"\right]"), "{}": (r"\left\{", r"\right\}")},
    element="{}_{{{}}}",
    member=r"{}.{}",
    entry="{}: {}",
    each=r"{} \quad {}",
    where=r"{},\ {}",
)  # fmt: skip
"""Fractions, roots and powers show by their layout how far they reach, and need no brackets."""
