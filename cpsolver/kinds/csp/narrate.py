"""Steps in words that fit any finite task: the conditions used, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cpsolver.kinds.csp.places import Spot, places
from cpsolver.kinds.csp.wording import facts_text, listed, shortened, with_origin
from cpsolver.kinds.kind import Narration
from cpsolver.picture import Marker, MarkerRole
from cpsolver.task.condition import Relation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task


def narrate(task: Task, step: Step) -> Narration:
    """The step in words: by what, from what, and what follows; where what was known came from is told with it."""
    title, sentence, closing = _SENTENCES.get(step.technique, _by_conditions)(task, step)

    def reasons() -> tuple[str, ...]:
        return tuple(with_origin(task, fact) for fact in step.premises)

    is_minor = not step.substeps and is_bookkeeping(task, step)
    where = markers(step, places(task))
    return Narration(_name(step), sentence, (), reasons, where, closing, minor=is_minor, title=title)


def _name(step: Step) -> str:
    return "contradiction" if is_contradiction(step) and not step.substeps else step.technique


def is_contradiction(step: Step) -> bool:
    """Whether a variable has no value left after the step."""
    return any(isinstance(fact.domain, Finite) and fact.domain.is_empty for fact in step.conclusions)


def is_bookkeeping(task: Task, step: Step) -> bool:
    """Whether this only strikes a value off for all that must differ from a variable that has it."""
    is_value = len(step.premises) == 1 and step.premises[0].domain.is_fixed
    if not is_value or len(step.conditions) != 1 or any(len(_values(fact)) < 2 for fact in step.conclusions):
        return False
    named = [c for c in task.conditions if step.conditions[0] in (c.label, str(c))]
    return any(
        isinstance(c, Relation) and c.different is not None and step.premises[0].variable in c.scope for c in named
    )


def _values(fact: Fact) -> tuple[Value, ...]:
    return fact.domain.values if isinstance(fact.domain, Finite) else ()


def _found(task: Task, step: Step) -> str:
    return facts_text(task, step.conclusions) or "nothing new"


def _since(task: Task, step: Step) -> str:
    """What was known, and what follows; of one condition that cannot hold, only that."""
    known = facts_text(task, step.premises, with_origins=True)
    if is_contradiction(step):
        named = [c for c in task.conditions if (c.label or str(c)) in step.conditions]
        is_whole = bool(named) and all(fact.variable in c.scope for c in named for fact in step.conclusions)
        fails = "that cannot be" if is_whole and known else _found(task, step)
        return f"{known}: {fails}" if known else fails
    return f"{known}, so {_found(task, step)}" if known else _found(task, step)


def _by_conditions(task: Task, step: Step) -> tuple[str, str, str]:
    """One condition is the title of its step; several are named with their technique."""
    if len(step.conditions) == 1:
        return shortened(step.conditions[0]), _since(task, step), ""
    start = f"{listed(map(shortened, step.conditions))} together: " if step.conditions else ""
    return "", f"{start}{_since(task, step)}", ""


def _core(task: Task, step: Step) -> tuple[str, str, str]:
    """A few conditions that together leave no other way; where substeps show it, they start from the opposite."""
    if not step.substeps:
        return _by_conditions(task, step)
    sentence = (
        f"{listed(map(shortened, step.conditions))} together: {_found(task, step)}, for suppose {_opposite(task, step)}"
    )
    return "", sentence, f"that fails, so {_found(task, step)}"


def _opposite(task: Task, step: Step) -> str:
    return facts_text(task, _supposed(step)) or "the opposite"


def _supposition(task: Task, step: Step) -> tuple[str, str, str]:
    """What was supposed and that it fails; the substeps between tell why."""
    return "", f"suppose {_opposite(task, step)}", f"that fails, so {_found(task, step)}"


def _supposed(step: Step) -> list[Fact]:
    """The choice the substeps start with, or facts without origin that they use, of variables the step concludes on."""
    if step.substeps and step.substeps[0].technique == "choice":
        return list(step.substeps[0].conclusions)
    concluded = {fact.variable for fact in step.conclusions}
    used = (fact for substep in step.substeps for fact in substep.premises)
    return list({fact.variable: fact for fact in used if fact.variable in concluded and fact.origin is None}.values())


def _choice(task: Task, step: Step) -> tuple[str, str, str]:
    return "", f"nothing more follows, so {_found(task, step)} is tried; it does not follow from anything", ""


def roles(step: Step) -> dict[str, MarkerRole]:
    """What each variable is to a step: of its premises, or what it concludes on."""
    concluded: MarkerRole = "contradiction" if is_contradiction(step) else "conclusion"
    found: dict[str, MarkerRole] = {fact.variable: "premise" for fact in step.premises}
    return found | {fact.variable: concluded for fact in step.conclusions}


def markers(step: Step, where: Mapping[str, tuple[Spot, ...]]) -> tuple[Marker, ...]:
    """Where the premises and conclusions stand in a picture, if it has places for them."""
    return tuple(Marker(at, role) for name, role in roles(step).items() for at in where.get(name, ()))


_SENTENCES: dict[str, Callable[[Task, Step], tuple[str, str, str]]] = {
    "core": _core,
    "supposition": _supposition,
    "nested supposition": _supposition,
    "refuted choice": _supposition,
    "choice": _choice,
}
"""By technique: a title instead of its name, a sentence, one after the substeps. Others name their conditions."""
