"""One formula used for one of its quantities."""

from __future__ import annotations

from cpsolver.kinds.formulas.consistency import no_root
from cpsolver.kinds.formulas.narrate.told import Told, condition_of, found_text, other, source_of, values_of
from cpsolver.kinds.formulas.wording import formula_text, shown_value, substituted, values_text
from cpsolver.task.condition import Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Fact, Task


def tell_formula(task: Task, step: Step) -> Told:
    """`from velocity: v = vs + astart*t, so t = (v - vs)/astart = … = 1.02040816 s`."""
    condition, conclusions = condition_of(task, step), step.conclusions
    if not isinstance(condition, Equation) or not conclusions:
        return other(task, step)
    fact = conclusions[-1]
    assert isinstance(fact.domain, Finite)
    source = source_of(condition)
    if fact.domain.is_empty:
        # A contradiction empties whichever quantity stands first; the formula was used for the one without a value.
        name = next((name for name in condition.scope if name not in values_of(step.premises)), fact.variable)
        reasons = no_root(task, condition, values_of(step.premises), name)
        return Told(
            "contradiction",
            f"{source} gives no {name}" + (f": {reasons[0]}" if reasons else ""),
            reasons[1:],
        )
    if len(condition.scope) == 1:
        return Told("rule", f"the rule {condition.label} gives {found_text(task, fact)}")
    ways = [_way(task, condition, step, fact, value) for value in fact.domain]
    if len(ways) == 1:
        return Told(
            "one formula",
            f"{source}, so {ways[0]}" if _is_turned(condition, fact) else f"from {condition.label}: {ways[0]}",
            (),
        )
    return Told(
        "one formula",
        f"{source}, so {fact.variable} = {values_text(task.by_name[fact.variable], fact.domain.values)}",
        tuple(ways),
    )


def _is_turned(condition: Equation, fact: Fact) -> bool:
    return condition.left != Name(fact.variable)


def _way(task: Task, condition: Equation, step: Step, fact: Fact, value: Value) -> str:
    """One root: the rearranged formula, the same with numbers, the value."""
    values = values_of(step.premises)
    variable = task.by_name[fact.variable]
    shown = shown_value(variable, value).text
    right = _rearranged(condition, step, fact.variable, values, value)
    if right is None:
        return f"{fact.variable} = {shown}"
    parts = [fact.variable, formula_text(right), substituted(right, task, values), shown]
    return " = ".join(part for index, part in enumerate(parts) if part != parts[index - 1] or index == 0)


def _rearranged(condition: Equation, step: Step, name: str, values: dict[str, Value], value: Value) -> Node | None:
    """The explicit expression a root came from: one of the step's lemmas, or a side of the formula."""
    sides = [lemma.right for lemma in step.finding.lemmas if isinstance(lemma, Equation) and lemma.left == Name(name)]
    for left, right in ((condition.left, condition.right), (condition.right, condition.left)):
        if left == Name(name):
            sides.append(right)
    for side in sides:
        try:
            found = evaluate(side, values)
        except (Undefined, KeyError):
            continue
        if not isinstance(found, str) and not isinstance(value, str) and _near(float(found), float(value)):
            return side
    return None


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-300)
