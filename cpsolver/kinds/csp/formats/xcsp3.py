"""XCSP3-core: variables, arrays, functional expressions, and the constraints that instances use most.

What is not understood is an error at its place. Source: Boussemart, Lecoutre, Audemard & Piette, *XCSP3-core* (2020).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from cpsolver.kinds.csp.formats.functional import Expressions
from cpsolver.kinds.csp.formats.reading import Read
from cpsolver.kinds.csp.formats.xcsp3_constraints import CONSTRAINTS
from cpsolver.kinds.csp.formats.xml import Element, parsed
from cpsolver.spec.text import Lines
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.parser import ExpressionError, parse_expression
from cpsolver.task.task import Aim, Array, Objective, Sought, Task, Variable

_MEANT = re.compile(r"\A\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<instance\b", re.DOTALL)

MOST_VARIABLES = 100_000


def is_meant(text: str) -> bool:
    """Whether a text begins as an XML document whose root is `<instance>`."""
    return _MEANT.match(text) is not None


def read(lines: Lines) -> Read:
    """The task of an instance. Raises: SpecError with the place of what is wrong or not understood."""
    root = parsed(lines)
    variables: list[Variable] = []
    arrays: list[Array] = []
    parts = {child.tag: child for child in root.children}
    for tag, child in parts.items():
        if tag not in ("variables", "constraints", "objectives", "annotations"):
            raise child.error(f"<{tag}> is not understood here", "variables, constraints and objectives are")
    if "variables" not in parts:
        raise root.error("an instance needs <variables>")
    for child in parts["variables"].children:
        _declare(child, variables, arrays)
    if len(variables) > MOST_VARIABLES:
        raise root.error(f"more than {MOST_VARIABLES:,} variables")
    expressions = Expressions({each.name: each for each in variables}, {each.name: each for each in arrays})
    conditions = []
    offsets = []
    for child in _leaves(parts["constraints"]) if "constraints" in parts else ():
        for node in CONSTRAINTS[child.tag](child, expressions):
            conditions.append(Relation(node, label=child.attributes.get("note", "")))
            offsets.append(child.offset)
    aim = _objective(parts.get("objectives"), expressions)
    names = tuple(each.name for each in variables)
    sought = Sought(names, Aim.BEST if aim else Aim.ONE, aim)
    task = Task("", "csp", tuple(variables), tuple(conditions), sought=sought, arrays=tuple(arrays))
    return Read(task, tuple(offsets))


def _leaves(element: Element) -> Iterator[Element]:
    """The constraints in blocks. Raises: SpecError for one that is not known."""
    for child in element.children:
        if child.tag == "block":
            yield from _leaves(child)
        elif child.tag in CONSTRAINTS:
            yield child
        else:
            raise child.error(f"<{child.tag}> is not understood", f"understood are: {', '.join(CONSTRAINTS)}")


def _declare(element: Element, variables: list[Variable], arrays: list[Array]) -> None:
    name = element.needed("id")
    try:
        plain = parse_expression(name)
    except ExpressionError:
        plain = None
    if plain is None or name != name.strip() or not re.fullmatch(r"[^\W\d]\w*", name):
        raise element.error(f"'{name}' cannot be a name")
    if name in [*(each.name for each in variables), *(each.name for each in arrays)]:
        raise element.error(f"'{name}' is declared twice")
    if element.attributes.get("type", "integer") not in ("integer", "symbolic"):
        raise element.error(f"variables of the type '{element.attributes['type']}' are not understood")
    if element.tag == "var":
        variables.append(Variable(name, _domain(element), element.attributes.get("note", "")))
    elif element.tag == "array":
        sizes = [int(size) for size in re.findall(r"\[(\d{1,6})\]", element.needed("size"))]
        sets = tuple(tuple(range(size)) for size in sizes)
        if element.children:
            raise element.children[0].error("domains of single elements are not understood")
        called = tuple(f"{name}[{', '.join(map(str, place))}]" for place in product(*sets))
        arrays.append(Array(name, sets, called))
        domain = _domain(element)
        variables.extend(Variable(each, domain) for each in called)
    else:
        raise element.error(f"<{element.tag}> is not understood", "variables are <var> and <array>")


def _domain(element: Element) -> Finite:
    if element.attributes.get("as"):
        raise element.error("'as' is not understood", "write the domain itself")
    values: list[int | str] = []
    for word in element.text.split():
        run = re.fullmatch(r"(-?\d{1,10})\.\.(-?\d{1,10})", word)
        if run and int(run[2]) - int(run[1]) < 1_000_000:
            values += range(int(run[1]), int(run[2]) + 1)
        elif re.fullmatch(r"-?\d{1,18}", word):
            values.append(int(word))
        elif element.attributes.get("type") == "symbolic" and re.fullmatch(r"\w+", word):
            values.append(word)
        else:
            raise element.error(f"'{word[:40]}' is no value", "values and ranges such as 1..9 stand here")
    if not values:
        raise element.error("a variable needs a domain")
    return Finite.of(values)


def _objective(element: Element | None, expressions: Expressions) -> Objective | None:
    """The objectives in their order."""
    found: Objective | None = None
    for child in reversed(element.children if element else ()):
        if child.tag not in ("minimize", "maximize") or child.attributes.get("type", "expression") != "expression":
            raise child.error(f"<{child.tag}> of this type is not understood", "an expression is")
        node = expressions.read(child)
        found = replace(Objective(node, child.tag == "maximize"), then=found)
    return found
