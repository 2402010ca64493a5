"""What `show: {gantt: {start, duration, present}}` says: the bars of a schedule, and in which row each of them lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cpsolver.errors import did_you_mean
from cpsolver.spec.compiling.values import is_list, items_of, keys_of, text_of, to_node
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.written import Written
from cpsolver.task.expression import Constant, Node

_KEYS = ("start", "duration", "present")


@dataclass(frozen=True)
class Bar:
    """A task of a schedule: its row, its name there (none if it has the row for itself), and when it runs."""

    row: str
    name: str
    start: Node
    duration: Node
    present: Node


def bars(place: Place, names: ModelNames) -> tuple[Bar, ...]:
    """The bars of a schedule. Raises: SpecError where the arrays are missing or do not fit."""
    if not isinstance(place.data, dict):
        raise place.error("a schedule is drawn of starts and durations", hint="{start: start, duration: duration}")
    for key in place.data:
        if key not in _KEYS:
            raise place.at(key).error(f"unknown key '{key}'", hint=did_you_mean(key, _KEYS), at_key=True)
    for key in _KEYS[:2]:
        if not place.data.get(key):
            raise place.error(f"key '{key}' is missing")
    starts, durations = (_leaves(place.at(key), names) for key in _KEYS[:2])
    there = _leaves(place.at("present"), names) if place.data.get("present") else {}
    found = []
    for keys, start in starts.items():
        if keys not in durations or (there and keys not in there):
            at = place.at("duration" if keys not in durations else "present")
            raise at.error(f"'{text_of(keys)}' has a start, and nothing here")
        row, *inside = map(text_of, keys)
        found.append(Bar(row, " ".join(inside), start, durations[keys], there.get(keys, Constant(True))))
    return tuple(found)


def _leaves(place: Place, names: ModelNames) -> dict[tuple[Any, ...], Node]:
    """The items of an array by their indices. Raises: SpecError if it is none."""
    written = Written.at(place)
    value = names.value(written)
    if not is_list(value):
        raise written.error(f"'{written.text}' is no array")
    return dict(_items(value, ()))


def _items(value: Any, outer: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Node]]:
    for key, item in zip(keys_of(value), items_of(value), strict=True):
        if is_list(item):
            yield from _items(item, (*outer, key))
        else:
            yield (*outer, key), to_node(item)
