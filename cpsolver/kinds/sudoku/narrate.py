"""Steps in players' words; nothing here solves anything.

A step of a player's technique tells itself by its pattern. The name of any other is read off its shrunk premises: a
unit of n cells leaves a digit out of a cell because some k of its *other* cells have only k values between them.
Those cells are the premises, so their number tells the technique:

    k = 1        elimination; naked single, if it leaves one value for a cell
    k ≤ n/2      naked pair, triple, quad …
    k > n/2      hidden pair, triple … of the other n − k cells, which alone can hold the other n − k values
    k = n − 1    hidden single; full house, if all the others are known
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cpsolver.kinds.kind import Narration
from cpsolver.kinds.sudoku.logic.geometry import geometry_of
from cpsolver.kinds.sudoku.logic.pattern import Words
from cpsolver.kinds.sudoku.shape import board, is_line
from cpsolver.kinds.sudoku.wording import excluded_by, in_words, listed, set_name, values_of, with_origin
from cpsolver.picture import Marker, MarkerRole
from cpsolver.task.condition import Condition
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task


def narrate(task: Task, step: Step) -> Narration:
    """The step in words: what players call it, one sentence, what was known, which cells to point at."""
    name, sentence = (
        _by_pattern(task, step) if step.pattern else _WORDINGS.get(step.technique, _by_conditions)(task, step)
    )

    def reasons() -> tuple[str, ...]:
        return tuple(with_origin(task, fact) for fact in step.premises)

    return Narration(name, sentence, (), reasons, markers(task, step), minor=name == "elimination")


def markers(task: Task, step: Step) -> tuple[Marker, ...]:
    """The cells a step uses and the cells it says something of; a cell left without a digit is a contradiction."""
    spots = board(task).spots
    roles: dict[str, MarkerRole] = {fact.variable: "premise" for fact in step.premises}
    roles.update((fact.variable, "conclusion" if values_of(fact) else "contradiction") for fact in step.conclusions)
    return tuple(Marker(spots[name], role) for name, role in roles.items() if name in spots)


# -- patterns of players' techniques ---------------------------------------------------------------------------


def _by_pattern(task: Task, step: Step) -> tuple[str, str]:
    """The name of the technique, and how its pattern looks, with what follows where the pattern does not say it."""
    geometry = geometry_of(task)
    assert geometry is not None, "only a board with units has patterns"
    sentence = step.pattern.tell(Words(geometry))
    outcome = "" if step.technique in _TELL_ALL else _outcome(task, step.conclusions)
    return step.technique, f"{sentence}, so {outcome}" if outcome else sentence


_TELL_ALL = ("full house", "hidden single", "contradiction")
"""Techniques whose patterns say what follows."""


def _outcome(task: Task, conclusions: Sequence[Fact]) -> str:
    """Digits that are placed, and for each digit the cells that lose it."""
    placed = [in_words(task, fact) for fact in conclusions if len(values_of(fact)) == 1]
    gone: dict[Value, list[str]] = {}
    for fact in conclusions:
        for value in excluded_by(task, fact) if len(values_of(fact)) > 1 else ():
            gone.setdefault(value, []).append(fact.variable)
    cells: dict[tuple[str, ...], list[Value]] = {}
    for value, names in gone.items():
        cells.setdefault(tuple(names), []).append(value)
    return listed([*placed, *(f"no {listed(values, 'or')} in {listed(names)}" for names, values in cells.items())])


# -- one unit -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Unit:
    """A step within one unit: its premises and conclusions apart, and the values the premises have between them."""

    label: str
    size: int
    all_values: tuple[Value, ...]
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]

    @property
    def used(self) -> tuple[Value, ...]:
        """The values the premises have between them, in the order of the digits."""
        return tuple(value for value in self.all_values if any(value in fact.domain for fact in self.premises))

    @property
    def left(self) -> tuple[Value, ...]:
        """The values for the other cells."""
        return tuple(value for value in self.all_values if value not in self.used)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of the premises."""
        return tuple(fact.variable for fact in self.premises)

    @property
    def placed(self) -> tuple[Fact, ...]:
        """The conclusions that leave one value."""
        return tuple(fact for fact in self.conclusions if len(values_of(fact)) == 1)

    @property
    def emptied(self) -> tuple[Fact, ...]:
        """The conclusions that leave no value."""
        return tuple(fact for fact in self.conclusions if not values_of(fact))


