"""How a formula was rearranged, line by line: `v = vs + a*t | - vs`, `v - vs = a*t | : a`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from cpsolver.kinds.formulas.narrate.quadratic import template
from cpsolver.kinds.formulas.typesetting import after_sign, beside, in_words, typeset
from cpsolver.picture import Formula, Said
from cpsolver.task.algebra.inverses import TURNS
from cpsolver.task.algebra.inversion import Branch, invert
from cpsolver.task.algebra.rearrangement import Rearrangement
from cpsolver.task.algebra.terms import number, substitute
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Constant, Node, names
from cpsolver.task.task import Task

MOST_TURNS = 20
"""So many whole turns are looked through for the one that a root came from."""


def rearranging(
    task: Task, formula: Equation, name: str, sides: tuple[Node, ...], values: Mapping[str, Value]
) -> tuple[Said, ...]:
    """The lines that lead from a formula to its explicit forms; what leads to several is told once."""
    lines: dict[str, Said] = {}
    for side in sides:
        branch = branch_of(formula, name, side)
        for line in _lines(task, formula, name, branch.steps, values) if branch else ():
            lines.setdefault(line.plain, (line,))
    return tuple(lines.values())


def branch_of(formula: Equation, name: str, side: Node) -> Branch | None:
    """The branch of an inversion that is this expression, or becomes it for some number of whole turns."""
    inversion = invert(formula, name)
    for branch in inversion.branches if inversion else ():
        if side in (branch.expression, branch.other):
            return branch
        for turns in range(-MOST_TURNS, MOST_TURNS + 1) if TURNS in names(branch.expression) else ():
            put = {TURNS: number(turns)}
            if substitute(branch.expression, put) == side:
                steps = (replace(s, left=substitute(s.left, put), right=substitute(s.right, put)) for s in branch.steps)
                return Branch(side, branch.guards, steps=tuple(steps))
    return None


def equations(formula: Equation, steps: tuple[Rearrangement, ...]) -> Iterator[tuple[Node, Node]]:
    """Both sides of the formula and of each equation after it; on the sides they have in the formula while they can."""
    swapped = bool(steps) and steps[0].action == "swap"
    yield formula.left, formula.right
    for step in steps[1:] if swapped else steps:
        swapped = swapped and step.action != "collect"
        yield (step.right, step.left) if swapped else (step.left, step.right)


def _lines(
    task: Task, formula: Equation, name: str, steps: tuple[Rearrangement, ...], values: Mapping[str, Value]
) -> Iterator[Formula]:
    """Every equation but the last beside what is done to it; the last is the explicit form, which stands elsewhere."""
    done = steps[1:] if steps and steps[0].action == "swap" else steps
    for (left, right), step in zip(equations(formula, steps), done, strict=False):
        equation = typeset(Call("=", (left, right)))
        yield beside(equation, _ACTIONS.get(step.action, _by_words)(step))
        if step.action == "quadratic formula":
            yield from template(task, left, name, values)


def _sign(latex: str, sign: str) -> Callable[[Rearrangement], Formula]:
    def told(step: Rearrangement) -> Formula:
        return after_sign(latex, sign, step.operand) if step.operand is not None else in_words(sign)

    return told


def _root(step: Rearrangement) -> Formula:
    """The root of both sides."""
    degree = step.operand
    if degree is None or degree == Constant(2):
        return Formula(r"\sqrt{\;}", "sqrt", "<msqrt><mspace width='0.6em'/></msqrt>")
    shown = typeset(degree)
    return Formula(
        rf"\sqrt[{shown.latex}]{{\;}}",
        f"root of degree {shown.plain}",
        f"<mroot><mspace width='0.6em'/><mrow>{shown.mathml}</mrow></mroot>",
    )


def _power(step: Rearrangement) -> Formula:
    """Both sides raised."""
    shown = typeset(step.operand or Constant(2))
    return Formula(
        rf"(\;)^{{{shown.latex}}}",
        f"^{shown.plain}",
        f"<msup><mrow><mo>(</mo><mspace width='0.6em'/><mo>)</mo></mrow><mrow>{shown.mathml}</mrow></msup>",
    )


def _by_words(step: Rearrangement) -> Formula:
    """What has no sign of its own: its name, and its operand."""
    told = in_words(_WORDS.get(step.action, step.action))
    if step.operand is None:
        return told
    shown = typeset(step.operand)
    return Formula(f"{told.latex} {shown.latex}", told.plain + shown.plain, told.mathml + shown.mathml)


_WORDS = {
    "subtract from": "both sides subtracted from ",
    "exchange": "exchange with ",
    "logarithm": "log ",
    "exponential": "exp ",
    "apply": "",
    "collect": "like terms collected",
    "quadratic formula": "formula for quadratic equations",
    "factor": "a factor is 0: ",
    "substitute": "with ",
    "put back": "put back ",
    "case": "case ",
    "auxiliary angle": "auxiliary angle ",
    "identity": "by ",
    "algebra": "rearranged by an algebra system, checked at random points",
}

_ACTIONS: dict[str, Callable[[Rearrangement], Formula]] = {
    "add": _sign("+", "+"),
    "subtract": _sign("-", "-"),
    "multiply": _sign(r"\cdot", "*"),
    "divide": _sign(":", ":"),
    "negate": lambda step: Formula(r"\cdot (-1)", "* (-1)", "<mo>·</mo><mo>(</mo><mo>−</mo><mn>1</mn><mo>)</mo>"),
    "root": _root,
    "power": _power,
    "square": _power,
}
