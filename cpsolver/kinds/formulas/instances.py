"""Several bodies of one model: every quantity once per instance, `x_1` and `x_2`, and what they share once.

Shared are the quantities named under `shared:` and the constants of the model (those with a `value:`). A constant that
the spec gives or seeks for an instance, `g_1`, exists once per instance as well; each then has the model's value unless
the spec says otherwise. A formula that speaks of nothing but shared quantities exists once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from cpsolver.errors import Problem, SpecError, quoted
from cpsolver.kinds.formulas.quantities import Quantity, named
from cpsolver.kinds.formulas.renaming import renamed
from cpsolver.kinds.formulas.shape import entry
from cpsolver.spec.document import Place, words_for
from cpsolver.task.condition import Condition

MOST = 1_000
"""Instances of one task."""

_NAME = re.compile(r"[^\W_]\w*")
_EXAMPLE = "write 'instances: [1, 2]' or 'instances: [car, truck]'"


@dataclass(frozen=True)
class Instances:
    """The instances of a task.

    names:  as the spec lists them; none: every quantity exists once, under its own name
    shared: quantities of the model that exist once all the same
    """

    names: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()

    def quantities(self, known: Mapping[str, Quantity]) -> dict[str, Quantity]:
        """The quantities of the model once per instance, instance after instance; the shared ones once."""
        if not self.names:
            return dict(known)
        found: dict[str, Quantity] = {}
        for instance in self.names:
            for name, quantity in known.items():
                if name in self.shared:
                    found.setdefault(name, quantity)
                else:
                    found[numbered(name, instance)] = _of(quantity, instance)
        return found

    def conditions(self, conditions: Collection[Condition]) -> tuple[Condition, ...]:
        """The conditions of the model once per instance: `velocity (1)`, `velocity (2)`."""
        if not self.names:
            return tuple(conditions)
        found: dict[int | tuple[int, str], Condition] = {}
        for instance in self.names:
            for index, condition in enumerate(conditions):
                own = {name: numbered(name, instance) for name in condition.scope if name not in self.shared}
                if own:
                    found[index, instance] = renamed(condition, own, f" ({instance})")
                else:
                    found[index] = condition
        return tuple(found.values())


def numbered(name: str, instance: str) -> str:
    """What a quantity is called in an instance: `x_1`."""
    return f"{name}_{instance}"


def _of(quantity: Quantity, instance: str) -> Quantity:
    """A quantity as it is in one instance."""
    variable = quantity.variable
    title = f"{variable.title} ({instance})" if variable.title else ""
    own = numbered(variable.name, instance)
    constant = quantity.constant and replace(quantity.constant, variable=own)
    return Quantity(replace(variable, name=own, title=title), quantity.measure, constant)


def instance_names(spec: Place) -> tuple[str, ...]:
    """The names under `instances:` of a spec, in order.

    Raises: SpecError for what is no list, what cannot be part of a name, a repeated name, and too many.
    """
    place = entry(spec, "instances")
    if place is None:
        return ()
    if not isinstance(place.data, list):
        raise place.error(f"expected a list of names, found {words_for(place.data)}", hint=_EXAMPLE)
    if len(place.data) > MOST:
        raise place.error(f"{len(place.data)} instances are too many", hint=f"at most {MOST:,} can be named")
    found: dict[str, None] = {}
    problems: list[Problem] = []
    for item in place.items():
        if not isinstance(item.data, str) or not _NAME.fullmatch(item.data):
            said = quoted(item.data) if isinstance(item.data, str) and item.data else words_for(item.data)
            problems.append(item.problem(f"{said} cannot be the name of an instance", hint="write letters and digits"))
        elif item.data in found:
            problems.append(item.problem(f"instance '{item.data}' is named twice", hint="name each instance once"))
        found[str(item.data)] = None
    if problems:
        raise SpecError(*problems)
    return tuple(found)


def instances(spec: Place, known: Mapping[str, Quantity], spoken: Collection[str]) -> Instances:
    """The instances that a spec asks for; without `instances:` nothing is done to the model.

    spoken: the names of quantities that the spec gives or seeks
    Raises: SpecError for wrong names of instances, for `shared:` without them or of an unknown quantity, and where a
        name made for an instance is that of a quantity of the model.
    """
    names, shared = instance_names(spec), entry(spec, "shared")
    if not names:
        if shared is not None:
            hint = f"{_EXAMPLE}, or leave 'shared' out"
            raise shared.error("'shared' says nothing without 'instances'", hint=hint, at_key=True)
        return Instances()
    asked = set(_shared(shared, known)) if shared is not None else set()
    constants = {
        name
        for name, quantity in known.items()
        if quantity.constant and not any(numbered(name, instance) in spoken for instance in names)
    }
    found = Instances(names, frozenset(asked | constants))
    _refuse_clashes(spec.at("instances"), found, known)
    return found


def _shared(place: Place, known: Mapping[str, Quantity]) -> Iterator[str]:
    """The names under `shared:`, in a list or with commas between."""
    problems: list[Problem] = []
    for item in place.items() if not isinstance(place.data, dict) else (place,):
        if not isinstance(item.data, str):
            raise item.error(f"expected names of quantities, found {words_for(item.data)}", hint="write 'shared: [t]'")
        for name in (part.strip() for part in item.data.split(",")):
            try:
                named(name, item, known, at_key=False, offset=max(0, item.data.find(name)))
                yield name
            except SpecError as error:
                problems += error.problems
    if problems:
        raise SpecError(*problems)


def _refuse_clashes(place: Place, found: Instances, known: Mapping[str, Quantity]) -> None:
    """Raise where a name made for an instance is taken."""
    problems: list[Problem] = []
    made: dict[str, str] = {}
    for index, instance in enumerate(found.names):
        for name in known:
            own = numbered(name, instance)
            if name not in found.shared and (own in known or own in made):
                taken = "a quantity of the model is" if own in known else f"'{made[own]}' of another instance is"
                message = f"'{name}' of instance '{instance}' would be called '{own}', as {taken}"
                hint = f"call the instance otherwise, or share '{name}'"
                problems.append(place.at(index).problem(message, hint=hint))
            made.setdefault(own, name)
    if problems:
        raise SpecError(*problems)
