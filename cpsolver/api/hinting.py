"""Values to be tried first, read from a mapping or from an answer: as `solve --json` prints it, or in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cpsolver.api.tasks import Loaded
from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Variable

Hint = str | Path | Mapping[str, Value]
"""Variable → value; or such a mapping, or a whole answer, as JSON; or the path of a file that holds one."""

LONGEST_FILE = 100_000_000
"""Bytes of the largest file that is read."""


def hinted(loaded: Loaded, hint: Hint | None) -> Loaded:
    """The task with these values as hints, each before what the spec hints at for the same variable.

    Raises: SpecError for what is no mapping, an unknown variable, or a value that the variable can never have.
    """
    if hint is None:
        return loaded
    values = hint if isinstance(hint, Mapping) else _solution(_read(hint))
    problems: list[Problem] = []
    facts = tuple(_facts(loaded, values, problems))
    if problems:
        raise SpecError(*problems)
    own = {fact.variable for fact in facts}
    kept = (fact for fact in loaded.task.hints if fact.variable not in own)
    return replace(loaded, task=replace(loaded.task, hints=(*facts, *kept)))


def _read(hint: str | Path) -> Any:
    """The JSON in a text, or in the file of that name; of several lines the first."""
    text = str(hint)
    if isinstance(hint, Path) or not text.lstrip().startswith("{"):
        path = Path(hint)
        try:
            if path.stat().st_size > LONGEST_FILE:
                raise SpecError(Problem(f"the hint '{path}' is too large", hint=f"at most {LONGEST_FILE:,} bytes"))
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            said = error.strerror if isinstance(error, OSError) else "it is no text"
            hint_ = "a hint is a file, or JSON such as '{\"x\": 3}'"
            raise SpecError(Problem(f"cannot read the hint '{path}': {said}", hint=hint_)) from None
    try:
        return json.JSONDecoder().raw_decode(text.lstrip())[0]
    except (ValueError, RecursionError) as error:
        raise SpecError(Problem(f"the hint is no JSON: {error}", hint="such as '{\"x\": 3}'")) from None


def _solution(data: Any) -> Mapping[str, Any]:
    """The variables of a mapping, or of the first solution of an answer. Raises: SpecError."""
    if isinstance(data, dict) and "format" in data:
        solutions = data.get("solutions")
        first = data.get("solution") or (solutions[0] if isinstance(solutions, list) and solutions else None)
        if not isinstance(first, dict):
            raise SpecError(Problem("the answer given as a hint holds no solution"))
        data = first
    if not isinstance(data, dict):
        raise SpecError(Problem("a hint is a mapping from variables to values", hint="such as '{\"x\": 3}'"))
    return data


def _facts(loaded: Loaded, values: Mapping[str, Any], problems: list[Problem]) -> Iterator[Fact]:
    task = loaded.task
    for name, value in _flat(loaded, values):
        variable = task.by_name.get(name)
        if variable is None:
            known = [*task.by_name, *(array.name for array in task.arrays)]
            problems.append(
                Problem(f"the hint speaks of '{name}', which is no variable", hint=did_you_mean(name, known))
            )
            continue
        found = _in_domain(variable, value)
        if found is None:
            problems.append(Problem(f"the hint {name} = {value} is outside {variable.domain}"))
        else:
            yield Fact(name, Finite((found,)))


def _flat(loaded: Loaded, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Variables with their values; an array's lists are laid over its variables, null and `_` being no value."""
    arrays = {array.name: array for array in loaded.task.arrays}
    for name, value in values.items():
        if name in arrays and isinstance(value, list):
            items = list(_leaves(value))
            yield from (pair for pair in zip(arrays[name].variables, items, strict=False) if pair[1] not in (None, "_"))
        else:
            yield name, value


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _in_domain(variable: Variable, value: Any) -> Value | None:
    """The domain's own value that this one means: numbers may be given as text."""
    if not isinstance(variable.domain, Finite):
        return None
    for own in variable.domain:
        if own == value or str(own) == str(value):
            return own
    return None
