"""A task → the data of a spec that states it: any finite task, unrolled ones and parts of auxiliary models too.

Loaded again it is an equal task: the same variables, domains, arrays, labels, givens, hints and preferences, and
conditions and objectives that say the same. How solutions are drawn is not a part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cpsolver.errors import UnsupportedTask
from cpsolver.spec.array_text import Declared, declared
from cpsolver.spec.document import Plain
from cpsolver.spec.ground_text import GroundText
from cpsolver.spec.wishing import PENALTY, penalty
from cpsolver.task.condition import Condition
from cpsolver.task.decomposition import PARTIAL
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.notation import plain
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Fact, Preference, Task


def task_data(task: Task) -> dict[str, Plain]:
    """The spec of a finite task, its model inline. Raises: UnsupportedTask."""
    for variable in task.variables:
        if not isinstance(variable.domain, Finite):
            raise UnsupportedTask(f"'{variable.name}' ranges over real numbers; only finite tasks are unrolled")
    return _Writing(task).data()


@dataclass
class _Writing:
    """One task being written."""

    task: Task
    taken: set[str] = field(default_factory=set)

    def data(self) -> dict[str, Plain]:
        """All of it, in the order in which specs are written."""
        task = self.task
        self.taken |= {name.split("[")[0] for name in task.by_name} | {array.name for array in task.arrays}
        self.taken |= {PENALTY, *_symbols(task)}
        found = declared(task, self._free)
        arrays = {array.variables: array for array in task.arrays if len(array.index_sets) == 1}
        self.text = GroundText(arrays, self._free)
        conditions: list[Plain] = list(map(self._condition, task.conditions))
        wished: list[Plain] = [self._preference(each) for each in task.preferences] if self._prefers() else []
        model: dict[str, Plain] = {"kind": "csp"}
        aims = dict(self._objectives())
        tables: dict[str, Plain] = {
            name: [[constant_text(item) for item in row] for row in rows] for name, rows in self.text.tables.items()
        }
        parts: dict[str, Plain] = {
            "sets": self._sets(found), "parameters": tables, "variables": dict(found.variables),
            "conditions": conditions, "prefer": wished, **aims, "search": self._order(found),
        }  # fmt: skip
        model |= {key: value for key, value in parts.items() if value}
        data: dict[str, Plain] = {"task": _name(task.name)} if _name(task.name) else {}
        data["model"] = model
        given = self._facts([*found.narrowed, *task.given])
        hints = self._facts(task.hints)
        data |= {"given": given} if given else {}
        data |= {"hint": hints} if hints else {}
        if set(task.sought.variables) != set(task.by_name) and task.sought.variables:
            data["find"] = list(task.sought.variables)
        return data

    def _order(self, found: Declared) -> list[Plain]:
        """The variables in their order, where the declarations make another."""
        names = [each.name for each in self.task.variables]
        return list(names) if names != found.order else []

    def _free(self, wanted: str) -> str:
        number = 1
        while f"{wanted}_{number}" in self.taken:
            number += 1
        self.taken.add(f"{wanted}_{number}")
        return f"{wanted}_{number}"

    def _sets(self, found: Declared) -> dict[str, Plain]:
        """The sets of the declarations, and one for symbols that stand in no domain."""
        sets: dict[str, Plain] = {
            name: [constant_text(Constant(value)) for value in values] for name, values in found.sets.items()
        }
        known = {value for values in found.sets.values() for value in values}
        others = [symbol for symbol in _symbols(self.task) if symbol not in known]
        if others:
            sets[self._free("symbols")] = [constant_text(Constant(symbol)) for symbol in others]
        return sets

    def _condition(self, condition: Condition) -> Plain:
        named = f"condition '{condition.label}'" if condition.label else "a condition"
        text = self.text.written(condition.expression, named)
        if _lacks_value(condition.expression):
            text = f"({text}) or false"  # standing alone, what never has a value is a mistake and not merely false
        extra = {"label": condition.label.replace("{", "{{").replace("}", "}}"), "source": condition.source}
        kept: dict[str, Plain] = {key: value for key, value in extra.items() if value}
        return {**kept, "require": text} if kept else text

    def _preference(self, preference: Preference) -> Plain:
        stated = self._condition(preference.condition)
        said: dict[str, Plain] = dict(stated) if isinstance(stated, dict) else {"require": stated}
        return said if preference.weight == 1 else {**said, "weight": plain(Constant(preference.weight))}

    def _prefers(self) -> bool:
        """Whether the objectives count the preferences, as those of specs do; if not, they cannot be stated."""
        wanted = objectives(self.task)
        return bool(self.task.preferences) and any(
            self._with_penalty(each.expression) != each.expression for each in wanted
        )

    def _with_penalty(self, node: Node) -> Node:
        if self.task.preferences and node == penalty(self.task.preferences):
            return Name(PENALTY)
        if isinstance(node, Call):
            return Call(node.function, tuple(map(self._with_penalty, node.arguments)))
        return node

    def _objectives(self) -> Iterator[tuple[str, Plain]]:
        """The objectives in order, as far as they are not the penalty that stands last by itself."""
        wanted = list(objectives(self.task))
        nodes = [(self._with_penalty(each.expression), each.maximize) for each in wanted]
        if nodes and nodes[-1] == (Name(PENALTY), False) and not any(map(_speaks, nodes[:-1])):
            nodes.pop()
        changes = sum(before[1] != after[1] for before, after in pairwise(nodes))
        if changes > 1:
            first = nodes[0][1]
            nodes = [(node if maximize == first else Call("neg", (node,)), first) for node, maximize in nodes]
        for maximize in dict.fromkeys(maximize for _, maximize in nodes):
            texts: list[Plain] = [self.text.written(node, "an objective") for node, own in nodes if own is maximize]
            yield ("maximize" if maximize else "minimize"), texts[0] if len(texts) == 1 else texts

    def _facts(self, facts: Sequence[Fact]) -> dict[str, Plain]:
        """Givens or hints; what allows everything says nothing, and of two on one variable both hold."""
        merged: dict[str, Finite] = {}
        for fact in facts:
            whole = self.task.by_name[fact.variable].domain
            assert isinstance(fact.domain, Finite) and isinstance(whole, Finite), "checked before"
            merged[fact.variable] = merged.get(fact.variable, whole).meet(fact.domain)
        found: dict[str, Plain] = {}
        for name, domain in merged.items():
            if domain.is_empty:
                raise UnsupportedTask(f"'{name}' has no value left by what is given; a spec cannot say so")
            if set(domain) != set(self.task.by_name[name].domain):  # type: ignore[arg-type]
                found[name] = domain_text(domain)
        return found


def _speaks(node: tuple[Node, bool]) -> bool:
    stack = [node[0]]
    while stack:
        top = stack.pop()
        if top == Name(PENALTY):
            return True
        stack.extend(top.children())
    return False


def _symbols(task: Task) -> list[str]:
    """The symbols of a task, each once: of its domains, indices and expressions."""
    found: dict[str, None] = {}
    values: list[Value] = [value for each in task.variables if isinstance(each.domain, Finite) for value in each.domain]
    values += [value for array in task.arrays for keys in array.index_sets for value in keys]
    stack: list[Node] = [each.expression for each in task.conditions]
    stack += [each.condition.expression for each in task.preferences]
    stack += [each.expression for each in objectives(task)]
    while stack:
        top = stack.pop()
        if isinstance(top, Constant):
            values.append(top.value)
        stack.extend(top.children())
    for value in values:
        if isinstance(value, str):
            found[value] = None
    return list(found)


def _name(name: str) -> str:
    return " ".join(name.split())


def constant_text(node: Node) -> str:
    """A constant as it stands in an expression."""
    return plain(node)


def domain_text(domain: Finite) -> Plain:
    """One value, or a set of them."""
    if domain.is_fixed:
        return plain(Constant(domain.value))
    return plain(Collection(tuple(map(Constant, domain)), "{}"))


def _lacks_value(node: Node) -> bool:
    """Whether some part may be without a value whatever its variables are: a division or an index of constants."""
    stack = [node]
    while stack:
        top = stack.pop()
        stack.extend(top.children())
        if isinstance(top, Call) and top.function in PARTIAL:
            decides = top.arguments[0] if top.function == "element" else top
            if not names(decides):
                return True
    return False
