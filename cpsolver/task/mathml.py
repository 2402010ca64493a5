"""How expressions look in MathML: what browsers show without any script.

Source: W3C, MathML Core (2025).
"""

from __future__ import annotations

import re
from fractions import Fraction

from cpsolver.task.domain import Value
from cpsolver.task.spelling import stem_and_index
from cpsolver.task.writing import ATOM, LOOSE, PRECEDENCE, Alphabet, Form, number_text, places

_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_GREEK = dict(zip(_LETTERS.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))


def escape(text: str) -> str:
    """A text as XML has it; the module `html` would cost more to load than the rest of this."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def row(text: str) -> str:
    """Elements as one."""
    return f"<mrow>{text}</mrow>"


def operator(sign: str) -> str:
    """A sign between things."""
    return f"<mo>{escape(sign)}</mo>"


def words(text: str) -> str:
    """Text in upright letters."""
    return f"<mtext>{escape(text)}</mtext>"


def _number(text: str) -> str:
    return row(operator("−") + f"<mn>{escape(text[1:])}</mn>") if text.startswith("-") else f"<mn>{escape(text)}</mn>"


def _constant(value: Value) -> str:
    text = number_text(value)
    if isinstance(value, Fraction) and "/" in text:
        part = f"<mfrac>{_number(str(abs(value.numerator)))}{_number(str(value.denominator))}</mfrac>"
        return row(operator("−") + part) if value < 0 else part
    return words(text) if isinstance(value, (str, bool)) else _number(text)


def _name(name: str) -> str:
    """A name: `x_1` and `v0` with a subscript, `queen[3]` likewise, Greek letters by name, longer words upright."""
    head, tail = stem_and_index(name)
    return f"<msub>{_identifier(head)}{row(_identifier(tail))}</msub>" if tail else _identifier(head)


def _identifier(word: str) -> str:
    if word in _GREEK:
        return f"<mi>{_GREEK[word]}</mi>"
    if word.replace(".", "").isdigit():
        return f"<mn>{word}</mn>"
    return f"<mi>{escape(word)}</mi>"


def unit_mathml(unit: str) -> str:
    """A unit in upright letters, its exponents raised."""
    parts = re.split(r"\^\(?(-?\d+(?:/\d+)?)\)?", unit.replace("*", "·"))
    found = ""
    for before, power in zip(parts[::2], [*parts[1::2], ""], strict=True):
        last = re.search(r"[^\W\d_]*$", before)[0] if power else ""  # type: ignore[index]
        head = before.removesuffix(last) if last else before
        found += words(head) if head else ""
        found += f"<msup>{words(last)}{_number(power)}</msup>" if power else ""
    return row(found)


def _quantity(number: str, unit: str) -> str:
    return row(f'{_number(number)}<mspace width="0.2em"/>{unit_mathml(unit)}') if unit else _number(number)


def _product(left: str, right: str) -> str:
    """Side by side, a narrow space between; but two numbers would read as one."""
    return left + (operator("·") if right.startswith("<mn>") else '<mspace width="0.15em"/>') + right


def _case(condition: str, then: str, otherwise: str) -> str:
    lines = ((then, words("if ") + condition), (otherwise, words("otherwise")))
    rows = "".join(f"<mtr><mtd>{row(value)}</mtd><mtd>{row(when)}</mtd></mtr>" for value, when in lines)
    return row(operator("{") + f"<mtable>{rows}</mtable>")


def _fenced(left: str, right: str) -> tuple[str, str]:
    return f"<mrow>{operator(left)}", f"{operator(right)}</mrow>"


_FLOOR = _fenced("⌊", "⌋")
_ANY = (LOOSE,)

MATHML = Alphabet(
    name=_name,
    constant=_constant,
    quantity=_quantity,
    function=lambda name: f"<mi>{escape(name)}</mi>{operator(chr(0x2061))}",
    signs={
        sign: operator(shown)
        for sign, shown in {
            "<->": "↔", "->": "→", "or": "∨", "xor": "⊕", "and": "∧", "=": "=", "!=": "≠", "<": "<", "<=": "≤",
            ">": ">", ">=": "≥", "in": "∈", "not in": "∉", "..": "…", "+": "+", "-": "−", "%": "mod", "mod": "mod",
            "div": "div",
        }.items()
    },
    forms={
        "*": Form(_product, PRECEDENCE["*"], places("*")),
        "/": Form(lambda a, b: f"<mfrac>{row(a)}{row(b)}</mfrac>", PRECEDENCE["/"], _ANY * 2),
        "//": Form(lambda a, b: f"{_FLOOR[0]}<mfrac>{row(a)}{row(b)}</mfrac>{_FLOOR[1]}", ATOM, _ANY * 2),
        "^": Form(lambda a, b: f"<msup>{row(a)}{row(b)}</msup>", PRECEDENCE["^"], (ATOM, LOOSE)),
        "neg": Form(lambda a: operator("−") + a, PRECEDENCE["neg"], (PRECEDENCE["*"],)),
        "not": Form(lambda a: operator("¬") + a, PRECEDENCE["not"], (ATOM,)),
        "if": Form(_case, LOOSE, _ANY * 3),
        "sqrt": Form(lambda a: f"<msqrt>{row(a)}</msqrt>", ATOM, _ANY),
        "abs": Form(lambda a: row(operator("|") + a + operator("|")), ATOM, _ANY),
    },
    fences={"()": _fenced("(", ")"), "[]": _fenced("[", "]"), "{}": _fenced("{", "}")},
    element="<msub>{}<mrow>{}</mrow></msub>",
    member="{}" + operator(".") + "{}",
    entry="{}" + operator(":") + "{}",
    each="{}" + words(" for ") + "{}",
    where="{}" + words(" where ") + "{}",
    comma=operator(","),
    minus=operator("−"),
    every=operator("*"),
)  # fmt: skip
"""Fractions, roots and powers show by their layout how far they reach, and need no brackets."""
