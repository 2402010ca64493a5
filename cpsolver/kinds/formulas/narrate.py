"""Steps in words: what is needed, from which formula it comes, with which numbers, what was rejected and why."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from cpsolver.kinds.formulas.consistency import disagreement, no_root
from cpsolver.kinds.formulas.plan import Way, plan_from, ways_for
from cpsolver.kinds.formulas.wording import formula_text, shown_value, substituted, values_text
from cpsolver.kinds.kind import Narration
from cpsolver.picture import Marker
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Fact, Task


def narrate(task: Task, step: Step) -> Narration:
    """The step in words, with the quantities and formulas it speaks of as markers."""
    teller = _TELLERS.get(step.technique, _other)
    name, sentence, details = teller(task, step)
    return Narration(name, sentence, details, tuple, tuple(_markers(step)))


_Told = tuple[str, str, tuple[str, ...]]


def _markers(step: Step) -> Iterator[Marker]:
    yield from (Marker(fact.variable, "premise") for fact in step.premises)
    yield from (Marker(label, "premise") for label in step.conditions)
    for fact in step.conclusions:
        yield Marker(fact.variable, "contradiction" if fact.domain.is_empty else "conclusion")


def _condition_of(task: Task, step: Step, values: Container[str] | None = None) -> Condition | None:
    """The condition a step used; of several under one label (`a = b = 0`) the first whose quantities have values."""
    labels = step.conditions[:1]
    called = [c for c in task.conditions if (c.label or str(c),) == labels]
    valued = [c for c in called if values is None or all(name in values for name in c.scope)]
    return next(iter(valued or called), None)


def _values(facts: tuple[Fact, ...]) -> dict[str, Value]:
    """The quantities with one value."""
    return {f.variable: f.domain.value for f in facts if isinstance(f.domain, Finite) and f.domain.is_fixed}


# -- one formula -------------------------------------------------------------------------------------------------


def _formula(task: Task, step: Step) -> _Told:
    """`from velocity: v = vs + astart*t, so t = (v - vs)/astart = … = 1.02040816 s`."""
    condition, conclusions = _condition_of(task, step), step.conclusions
    if not isinstance(condition, Equation) or not conclusions:
        return _other(task, step)
    fact = conclusions[-1]
    assert isinstance(fact.domain, Finite)
    source = _source(condition)
    if fact.domain.is_empty:
        # A contradiction empties whichever quantity stands first; the formula was used for the one without a value.
        name = next((name for name in condition.scope if name not in _values(step.premises)), fact.variable)
        reasons = no_root(task, condition, _values(step.premises), name)
        return (
            "contradiction",
            f"{source} gives no {name}" + (f": {reasons[0]}" if reasons else ""),
            reasons[1:],
        )
    if len(condition.scope) == 1:
        return "rule", f"the rule {condition.label} gives {_found(task, fact)}", ()
    ways = [_way(task, condition, step, fact, value) for value in fact.domain]
    if len(ways) == 1:
        return (
            "one formula",
            f"{source}, so {ways[0]}" if _is_turned(condition, fact) else f"from {condition.label}: {ways[0]}",
            (),
        )
    return (
        "one formula",
        f"{source}, so {fact.variable} = {values_text(task.by_name[fact.variable], fact.domain.values)}",
        tuple(ways),
    )


def _source(condition: Condition) -> str:
    text = formula_text(condition.expression)
    label = condition.label
    return f"from {text}" if not label or " ".join(label.split()) == text else f"from {label}: {text}"


def _is_turned(condition: Equation, fact: Fact) -> bool:
    return condition.left != Name(fact.variable)


def _way(task: Task, condition: Equation, step: Step, fact: Fact, value: Value) -> str:
    """One root: the rearranged formula, the same with numbers, the value."""
    values = _values(step.premises)
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


def _found(task: Task, fact: Fact) -> str:
    assert isinstance(fact.domain, Finite)
    return f"{fact.variable} = {values_text(task.by_name[fact.variable], fact.domain.values)}"


# -- conditions --------------------------------------------------------------------------------------------------


def _test(task: Task, step: Step) -> _Told:
    """`t = -1.23606798 s is rejected: t > 0 does not hold`."""
    label = step.conditions[0] if step.conditions else "a condition"
    before = {fact.variable: fact.domain for fact in step.premises}
    gone: list[str] = []
    for fact in step.conclusions:
        earlier = before.get(fact.variable)
        if isinstance(earlier, Finite):
            gone += [
                f"{fact.variable} = {shown_value(task.by_name[fact.variable], value).text}"
                for value in earlier
                if value not in fact.domain
            ]
    left = [_found(task, fact) for fact in step.conclusions if not fact.domain.is_empty]
    if left:
        return (
            "rejected root",
            f"{' and '.join(gone)} is rejected: {label} does not hold",
            (f"{', '.join(left)} stays",),
        )
    values = _values(step.premises)
    condition = _condition_of(task, step, values)
    detail: tuple[str, ...] = ()
    if isinstance(condition, Equation) and values.keys() >= set(condition.scope):
        detail = (disagreement(task, condition, values),)
    known = ", ".join(_found(task, fact) for fact in step.premises)
    return "contradiction", f"{label} does not hold with {known}", detail


# -- auxiliary tasks and cases -----------------------------------------------------------------------------------


def _needed(task: Task, step: Step) -> _Told:
    """`to find x we need t (coordinate: x = …); auxiliary task: find t`."""
    name = _sought_in(step)
    way = _consumer(task, name)
    if way is None:
        return "needed quantity", f"auxiliary task: find {name}", ()
    label = way.formula.label or "formula"
    text = formula_text(way.formula.expression)
    said = text if label == text else f"{label}: {text}"
    return "needed quantity", f"to find {way.goal} we need {name} ({said}); auxiliary task: find {name}", ()


def _sought_in(step: Step) -> str:
    """The quantity an auxiliary task was for: what its last substep concludes."""
    last = step.substeps[-1] if step.substeps else step
    return last.conclusions[-1].variable if last.conclusions else "a quantity"


def _consumer(task: Task, name: str) -> Way | None:
    """The use of a quantity that made it needed, by the plan from the givens."""
    for way in plan_from(task.conditions, task.knowledge()).path(task.sought.variables):
        if name in way.inputs:
            return way
    sought = task.sought.variables
    return next((way for goal in sought for way in ways_for(task.conditions, goal) if name in way.inputs), None)


def _cases(task: Task, step: Step) -> _Told:
    """`both roots stay possible: t = 1 s; t = 3 s`."""
    found = step.finding.cases
    several = [f for f in step.premises if isinstance(f.domain, Finite) and len(f.domain) > 1]
    name = several[0].variable if several else _split_variable(step)
    said = [
        ", ".join(
            f"{other} = {shown_value(task.by_name[other], case[other]).text}"
            for other in dict.fromkeys((*((name,) if name else ()), *task.sought.variables))
            if other in case
        )
        for case in found
    ]
    if len(said) > 1:
        how_many = "both roots are" if len(said) == 2 else f"all {len(said)} roots are"
        return (
            "roots",
            f"each root by itself: {how_many} possible",
            tuple(f"case {n}: {s}" for n, s in enumerate(said, 1)),
        )
    return "roots", "each root by itself: " + (f"only {said[0]} is possible" if said else "none is possible"), ()


def _split_variable(step: Step) -> str:
    """The quantity whose roots were followed, where the premises do not say."""
    for fact in step.conclusions:
        if all(case.get(fact.variable) is not None for case in step.finding.cases):
            return fact.variable
    return ""


def _other(task: Task, step: Step) -> _Told:
    """Any other step: its conclusions."""
    said = ", ".join(
        _found(task, f) if not f.domain.is_empty else f"no value for {f.variable}" for f in step.conclusions
    )
    return step.technique, said or "nothing new", ()


_TELLERS: dict[str, Callable[[Task, Step], _Told]] = {
    "one formula": _formula,
    "condition": _test,
    "needed quantity": _needed,
    "roots": _cases,
}
