"""Decision diagrams: all assignments that make a condition true, as paths through layers, one layer a variable.

Built from the residuals of the expression, so that what leaves the same to be done is one node; narrowing is then one
pass forwards and one backwards over what the domains leave.
Source: Bryant, Graph-based algorithms for Boolean function manipulation (1986); Andersen et al., A constraint store
based on multivalued decision diagrams (2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cpsolver.auxiliary.residuals import Residuals, Term, TooMuch
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.functions import FUNCTIONS

MOST_TERMS = 60_000
MOST_EDGES = 100_000
"""Conditions with more terms, or edges, than this are left to solvers."""

Layer = dict[Term, tuple[tuple[Term, int], ...]]
"""By node: its successors, each with the values that lead there, as a mask over the numbers of the domain."""

FLIPPED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Diagram:
    """The assignments of some variables that are true, as masks over the numbers of their domains."""

    def __init__(self, root: Term, layers: Sequence[Layer]) -> None:
        self.root, self.layers = root, tuple(layers)

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether some assignment within the domains is true."""
        reached = {self.root}
        for layer, mask in zip(self.layers, masks, strict=True):
            reached = {below for node in reached for below, values in layer.get(node, ()) if values & mask}
            if not reached:
                return False
        return True

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """The values that some true assignment within the domains has; None if there is none."""
        reached = [{self.root}]
        for layer, mask in zip(self.layers, masks, strict=True):
            reached.append({below for node in reached[-1] for below, values in layer.get(node, ()) if values & mask})
        alive, kept = reached.pop(), []
        for layer, mask, nodes in zip(reversed(self.layers), reversed(masks), reversed(reached), strict=True):
            supported, before = 0, set()
            for node in nodes:
                values = 0
                for below, leading in layer.get(node, ()):
                    if below in alive:
                        values |= leading
                if values & mask:
                    before.add(node)
                    supported |= values & mask
            alive = before
            kept.append(supported)
        return kept[::-1] if alive else None


def diagram_of(node: Node, scope: Sequence[str], domains: tuple[tuple[Value, ...], ...]) -> Diagram | None:
    """The diagram of a condition, its variables in this order; None if it would be too large.

    Conditions that differ by the names of variables, or by the constant something is compared with, share the work.
    """
    term, function, wanted = _compared(node)
    return _diagram(_renamed(term, {name: str(number) for number, name in enumerate(scope)}), function, wanted, domains)


@lru_cache(maxsize=2000)
def _diagram(node: Node, function: str, wanted: Value, domains: tuple[tuple[Value, ...], ...]) -> Diagram | None:
    """Of an expression whose variables are called by their numbers, where it stands in a relation to a value."""
    unfolded = _unfolded(node, domains)
    if unfolded is None:
        return None
    root, layers, results = unfolded
    test = FUNCTIONS[function].evaluate
    alive = {term for term, value in results.items() if value is not None and test(value, wanted)}
    kept: list[Layer] = []
    for layer in reversed(layers):
        here = {node: tuple(edge for edge in edges if edge[0] in alive) for node, edges in layer.items()}
        kept.append({node: edges for node, edges in here.items() if edges})
        alive = set(kept[-1])
    return Diagram(root, kept[::-1])


def _compared(node: Node) -> tuple[Node, str, Value]:
    """What a condition compares with a constant, and how; any other condition is to differ from false."""
    if isinstance(node, Call) and node.function in FLIPPED:
        left, right = node.arguments
        for term, other, function in ((left, right, node.function), (right, left, FLIPPED[node.function])):
            if isinstance(other, Constant) and isinstance(term, Call):
                return term, function, other.value
    return node, "!=", False


def _renamed(node: Node, names: dict[str, str]) -> Node:
    if isinstance(node, Name):
        return Name(names[node.name])
    if isinstance(node, Call):
        return Call(node.function, tuple(_renamed(argument, names) for argument in node.arguments))
    if isinstance(node, Collection):
        return Collection(tuple(_renamed(item, names) for item in node.items))
    return node


@lru_cache(maxsize=2000)
def _unfolded(
    node: Node, domains: tuple[tuple[Value, ...], ...]
) -> tuple[Term, tuple[Layer, ...], dict[Term, Value]] | None:
    """Root, layers and results of an expression whose variables are called by their numbers; None if it is too much."""
    residuals = Residuals(domains, MOST_TERMS)
    try:
        root = residuals.term(node, {str(number): number for number in range(len(domains))})
        layers: list[Layer] = []
        nodes, edges = {root: None}, 0
        for variable, domain in enumerate(domains):
            layer = {term: _edges(residuals, term, variable, len(domain)) for term in nodes}
            layers.append(layer)
            nodes = dict.fromkeys(below for successors in layer.values() for below, _ in successors)
            edges += sum(map(len, layer.values()))
            if edges > MOST_EDGES:
                return None
    except (TooMuch, TypeError):
        return None
    return root, tuple(layers), {term: residuals.value(term) for term in nodes}


def _edges(residuals: Residuals, term: Term, variable: int, size: int) -> tuple[tuple[Term, int], ...]:
    found: dict[Term, int] = {}
    for number in range(size):
        below = residuals.assigned(term, variable, number)
        found[below] = found.get(below, 0) | 1 << number
    return tuple(found.items())
