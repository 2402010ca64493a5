"""One formula used for one of its quantities: the formula, rearranged, with numbers, the value."""

from __future__ import annotations

from functools import partial

from cpsolver.kinds.formulas.consistency import no_root
from cpsolver.kinds.formulas.narrate.told import (
    Told,
    as_stated,
    condition_of,
    found,
    found_text,
    name_of,
    other,
    source_of,
    values_of,
)
from cpsolver.kinds.formulas.readable import readable
from cpsolver.kinds.formulas.typesetting import chain, on_scale, put_in, typeset, typeset_value
from cpsolver.picture import Said, joined
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Fact, Task


def tell_formula(task: Task, step: Step) -> Told:
    """`velocity: v = vs + a*t`, below it `t = (v - vs)/a = … = 1.02 s`, a line for each root."""
    condition, conclusions = condition_of(task, step), step.conclusions
    if not isinstance(condition, Equation) or not conclusions:
        return other(task, step)
    fact = conclusions[-1]
    assert isinstance(fact.domain, Finite)
    if fact.domain.is_empty:
        return _no_root(task, condition, step, fact)
    if len(condition.scope) == 1:
        return _rule(task, condition, fact)
    values = values_of(step.premises)
    sides = [explicit(condition, step, fact.variable, values, value) for value in fact.domain]
    is_turned = condition.left != Name(fact.variable)
    body = tuple(
        _root(
            task,
            fact,
            value,
            side and readable(task, side, (condition,), fact.variable) if is_turned else side,
            values,
            is_turned,
        )
        for value, side in zip(fact.domain, sides, strict=True)
    )
    turned = [side for side in sides if side is not None and is_turned]
    return Told(
        "one formula",
        (typeset(condition.expression),),
        title=name_of(condition) or "rule",
        body=body,
        closely=partial(_closely, task, condition, fact.variable, tuple(turned), values),
    )


def _closely(
    task: Task, condition: Equation, name: str, sides: tuple[Node, ...], values: dict[str, Value]
) -> tuple[Said, ...]:
    """How the formula was rearranged; what words that is loaded where it is asked for."""
    from cpsolver.kinds.formulas.narrate.rearranged import rearranging

    return rearranging(task, condition, name, sides, values)


def _no_root(task: Task, condition: Condition, step: Step, fact: Fact) -> Told:
    """`from velocity: v = vs + a*t gives no t: division by zero`.

    A contradiction empties whichever quantity stands first; the formula was used for the one without a value.
    """
    assert isinstance(condition, Equation)
    values = values_of(step.premises)
    name = next((name for name in condition.scope if name not in values), fact.variable)
    reasons = no_root(task, condition, values, name)
    told = joined(source_of(condition), f" gives no {name}", f": {reasons[0]}" if reasons else "")
    return Told("contradiction", told, reasons[1:], role="rejected")


def _rule(task: Task, condition: Condition, fact: Fact) -> Told:
    """`rule: v = 0 m/s`."""
    rule, value = as_stated(condition), found(task, fact)
    said = found_text(task, fact)
    is_plain = name_of(condition) == "" and said.split() == [*condition.label.split(), *said.split()[3:]]
    return Told("rule", value if is_plain else joined(rule, " gives ", value))


def _root(task: Task, fact: Fact, value: Value, side: Node | None, values: dict[str, Value], is_turned: bool) -> Said:
    """One root: the rearranged formula, where it was rearranged, the same with numbers, the value."""
    shown = typeset_value(task.by_name[fact.variable], value)
    if side is None:
        return chain(Name(fact.variable), shown), ", found numerically"
    rearranged = (typeset(side),) if is_turned else ()
    numbers = put_in(side, task, values)
    return (chain(Name(fact.variable), *rearranged, numbers, *on_scale(task, fact.variable, value, numbers)),)


def explicit(condition: Equation, step: Step, name: str, values: dict[str, Value], value: Value) -> Node | None:
    """The explicit expression a root came from: one of the step's lemmas, or a side of the formula."""
    sides = [lemma.right for lemma in step.finding.lemmas if isinstance(lemma, Equation) and lemma.left == Name(name)]
    for left, right in ((condition.left, condition.right), (condition.right, condition.left)):
        if left == Name(name):
            sides.append(right)
    for side in sides:
        try:
            reached = evaluate(side, values)
        except (Undefined, KeyError):
            continue
        if not isinstance(reached, str) and not isinstance(value, str) and _near(float(reached), float(value)):
            return side
    return None


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-300)
