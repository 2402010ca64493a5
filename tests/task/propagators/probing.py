"""What any propagator must do, tried on small tasks: it loses no solution, and in the end it leaves only solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from cpsolver.task.domain import Value
from cpsolver.task.propagation import Space, bits
from cpsolver.task.task import Solution, Task
from tests.random_tasks import brute_force

Post = Callable[[Space], bool]
"""Adds the propagators in question to a space; False at a contradiction."""


def check(domains: Mapping[str, Sequence[Value]], post: Post, expected: Sequence[Solution]) -> None:
    """Post, propagate, search: no value of a solution goes, and the search finds just the solutions, each once."""
    space = Space(dict(domains))
    stands = post(space) and space.propagate()
    for solution in expected:
        assert stands, f"{dict(solution)} is a solution"
        for name, value in solution.items():
            assert space.domains[space.index[name]] & space.mask((value,)), f"{name} may be {value}"
    found = list(_search(space)) if stands else []

    assert sorted(map(_key, expected)) == sorted(map(_key, found))


def check_task(task: Task, post: Post) -> None:
    """The same for a task of which `post` adds all conditions; its givens do not count."""
    check({v.name: tuple(v.domain) for v in task.variables}, post, brute_force(task))  # type: ignore[arg-type]


def _key(solution: Solution) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, str(value)) for name, value in solution.items()))


def _search(space: Space) -> Iterator[Solution]:
    if space.filled == len(space.domains):
        yield space.assignment()
        return
    variable = next(v for v, mask in enumerate(space.domains) if mask & mask - 1)
    for bit in bits(space.domains[variable]):
        mark = space.mark()
        if space.narrow(variable, bit) and space.propagate():
            yield from _search(space)
        space.undo(mark)
