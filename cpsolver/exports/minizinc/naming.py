"""What variables, arrays and symbols are called in MiniZinc: no two alike, and as here where that can be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from cpsolver.task.domain import Finite
from cpsolver.task.task import Array, Task

RESERVED = frozenset(
    """ann annotation any array bool case constraint default diff div else elseif endif enum false float function if in
    include infinity int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set
    solve string subset superset symdiff test then true tuple type union var where xor
    abs arg_max arg_min all_different array1d array2d bool2int card ceil concat count dom element exists exp fix floor
    floor_div floor_mod forall index_set join length ln log lb max min pow product show sqrt sum ub sort table circuit
    inverse regular cumulative diffn disjunctive increasing decreasing nvalue e pi sin cos tan symbols""".split()  # noqa: SIM905 (a list would be a hundred lines)
)
"""Words of the language, and functions that a name of ours must not hide."""


@dataclass(frozen=True)
class Names:
    """variables: the text that stands for each variable; arrays: those that stay arrays; symbols: each one's name."""

    variables: Mapping[str, str]
    arrays: tuple[tuple[str, Array], ...]
    symbols: Mapping[str, str]


def named(task: Task, symbols: Iterable[str]) -> Names:
    """Names for everything of a task."""
    taken: set[str] = set()
    variables: dict[str, str] = {}
    arrays = []
    for array in task.arrays:
        if _stays(array, task, variables):
            name = identifier(array.name, taken)
            arrays.append((name, array))
            for indices, variable in zip(product(*array.index_sets), array.variables, strict=True):
                variables[variable] = f"{name}[{', '.join(map(str, indices))}]"
    for each in task.variables:
        if each.name not in variables:
            variables[each.name] = identifier(each.name, taken)
    return Names(variables, tuple(arrays), {symbol: identifier(symbol, taken) for symbol in symbols})


def identifier(name: str, taken: set[str]) -> str:
    """A name of letters, digits and `_` that is still free; it is taken then."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "v"
    plain = plain if plain[0].isalpha() else f"v_{plain}"
    found, number = plain, 2
    while found in taken or found in RESERVED:
        found, number = f"{plain}_{number}", number + 1
    taken.add(found)
    return found


def _stays(array: Array, task: Task, variables: Mapping[str, str]) -> bool:
    """Whether it is an array there too: full, over runs of whole numbers, its elements of one domain."""
    if not array.variables or any(name in variables or name not in task.by_name for name in array.variables):
        return False
    if len(set(array.variables)) < len(array.variables) or len(array.variables) != prod(map(len, array.index_sets)):
        return False
    domains = [task.by_name[name].domain for name in array.variables]
    if any(not isinstance(each, Finite) or each.as_written != domains[0].as_written for each in domains):  # type: ignore[union-attr]
        return False
    return len(array.index_sets) <= 6 and all(map(is_run, array.index_sets))


def is_run(values: tuple[object, ...]) -> bool:
    """Whether values are whole numbers one after the other."""
    if not values or any(not isinstance(value, int) or isinstance(value, bool) for value in values):
        return False
    start = values[0]
    assert isinstance(start, int)
    return values == tuple(range(start, start + len(values)))
