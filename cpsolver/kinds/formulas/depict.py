"""What is known as a listing, and formulas with their quantities as a graph in layers from given to sought."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from cpsolver.kinds.formulas.easiest import course_plan
from cpsolver.kinds.formulas.shape import Constants
from cpsolver.kinds.formulas.wording import formula_text, shown_value, values_text
from cpsolver.picture import Graph, GraphEdge, GraphNode, Listing, NodeRole
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Domain, Finite, Value
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.task import Task, Variable


def depict(task: Task, knowledge: Knowledge, step: Step | None) -> Listing:
    """The quantities with what is known of them; roots that the step rejected stay visible, marked as such.

    Of many that are not needed, neither known nor sought, or given or constant without a use, only the number is told.
    """
    rows: list[tuple[str, ...]] = []
    rejected: list[int] = []
    aside = _aside(task, knowledge)
    for variable in (variable for variable in task.variables if variable.name not in aside):
        for value, is_rejected in _values(knowledge, step, variable):
            if is_rejected:
                rejected.append(len(rows))
            rows.append(_row(task, variable, value, is_rejected))
    if aside:
        rows.append(("…", _folded(task, aside), "", "", ""))
    return Listing(("quantity", "title", "value", "unit", "origin"), tuple(rows), rejected=tuple(rejected))


MOST_OPEN = 6
"""Up to so many quantities that are not needed are listed."""


def _aside(task: Task, knowledge: Knowledge) -> set[str]:
    """The quantities that are not needed, if they are many."""
    unknown = {name for name, domain in knowledge.domains.items() if not isinstance(domain, Finite)}
    found = (unknown | _idle(task)) - set(task.sought.variables)
    return found if len(found) > MOST_OPEN else set()


def _idle(task: Task) -> set[str]:
    """What is given, or constant, and used neither on the way to what is sought nor by a rule on what is on it."""
    sought = task.sought.variables
    plan = course_plan(task, task.knowledge(), sought)
    if not plan.reaches_all(sought):
        return set()
    used = {*sought, *(name for step in plan.course(sought) for name in (*step.goals, *step.inputs))}
    rules = [condition.scope for condition in task.conditions if not isinstance(condition, Equation)]
    ruled = {name for scope in rules if used & set(scope) for name in scope}
    return {fact.variable for fact in task.given} - used - ruled


def _constants(task: Task) -> tuple[str, ...]:
    """The quantities whose value is the model's own."""
    return task.show.names if isinstance(task.show, Constants) else ()


def _folded(task: Task, aside: Set[str]) -> str:
    """How many quantities are not listed: `3 constants and 12 further quantities not needed`."""
    constants = len(aside & set(_constants(task)))
    others = len(aside) - constants
    further = f"{others} further quantit{'y' if others == 1 else 'ies'}" if others else ""
    parts = (f"{constants} constant{'s' * (constants != 1)}" if constants else "", further)
    return f"{' and '.join(filter(None, parts))} not needed"


def _values(knowledge: Knowledge, step: Step | None, variable: Variable) -> Iterator[tuple[Value | None, bool]]:
    """The values of a quantity, or None; then those that this step rejected."""
    domain = knowledge.domains[variable.name]
    found = domain.values if isinstance(domain, Finite) else (None,)
    lost = [value for value in _lost(step, variable.name) if value not in found]
    if found != (None,) or not lost:
        yield from ((value, False) for value in found)
    yield from ((value, True) for value in lost)


def _lost(step: Step | None, name: str) -> Iterator[Value]:
    if step is None:
        return
    for inner in (step, *_substeps(step)):
        before = {fact.variable: fact.domain for fact in inner.premises}.get(name)
        for fact in inner.conclusions:
            if fact.variable == name and isinstance(before, Finite):
                yield from (value for value in before if value not in fact.domain)


def _substeps(step: Step) -> Iterator[Step]:
    for substep in step.substeps:
        yield substep
        yield from _substeps(substep)