def _one_unit(task: Task, step: Step, condition: Condition) -> tuple[str, str]:
    read = _read(task, step, condition)
    count, rest = len(read.premises), read.size - len(read.premises)
    if count == 0 or len(read.used) != count:
        return _plainly(task, step)
    if count == 1:
        return _elimination(read)
    if rest == 1 and len(read.left) == 1:
        return _one_place(read)
    return _hidden(read) if count > rest and len(read.left) == rest else _naked(read)


def _read(task: Task, step: Step, condition: Condition) -> _Unit:
    concluded = {fact.variable for fact in step.conclusions}
    domain = task.by_name[condition.scope[0]].domain
    assert isinstance(domain, Finite), "the cells of a sudoku have finitely many values"
    return _Unit(
        condition.label or str(condition),
        len(condition.scope),
        domain.values,
        tuple(fact for fact in step.premises if fact.variable not in concluded),
        step.conclusions,
    )


def _elimination(read: _Unit) -> tuple[str, str]:
    (cell,), (value,) = read.cells, read.used
    start = f"{cell} = {value} leaves no {value} for "
    if read.emptied:
        return "contradiction", f"{start}{_emptied(read)}"
    if not read.placed:
        return "elimination", f"{start}the rest of {read.label}"
    found = listed(f"only {values_of(fact)[0]} for {fact.variable}" for fact in read.placed)
    if len(read.placed) == len(read.conclusions):
        return "naked single", f"{cell} = {value} in {read.label} leaves {found}"
    return "naked single", f"{start}the rest of {read.label}, and {found}"


def _emptied(read: _Unit) -> str:
    return f"{listed(fact.variable for fact in read.emptied)} in {read.label}, and no other digit is left there"


def _one_place(read: _Unit) -> tuple[str, str]:
    (value,) = read.left
    cell = read.conclusions[0].variable
    if read.emptied:
        return "contradiction", f"{read.label} has no place for {value}"
    if all(len(values_of(fact)) == 1 for fact in read.premises):
        return "full house", f"{cell} is the last open cell of {read.label}, and only {value} is left for it"
    return "hidden single", f"{read.label} has only one place for {value}: {cell}"


def _naked(read: _Unit) -> tuple[str, str]:
    name = f"naked {set_name(len(read.premises))}"
    others = listed(fact.variable for fact in read.conclusions)
    sentence = f"{listed(read.used)} in {read.label} must stand in {listed(read.cells)}, so not in {others}"
    return _with_outcome(read, name, sentence)


def _hidden(read: _Unit) -> tuple[str, str]:
    count = len(read.left)
    name = f"hidden {set_name(count)}"
    cells = listed(fact.variable for fact in read.conclusions)
    ending = "no other digit can stand there" if len(read.conclusions) == count else f"no other digit in {cells}"
    return _with_outcome(
        read, name, f"{listed(read.left)} in {read.label} have only {count} places, {_places(read, cells)}: {ending}"
    )


def _places(read: _Unit, cells: str) -> str:
    return cells if len(read.conclusions) == len(read.left) else f"{cells} among them"


def _with_outcome(read: _Unit, name: str, sentence: str) -> tuple[str, str]:
    if read.emptied:
        return "contradiction", f"{sentence}; {listed(fact.variable for fact in read.emptied)} has no digit left"
    if read.placed:
        sentence += f"; that leaves {listed(f'{fact.variable} = {values_of(fact)[0]}' for fact in read.placed)}"
    return name, sentence


