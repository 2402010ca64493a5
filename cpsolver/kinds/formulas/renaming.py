"""Conditions of a model under other names: those a spec gives them, or those of one instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from cpsolver.task.condition import Condition
from cpsolver.task.expression import Call, Collection, Name, Node
from cpsolver.task.functions import FUNCTIONS
from cpsolver.task.parser import ExpressionError, parse_expression

C = TypeVar("C", bound=Condition)


def renamed(condition: C, names: Mapping[str, str], addition: str = "") -> C:
    """The condition with other names for its quantities.

    A label that is the condition's own text is renamed with it; any other gets the addition: `velocity (1)`.
    """
    text = renamed_text(condition.label, names)
    label = f"{condition.label}{addition}" if text is None else text
    return replace(condition, expression=renamed_node(condition.expression, names), label=label)


def renamed_node(node: Node, names: Mapping[str, str]) -> Node:
    """The expression with other names, and otherwise as it stands: nothing is simplified."""
    if isinstance(node, Name):
        return replace(node, name=names.get(node.name, node.name))
    if isinstance(node, Call):
        return replace(node, arguments=tuple(renamed_node(argument, names) for argument in node.arguments))
    if isinstance(node, Collection):
        return replace(node, items=tuple(renamed_node(item, names) for item in node.items))
    return node


def renamed_text(text: str, names: Mapping[str, str]) -> str | None:
    """The text of an equation or comparison with other names; None if it is no such text. Units stay as they are."""
    try:
        node = parse_expression(text)
    except ExpressionError:
        return None
    if not (isinstance(node, Call) and node.function in FUNCTIONS and FUNCTIONS[node.function].gives == "boolean"):
        return None
    for start, end in sorted({name.span for name in _names_in(node) if name.name in names}, reverse=True):
        text = text[:start] + names[text[start:end]] + text[end:]
    return text


def _names_in(node: Node) -> list[Name]:
    found: list[Name] = []
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Name):
            found.append(top)
        stack.extend(top.children())
    return found
