"""The pyramid of auxiliary models: which of them stand on which, from the givens up to the solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from cpsolver.kinds.sudoku.narrate import narrate
from cpsolver.kinds.sudoku.shape import units
from cpsolver.kinds.sudoku.wording import excluded_by, in_words, listed, values_of
from cpsolver.picture import Graph, GraphEdge, GraphNode
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Value
from cpsolver.task.task import Fact, Task

GIVENS = "givens"
"""The node at the foot of the pyramid."""

OPEN = "open"
"""The node at its top where the steps do not reach it."""


def graph(task: Task, derivation: Derivation | None) -> Graph:
    """The auxiliary models of a derivation and how they build on each other; without one, the units and their cells.

    Steps that only follow what a known digit excludes are passed through, and so is an arrow that others imply: what
    is left is one box for each auxiliary model that a player would name, in layers. From the first choice on nothing
    follows: the cells that are open then stand at the top.
    """
    steps = tuple(takewhile(lambda step: step.forced, derivation)) if derivation else ()
    return _pyramid(task, steps) if steps else _constraint_graph(task)


# -- without a derivation: units and cells -------------------------------------------------------------------


def _constraint_graph(task: Task) -> Graph:
    given = {fact.variable for fact in task.given if fact.domain.is_fixed}
    wide = [unit for unit in units(task) if len(unit.scope) > 2]
    cells = [
        GraphNode(v.name, v.name, "round", "given" if v.name in given else "open", 0 if v.name in given else 2)
        for v in task.variables
    ]
    boxes = [GraphNode(c.label, c.label, "box", "condition", 1) for c in wide]
    edges = [
        GraphEdge(name, c.label, directed=False) if name in given else GraphEdge(c.label, name, directed=False)
        for c in wide
        for name in c.scope
    ]
    return Graph((*cells, *boxes), tuple(edges), _constraint_title(task, len(wide)))


def _constraint_title(task: Task, boxes: int) -> str:
    others = len(task.conditions) - boxes
    left_out = f", without {others} other conditions" if others else ""
    return f"units and cells of {task.name}{left_out}: no digit is derived"


# -- with a derivation ---------------------------------------------------------------------------------------

_Sources = frozenset[str]


@dataclass
class _Pyramid:
    """The pyramid while it is built, step by step.

    excluded: for every cell, which values were excluded at which time, and by which nodes
    below:    for every node the nodes it stands on, and `under` all that are below those
    """

    task: Task
    excluded: dict[str, list[tuple[frozenset[Value], _Sources]]]
    below: dict[str, _Sources] = field(default_factory=dict)
    under: dict[str, _Sources] = field(default_factory=dict)
    layers: dict[str, int] = field(default_factory=lambda: {GIVENS: 0})
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, step: Step) -> None:
        """Put a step on those it uses; a mere elimination becomes no node of its own."""
        sources = frozenset(source for fact in step.premises for source in self.sources(fact))
        if not _is_elimination(step):
            sources = frozenset({self.node(step, sources)})
        for fact in step.conclusions:
            before = {value for values, _ in self.excluded.get(fact.variable, []) for value in values}
            news = frozenset(excluded_by(self.task, fact)) - before
            self.excluded.setdefault(fact.variable, []).append((news, sources))

    def sources(self, premise: Fact) -> Iterator[str]:
        """The nodes that excluded the values which a premise says are gone."""
        needed = set(excluded_by(self.task, premise))
        for values, nodes in self.excluded.get(premise.variable, []):
            if values & needed:
                yield from nodes

    def node(self, step: Step, sources: _Sources) -> str:
        """A new node for a step, on those of the sources that no other source stands on."""
        name = f"step {step.number}"
        under = {node for source in sources for node in self.under.get(source, ())}
        self.below[name] = (sources - under) or frozenset({GIVENS})
        self.under[name] = frozenset({*sources, *under, GIVENS})
        self.layers[name] = 1 + max(self.layers[source] for source in self.below[name])
        self.texts[name] = _text(self.task, step)
        return name


def _pyramid(task: Task, steps: Sequence[Step]) -> Graph:
    started = {fact.variable: [(frozenset(excluded_by(task, fact)), frozenset({GIVENS}))] for fact in task.given}
    built = _Pyramid(task, dict(started))
    for step in steps:
        built.add(step)
    refuted = [step for step in steps if _is_contradiction(step)]
    goals = refuted or [step for step in steps if _places(step)] or steps
    kept = {GIVENS, *_needed(built, (f"step {step.number}" for step in goals))}
    nodes = [GraphNode(GIVENS, f"{len(task.given)} givens", "round", "given", 0, on_path=True)]
    nodes += [
        GraphNode(name, text, "box", "found", built.layers[name], on_path=True)
        for name, text in built.texts.items()
        if name in kept
    ]
    edges = [
        GraphEdge(below, name, on_path=True)
        for name in built.texts
        if name in kept
        for below in sorted(built.below[name], key=lambda node: (built.layers[node], node))
    ]
    return _with_rest(task, steps, Graph(tuple(nodes), tuple(edges), f"auxiliary models of {task.name}"))


def _with_rest(task: Task, steps: Sequence[Step], drawn: Graph) -> Graph:
    """The pyramid, and where it does not reach the goal what is missing: in its title, and as a node above all tops."""
    if any(map(_is_contradiction, steps)):
        return replace(drawn, title=f"{drawn.title}: they end in a contradiction")
    count = len(_open(task, steps))
    if not count:
        return drawn
    below = {edge.start for edge in drawn.edges}
    lines = [GraphEdge(each.name, OPEN, directed=False) for each in drawn.nodes if each.name not in below]
    rest = GraphNode(OPEN, f"{count} cells open", "round", "open", 1 + max(node.layer for node in drawn.nodes))
    title = f"{drawn.title}: {count} of {len(task.sought.variables)} cells stay open"
    return Graph((*drawn.nodes, rest), (*drawn.edges, *lines), title)


def _open(task: Task, steps: Sequence[Step]) -> set[str]:
    """The cells sought that neither the givens nor the steps fill."""
    facts = (*task.given, *(fact for step in steps for fact in step.conclusions))
    return set(task.sought.variables).difference(fact.variable for fact in facts if fact.domain.is_fixed)


def _needed(built: _Pyramid, goals: Iterable[str]) -> set[str]:
    """The nodes of the goals and all below them."""
    kept: set[str] = set()
    for goal in goals:
        if goal in built.below:
            kept |= {goal, *built.under[goal]}
    return kept


def _places(step: Step) -> bool:
    return any(fact.domain.is_fixed for fact in step.conclusions)


def _is_contradiction(step: Step) -> bool:
    return any(not values_of(fact) for fact in step.conclusions)


def _is_elimination(step: Step) -> bool:
    """Whether a step only says what a known digit excludes, without placing another."""
    return len(step.premises) == 1 and not _places(step) and not step.substeps


def _text(task: Task, step: Step) -> str:
    """What stands in a box: the unit, and the digits placed, else what players call the step.

    A step without a unit, such as a supposition, says what it concludes.
    """
    told = [in_words(task, fact) for fact in step.conclusions if fact.domain.is_fixed or not step.conditions]
    return f"{listed(step.conditions) or step.technique}: {listed(told) if told else narrate(task, step).name}"
