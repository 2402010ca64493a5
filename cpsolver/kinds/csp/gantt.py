"""A schedule drawn: a row for each task or machine, its bars over the time."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from cpsolver.picture import Listing
from cpsolver.spec.gantt import Bar
from cpsolver.task.domain import Domain, Finite, Number, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Node, names
from cpsolver.task.functions import Undefined

WIDEST = 60
"""Columns of the longest row; a longer time is drawn to scale."""

_SIGNS = "█▓▒░"


def schedule(bars: tuple[Bar, ...], domains: Mapping[str, Domain]) -> Listing:
    """Each row with the times of its bars and the bars themselves; what is not known yet is left out."""
    known = [(bar, *times) for bar in bars if (times := _times(bar, domains)) is not None]
    first = min((start for _, start, _ in known), default=0)
    last = max((end for _, _, end in known), default=0)
    step = max(1, ceil((last - first) / WIDEST))
    rows = []
    for row in dict.fromkeys(bar.row for bar in bars):
        here = sorted(((start, end, bar.name) for bar, start, end in known if bar.row == row), key=lambda one: one[:2])
        line = [" "] * ceil((last - first) / step)
        for number, (start, end, _) in enumerate(here):
            columns = range(int((start - first) // step), ceil((end - first) / step))
            for column in columns:
                line[column] = _SIGNS[number % len(_SIGNS)] if line[column] == " " else "!"
        said = ", ".join(f"{name}: {start}–{end}" if name else f"{start}–{end}" for start, end, name in here)
        rows.append((row, said, "".join(line).rstrip()))
    head = f"{first} … {last}" if step == 1 else f"{first} … {last}, a sign is {step}"
    return Listing(("", "from–to", head if known else ""), tuple(rows))


def _times(bar: Bar, domains: Mapping[str, Domain]) -> tuple[Number, Number] | None:
    """When a bar starts and ends; None if that is not known, or if its task is not there."""
    present, start, duration = (_value(node, domains) for node in (bar.present, bar.start, bar.duration))
    if not present or isinstance(start, str) or isinstance(duration, str) or start is None or duration is None:
        return None
    return start, start + duration


def _value(node: Node, domains: Mapping[str, Domain]) -> Value | None:
    values: dict[str, Value] = {}
    for name in names(node):
        domain = domains.get(name)
        if not isinstance(domain, Finite) or not domain.is_fixed:
            return None
        values[name] = domain.value
    try:
        return evaluate(node, values)
    except Undefined:
        return None
