"""What certain conditions say of domains: different terms, rows of a table, what an automaton reads, connection.

Each works on masks over the numbers of its variables' own values, as the forms in `consistency` do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsolver.auxiliary.diagram import Diagram, Layer
from cpsolver.task.condition import Relation
from cpsolver.task.different import terms
from cpsolver.task.domain import Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node, names
from cpsolver.task.globals import edges_of, items_of
from cpsolver.task.matching import matchable_masks, matching
from cpsolver.task.propagation import bits


class DifferentTerms:
    """Expressions of one variable each that all differ, such as `queen[3] + 3`.

    results: of every variable and each of its values the bit of its term; 0 for a value the term does not allow
    """

    def __init__(self, results: Sequence[Sequence[int]]) -> None:
        self.results = tuple(map(tuple, results))
        self.sources = tuple({bit: 0 for bit in row if bit} for row in self.results)
        for row, source in zip(self.results, self.sources, strict=True):
            for number, bit in enumerate(row):
                if bit:
                    source[bit] |= 1 << number

    def allows(self, masks: Sequence[int]) -> bool:
        """By bipartite matching."""
        return matching(self._terms(masks)) is not None

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """By all matchings."""
        kept = matchable_masks(self._terms(masks))
        if kept is None:
            return None
        return [
            mask & sum(source[bit] for bit in bits(found))
            for mask, source, found in zip(masks, self.sources, kept, strict=True)
        ]

    def _terms(self, masks: Sequence[int]) -> list[int]:
        found = []
        for mask, row in zip(masks, self.results, strict=True):
            reached = 0
            for bit in bits(mask):
                reached |= row[bit.bit_length() - 1]
            found.append(reached)
        return found


def different_terms(condition: Relation, values: Sequence[Sequence[Value]]) -> DifferentTerms | None:
    """The form of a condition that says no more than that some terms differ; None of any other."""
    found = terms(condition, dict(zip(condition.scope, values, strict=True)))
    if found is None:
        return None
    by_variable: dict[str, Mapping[Value, Value]] = {term.variable: term.values for term in found}
    shared = {term: number for number, term in enumerate(dict.fromkeys(v for t in found for v in t.values.values()))}
    return DifferentTerms(
        [
            [1 << shared[by_variable[name][value]] if value in by_variable[name] else 0 for value in own]
            for name, own in zip(condition.scope, values, strict=True)
        ]
    )


class Table:
    """One of some rows of values, each a bit a variable."""

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.rows = tuple(map(tuple, rows))

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether some row lies within the domains."""
        return any(all(bit & mask for bit, mask in zip(row, masks, strict=True)) for row in self.rows)

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """What stands in the rows within the domains."""
        kept = [0] * len(masks)
        for row in self.rows:
            if all(bit & mask for bit, mask in zip(row, masks, strict=True)):
                kept = [found | bit for found, bit in zip(kept, row, strict=True)]
        return kept if all(kept) else None


def table(condition: Relation, values: Sequence[Sequence[Value]]) -> Table | None:
    """The form of a table of constants over variables; None of any other condition."""
    node = condition.expression
    if not isinstance(node, Call) or node.function != "table":
        return None
    variables, rows = map(items_of, node.arguments)
    listed = [constants(row) for row in rows]
    if _names(variables) != condition.scope or any(row is None for row in listed):
        return None
    numbers = [{value: 1 << number for number, value in enumerate(own)} for own in values]
    known = [
        [table[value] for table, value in zip(numbers, row, strict=True)]
        for row in listed
        if row is not None and all(value in table for table, value in zip(numbers, row, strict=True))
    ]
    return Table(known)


def automaton(condition: Relation, values: Sequence[Sequence[Value]]) -> Diagram | None:
    """The diagram of what an automaton reads, a layer an item; None if an item is no variable, or stands twice."""
    node = condition.expression
    if not isinstance(node, Call) or node.function != "regular":
        return None
    items, transitions, start, accepting = node.arguments
    moves, ends = [constants(move) for move in items_of(transitions)], constants(accepting)
    if _names(items_of(items)) != condition.scope or None in moves or ends is None or not isinstance(start, Constant):
        return None
    return _read({(m[0], m[1]): m[2] for m in moves if m is not None}, start.value, set(ends), values)


