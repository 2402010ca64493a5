"""The constraint graph: variables and the conditions between them, with the path a derivation took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from cpsolver.kinds.csp.depict import domain_text
from cpsolver.kinds.csp.narrate import is_contradiction
from cpsolver.kinds.csp.wording import shortened
from cpsolver.picture import Graph, GraphEdge, GraphNode, NodeRole
from cpsolver.task.condition import Condition
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Domain
from cpsolver.task.task import Task

FEW = 6
"""Up to so many conditions, each between two variables, are edges that carry their text."""


def graph(task: Task, derivation: Derivation | None) -> Graph:
    """Variables (round) and conditions (boxes).

    Where all conditions join two variables they are edges instead, if they are few or all alike.
    Layers: variables given, then conditions and variables by turns, as far as they are from what is given.
    The path, and values found, are what follows without any choice.
    """
    path = _path(task, derivation)
    boxes = {} if _is_network(task) else {f"condition {n}": each for n, each in enumerate(task.conditions)}
    layers = _layers(task)
    depth = {name: 1 + min((layers[v] for v in c.scope), default=0) for name, c in boxes.items()}
    nodes = [_variable_node(task, name, layers[name], path) for name in task.by_name]
    nodes += [
        GraphNode(name, shortened(_label(c)), "box", "condition", depth[name], _label(c) in path.conditions)
        for name, c in boxes.items()
    ]
    edges = _edges_to(boxes, path) if boxes else _edges_between(task, path)
    return Graph(tuple(nodes), tuple(edges), _title(task, path))


def _is_network(task: Task) -> bool:
    is_binary = all(len(condition.scope) == 2 for condition in task.conditions)
    return is_binary and (len(task.conditions) <= FEW or len(_patterns(task)) == 1)


def _patterns(task: Task) -> set[str]:
    """What conditions say, with x and y for the two variables of each."""
    return {str(each).replace(each.scope[0], "x").replace(each.scope[1], "y") for each in task.conditions}


def _label(condition: Condition) -> str:
    return condition.label or str(condition)


# -- the path ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Path:
    """What follows: the conditions used on the way to what is sought, the variables on it, the values found."""

    conditions: frozenset[str] = frozenset()
    variables: frozenset[str] = frozenset()
    values: tuple[tuple[str, Domain], ...] = ()
    is_contradiction: bool = False


def _path(task: Task, derivation: Derivation | None) -> _Path:
    """The path to those of the variables sought that follow, or to a contradiction; after a choice nothing follows.

    A step after a choice may follow from it, and is not counted even where it would follow without it.
    """
    steps = tuple(takewhile(lambda step: step.forced, derivation.steps)) if derivation else ()
    facts = [fact for step in steps for fact in step.conclusions]
    fixed = {fact.variable: fact.domain for fact in facts if fact.domain.is_fixed}
    refuted = [fact.variable for step in steps if is_contradiction(step) for fact in step.conclusions]
    reached = refuted or [name for name in task.sought.variables if name in fixed]
    used = Derivation(task.name, steps).towards(reached).steps if reached else ()
    touched = {fact.variable for step in used for fact in step.conclusions}
    values = () if refuted else tuple((name, domain) for name, domain in fixed.items() if name in touched)
    conditions = frozenset(label for step in _all_steps(used) for label in step.conditions)
    scopes = {name for each in task.conditions if _label(each) in conditions for name in each.scope}
    return _Path(conditions, frozenset(touched | scopes), values, bool(refuted))


def _all_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_steps(step.substeps)


def _title(task: Task, path: _Path) -> str:
    """What is drawn, and how much of what is sought is found on the path."""
    title = f"variables and conditions of {task.name}"
    if _is_network(task) and len(task.conditions) > FEW:
        title += f", each line {next(iter(_patterns(task)))}"
    if path.is_contradiction:
        return f"{title}: they contradict each other"
    known = {name for name, _ in path.values} | {fact.variable for fact in task.given if fact.domain.is_fixed}
    count, found = len(task.sought.variables), len(known.intersection(task.sought.variables))
    if found == count:
        return title
    return f"{title}: " + (f"{found} of {count} values sought are derived" if found else "nothing sought is derived")


# -- nodes and edges -----------------------------------------------------------------------------------------


def _layers(task: Task) -> dict[str, int]:
    """How far each variable is from the givens, counted in steps of two: over a condition to its other variables."""
    given = [fact.variable for fact in task.given if fact.domain.is_fixed]
    layers = dict.fromkeys(given or task.by_name, 0)
    border = given
    while border:
        border = list(_next(task, border, layers))
    return {name: layers.get(name, 2) for name in task.by_name}


def _next(task: Task, border: list[str], layers: dict[str, int]) -> Iterator[str]:
    for name in border:
        for condition in task.conditions_on[name]:
            for other in condition.scope:
                if other not in layers:
                    layers[other] = layers[name] + 2
                    yield other


def _variable_node(task: Task, name: str, layer: int, path: _Path) -> GraphNode:
    given = {fact.variable: fact.domain for fact in task.given if fact.domain.is_fixed}
    found = dict(path.values)
    role: NodeRole = (
        "given"
        if name in given
        else "sought"
        if name in task.sought.variables
        else "found"
        if name in found
        else "open"
    )
    domain = given.get(name) or found.get(name)
    text = f"{name} = {domain_text(task.by_name[name], domain)}" if domain else name
    return GraphNode(name, text, "round", role, layer, name in path.variables)


def _edges_between(task: Task, path: _Path) -> Iterator[GraphEdge]:
    """An edge for each two variables under a condition, with the conditions' texts if they are few."""
    pairs: dict[tuple[str, str], list[Condition]] = {}
    for condition in task.conditions:
        one, other = condition.scope
        pairs.setdefault((other, one) if (other, one) in pairs else (one, other), []).append(condition)
    for (one, other), conditions in pairs.items():
        text = ", ".join(shortened(_label(each)) for each in conditions) if len(task.conditions) <= FEW else ""
        on_path = any(_label(each) in path.conditions for each in conditions)
        yield GraphEdge(one, other, on_path, directed=False, text=text)


def _edges_to(boxes: dict[str, Condition], path: _Path) -> Iterator[GraphEdge]:
    for name, condition in boxes.items():
        for variable in condition.scope:
            yield GraphEdge(variable, name, _label(condition) in path.conditions, directed=False)
