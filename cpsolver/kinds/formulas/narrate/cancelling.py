"""A quantity that is missing and cancels: the formulas put into each other, the same without it, the value."""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.auxiliary.diagnosis import listed as in_words
from cpsolver.kinds.formulas.cancelling import Cancelled
from cpsolver.kinds.formulas.narrate.told import Told, as_stated, values_of
from cpsolver.kinds.formulas.readable import readable
from cpsolver.kinds.formulas.typesetting import one_of, put_in, typeset
from cpsolver.picture import Said, joined
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call
from cpsolver.task.task import Task


def tell_cancelling(task: Task, step: Step) -> Told:
    """`m is not known, but cancels (m not 0): v = 9.9 m/s`, below it the formulas and what they come to."""
    fact = step.conclusions[-1]
    assert isinstance(fact.domain, Finite)
    if fact.domain.is_empty:
        return Told("contradiction", f"no value for {fact.variable}", role="rejected")
    found = one_of(task, fact.variable, fact.domain.values)
    if not isinstance(step.pattern, Cancelled):
        told = joined(found, ": the same for every value supposed of what is not known")
        return Told("cancelling", told, title="cancelling")
    names = step.pattern.names
    verb = "is" if len(names) == 1 else "are"
    missing = f"{in_words(names)} {verb} not known, but cancel{'s' if len(names) == 1 else ''}"
    excluded = f" ({' and '.join(f'{name} not 0' for name in names)}): "
    return Told("cancelling", joined(missing, excluded, found), body=tuple(_body(task, step, step.pattern)))


def _body(task: Task, step: Step, pattern: Cancelled) -> Iterator[Said]:
    """The formulas, what they come to together, and that without the quantity."""
    formulas = [c for label in step.conditions for c in task.conditions if (c.label or str(c)) == label]
    yield from (joined(f"({index}) ", as_stated(formula)) for index, formula in enumerate(formulas, 1))
    for one in pattern.combined:
        if len(formulas) > 1:
            yield joined("put into each other: ", (typeset(one.whole.expression),))
        reduced = Call("=", tuple(readable(task, s, formulas) for s in (one.reduced.left, one.reduced.right)))
        yield joined(f"without {in_words(pattern.names)}: ", (typeset(reduced),))
        yield joined("with numbers: ", (put_in(reduced, task, values_of(step.premises)),))
