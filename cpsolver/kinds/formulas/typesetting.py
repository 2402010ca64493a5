"""Formulas and quantities for text, LaTeX and MathML at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from cpsolver.kinds.formulas.wording import ROUNDED, absolute, number_text, quantity, shown_value, written
from cpsolver.kinds.formulas.wording import put_in as filled_in
from cpsolver.picture import Chain, Formula, Said
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Name, Node
from cpsolver.task.mathml import MATHML, operator, row, words
from cpsolver.task.task import Task, Variable
from cpsolver.task.typeset import LATEX, unit_latex


def typeset(node: Node) -> Formula:
    """A formula as people read it, pi and e by their names."""
    return Formula(written(node, _LATEX), written(node, ROUNDED), written(node, _MATHML))


def put_in(node: Node, task: Task, values: Mapping[str, Value]) -> Formula:
    """A formula with quantities in the places of names."""
    return typeset(filled_in(node, task, values))


def typeset_value(variable: Variable, value: Value) -> Formula:
    """A value with its unit; an uncertain one as `1.0204 ± 0.0021 s`."""
    shown = shown_value(variable, value)
    exact = typeset(quantity(shown))
    if shown.spread is None or not shown.spread.sigma:
        return exact
    number = typeset(quantity(replace(shown, unit="")))
    text = shown.text.removesuffix(f" {shown.unit}") if shown.unit else shown.text
    latex = re.sub(r"e(-?\d+)$", r" \\cdot 10^{\1}", text).replace("±", r"\pm")
    middle, _, power = text.strip("(").replace(")e", "e").partition("e")
    signs = "<mo>±</mo>".join(f"<mn>{part}</mn>" for part in middle.split(" ± "))
    if power:
        signs = f"<mo>(</mo>{signs}<mo>)</mo><mo>·</mo><msup><mn>10</mn><mn>{power}</mn></msup>"
    return Formula(
        exact.latex.replace(number.latex, latex, 1),
        shown.text,
        exact.mathml.replace(number.mathml, f"<mrow>{signs}</mrow>", 1) if exact.mathml else "",
    )


def on_scale(task: Task, name: str, value: Value, numbers: Formula) -> tuple[Formula, ...]:
    """A value as what was put in comes to, and as it is shown: `306.15 K` before `33 °C` where kelvins were put in."""
    variable = task.by_name[name]
    shown = typeset_value(variable, value)
    unit = variable.unit
    if unit is None or not unit.offset or unit.name in numbers.plain or " K" not in numbers.plain:
        return (shown,)
    return typeset(quantity(absolute(variable, value))), shown


def typeset_name(name: str) -> Formula:
    """The sign of a quantity."""
    return typeset(Name(name))


def equals(task: Task, name: str, value: Value) -> Chain:
    """`t = 4 s`."""
    return Chain(typeset_name(name), (typeset_value(task.by_name[name], value),))


def one_of(task: Task, name: str, values: Iterable[Value]) -> Said:
    """`t = 1 s or 2 s`."""
    first, *rest = [typeset_value(task.by_name[name], value) for value in values]
    parts: list[str | Formula | Chain] = [Chain(typeset_name(name), (first,))]
    for other in rest:
        parts += [" or ", other]
    return tuple(parts)


def chain(head: Node, *parts: Formula) -> Chain:
    """`head = a = b`, without what repeats the one before it."""
    formulas = [typeset(head)]
    for part in parts:
        if part.plain != formulas[-1].plain:
            formulas.append(part)
    return Chain(formulas[0], tuple(formulas[1:]))


def beside(formula: Formula, action: Formula) -> Formula:
    """An equation with what is done next to both its sides: `v - vs = a*t | : a`."""
    return Formula(
        rf"{formula.latex} \quad \Big|\; {action.latex}",
        f"{formula.plain} | {action.plain}",
        f'{formula.mathml}<mspace width="1em"/>{operator("|")}<mspace width="0.4em"/>{action.mathml}',
    )


def after_sign(latex: str, sign: str, node: Node) -> Formula:
    """A sign and a formula, in brackets where it would be misread: `- (b + c)`, `: (b*c)`."""
    formula = typeset(node)
    loose = ("+", "-", "sum") if sign in "+-" else ("+", "-", "sum", "*", "/", "product")
    if isinstance(node, Call) and node.function in loose:
        formula = Formula(
            rf"\left({formula.latex}\right)", f"({formula.plain})", row(f"<mo>(</mo>{formula.mathml}<mo>)</mo>")
        )
    return Formula(f"{latex} {formula.latex}", f"{sign} {formula.plain}", operator(sign) + formula.mathml)


def in_words(text: str) -> Formula:
    """Words among formulas."""
    return Formula(rf"\text{{{text}}}", text, words(text))


def _latex_quantity(number: str, unit: str) -> str:
    mantissa, _, power = number_text(Fraction(number)).partition("e")
    text = rf"{mantissa} \cdot 10^{{{power}}}" if power else mantissa
    return rf"{text}\,{unit_latex(unit)}" if unit else text


def _mathml_quantity(number: str, unit: str) -> str:
    mantissa, _, power = number_text(Fraction(number)).partition("e")
    if not power:
        return MATHML.quantity(mantissa, unit)
    bare = MATHML.quantity(mantissa, "") + operator("·") + f"<msup><mn>10</mn>{MATHML.quantity(power, '')}</msup>"
    return (
        row(bare + MATHML.quantity("1", unit).removeprefix("<mrow><mn>1</mn>").removesuffix("</mrow>"))
        if unit
        else bare
    )


_LATEX = replace(LATEX, quantity=_latex_quantity)
_MATHML = replace(MATHML, quantity=_mathml_quantity)
