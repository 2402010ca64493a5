"""The constraints of XCSP3-core that are understood, each with what it becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from cpsolver.kinds.csp.formats.functional import Expressions, truth
from cpsolver.kinds.csp.formats.xml import Element
from cpsolver.task.expression import Call, Collection, Constant, Node

Reader = Callable[[Element, Expressions], Iterable[Node]]

_RELATIONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "=", "ne": "!="}


def _items(element: Element, expressions: Expressions) -> tuple[Node, ...]:
    """What stands in `<list>`, or in the constraint itself."""
    inside = element.child("list")
    return expressions.listed(inside if inside is not None else element)


def _row(nodes: Sequence[Node]) -> Collection:
    return Collection(tuple(nodes))


def _intension(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("function")
    yield truth(expressions.read(element.child("function") or element))


def _all_different(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "except")
    items, excluded = _items(element, expressions), element.child("except")
    if excluded is None:
        yield Call("all_different", items)
    else:
        yield Call("all_different_except", (_row(items), _row(expressions.listed(excluded))))


def _all_equal(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list")
    yield Call("all_equal", _items(element, expressions))


def _ordered(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "operator")
    sign = element.part("operator")
    names = {"le": "increasing", "lt": "strictly_increasing", "ge": "decreasing", "gt": "strictly_decreasing"}
    if sign.text.strip() not in names:
        raise sign.error(f"'{sign.text.strip()}' is no order")
    yield Call(names[sign.text.strip()], _items(element, expressions))


def _extension(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "supports", "conflicts")
    items = _items(element, expressions)
    supports, conflicts = element.child("supports"), element.child("conflicts")
    listed = supports if supports is not None else element.part("conflicts")
    table = Call("table", (_row(items), _row([_row(row) for row in _rows(listed, len(items))])))
    yield table if conflicts is None else Call("not", (table,))


def _rows(element: Element, width: int) -> Iterator[list[Constant]]:
    text = element.text.strip()
    rows = re.findall(r"\(([^()]*)\)", text) if width > 1 or "(" in text else _single(text)
    if width > 1 and re.sub(r"\([^()]*\)", "", text).strip():
        raise element.error("only tuples of numbers are understood here")
    for row in rows:
        words = row.split(",")
        if len(words) != width:
            raise element.error(f"the tuple ({row}) has {len(words)} items; {width} are needed")
        if not all(re.fullmatch(r"\s*-?\d{1,18}\s*", word) for word in words):
            raise element.error(f"the tuple ({row}) is not of numbers")
        yield [Constant(int(word)) for word in words]


def _single(text: str) -> Iterator[str]:
    """The values of a table of one column, ranges spread out."""
    for word in text.split():
        run = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", word)
        yield from map(str, range(int(run[1]), int(run[2]) + 1)) if run else (word,)


def _sum(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "coeffs", "condition")
    items, factors = _items(element, expressions), element.child("coeffs")
    if factors is not None:
        found = expressions.listed(factors)
        if len(found) != len(items):
            raise factors.error(f"{len(found)} coefficients for {len(items)} items")
        items = tuple(Call("*", pair) for pair in zip(found, items, strict=True))
    yield _conditioned(Call("sum", items), element, expressions)


def _conditioned(node: Node, element: Element, expressions: Expressions) -> Node:
    """A number under the condition of its constraint: `(le,5)`, `(in,1..3)`."""
    condition = element.part("condition")
    found = re.fullmatch(r"\(\s*(\w+)\s*,(.*)\)", condition.text.strip(), re.DOTALL)
    if found is None:
        raise condition.error("a condition such as (le,5) should stand here")
    run = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", found[2].strip())
    if found[1] == "in" and run:
        low, high = Constant(int(run[1])), Constant(int(run[2]))
        return Call("and", (Call("<=", (low, node)), Call("<=", (node, high))))
    if found[1] not in _RELATIONS:
        raise condition.error(f"the condition '{found[1]}' is not understood")
    inside = Element(element.lines, "condition", {}, condition.offset, text=found[2])
    return Call(_RELATIONS[found[1]], (node, expressions.read(inside)))


def _n_values(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "condition")
    yield _conditioned(Call("nvalue", _items(element, expressions)), element, expressions)


def _extreme(name: str) -> Reader:
    def read(element: Element, expressions: Expressions) -> Iterator[Node]:
        element.only("list", "condition")
        yield _conditioned(Call(name, _items(element, expressions)), element, expressions)

    return read


def _count(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "values", "condition")
    values = Collection(expressions.listed(element.part("values")), "{}")
    number = Call("count", tuple(Call("in", (item, values)) for item in _items(element, expressions)))
    yield _conditioned(number, element, expressions)


def _cardinality(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "values", "occurs")
    values, occurs = element.part("values"), element.part("occurs")
    name = "global_cardinality_closed" if values.attributes.get("closed") == "true" else "global_cardinality"
    cover, counts = expressions.listed(values), expressions.listed(occurs)
    if len(cover) != len(counts):
        raise occurs.error(f"{len(counts)} numbers for {len(cover)} values")
    yield Call(name, (_row(_items(element, expressions)), _row(cover), _row(counts)))


def _element(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "index", "value", "condition")
    inside = element.part("list")
    items = expressions.listed(inside)
    index = expressions.read(element.part("index"))
    start = _start(inside)
    keys = [Constant(number) for number in range(start, start + len(items))]
    found = Call("element", (index, _row(items), _row(keys)))
    value = element.child("value")
    if value is None:
        yield _conditioned(found, element, expressions)
    else:
        yield Call("=", (found, expressions.read(value)))


def _start(element: Element) -> int:
    text = element.attributes.get("startIndex", "0")
    if not re.fullmatch(r"-?\d{1,6}", text):
        raise element.error(f"startIndex '{text}' is no number")
    return int(text)


def _circuit(element: Element, expressions: Expressions) -> Iterator[Node]:
    """With all elements in the round; without `<size>` some may stand aside, but not all."""
    element.only("list", "size")
    items, size = _items(element, expressions), element.child("size")
    start = _start(element.child("list") or element)
    keys = [Constant(number) for number in range(start, start + len(items))]
    if size is not None and size.text.strip() == str(len(items)):
        yield Call("circuit", (_row(items), _row(keys)))
        return
    yield Call("subcircuit", (_row(items), _row(keys)))
    moving = Call("count", tuple(Call("!=", pair) for pair in zip(items, keys, strict=True)))
    yield Call(">=", (moving, Constant(2))) if size is None else Call("=", (moving, expressions.read(size)))


def _no_overlap(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("origins", "lengths")
    if element.attributes.get("zeroIgnored", "true") != "true":
        raise element.error('zeroIgnored="false" is not understood')
    if "(" in element.part("origins").text:
        raise element.error("boxes of several dimensions are not understood")
    origins, lengths = (expressions.listed(element.part(tag)) for tag in ("origins", "lengths"))
    _equally_many(element, origins, lengths)
    yield Call("disjunctive", (_row(origins), _row(lengths)))


def _cumulative(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("origins", "lengths", "heights", "condition")
    origins, lengths, heights = (expressions.listed(element.part(tag)) for tag in ("origins", "lengths", "heights"))
    _equally_many(element, origins, lengths, heights)
    limit = _conditioned(Constant(0), element, expressions)
    if not isinstance(limit, Call) or limit.function != "<=":
        raise element.part("condition").error("only (le,…) is understood here")
    yield Call("cumulative", (_row(origins), _row(lengths), _row(heights), limit.arguments[1]))


def _equally_many(element: Element, *lists: Sequence[Node]) -> None:
    if len({len(each) for each in lists}) > 1:
        raise element.error(f"its lists have {', '.join(str(len(each)) for each in lists)} items")


def _regular(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "transitions", "start", "final")
    moves = re.findall(r"\(\s*(\w+)\s*,\s*(-?\d+)\s*,\s*(\w+)\s*\)", element.part("transitions").text)
    start, final = element.part("start").text.strip(), element.part("final").text.split()
    states = {
        state: n for n, state in enumerate(dict.fromkeys([start, *(s for m in moves for s in (m[0], m[2])), *final]))
    }
    if len({(state, letter) for state, letter, _ in moves}) < len(moves):
        raise element.part("transitions").error("an automaton with a choice of next states is not understood")
    if re.sub(r"\(\s*\w+\s*,\s*-?\d+\s*,\s*\w+\s*\)", "", element.part("transitions").text).strip():
        raise element.part("transitions").error("only transitions (state,number,state) are understood")
    rows = [_row([Constant(states[a]), Constant(int(letter)), Constant(states[b])]) for a, letter, b in moves]
    ends = _row([Constant(states[state]) for state in final])
    yield Call("regular", (_row(_items(element, expressions)), _row(rows), Constant(states[start]), ends))


def _instantiation(element: Element, expressions: Expressions) -> Iterator[Node]:
    element.only("list", "values")
    items, values = _items(element, expressions), expressions.listed(element.part("values"))
    _equally_many(element, items, values)
    for pair in zip(items, values, strict=True):
        yield Call("=", pair)


CONSTRAINTS: dict[str, Reader] = {
    "intension": _intension,
    "extension": _extension,
    "allDifferent": _all_different,
    "allEqual": _all_equal,
    "ordered": _ordered,
    "sum": _sum,
    "count": _count,
    "nValues": _n_values,
    "cardinality": _cardinality,
    "minimum": _extreme("min"),
    "maximum": _extreme("max"),
    "element": _element,
    "circuit": _circuit,
    "noOverlap": _no_overlap,
    "cumulative": _cumulative,
    "regular": _regular,
    "instantiation": _instantiation,
}
"""Each constraint that is understood, and how it is read."""
