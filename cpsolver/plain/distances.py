"""`connected` said with distances, for languages that have no such condition: one new variable for every element.

The distance of a chosen element from the first chosen one is that of its nearest chosen neighbour and one more; what
cannot be reached is as far away as there are elements. Others are at 0. So all distances follow from what is chosen:
no solution counts twice, and `connected` may be negated and reified. Source: spanning trees by distances, as in
Brown, Kavšek, Moura & Trick for planning of connected regions; here the distances are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.globals import edges_of, items_of
from cpsolver.task.task import Array, Task, Variable


def with_distances(task: Task) -> Task:
    """The task without `connected`: with variables for distances, and conditions that determine them."""
    found = _Distances(task)
    conditions = tuple(
        condition if (node := found.without(condition.expression)) is condition.expression else replace(
            condition, expression=node
        )
        for condition in task.conditions
    )  # fmt: skip
    if not found.known:
        return task
    return replace(
        task,
        variables=(*task.variables, *found.variables),
        conditions=(*conditions, *found.conditions),
        arrays=(*task.arrays, *found.arrays),
    )


@dataclass
class _Distances:
    """The arrays of distances of a task, as far as they were needed."""

    task: Task
    variables: list[Variable] = field(default_factory=list)
    conditions: list[Relation] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    known: dict[Call, Node] = field(default_factory=dict)

    def without(self, node: Node) -> Node:
        """The expression with `connected` said otherwise; itself if it has none."""
        if isinstance(node, Call):
            if node.function == "connected":
                if node not in self.known:
                    self.known[node] = self._said(node)
                return self.known[node]
            arguments = tuple(map(self.without, node.arguments))
            if any(a is not b for a, b in zip(arguments, node.arguments, strict=True)):
                return Call(node.function, arguments, span=node.span)
        elif isinstance(node, Collection):
            items = tuple(map(self.without, node.items))
            if any(a is not b for a, b in zip(items, node.items, strict=True)):
                return replace(node, items=items)
        return node

    def _said(self, call: Call) -> Node:
        chosen = items_of(call.arguments[0])
        count = len(chosen)
        if count < 2:
            return Constant(True)
        names = self._declared(count)
        self.conditions += _determined(chosen, list(edges_of(call)), names)
        return Call("and", tuple(Call("<", (Name(name), Constant(count))) for name in names))

    def _declared(self, count: int) -> tuple[str, ...]:
        title = f"distance_{len(self.arrays) + 1}"
        while any(known.startswith(title) for known in self.task.by_name):
            title = f"{title}_"
        names = tuple(f"{title}[{number}]" for number in range(1, count + 1))
        domain = Finite(tuple(range(count + 1)))
        self.variables += [Variable(name, domain) for name in names]
        self.arrays.append(Array(title, (tuple(range(1, count + 1)),), names))
        return names


def _determined(chosen: tuple[Node, ...], edges: list[tuple[int, int]], names: tuple[str, ...]) -> Iterator[Relation]:
    """What each distance is."""
    far, zero = Constant(len(chosen)), Constant(0)
    beside: list[set[int]] = [set() for _ in chosen]
    for one, other in edges:
        if one != other:
            beside[one].add(other)
            beside[other].add(one)
    for number, item in enumerate(chosen):
        ways = tuple(Call("if", (chosen[other], Name(names[other]), far)) for other in sorted(beside[number]))
        onward = Call("min", (far, *(Call("+", (way, Constant(1))) for way in ways)))
        earlier = Call("or", chosen[:number]) if number > 1 else chosen[0]
        is_later = Call("and", (item, earlier)) if number else Constant(False)
        distance = Call("if", (is_later, onward, zero)) if number else zero
        yield Relation(Call("=", (Name(names[number]), distance)), label="distances")
