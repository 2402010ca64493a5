"""Rounds, inverses, connected parts and automata for CP-SAT: stated natively where it has something for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cpsolver.solvers.cpsat.coding import number
from cpsolver.solvers.cpsat.model import Literals, truth_of
from cpsolver.solvers.cpsat.relations import equated
from cpsolver.solvers.cpsat.sums import FALSE, Sum, literal_sum
from cpsolver.solvers.cpsat.term import Term
from cpsolver.task.decomposition import decomposed
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.globals import edges_of, items_of

if TYPE_CHECKING:
    from cpsolver.solvers.cpsat.compiler import Compiler

Truth = tuple[int, tuple[int, ...]]


def post_circuit(loops: bool) -> Callable[[Compiler, Call, Literals], None]:
    """`circuit`, or with loops `subcircuit`: an arc for each successor an element may have."""

    def post(compiler: Compiler, node: Call, when: Literals) -> None:
        model = compiler.model
        successors, keys = ([compiler.term(item) for item in items_of(part)] for part in node.arguments)
        compiler.require([literal for term in successors for literal in term.defined], when)
        conditions = model.reduced(when)
        if not keys or conditions is None:
            return
        arcs = []
        for i, successor in enumerate(successors):
            for j, key in enumerate(keys):
                literal = model.literal(equated(compiler, "=", successor, key)[0])
                if i == j and not loops:
                    compiler.require((~literal,), when)
                elif literal != FALSE:
                    arcs.append((i, j, model.of(literal)))
        if {i for i, _, _ in arcs} != set(range(len(keys))):
            model.clause([~literal for literal in conditions])  # CP-SAT would not see an element without any arc
            return
        model.enforce(model.proto.add_circuit(arcs), conditions)

    return post


def post_inverse(compiler: Compiler, node: Call, when: Literals) -> None:
    """`inverse`, natively where the indices are whole numbers in a row and nothing can lie outside them."""
    forth, back, keys, back_keys = (items_of(part) for part in node.arguments)
    columns = [_places(compiler, forth, back_keys), _places(compiler, back, keys)]
    if len(keys) == len(back_keys) and len(keys) > 0 and all(columns) and not when:
        compiler.model.proto.add_inverse(*columns)
        return
    found = decomposed(node)
    assert found is not None, "inverse has a decomposition"
    compiler.post(found, when)


def _places(compiler: Compiler, items: Sequence[Node], keys: Sequence[Node]) -> list[object] | None:
    """The positions from 0 that variables over some keys name, as variables; None where that cannot be said so."""
    values = [key.value for key in keys if isinstance(key, Constant)]
    first = values[0] if values else 0
    if not isinstance(first, int) or values != list(range(first, first + len(keys))):
        return None
    found: list[object] = []
    for item in items:
        if not isinstance(item, Name) or compiler.named[item.name].symbols:
            return None
        total = compiler.named[item.name].value.plus(Sum({}, -first))
        low, high = compiler.model.bounds(total)
        if total.denominator != 1 or low < 0 or high >= len(keys):
            return None
        index, is_new = compiler.model.defined(("position", total.key), int(low), int(high))
        if is_new:
            compiler.model.post(compiler.model.claim(total.plus(Sum({index: 1}), -1), "="))
        found.append(compiler.model.variables[index])
    return found


def connected(compiler: Compiler, node: Call) -> Truth:
    """`connected`, reified: every element knows how far it is from the first one chosen, and none is out of reach.

    The distances are determined: 0 of the first, else one more than the least among neighbours chosen, at most as many
    as there are elements, which means out of reach.
    """
    model = compiler.model
    chosen = [compiler.literal(item) for item in items_of(node.arguments[0])]
    far = len(chosen)
    if far < 2:
        return truth_of(True), ()
    neighbours: list[set[int]] = [set() for _ in chosen]
    for one, other in edges_of(node):
        neighbours[one].add(other)
        neighbours[other].add(one)
    purpose = ("connected", tuple(chosen), tuple(map(frozenset, neighbours)))
    distance = [model.defined((*purpose, i), 0, far) for i in range(far)]
    near, earlier = [], FALSE
    for i, literal in enumerate(chosen):
        index, is_new = distance[i]
        first = model.conjunction((literal, ~earlier))
        if is_new:
            beside = [Sum({distance[j].variable: 1}, 1) for j in sorted(neighbours[i] - {i})]
            least, _ = model.defined((*purpose, "least", i), 1, far)
            model.proto.add_min_equality(model.variables[least], [far, *map(model.expression, beside)])
            own = Sum({index: 1})
            model.post(model.claim(own, "="), (first,))
            model.post(model.claim(own.plus(Sum({least: 1}), -1), "="), (literal, ~first))
            model.post(model.claim(own.plus(Sum({}, -far)), "="), (~literal,))
        reached = model.literal(model.claim(Sum({index: 1}, -far), "<"))
        near.append(model.disjunction((~literal, reached)))
        earlier = model.disjunction((earlier, literal))
    return model.conjunction(near), ()


def post_regular(compiler: Compiler, node: Call, when: Literals) -> None:
    """`regular`, natively: states are numbered, letters are the solver's numbers for them."""
    listed, transitions, start, accepting = node.arguments
    terms = [compiler.term(item) for item in items_of(listed)]
    model = compiler.model
    if any(term.value.denominator != 1 or (term.symbols and term.numeric) for term in terms) or not terms:
        found = decomposed(node)
        assert found is not None, "regular has a decomposition"
        compiler.post(found, when)
        return
    compiler.require([literal for term in terms for literal in term.defined], when)
    triples = [items_of(row) for row in items_of(transitions)]
    states: dict[Node, int] = {start: 0}
    for before, _, after in triples:
        states.setdefault(before, len(states))
        states.setdefault(after, len(states))
    rows = [
        (states[before], int(number(letter.value, compiler.symbols)), states[after])
        for before, letter, after in triples
        if isinstance(letter, Constant) and _is_letter(letter.value, terms)
    ]
    final = [states[state] for state in items_of(accepting) if state in states]
    conditions = model.reduced(when)
    if conditions is None:
        return
    if not rows or not final:
        model.clause([~literal for literal in conditions])
        return
    sums = [model.affine_expression(term.value) for term in terms]
    model.enforce(model.proto.add_automaton(sums, 0, final, rows), conditions)