def _row(task: Task, variable: Variable, value: Value | None, rejected: bool) -> tuple[str, ...]:
    unit = variable.unit.name if variable.unit else ""
    if value is None:
        return variable.name, variable.title, "?", unit, _sought(task, variable)
    shown = shown_value(variable, value)
    text = shown.text.removesuffix(f" {unit}") if unit else shown.text
    is_given = any(fact.variable == variable.name for fact in task.given)
    origin = "constant" if variable.name in _constants(task) else "given" if is_given else "found"
    said = "rejected" if rejected else origin
    return variable.name, variable.title, text, unit, said


def _sought(task: Task, variable: Variable) -> str:
    return "sought" if variable.name in task.sought.variables else ""


# -- the graph ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Used:
    """A formula used on the way: which quantities it gave, alone or with others, and from which.

    after: all that must be known before, also what only the others it was used with need
    """

    label: str
    goals: tuple[str, ...]
    inputs: tuple[str, ...]
    after: tuple[str, ...]


MOST_ROOTS = 3
"""So many values of a quantity are shown in its node."""


def graph(task: Task, derivation: Derivation | None) -> Graph:
    """Quantities and formulas; arrows along the way taken (or planned), plain lines elsewhere.

    Layers count from the givens: a formula stands one to the right of its last input, and its quantity after it; what
    is given stands just before the first formula that uses it.
    """
    used = {item.label: item for item in (_used(task, derivation) if derivation is not None else _planned(task))}
    layers = _layers(task, used.values())
    tested = _tested(derivation)
    quantities = _quantity_nodes(task, used, layers, _found(derivation), _cancelled(task, derivation))
    nodes = [*quantities, *_formula_nodes(task, used, layers, tested)]
    meanings: tuple[tuple[NodeRole, str], ...] = (("condition", "formula"), ("found", "derived"), ("open", _open(used)))
    return Graph(tuple(nodes), tuple(_edges(task, used, tested)), meanings=meanings)


def _open(used: Mapping[str, _Used]) -> str:
    """What a quantity is that is neither given nor found."""
    return "not needed" if used else "unknown"


def _used(task: Task, derivation: Derivation) -> list[_Used]:
    """The formulas a derivation used, in its order."""
    found: dict[str, _Used] = {}
    for step in (inner for outer in derivation for inner in (*_substeps(outer), outer)):
        if step.technique not in ("one formula", "another formula", "block", "cancelling"):
            continue
        goals = [fact.variable for fact in step.conclusions]
        formulas = [c for c in task.conditions if (c.label or str(c)) in step.conditions]
        if step.technique == "cancelling":  # all that the formulas hold beside what is known is passed through
            known = [fact.variable for fact in step.premises]
            goals = [name for name in dict.fromkeys(n for c in formulas for n in c.scope) if name not in known]
        for item in _together(formulas, goals if step.technique in ("block", "cancelling") else goals[-1:]):
            found.setdefault(item.label, item)
    return list(found.values())


def _together(formulas: Iterable[Condition], goals: Collection[str]) -> Iterator[_Used]:
    """Formulas used at once for some quantities."""
    formulas = list(formulas)
    after = tuple(dict.fromkeys(name for formula in formulas for name in formula.scope if name not in goals))
    for formula in formulas:
        given = tuple(name for name in formula.scope if name in goals)
        inputs = tuple(name for name in formula.scope if name not in goals)
        if given:
            yield _Used(formula.label or str(formula), given, inputs, after)


def _planned(task: Task) -> list[_Used]:
    sought = task.sought.variables
    course = course_plan(task, task.knowledge(), sought).course(sought)
    return [item for step in course for item in _together(step.formulas, step.goals)]


def _found(derivation: Derivation | None) -> dict[str, Domain]:
    """What the derivation says of every quantity in the end."""
    steps = [inner for step in derivation or () for inner in (*_substeps(step), step)]
    return {fact.variable: fact.domain for step in steps for fact in step.conclusions}


def _cancelled(task: Task, derivation: Derivation | None) -> set[str]:
    """What formulas were used for although it is not known, since it falls out, and what is never found after all."""
    steps = [inner for step in derivation or () for inner in (*_substeps(step), step)]
    labels = {label for step in steps if step.technique == "cancelling" for label in step.conditions}
    passed = {name for c in task.conditions if (c.label or str(c)) in labels for name in c.scope}
    return passed - _found(derivation).keys() - {fact.variable for fact in task.given}


