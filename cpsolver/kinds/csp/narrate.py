"""Steps in words that fit any finite task: the conditions used, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cpsolver.kinds.csp.places import Spot, places
from cpsolver.kinds.csp.wording import facts_text, listed, shortened, with_origin
from cpsolver.kinds.kind import Narration
from cpsolver.picture import Marker, MarkerRole
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.task import Fact, Task


def narrate(task: Task, step: Step) -> Narration:
    """The step in words: its technique, one sentence, and what was known before, with where that came from."""
    sentence, closing = _SENTENCES.get(step.technique, _by_conditions)(task, step)
    details = tuple(with_origin(task, fact) for fact in step.premises)
    return Narration(_name(step), sentence, details, tuple, markers(step, places(task)), closing)


def _name(step: Step) -> str:
    return "contradiction" if is_contradiction(step) and not step.substeps else step.technique


def is_contradiction(step: Step) -> bool:
    """Whether a variable has no value left after the step."""
    return any(isinstance(fact.domain, Finite) and fact.domain.is_empty for fact in step.conclusions)


def _found(task: Task, step: Step) -> str:
    return facts_text(task, step.conclusions) or "nothing new"


def _by_conditions(task: Task, step: Step) -> tuple[str, str]:
    start = f"from {listed(map(shortened, step.conditions))}: " if step.conditions else ""
    return f"{start}{_found(task, step)}", ""


def _supposition(task: Task, step: Step) -> tuple[str, str]:
    """What was supposed and that it fails; the substeps between tell why."""
    failed = facts_text(task, _supposed(step)) or "the opposite"
    return f"suppose {failed}", f"that fails, so {_found(task, step)}"


def _supposed(step: Step) -> list[Fact]:
    """The choice the substeps start with, or facts without origin that they use, of variables the step concludes on."""
    if step.substeps and step.substeps[0].technique == "choice":
        return list(step.substeps[0].conclusions)
    concluded = {fact.variable for fact in step.conclusions}
    used = (fact for substep in step.substeps for fact in substep.premises)
    return list({fact.variable: fact for fact in used if fact.variable in concluded and fact.origin is None}.values())


def _choice(task: Task, step: Step) -> tuple[str, str]:
    return f"nothing more follows, so {_found(task, step)} is tried; it does not follow from anything", ""


def roles(step: Step) -> dict[str, MarkerRole]:
    """What each variable is to a step: of its premises, or what it concludes on."""
    concluded: MarkerRole = "contradiction" if is_contradiction(step) else "conclusion"
    found: dict[str, MarkerRole] = {fact.variable: "premise" for fact in step.premises}
    return found | {fact.variable: concluded for fact in step.conclusions}


def markers(step: Step, where: Mapping[str, tuple[Spot, ...]]) -> tuple[Marker, ...]:
    """Where the premises and conclusions stand in a picture, if it has places for them."""
    return tuple(Marker(at, role) for name, role in roles(step).items() for at in where.get(name, ()))


_SENTENCES: dict[str, Callable[[Task, Step], tuple[str, str]]] = {
    "supposition": _supposition,
    "refuted choice": _supposition,
    "choice": _choice,
}
"""By technique: a sentence, and one that follows the substeps. Any other step is told by its conditions."""
