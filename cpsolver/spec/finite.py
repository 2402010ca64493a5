"""Finite tasks: what their models and specs may hold, and how they become tasks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from cpsolver.errors import Problem, SpecError, did_you_mean
from cpsolver.spec.asserting import check_assertions
from cpsolver.spec.declarations import Declaration, declarations
from cpsolver.spec.document import Place
from cpsolver.spec.files import from_file
from cpsolver.spec.finite_shapes import SET, AssertionShape, DrawnShape, FiniteExpectShape, ShowShape, VariableShape
from cpsolver.spec.forms import TEXT, As, Listed, Mapped
from cpsolver.spec.loading import Spec, given_outside
from cpsolver.spec.names import ModelNames, Parameter
from cpsolver.spec.schema import CONDITIONS, NAMES, PREFERENCES, Entries, Items, ModelShape, SpecShape
from cpsolver.spec.showing import shown
from cpsolver.spec.targets import facts, targets
from cpsolver.spec.unroll import unroll
from cpsolver.spec.wishing import DIRECTIONS, objectives, preferences
from cpsolver.spec.written import Written
from cpsolver.task.task import Aim, Fact, Objective, Sought, Task

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain

Given = Callable[[Place, Task], tuple[Fact, ...]]
"""Reads `given:` where a kind has a form of its own; gets its place and the task without givens."""

Find = Callable[[Place, Task], tuple[str, ...]]
"""Reads `find:` where a kind has a form of its own: the names of the variables sought."""


TWO_THINGS = "a name stands for one thing: give one of the two another"

PREFER: Any = Field(
    [],
    description="What should hold, if it can: texts, or mappings with label, for, where, require, weight",
    examples=[["shift[anna] != night"]],
)
MINIMIZE: Any = Field(
    "", description="What to make as small as can be: an expression, or several, the first first", examples=["end"]
)
MAXIMIZE: Any = Field(
    "", description="What to make as large as can be: an expression, or several, the first first", examples=["profit"]
)


class FiniteModel(ModelShape):
    """A model over finite domains."""

    sets: Annotated[Entries, As(Mapped({}))] = Field(
        {},
        description="Named sets: a range, a list of symbols, a list of tuples",
        examples=[{"colour": ["red", "green", "blue"]}],
    )
    variables: Annotated[Entries, As(Mapped(TEXT, Listed({}), VariableShape, SET))] = Field(
        {},
        description="Names and their domains: `S, M: 1..9`, `queen[1..n]: 1..n`, `on: bool`, `x: {2, 4, 8}`",
        examples=[{"x": "1..9"}, {"queen[1..n]": "1..n"}],
    )
    conditions: Annotated[Items, CONDITIONS] = Field(
        [],
        description="What must hold: texts, or mappings with label, for, where, require",
        examples=[["all_different(x, y, z)"]],
    )
    assert_: Annotated[Items, As(Listed(AssertionShape), AssertionShape)] = Field(
        [], alias="assert", description="What must be true of the parameters: that, say, at"
    )
    prefer: Annotated[Items, PREFERENCES] = PREFER
    minimize: Annotated[Plain, NAMES] = MINIMIZE
    maximize: Annotated[Plain, NAMES] = MAXIMIZE
    show: Annotated[Plain, As(ShowShape, Listed(DrawnShape))] = Field(
        "", description="How a solution is drawn: `board: queen`, or a list of drawings", examples=[{"grid": "cell"}]
    )
    search: Annotated[Items, NAMES] = Field(
        [], description="Variables in the order in which they are best tried", examples=[["x", "y"]]
    )


class FiniteSpec(SpecShape):
    """A task over finite domains."""

    given: Annotated[Plain, As({"type": ["object", "null"]})] = Field(
        "", description="Values that variables and arrays have: `x: 3`; `_` in a list is not known", examples=[{"x": 3}]
    )
    prefer: Annotated[Items, PREFERENCES] = PREFER
    minimize: Annotated[Plain, NAMES] = MINIMIZE
    maximize: Annotated[Plain, NAMES] = MAXIMIZE
    hint: Annotated[Plain, As({"type": ["object", "string", "null"]})] = Field(
        "", description="Values to be tried first, written like `given`; they forbid nothing", examples=[{"x": 3}]
    )
    expect: Annotated[Entries, As(FiniteExpectShape)] = Field(
        {}, description="What must come out; `check` compares", examples=[{"solutions": 1}]
    )


def formulate_finite(spec: Spec, given: Given | None = None, find: Find | None = None) -> Task:
    """The task a spec and its model state.

    given, find: how a kind of its own reads these keys; else variables and arrays by name.
    Raises: SpecError with all problems that could be found.
    """
    names = None
    try:
        if _is_model_alone(spec):
            names, task, aim = _of_files(_Files(tuple(id(layer.place.document) for layer in spec.model), spec))
        else:
            names = model_names(spec)
            task, aim = _stated(spec, names)
        task = replace(task, name=spec.name)
        task = _with_hints(_with_given(task, spec, names, given), spec, names, given)
        return _with_sought(task, spec, names, aim, find)
    except SpecError as error:
        if names is None:
            raise
        raise SpecError(*(_with_overrides(problem, names) for problem in error.problems)) from None


@dataclass(frozen=True)
class _Files:
    """The documents of a model, by identity, and a spec of it."""

    documents: tuple[int, ...]
    spec: Spec = field(compare=False)


@lru_cache(maxsize=16)
def _of_files(files: _Files) -> tuple[ModelNames, Task, Objective | None]:
    """What model files alone state, worked out once for all their tasks: a list of puzzles has one model."""
    names = model_names(files.spec)
    return names, *_stated(files.spec, names)


def _is_model_alone(spec: Spec) -> bool:
    """Whether variables and conditions are all in model files, and no parameter is replaced."""
    own = spec.parameters or any(_has(spec.place, key) for key in ("require", "parameters", "prefer", *DIRECTIONS))
    return not own and all(layer.place.path == () for layer in spec.model)


def _stated(spec: Spec, names: ModelNames) -> tuple[Task, Objective | None]:
    """The task without name, givens and what is sought. Raises: SpecError."""
    names.settle()
    if not names.declarations:
        raise spec.model[-1].place.error("a model needs variables", hint="such as 'variables: {x: 1..9}'")
    check_assertions(_items(spec, "assert"), names)
    conditions = unroll(list(chain(_items(spec, "conditions"), _own(spec, "require"))), names)
    wished = preferences(chain(_items(spec, "prefer"), _own(spec, "prefer")), names)
    aim = objectives((*(layer.place for layer in spec.model), spec.place), wished, names)
    task = Task(
        name="",
        kind=_last(spec, "kind"),
        variables=tuple(names.variables[name] for name in _order(spec, names)),
        conditions=conditions,
        arrays=tuple(names.arrays.values()),
        show=_show(spec, names),
        preferences=wished,
    )
    return task, aim


def _with_overrides(problem: Problem, names: ModelNames) -> Problem:
    """What is wrong in the model's text may come from a parameter that the spec gave: its hint says which."""
    given = [(name, parameter) for name, parameter in names.parameters.items() if parameter.given]
    for name, parameter in given:
        mark, text = parameter.place.mark(), parameter.place.data
        source = problem.mark.source if problem.mark else ""
        is_elsewhere = source == parameter.default.document.source != mark.source
        if is_elsewhere and isinstance(text, str) and re.search(rf"\b{re.escape(name)}\b", problem.excerpt):
            said = f"{name} = {text} stands at {mark}"
            problem = replace(problem, hint="; ".join(filter(None, (problem.hint, said))))
    return problem