def _tested(derivation: Derivation | None) -> set[str]:
    """Conditions that rejected something."""
    steps = [inner for step in derivation or () for inner in (*_substeps(step), step)]
    return {label for step in steps if step.technique == "condition" for label in step.conditions}


def _layers(task: Task, used: Collection[_Used]) -> dict[str, int]:
    """The layer of every quantity and formula, the latter under `formula <label>`."""
    layers = {variable.name: 0 for variable in task.variables}
    for item in used:
        layers[_box(item.label)] = 1 + max((layers[name] for name in item.after), default=0)
        layers.update(dict.fromkeys(item.goals, 1 + layers[_box(item.label)]))
    reached = {name for item in used for name in item.goals}
    given = {fact.variable for fact in task.given}
    for condition in task.conditions:
        box = _box(condition.label or str(condition))
        layers.setdefault(box, 1 + max((layers[name] for name in condition.scope), default=0))
    for variable in task.variables:
        if variable.name not in reached and variable.name not in given:
            boxes = [layers[_box(c.label or str(c))] for c in task.conditions_on[variable.name]]
            layers[variable.name] = 1 + max(boxes, default=0)
    return layers | {name: _just_before(task, name, layers, used) for name in given - reached}


def _just_before(task: Task, name: str, layers: Mapping[str, int], used: Collection[_Used]) -> int:
    """The layer before the first formula on the way that uses a quantity; of those beside it if there is none."""
    on_way = [layers[_box(item.label)] for item in used if name in item.inputs]
    beside = [layers[_box(condition.label or str(condition))] for condition in task.conditions_on[name]]
    return max(0, min(on_way or beside, default=1) - 1)


def _box(label: str) -> str:
    return f"formula {label}"


def _quantity_nodes(
    task: Task,
    used: Mapping[str, _Used],
    layers: Mapping[str, int],
    found: Mapping[str, Domain],
    cancelled: Collection[str],
) -> Iterator[GraphNode]:
    given = {fact.variable: fact.domain for fact in task.given}
    goals = {name for item in used.values() for name in item.goals}
    on_path = goals | {name for item in used.values() for name in item.inputs}
    for variable in task.variables:
        name = variable.name
        role: NodeRole = (
            "given"
            if name in given
            else "sought"
            if name in task.sought.variables
            else "found"
            if name in goals and name not in cancelled
            else "open"
        )
        domain = given.get(name) or found.get(name)
        text = (
            f"{name} = {values_text(variable, domain.values)}"
            if isinstance(domain, Finite) and 0 < len(domain) <= MOST_ROOTS
            else f"{name} (cancels)"
            if name in cancelled
            else name
        )
        yield GraphNode(name, text, "round", role, layers[name], name in on_path)


def _formula_nodes(
    task: Task, used: Mapping[str, _Used], layers: Mapping[str, int], tested: set[str]
) -> Iterator[GraphNode]:
    for label, condition in _labelled(task):
        text = f"{label}: {formula_text(condition.expression)}" if _has_name(condition) else label
        yield GraphNode(_box(label), text, "box", "condition", layers[_box(label)], label in used or label in tested)


def _has_name(condition: Condition) -> bool:
    """Whether a formula has a name beside its text."""
    return isinstance(condition, Equation) and "=" not in condition.label


def _labelled(task: Task) -> Iterator[tuple[str, Condition]]:
    seen: set[str] = set()
    for condition in task.conditions:
        label = condition.label or str(condition)
        if label not in seen:
            seen.add(label)
            yield label, condition


def _edges(task: Task, used: Mapping[str, _Used], tested: set[str]) -> Iterator[GraphEdge]:
    for label, condition in _labelled(task):
        box = _box(label)
        if label in used:
            yield from (GraphEdge(name, box, on_path=True) for name in used[label].inputs)
            yield from (GraphEdge(box, name, on_path=True) for name in used[label].goals)
        else:
            for name in condition.scope:
                yield GraphEdge(name, box, on_path=label in tested, directed=label in tested)
