"""The constraint graph: variables and the conditions between them, with the path a derivation took."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.picture import Graph, GraphEdge, GraphNode, NodeRole
from cpsolver.task.condition import Condition
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.task import Task


def graph(task: Task, derivation: Derivation | None) -> Graph:
    """Variables (round) and conditions (boxes); a condition on two variables is an edge between them.

    Layers: variables given, then conditions and variables by turns, as far as they are from what is given.
    """
    used = set(_used(derivation))
    boxes = {f"condition {number}": condition for number, condition in enumerate(task.conditions) if _is_box(condition)}
    layers = _layers(task)
    depth = {name: 1 + min((layers[v] for v in c.scope), default=0) for name, c in boxes.items()}
    nodes = [_variable_node(task, name, layers[name], _touched(derivation)) for name in task.by_name]
    nodes += [
        GraphNode(name, c.label or str(c), "box", "condition", depth[name], _label(c) in used)
        for name, c in boxes.items()
    ]
    return Graph(tuple(nodes), tuple(_edges(task, boxes, used)), f"variables and conditions of {task.name}")


def _is_box(condition: Condition) -> bool:
    return len(condition.scope) != 2


def _label(condition: Condition) -> str:
    return condition.label or str(condition)


def _used(derivation: Derivation | None) -> Iterator[str]:
    """Labels of the conditions that some step uses."""
    for step in _all_steps(derivation.steps if derivation else ()):
        yield from step.conditions


def _touched(derivation: Derivation | None) -> set[str]:
    """Variables on which some step concludes."""
    return {fact.variable for step in _all_steps(derivation.steps if derivation else ()) for fact in step.conclusions}


def _all_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_steps(step.substeps)


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


def _variable_node(task: Task, name: str, layer: int, touched: set[str]) -> GraphNode:
    role: NodeRole = "open"
    if any(fact.variable == name and fact.domain.is_fixed for fact in task.given):
        role = "given"
    elif name in touched:
        role = "found"
    elif name in task.sought.variables:
        role = "sought"
    return GraphNode(name, name, "round", role, layer, name in touched)


def _edges(task: Task, boxes: dict[str, Condition], used: set[str]) -> Iterator[GraphEdge]:
    seen: set[tuple[str, ...]] = set()
    for condition in task.conditions:
        pair = tuple(sorted(condition.scope))
        if not _is_box(condition) and pair not in seen:
            seen.add(pair)
            one, other = condition.scope
            yield GraphEdge(one, other, _label(condition) in used, directed=False)
    for name, condition in boxes.items():
        for variable in condition.scope:
            yield GraphEdge(variable, name, _label(condition) in used, directed=False)