def model_names(spec: Spec) -> ModelNames:
    """What the names of the spec's model stand for. Raises: SpecError."""
    sets = _merged(spec, "sets")
    parameters = _parameters(spec)
    declared = declarations([layer.place.at("variables") for layer in spec.model if _has(layer.place, "variables")])
    _check_clashes(parameters, sets, declared)
    missing = spec.place.at("parameters") if spec.shape.parameters else spec.place
    return ModelNames(parameters, sets, declared, missing)


def _has(place: Place, key: str) -> bool:
    return isinstance(place.data, dict) and bool(place.data.get(key))


def _merged(spec: Spec, key: str) -> dict[str, Place]:
    """The entries of a mapping in all layers; a later layer replaces what an earlier one says."""
    found: dict[str, Place] = {}
    for layer in spec.model:
        entries = layer.place.at(key).data if _has(layer.place, key) else {}
        assert isinstance(entries, dict)
        found.update((name, layer.place.at(key, name)) for name in entries)
    return found


def _items(spec: Spec, key: str) -> Iterator[Place]:
    """The items of a list in all layers; one with the `name` of an earlier one stands in its place."""
    found: dict[object, Place] = {}
    for layer in spec.model:
        for place in _each(layer.place.at(key)) if _has(layer.place, key) else ():
            name = place.data.get("name") if isinstance(place.data, dict) else None
            found[name if isinstance(name, str) and name else len(found)] = place
    yield from found.values()