def _read(
    moves: Mapping[tuple[Value, Value], Value], start: Value, ends: set[Value], values: Sequence[Sequence[Value]]
) -> Diagram:
    """Layers of the states that are reached and lead to an end; states are numbered as they come."""
    number = {start: 0}
    for state in (*(state for state, _ in moves), *moves.values(), *ends):
        number.setdefault(state, len(number))
    states: list[dict[Value, dict[Value, int]]] = []
    reached = {start}
    for own in values:
        layer: dict[Value, dict[Value, int]] = {}
        for state in reached:
            onwards: dict[Value, int] = {}
            for position, value in enumerate(own):
                if (state, value) in moves:
                    after = moves[state, value]
                    onwards[after] = onwards.get(after, 0) | 1 << position
            layer[state] = onwards
        states.append(layer)
        reached = {after for onwards in layer.values() for after in onwards}
    layers: list[Layer] = []
    alive = reached & ends
    for layer in reversed(states):
        kept = {
            number[state]: tuple((number[after], mask) for after, mask in onwards.items() if after in alive)
            for state, onwards in layer.items()
        }
        layers.append({state: edges for state, edges in kept.items() if edges})
        alive = {state for state, onwards in layer.items() if any(after in alive for after in onwards)}
    return Diagram(0, layers[::-1])


class Connected:
    """Elements that are chosen or not, each by one variable, those chosen hanging together.

    chosen: of every variable the values by which its element is chosen; nearby: the elements beside each, as a mask
    """

    def __init__(self, chosen: Sequence[int], nearby: Sequence[int]) -> None:
        self.chosen, self.nearby = tuple(chosen), tuple(nearby)

    def allows(self, masks: Sequence[int]) -> bool:
        """Whether all that is surely chosen can be joined by what may be."""
        sure, possible = self._sure(masks), self._possible(masks)
        return not sure & ~self._reached(sure & -sure, possible)

    def narrowed(self, masks: Sequence[int]) -> list[int] | None:
        """What cannot be joined to what is surely chosen is not; what alone joins it is."""
        sure, possible = self._sure(masks), self._possible(masks)
        reached = self._reached(sure & -sure, possible)
        if sure & ~reached:
            return None
        kept = list(masks)
        for number, mask in enumerate(masks) if sure else ():
            bit = 1 << number
            if sure & bit or not possible & bit:
                continue
            if not reached & bit:
                kept[number] = mask & ~self.chosen[number]
            elif sure & ~self._reached(sure & -sure, possible & ~bit):
                kept[number] = mask & self.chosen[number]
        return kept

    def _sure(self, masks: Sequence[int]) -> int:
        pairs = enumerate(zip(masks, self.chosen, strict=True))
        return sum(1 << number for number, (mask, chosen) in pairs if not mask & ~chosen)

    def _possible(self, masks: Sequence[int]) -> int:
        pairs = enumerate(zip(masks, self.chosen, strict=True))
        return sum(1 << number for number, (mask, chosen) in pairs if mask & chosen)

    def _reached(self, start: int, within: int) -> int:
        reached = border = start & within
        while border:
            beside = 0
            for bit in bits(border):
                beside |= self.nearby[bit.bit_length() - 1]
            border = beside & within & ~reached
            reached |= border
        return reached


def connected(condition: Relation, values: Sequence[Sequence[Value]]) -> Connected | None:
    """The form of a connection of elements that are chosen by a variable each; None of any other condition."""
    node = condition.expression
    if not isinstance(node, Call) or node.function != "connected":
        return None
    items = items_of(node.arguments[0])
    scopes = [names(item) for item in items]
    if any(len(scope) != 1 for scope in scopes) or tuple(scope[0] for scope in scopes) != condition.scope:
        return None
    chosen = []
    for item, name, own in zip(items, condition.scope, values, strict=True):
        test = Relation(item)
        chosen.append(sum(1 << number for number, value in enumerate(own) if test.holds({name: value})))
    nearby = [0] * len(items)
    for one, other in edges_of(node):
        nearby[one] |= 1 << other
        nearby[other] |= 1 << one
    return Connected(chosen, nearby)


def constants(node: Node) -> tuple[Value, ...] | None:
    """The values of a list of constants; None of anything else."""
    if not isinstance(node, Collection) or not all(isinstance(item, Constant) for item in node.items):
        return None
    return tuple(item.value for item in node.items if isinstance(item, Constant))


def _names(items: Sequence[Node]) -> tuple[str, ...]:
    """The names of variables, each standing once; nothing if there is anything else."""
    found = tuple(item.name for item in items if isinstance(item, Name))
    return found if len(found) == len(items) == len(set(found)) else ()
