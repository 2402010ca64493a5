"""What can go wrong, and where.

    CpsolverError
    ├─ SpecError            the text of a spec or model is wrong; `.problems`, each with its place
    ├─ UnknownName          no kind, solver, model, spec or format of that name (also a LookupError)
    ├─ UnsupportedTask      this solver cannot treat this task; says why
    └─ SolverError          a solver failed, or its answer broke a condition: a bug, never the user's fault

*No solution*, *time is up* and *stuck* are not errors: they are statuses of a `Result`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Mark:
    """A place in a text: where a value or a character stands. Line and column count from 1."""

    source: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, where, the line it stands in, and what to do next."""

    message: str
    mark: Mark | None = None
    excerpt: str = ""
    hint: str = ""

    def __str__(self) -> str:
        lines = [f"{self.mark}: {self.message}" if self.mark else self.message]
        if self.mark and self.excerpt:
            excerpt, column = window(self.excerpt, self.mark.column)
            lines += [f"    {excerpt}", f"    {caret_line(excerpt, column)}"]
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)


class CpsolverError(Exception):
    """Anything cpsolver raises on purpose."""


class SpecError(CpsolverError):
    """The text of a spec or model is wrong. `problems` holds all that was found, in the order of the text."""

    def __init__(self, *problems: Problem) -> None:
        ordered = sorted(problems, key=lambda p: (p.mark is None, p.mark or Mark("", 0, 0)))
        self.problems: tuple[Problem, ...] = tuple(dict.fromkeys(ordered))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownName(CpsolverError, LookupError):
    """Nothing of that name exists; `hint` names the nearest, or what there is."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message}; {hint}" if hint else message)


class UnsupportedTask(CpsolverError):
    """This solver cannot treat this task. The message says why, and which solvers can."""


class SolverError(CpsolverError):
    """A solver failed, or its answer broke a condition of the task."""


def problems_of(error: CpsolverError) -> tuple[Problem, ...]:
    """What an error says, problem by problem."""
    if isinstance(error, SpecError):
        return error.problems
    if isinstance(error, UnknownName):
        return (Problem(error.message, hint=error.hint),)
    return (Problem(str(error)),)


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name most like this one, or None if none is close."""
    found = difflib.get_close_matches(name, list(names), n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(name: str, names: Iterable[str], what: str = "known") -> str:
    """A hint for an unknown name: the nearest of the names, else the first dozen of them."""
    choices = list(dict.fromkeys(names))
    close = nearest(name, choices)
    if close:
        return f"did you mean '{close}'?"
    if not choices:
        return ""
    listed = ", ".join(choices[:12]) + (", …" if len(choices) > 12 else "")
    return f"{what}: {listed}"


def quoted(text: str, most: int = 80) -> str:
    """A text in quotes as messages show it: cut if it is longer than any name is."""
    return f"'{text}'" if len(text) <= most else f"'{text[:most]}…'"


def window(excerpt: str, column: int, width: int = 120) -> tuple[str, int]:
    """The part of a long line around a column, and the column in that part."""
    if len(excerpt) <= width:
        return excerpt, column
    start = max(0, min(column - 1 - width // 2, len(excerpt) - width))
    before, after = "…" * (start > 0), "…" * (start + width < len(excerpt))
    return f"{before}{excerpt[start : start + width]}{after}", column - start + len(before)


def caret_line(excerpt: str, column: int) -> str:
    """A caret under the given column of a line, tabs kept so that it stays aligned."""
    before = excerpt[: column - 1]
    return "".join("\t" if sign == "\t" else " " for sign in before) + "^"
