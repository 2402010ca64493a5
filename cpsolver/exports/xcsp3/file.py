"""A task as an XCSP3 instance: variables, constraints, each with its label as a note, and objectives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpsolver.errors import UnsupportedTask
from cpsolver.exports.export import Written
from cpsolver.exports.xcsp3.words import Unsayable, Words, text
from cpsolver.plain.distances import with_distances
from cpsolver.plain.total import Total
from cpsolver.plain.whole_numbers import Whole, in_whole_numbers
from cpsolver.task.condition import Condition
from cpsolver.task.domain import Domain, Finite
from cpsolver.task.objectives import objectives
from cpsolver.task.task import Task


def write(task: Task) -> Written:
    """The task as an XCSP3 instance. Raises: UnsupportedTask."""
    whole = in_whole_numbers(with_distances(task))
    wanted = objectives(whole.task)
    names = _named(whole.task)
    domains = {each.name: each.domain for each in whole.task.variables if isinstance(each.domain, Finite)}
    words = Words(names, domains)
    lines = [f'<instance format="XCSP3" type="{"COP" if wanted else "CSP"}">']
    lines += [f"  <!-- {_comment(task.name)} -->"] if task.name.strip() else []
    lines += [f"  <!-- {number} is {_comment(symbol)} -->" for symbol, number in whole.symbols.items()]
    lines += ["  <variables>", *(f"    {line}" for line in _declared(whole, words)), "  </variables>"]
    lines += ["  <constraints>", *(f"    {line}" for line in _constraints(whole.task, words)), "  </constraints>"]
    lines += _sought(whole.task, words)
    return Written("\n".join([*lines, "</instance>"]) + "\n", whole.notes)


def _comment(words: str) -> str:
    return " ".join(words.split()).replace("--", "- -")


def _named(task: Task) -> dict[str, str]:
    """A name of letters, digits and `_` for each variable, no two alike."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for variable in task.variables:
        plain = re.sub(r"[^A-Za-z0-9]+", "_", variable.name).strip("_") or "v"
        plain = plain if plain[0].isalpha() else f"v_{plain}"
        name, number = plain, 2
        while name.lower() in taken or name in _RESERVED:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name.lower())
        found[variable.name] = name
    return found


_RESERVED = frozenset(
    [
        "neg",
        "abs",
        "add",
        "sub",
        "mul",
        "div",
        "mod",
        "sqr",
        "pow",
        "dist",
        "min",
        "max",
        "lt",
        "le",
        "ge",
        "gt",
        "ne",
        "eq",
        "set",
        "in",
        "not",
        "and",
        "or",
        "xor",
        "iff",
        "imp",
        "if",
        "inf",
        "infinity",
    ]
)


def _declared(whole: Whole, words: Words) -> Iterator[str]:
    for variable in whole.task.variables:
        note = f' note="{text(variable.name)}"' if words.names[variable.name] != variable.name else ""
        yield f'<var id="{words.names[variable.name]}"{note}> {_domain(variable.domain)} </var>'


def _domain(domain: Domain) -> str:
    """Values and ranges, as XCSP3 lists them."""
    assert isinstance(domain, Finite), "only finite tasks are written"
    runs: list[list[int]] = []
    for value in sorted({int(value) for value in domain}):
        if runs and runs[-1][-1] == value - 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return " ".join(f"{run[0]}..{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs)


def _constraints(task: Task, words: Words) -> Iterator[str]:
    for fact in task.given:
        assert isinstance(fact.domain, Finite), "givens of finite tasks are finite"
        values = [int(value) for value in fact.domain]
        same = [f"eq({words.names[fact.variable]},{value})" for value in values]
        said = same[0] if len(same) == 1 else f"or({','.join(same)})" if same else "eq(0,1)"
        yield f'<intension note="given"> {said} </intension>'
    for condition in task.conditions:
        for line in _said(condition, words):
            yield line.replace(">", f' note="{text(condition.label)}">', 1) if condition.label else line
    for objective in objectives(task):
        for doubt in Total(words.domains).number(objective.expression)[1]:
            yield from words.constraints(doubt)


def _said(condition: Condition, words: Words) -> list[str]:
    try:
        return list(words.constraints(condition.expression))
    except Unsayable as reason:
        named = condition.label or str(condition)
        place = f" ({condition.mark})" if condition.mark else ""
        raise UnsupportedTask(f"condition '{named}'{place}: {reason}") from None


def _sought(task: Task, words: Words) -> Iterator[str]:
    for objective in objectives(task):
        sense = "maximize" if objective.maximize else "minimize"
        safe, _ = Total(words.domains).number(objective.expression)
        yield f"  <objectives>\n    <{sense}> {words.said(safe)} </{sense}>\n  </objectives>"