def _each(place: Place) -> Iterator[Place]:
    """The items at a place; what is no list counts as one item."""
    if isinstance(place.data, list):
        yield from (place.at(number) for number in range(len(place.data)))
    else:
        yield place


def _own(spec: Spec, key: str) -> Iterator[Place]:
    """The items of a list in the spec itself."""
    if _has(spec.place, key):
        yield from _each(spec.place.at(key))


def _last(spec: Spec, key: str) -> str:
    """The text of a key in the last layer that has it."""
    for layer in reversed(spec.model):
        if _has(layer.place, key):
            return str(layer.place.at(key).data)
    return ""


def _parameters(spec: Spec) -> dict[str, Parameter]:
    """The parameters of the model with what overrides them. Raises: SpecError for one the model does not have."""
    found = {name: Parameter(from_file(place)) for name, place in _merged(spec, "parameters").items()}
    problems = []
    for place in chain(_overrides(spec), given_outside(spec.parameters, found)):
        name = str(place.path[-1])
        if name in found:
            found[name] = Parameter(found[name].default, from_file(place))
        else:
            hint = did_you_mean(name, found) or "this model has no parameters"
            problems.append(place.problem(f"'{name}' is not a parameter of this model", hint=hint, at_key=True))
    if problems:
        raise SpecError(*problems)
    return found


def _overrides(spec: Spec) -> Iterator[Place]:
    for name in spec.shape.parameters:
        yield spec.place.at("parameters", name)


def _check_clashes(
    parameters: Mapping[str, Parameter], sets: Mapping[str, Place], declared: tuple[Declaration, ...]
) -> None:
    """Every name can be one, and stands for one thing. Raises: SpecError at the later of two."""
    for name, place in sets.items():
        Written.key(place).name(name)
    for name, parameter in parameters.items():
        Written.key(parameter.default).name(name)
    problems = [
        place.problem(f"'{name}' is also a parameter", at_key=True, hint=TWO_THINGS)
        for name, place in sets.items()
        if name in parameters
    ]
    for declaration in declared:
        what = "parameter" if declaration.name in parameters else "set" if declaration.name in sets else ""
        if what:
            error = declaration.key.error(f"'{declaration.name}' is also a {what}", declaration.span[0], TWO_THINGS)
            problems += error.problems
    if problems:
        raise SpecError(*problems)


def _order(spec: Spec, names: ModelNames) -> tuple[str, ...]:
    """The variables; those that `search:` names stand first."""
    first: list[str] = []
    for place in _items(spec, "search"):
        first += targets(Written.at(place), names)
    return tuple(dict.fromkeys([*first, *names.variables]))


def _show(spec: Spec, names: ModelNames) -> object:
    """What `show:` says, its names checked. Raises: SpecError."""
    return shown(list(_items(spec, "show")), names) or None


def _with_given(task: Task, spec: Spec, names: ModelNames, given: Given | None) -> Task:
    if not spec.shape.given:
        return task
    place = spec.place.at("given")
    return replace(task, given=given(place, task) if given else facts(place, names))


def _with_hints(task: Task, spec: Spec, names: ModelNames, given: Given | None) -> Task:
    if not (isinstance(spec.shape, FiniteSpec) and spec.shape.hint):
        return task
    place = spec.place.at("hint")
    return replace(task, hints=given(place, task) if given else facts(place, names))


def _with_sought(task: Task, spec: Spec, names: ModelNames, aim: Objective | None, find: Find | None) -> Task:
    variables = tuple(variable.name for variable in task.variables)
    mark = None
    if spec.shape.find:
        place = spec.place.at("find")
        mark = place.mark()
        if find:
            variables = find(place, task)
        else:
            variables = tuple(dict.fromkeys(name for each in _each(place) for name in targets(Written.at(each), names)))
    sought = Sought(variables, Aim.BEST if aim else Aim.ONE, aim, mark)
    return replace(task, sought=sought)
