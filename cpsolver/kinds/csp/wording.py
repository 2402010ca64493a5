"""Facts of finite tasks in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from cpsolver.errors import Mark
from cpsolver.kinds.kind import show_plainly
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task, Variable


def listed(items: Iterable[object]) -> str:
    """Items as a sentence lists them: `x, y and z`."""
    texts = [str(item) for item in items]
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)


LONGEST = 60
"""Up to so many characters of a condition stand in a sentence."""


def shortened(condition: str) -> str:
    """A condition as a sentence names it: its label or text, of a long one the start up to the end of a word."""
    if len(condition) <= LONGEST:
        return condition
    start, space, _ = condition[: LONGEST - 1].rpartition(" ")
    return f"{start} …" if space else f"{condition[: LONGEST - 1]}…"


def fact_text(task: Task, fact: Fact) -> str:
    """A fact the shorter way: `x = 4`, `x ≠ 3`, `x in 2..5`; of a variable without values that it has none."""
    variable = task.by_name[fact.variable]
    domain, whole = _finite(fact), variable.domain
    assert isinstance(whole, Finite), "a finite task has finite variables"
    if domain.is_empty:
        return f"{fact.variable} has no value left"
    if domain.is_fixed:
        return f"{fact.variable} = {_value(variable, domain.value)}"
    excluded = [value for value in whole if value not in domain]
    if not excluded:
        return f"{fact.variable} is open"
    if len(excluded) < min(4, len(domain)) and not _is_run(domain.values):
        return f"{fact.variable} ≠ {', '.join(_value(variable, value) for value in excluded)}"
    return f"{fact.variable} in {_set_text(variable, domain.values)}"


def facts_text(task: Task, facts: Iterable[Fact], with_origins: bool = False) -> str:
    """Several facts; what is the same of several variables is said once: `a, b and c in 2..8, d = 1`.

    with_origins: say also where they come from, as `(step 3)`, `(given)` or `(supposed)`
    """
    alike: dict[str, list[Fact]] = {}
    for fact in facts:
        alike.setdefault(fact_text(task, fact).removeprefix(f"{fact.variable} "), []).append(fact)
    texts = (
        f"{listed(spans(task, [fact.variable for fact in each]))} {rest}"
        + (_origins(task, each) if with_origins else "")
        for rest, each in alike.items()
    )
    return ", ".join(texts)


def _origins(task: Task, facts: Sequence[Fact]) -> str:
    """Where facts come from, in brackets; nothing of what is known from the start."""
    steps = sorted({fact.origin for fact in facts if isinstance(fact.origin, int)})
    given = {fact.variable for fact in task.given}
    others = {
        "given" if f.variable in given or f.origin else "supposed" for f in facts if not isinstance(f.origin, int)
    }
    if any(fact.domain == task.by_name[fact.variable].domain for fact in facts):
        others.discard("supposed")
    told = [*sorted(others), *([f"step{'s' * (len(steps) > 1)} {listed(steps)}"] if steps else [])]
    return f" ({', '.join(told)})" if told else ""


def spans(task: Task, names: Sequence[str]) -> list[str]:
    """Names of variables; three or more that follow each other along a numbered line of an array as `r1c2 to r1c6`."""
    at = _positions(task)
    told: list[str] = []
    run: list[str] = []
    for name in (*names, ""):
        if run and not _goes_on(at, run, name):
            told += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
            run = []
        if name:
            run.append(name)
    return told


Place = tuple[str, tuple[Value, ...]]
"""The name of an array, and the indices in it."""


def _positions(task: Task) -> dict[str, Place]:
    """Where the variables of arrays stand."""
    found: dict[str, Place] | None = task.__dict__.get("_positions")
    if found is None:
        found = task.__dict__["_positions"] = {}
        for array in task.arrays:
            places = list(product(*array.index_sets))
            if len(places) == len(array.variables):
                pairs = zip(array.variables, places, strict=True)
                found |= {name: (array.name, place) for name, place in pairs if name}
    return found


def _goes_on(at: dict[str, Place], run: Sequence[str], name: str) -> bool:
    """Whether a variable stands one further along the line that the run follows."""
    if name not in at or run[-1] not in at:
        return False
    axis = _axis(at[run[-1]], at[name])
    return axis is not None and (len(run) < 2 or axis == _axis(at[run[-2]], at[run[-1]]))


def _axis(one: Place, other: Place) -> int | None:
    """The axis along which a place is the next after another; None if it is not."""
    if one[0] != other[0]:
        return None
    differing = [axis for axis, (a, b) in enumerate(zip(one[1], other[1], strict=True)) if a != b]
    if len(differing) != 1:
        return None
    before, after = one[1][differing[0]], other[1][differing[0]]
    is_next = isinstance(before, int) and isinstance(after, int) and after == before + 1
    return differing[0] if is_next else None


def with_origin(task: Task, fact: Fact) -> str:
    """A fact and where it comes from: the place of a given, the number of a step, or a supposition."""
    match fact.origin:
        case Mark() as mark:
            return f"{fact_text(task, fact)} (given, {mark})"
        case int() as number:
            return f"{fact_text(task, fact)} (step {number})"
    if any(given.variable == fact.variable for given in task.given):
        return f"{fact_text(task, fact)} (given)"
    whole = task.by_name[fact.variable].domain == fact.domain
    return f"{fact_text(task, fact)} ({'its domain' if whole else 'supposed'})"


def _value(variable: Variable, value: Value) -> str:
    return show_plainly(variable, value).text


def _is_run(values: Sequence[Value]) -> bool:
    """Whether the values are whole numbers in a row, three or more."""
    whole = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return len(whole) == len(values) > 2 and whole == list(range(whole[0], whole[0] + len(whole)))


def _set_text(variable: Variable, values: Sequence[Value]) -> str:
    if _is_run(values):
        return f"{values[0]}..{values[-1]}"
    return "{" + ", ".join(_value(variable, value) for value in values) + "}"


def _finite(fact: Fact) -> Finite:
    assert isinstance(fact.domain, Finite), "facts of a finite task are finite"
    return fact.domain