# -- several units, other conditions --------------------------------------------------------------------------


def _by_conditions(task: Task, step: Step) -> tuple[str, str]:
    """A step named by the conditions it uses: one unit, two that cross, or whatever they are."""
    labelled = {condition.label or str(condition): condition for condition in task.conditions}
    used = [labelled[label] for label in step.conditions if label in labelled]
    if len(used) == 1 and _is_unit(used[0]):
        return _one_unit(task, step, used[0])
    if len(used) == 2 and all(map(_is_unit, used)):
        return _two_units(task, step, used)
    return _plainly(task, step)


def _is_unit(condition: Condition) -> bool:
    return getattr(condition, "different", None) is not None


def _two_units(task: Task, step: Step, used: list[Condition]) -> tuple[str, str]:
    """Pointing and claiming: all places of a digit in one unit lie in the other, which has it nowhere else."""
    for home, other in (used, used[::-1]):
        concluded = {fact.variable for fact in step.conclusions}
        outside = set(home.scope) - set(other.scope)
        premises = [fact for fact in step.premises if fact.variable not in concluded]
        excluded = [set(excluded_by(task, fact)) for fact in premises]
        values = set.intersection(*excluded) if excluded else set()
        is_cut_off = {fact.variable for fact in premises} == outside and concluded <= set(other.scope) - set(home.scope)
        if is_cut_off and len(values) == 1:
            return _pointing(task, step, home, other, values.pop())
    return _plainly(task, step)


def _pointing(task: Task, step: Step, home: Condition, other: Condition, value: Value) -> tuple[str, str]:
    spots = board(task).spots
    name = "claiming" if is_line([spots[cell] for cell in home.scope]) else "pointing"
    cells = listed(fact.variable for fact in step.conclusions)
    return name, f"{home.label} has {value} only where it crosses {other.label}, so {other.label} has none in {cells}"


def _plainly(task: Task, step: Step) -> tuple[str, str]:
    """A step without a name of its own: the conditions, and what follows."""
    found = listed(in_words(task, fact) for fact in step.conclusions) or "nothing new"
    name = "contradiction" if any(not values_of(fact) for fact in step.conclusions) else step.technique
    return name, f"{listed(step.conditions)}: {found}" if step.conditions else found


# -- suppositions and choices ---------------------------------------------------------------------------------


def _supposition(task: Task, step: Step) -> tuple[str, str]:
    found = listed(in_words(task, fact) for fact in step.conclusions)
    supposed = _supposed(task, step)
    start = f"suppose {supposed}: " if supposed else ""
    return step.technique, f"{start}{_failure(task, step)}; so {found}"


def _supposed(task: Task, step: Step) -> str:
    """What was supposed: a choice, or the one value of a cell that substeps use and nothing accounts for."""
    if step.substeps and step.substeps[0].technique == "choice":
        return listed(in_words(task, fact) for fact in step.substeps[0].conclusions)
    concluded = {fact.variable for fact in step.conclusions}
    used = (fact for substep in step.substeps for fact in substep.premises)
    supposed = (f for f in used if f.variable in concluded and f.origin is None and len(values_of(f)) == 1)
    return next((in_words(task, fact) for fact in supposed), "")


def _failure(task: Task, step: Step) -> str:
    if not step.substeps:
        return "that fails"
    count = len(step.substeps)
    after = "at once" if count == 1 else f"after {count} steps"
    return f"{after} {narrate(task, step.substeps[-1]).sentence}"


def _choice(task: Task, step: Step) -> tuple[str, str]:
    found = listed(in_words(task, fact) for fact in step.conclusions)
    return "choice", f"nothing more follows, so {found} is tried (chosen, not forced)"


_Wording = Callable[[Task, Step], tuple[str, str]]

_WORDINGS: dict[str, _Wording] = {
    "supposition": _supposition,
    "rules supposed": _supposition,
    "refuted choice": _supposition,
    "choice": _choice,
}
"""By technique; any other step is named by its conditions."""
