"""DIMACS: `p cnf 3 2` and clauses, `p wcnf 3 2 10` with a weight before each; a weight below the top one may be broken.

Comments `c 5 queen[1]`, as cpsolver writes them, name variables; what has no name is then a part of conditions and not
sought. Source: DIMACS Challenge (1993); MaxSAT Evaluation, format of 2006–2021.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.errors import SpecError
from cpsolver.kinds.csp.formats.reading import Read
from cpsolver.spec.text import Lines
from cpsolver.spec.wishing import penalty
from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Constant, Element, Name, Node
from cpsolver.task.parser import ExpressionError, parse_expression
from cpsolver.task.task import Aim, Objective, Preference, Sought, Task, Variable

_HEADER = re.compile(r"^p[ \t]+(w?cnf)[ \t]+(\d{1,9})[ \t]+(\d{1,9})(?:[ \t]+(\d{1,18}))?[ \t]*$", re.MULTILINE)
_MEANT = re.compile(r"\A\ufeff?(?:(?:c\b.*)?\r?\n)*p[ \t]+w?cnf\b")
_NAMED = re.compile(r"^c[ \t]+(\d{1,9})[ \t]+(\S.*?)[ \t]*$", re.MULTILINE)

MOST_VARIABLES = 100_000


@dataclass(frozen=True)
class _Clause:
    literals: tuple[int, ...]
    weight: int
    offset: int


def is_meant(text: str) -> bool:
    """Whether a text begins with comments and a line `p cnf` or `p wcnf`."""
    return _MEANT.match(text) is not None


def read(lines: Lines) -> Read:
    """The task of a text in DIMACS. Raises: SpecError with the place of what is wrong."""
    header = _HEADER.search(lines.text)
    if header is None:
        start = re.search(r"^p\b", lines.text, re.MULTILINE)
        raise SpecError(
            lines.problem(
                "no line such as 'p cnf 3 2' with the numbers of variables and clauses", start.start() if start else 0
            )
        )
    count = int(header[2])
    if count > MOST_VARIABLES:
        raise SpecError(lines.problem(f"more than {MOST_VARIABLES:,} variables", header.start(2)))
    is_weighed = header[1] == "wcnf"
    clauses = list(_clauses(lines, header.end(), count, is_weighed))
    if len(clauses) != int(header[3]):
        message = f"{header[3]} clauses are announced; {len(clauses)} follow"
        raise SpecError(lines.problem(message, header.start(3), "is the text whole?"))
    top = int(header[4]) if header[4] else None
    return _task(lines, count, clauses, top if is_weighed else None, is_weighed)


def _clauses(lines: Lines, start: int, count: int, is_weighed: bool) -> Iterator[_Clause]:
    literals: list[int] = []
    weight, begun = 0, -1
    for token in re.finditer(r"^c\b.*$|^%[^\0]*|\S+", lines.text[start:], re.MULTILINE):
        word, offset = token[0], start + token.start()
        if re.match(r"c\b|%", word):
            continue
        if not re.fullmatch(r"-?\d{1,18}", word):
            raise SpecError(
                lines.problem(f"'{word[:40]}' is no number", offset, "a clause is numbers, and 0 at its end")
            )
        number = int(word)
        if begun < 0:
            begun = offset
            if is_weighed:
                if number < 1:
                    raise SpecError(lines.problem(f"{number} is no weight", offset, "a weight is 1 or more"))
                weight = number
                continue
        if number == 0:
            yield _Clause(tuple(literals), weight, begun)
            literals, begun = [], -1
        elif abs(number) > count:
            raise SpecError(lines.problem(f"there is no variable {abs(number)}; there are {count}", offset))
        else:
            literals.append(number)
    if begun >= 0:
        raise SpecError(lines.problem("this clause does not end", begun, "0 stands at the end of a clause"))


def _task(lines: Lines, count: int, clauses: list[_Clause], top: int | None, is_weighed: bool) -> Read:
    names = _names(lines.text, count)
    nodes = [Name(name) for name in names]
    hard = [each for each in clauses if not is_weighed or (top is not None and each.weight >= top)]
    soft = [each for each in clauses if is_weighed and not (top is not None and each.weight >= top)]
    conditions = tuple(Relation(_said(each, nodes)) for each in hard)
    wished = tuple(Preference(Relation(_said(each, nodes)), each.weight) for each in soft)
    known = {int(found[1]) for found in _NAMED.finditer(lines.text)}
    is_named = names and not names[0].startswith("x[")
    sought = tuple(name for number, name in enumerate(names, 1) if not is_named or number in known)
    aim = Objective(penalty(wished)) if wished else None
    task = Task(
        "", "csp", tuple(Variable(name, Finite((False, True))) for name in names), conditions,
        sought=Sought(sought, Aim.BEST if aim else Aim.ONE, aim), preferences=wished,
    )  # fmt: skip
    return Read(task, tuple(each.offset for each in hard), tuple(each.offset for each in soft))


def _said(clause: _Clause, nodes: list[Name]) -> Node:
    """A clause as a condition."""
    parts: list[Node] = [
        nodes[literal - 1] if literal > 0 else Call("not", (nodes[-literal - 1],)) for literal in clause.literals
    ]
    return Constant(False) if not parts else parts[0] if len(parts) == 1 else Call("or", tuple(parts))


def _names(text: str, count: int) -> list[str]:
    """What the variables are called: by comments, if they name some and all so that they can be told apart."""
    plain = [f"x[{number}]" for number in range(1, count + 1)]
    found = {int(each[1]): each[2] for each in _NAMED.finditer(text)}
    if not found or not all(1 <= number <= count for number in found) or not all(map(_is_name, found.values())):
        return plain
    if len(set(found.values())) < len(found) or any(name.startswith(("part[", "x[")) for name in found.values()):
        return plain
    others = iter(range(1, count + 1))
    return [found.get(number) or f"part[{next(others)}]" for number in range(1, count + 1)]


def _is_name(text: str) -> bool:
    """Whether a variable may be called so: a name, or an element of an array by constants."""
    try:
        node = parse_expression(text)
    except ExpressionError:
        return False
    is_element = isinstance(node, Element) and isinstance(node.array, Name)
    return isinstance(node, Name) or (is_element and all(isinstance(i, (Constant, Name)) for i in node.indices))  # type: ignore[attr-defined]