def _is_letter(value: object, terms: Sequence[Term]) -> bool:
    """Whether some term may have the value: a whole number where terms are numbers, a symbol where they are symbols."""
    if isinstance(value, str):
        return any(value in term.symbols for term in terms)
    return value == int(value) and any(term.numeric for term in terms)  # type: ignore[call-overload]


def nvalue(compiler: Compiler, node: Call) -> Term:
    """`nvalue`: for each value whether it stands anywhere, where all items are variables; else in simpler words."""
    items = node.arguments
    if not all(isinstance(item, (Name, Constant)) for item in items):
        found = decomposed(node)
        assert found is not None, "nvalue has a decomposition"
        return compiler.term(found)
    places: dict[object, list[Node]] = {}
    for item in items:
        values = compiler.domains[item.name].values if isinstance(item, Name) else (item.value,)  # type: ignore[attr-defined]
        for value in values:
            places.setdefault(value, []).append(item)
    total = Sum({})
    for value, there in places.items():
        stands = [compiler.literal(Call("=", (item, Constant(value)))) for item in there]  # type: ignore[arg-type]
        total = total.plus(literal_sum(compiler.model.disjunction(stands)))
    return Term(total)


TERMS: Mapping[str, Callable[[Compiler, Call], Term]] = {"nvalue": nvalue}

TRUTHS: Mapping[str, Callable[[Compiler, Call], Truth]] = {"connected": connected}

POSTS: Mapping[str, Callable[[Compiler, Call, Literals], None]] = {
    "circuit": post_circuit(loops=False),
    "subcircuit": post_circuit(loops=True),
    "inverse": post_inverse,
    "regular": post_regular,
}
