"""Several roots, each followed by itself."""

from __future__ import annotations

from cpsolver.kinds.formulas.narrate.told import Told
from cpsolver.kinds.formulas.wording import shown_value
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.task import Task


def tell_roots(task: Task, step: Step) -> Told:
    """`both roots stay possible: t = 1 s; t = 3 s`."""
    found = step.finding.cases
    several = [f for f in step.premises if isinstance(f.domain, Finite) and len(f.domain) > 1]
    name = several[0].variable if several else _split_variable(step)
    said = [
        ", ".join(
            f"{other} = {shown_value(task.by_name[other], case[other]).text}"
            for other in dict.fromkeys((*((name,) if name else ()), *task.sought.variables))
            if other in case
        )
        for case in found
    ]
    if len(said) > 1:
        how_many = "both roots are" if len(said) == 2 else f"all {len(said)} roots are"
        return Told(
            "roots",
            f"each root by itself: {how_many} possible",
            tuple(f"case {n}: {s}" for n, s in enumerate(said, 1)),
        )
    return Told("roots", "each root by itself: " + (f"only {said[0]} is possible" if said else "none is possible"))


def _split_variable(step: Step) -> str:
    """The quantity whose roots were followed, where the premises do not say."""
    for fact in step.conclusions:
        if all(case.get(fact.variable) is not None for case in step.finding.cases):
            return fact.variable
    return ""
