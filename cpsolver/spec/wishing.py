"""What a task would like best: `minimize:`, `maximize:` and the soft conditions of `prefer:`.

Objectives count in the order in which they stand, `maximize: [profit, spare]` before a `minimize:` below it: of what is
best by the first, the best by the next. In them `penalty` stands for what the broken preferences weigh together; where
no objective speaks of it, it is the last of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from cpsolver.errors import Problem, SpecError
from cpsolver.spec.compiling import calls
from cpsolver.spec.compiling.closures import Compiler
from cpsolver.spec.compiling.loops import Run
from cpsolver.spec.compiling.values import constant, is_list, leaves, text_of
from cpsolver.spec.document import Place
from cpsolver.spec.names import ModelNames
from cpsolver.spec.rounds import in_rounds, optional, template, texts
from cpsolver.spec.unroll import body_of, check_keys
from cpsolver.spec.written import Written, tagged
from cpsolver.task.condition import Relation
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.task import Objective, Preference

PENALTY = "penalty"
"""What preferences that are broken weigh together."""

DIRECTIONS = ("minimize", "maximize")

AN_OBJECTIVE = "it speaks of variables, such as 'sum(cost[i]*on[i] for i in item)'"

_KEYS = ("name", "label", "for", "where", "require", "weight", "source")


def preferences(places: Iterable[Place], model: ModelNames) -> tuple[Preference, ...]:
    """The soft conditions at these places, in order. Raises: SpecError with all problems."""
    found: list[Preference] = []
    problems: list[Problem] = []
    for place in places:
        try:
            found += _preferred(place, model)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    if found and PENALTY not in model.known():
        model.define(PENALTY, penalty(found))
    return tuple(found)


def _preferred(place: Place, model: ModelNames) -> Iterator[Preference]:
    required = _required(place)
    weight = optional(place, "weight")

    def inside(compiler: Compiler) -> Run:
        label = template(optional(place, "label"), compiler)
        bodies = [body_of(compiler, written) for written in required]
        weighs = _weight(weight, compiler)
        return lambda slots: (label(slots), [each(slots) for each in bodies], weighs(slots))

    source = optional(place, "source")
    for label, values, cost in in_rounds(place, model, inside, required[0])():
        for written, value in zip(required, values, strict=True):
            for each in leaves(value) if is_list(value) else (value,):
                if each is True:
                    continue
                node = each if isinstance(each, Node) else Constant(False)
                mark = written.mark(node.span[0])
                yield Preference(Relation(node, label=label, mark=mark, source=source.text if source else ""), cost)


def _required(place: Place) -> tuple[Written, ...]:
    if isinstance(place.data, str):
        return (Written.at(place),)
    if isinstance(place.data, list):
        raise place.error("expected a condition, found a list", hint="write each condition as an item of its own")
    check_keys(place, _KEYS)
    return texts(place.at("require"))


def _weight(written: Written | None, compiler: Compiler) -> Run:
    """What a broken preference costs: a number above 0."""
    if written is None:
        return lambda slots: 1
    run = tagged(written.reading(calls.argument, compiler, written.expression(), "number").run, written)

    def checked(slots: Any) -> Any:
        value = run(slots)
        if not isinstance(value, (int, Fraction)) or value <= 0:
            hint = "a number such as 3; what should rather not be is preferred with 'not'"
            raise written.error(f"'{text_of(value)}' is no weight: a weight is a number above 0", hint=hint)
        return value

    return checked


def penalty(wished: Sequence[Preference]) -> Node:
    """What the preferences that are broken weigh together."""
    broken = [Call("not", (each.condition.expression,)) for each in wished]
    if all(each.weight == 1 for each in wished):
        return Call("count", tuple(broken))
    weighed = (
        Call("*", (constant(each.weight), truth)) if each.weight != 1 else truth
        for each, truth in zip(wished, broken, strict=True)
    )
    return Call("sum", tuple(weighed))


def objectives(layers: Iterable[Place], wished: Sequence[Preference], model: ModelNames) -> Objective | None:
    """The objectives in order, each with the next; those of the last layer that has any. Raises: SpecError."""
    found: list[Objective] = []
    counts_penalty = False
    for layer in layers:
        own = list(_written(layer))
        if own:
            found = [_objective(written, model, maximize) for written, maximize in own]
            counts_penalty = any(PENALTY in names(written.expression()) for written, _ in own)
    if wished and not counts_penalty:
        found.append(Objective(penalty(wished), mark=wished[0].condition.mark))
    chained: Objective | None = None
    for each in reversed(found):
        chained = replace(each, then=chained)
    return chained


def _written(layer: Place) -> Iterator[tuple[Written, bool]]:
    """The texts of the objectives of a mapping in order, and whether they are to be made large."""
    if not isinstance(layer.data, dict):
        return
    for key in layer.data:
        if key in DIRECTIONS and layer.data[key]:
            for written in texts(layer.at(key)):
                yield written, key == "maximize"


def _objective(written: Written, model: ModelNames, maximize: bool) -> Objective:
    def compiled() -> Any:
        compiler = model.compiler()
        term = calls.argument(compiler, written.expression(), "number")
        return tagged(term.run, written)([None] * compiler.slots)

    node = written.reading(compiled)
    if not isinstance(node, Node):
        raise written.error("the objective does not depend on any variable", hint=_no_penalty(written))
    return Objective(node, maximize, written.mark())


def _no_penalty(written: Written) -> str:
    node = written.expression()
    return "'penalty' needs a 'prefer:'" if isinstance(node, Name) and node.name == PENALTY else AN_OBJECTIVE
