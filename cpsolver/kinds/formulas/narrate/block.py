"""Formulas used together: which is turned round, what that gives in the others, and back from the last unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cpsolver.kinds.formulas.narrate.told import Told, as_stated, listed, values_of
from cpsolver.kinds.formulas.readable import readable
from cpsolver.kinds.formulas.typesetting import chain, equals, on_scale, one_of, put_in, typeset, typeset_value
from cpsolver.picture import Formula, Said, joined
from cpsolver.task.algebra.polynomial import quotient
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite, Value
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Name, Node, names, size
from cpsolver.task.functions import Undefined
from cpsolver.task.task import Task

LONGEST = 40
"""Expressions with more parts are not written out: only what they come to."""

NEAR = 1e-6

Solution = dict[str, Value]

Way = tuple[Solution, dict[str, Node]]
"""A solution, and the expressions that give the quantities one after the other."""


@dataclass(frozen=True)
class Elimination:
    """The lemmas of a block sorted: quantities expressed by others, equations after putting in, the last unknown."""

    expressed: tuple[Equation, ...]
    after: Mapping[str, tuple[Equation, ...]]
    last: tuple[Equation, ...]
    formulas: tuple[Condition, ...] = ()


def tell_block(task: Task, step: Step) -> Told:
    """`2 formulas together`, each in a line; `from (1): y = …`, `in (2): …`, `so x = … = 3 m`, and back."""
    formulas = [c for label in step.conditions for c in task.conditions if (c.label or str(c)) == label]
    numbers = {condition.label or str(condition): index for index, condition in enumerate(formulas, 1)}
    stated = tuple(joined(f"({index}) ", as_stated(formula)) for index, formula in enumerate(formulas, 1))
    if any(fact.domain.is_empty for fact in step.conclusions):
        return Told("contradiction", f"{len(formulas)} formulas contradict each other", body=stated, role="rejected")
    unknowns = [fact.variable for fact in step.conclusions]
    found = {fact.variable: fact.domain for fact in step.conclusions if isinstance(fact.domain, Finite)}
    values = values_of(step.premises)
    parts = _that_lead_on(replace(_sorted(step, unknowns), formulas=tuple(formulas)), found, values)
    before = (*stated, *_eliminating(task, parts, numbers))
    body = (*before, *_last_unknown(task, parts, found, values), *_going_back(task, parts, found, values))
    sentence = listed(tuple(one_of(task, name, domain.values) for name, domain in found.items()))
    together = joined(sentence, f" from {len(formulas)} formulas together")
    closely = partial(_closely, task, parts, found, values)
    title = "simultaneous formulas"
    return Told("block", together, title=title, body=body, closely=closely, after=len(before))


def _sorted(step: Step, unknowns: Sequence[str]) -> Elimination:
    """What each lemma of the step is."""
    expressed: list[Equation] = []
    after: dict[str, list[Equation]] = {}
    last: list[Equation] = []
    for lemma in _equations(step.finding.lemmas):
        is_explicit = isinstance(lemma.left, Name) and lemma.left.name in unknowns
        others = [name for name in names(lemma.right) if name in unknowns]
        if is_explicit and not others:
            last.append(lemma)
        elif isinstance(lemma.left, Name) and is_explicit and lemma.left.name not in others:
            expressed.append(lemma)
        elif expressed:
            after.setdefault(str(expressed[-1]), []).append(lemma)
    expressed = [lemma for index, lemma in enumerate(expressed) if not _is_said_again(lemma, expressed[index:], after)]
    return Elimination(tuple(expressed), {key: tuple(value) for key, value in after.items()}, tuple(last))


def _is_said_again(lemma: Equation, rest: Sequence[Equation], after: Mapping[str, object]) -> bool:
    """Whether a quantity is expressed anew later, by another formula or other unknowns, and this form led nowhere."""
    others = [later for later in rest[1:] if later.left == lemma.left]
    return str(lemma) not in after and any(
        later.label != lemma.label or set(names(later.right)) != set(names(lemma.right)) for later in others
    )


def _that_lead_on(parts: Elimination, found: Mapping[str, Finite], values: Mapping[str, Value]) -> Elimination:
    """Without the branches that no solution comes from, as far as that is seen."""
    ways = _tuples(parts, found, values)
    used = {side for _, sides in ways for side in sides.values()}
    kept = tuple(lemma for lemma in parts.expressed if lemma.right in used)
    return replace(parts, expressed=kept) if ways else parts


def _equations(lemmas: Sequence[Condition]) -> Iterator[Equation]:
    return (lemma for lemma in lemmas if isinstance(lemma, Equation))


def _eliminating(task: Task, parts: Elimination, numbers: Mapping[str, int]) -> Iterator[Said]:
    """`from (1): y = …` and `in (2): …`."""
    for lemma in parts.expressed:
        yield joined(f"from ({numbers.get(lemma.label, '?')}): ", _shortly(task, lemma, parts.formulas))
        for put in parts.after.get(str(lemma), ()):
            yield joined(f"put into ({numbers.get(put.label, '?')}): ", _shortly(task, put, parts.formulas))


def _shortly(task: Task, equation: Equation, formulas: Sequence[Condition]) -> Said:
    """The equation, or that it is long."""
    sides = tuple(readable(task, side, formulas) for side in (equation.left, equation.right))
    if sum(map(size, sides)) > 2 * LONGEST:
        unknown = ", ".join(names(equation.expression)[:1])
        return f"a long equation for {unknown}" if isinstance(equation.left, Name) else "a long equation"
    return (typeset(Call("=", sides)),)


def _last_unknown(
    task: Task, parts: Elimination, found: Mapping[str, Finite], values: Mapping[str, Value]
) -> Iterator[Said]:
    """The roots of the last equation: `so t = … = 3 s`, `or t = … = 5 s`; those without a short form in one line."""
    expressed = {lemma.left.name for lemma in parts.expressed if isinstance(lemma.left, Name)}
    for name in (name for name in found if name not in expressed and parts.expressed):
        sides = {value: _giving(parts.last, name, value, values) for value in found[name]}
        forms = {value: _written(name, side, task, values, parts.formulas) for value, side in sides.items()}
        bare = [value for value in found[name] if not forms[value]]
        word = "so "
        for value in (value for value in found[name] if forms[value]):
            yield joined(word, _valued(task, name, value, forms[value]))
            word = "or "
        if bare:
            how = ", found numerically" if any(sides[value] is None for value in bare) else ""
            yield joined(word, one_of(task, name, bare), how)


def _closely(
    task: Task, parts: Elimination, found: Mapping[str, Finite], values: Mapping[str, Value]
) -> tuple[Said, ...]:
    """How the last equation is solved, where it is quadratic: its coefficients, the discriminant, the root formula."""
    from cpsolver.kinds.formulas.narrate.quadratic import template

    expressed = {lemma.left.name for lemma in parts.expressed if isinstance(lemma.left, Name)}
    last = [name for name in found if name not in expressed]
    for equation in [equation for equations in parts.after.values() for equation in equations][::-1]:
        unknown = [name for name in names(equation.expression) if name in found]
        if len(last) == 1 and unknown == last and size(equation.expression) <= 2 * LONGEST:
            difference = Call("-", (equation.left, equation.right))
            parts_of_it = quotient(difference, last[0])
            if parts_of_it is None or len(parts_of_it[1]) > 1:  # it stands in a denominator, and 0 might be a root
                return ()
            return tuple((line,) for line in template(task, difference, last[0], values))
    return ()


def _going_back(
    task: Task, parts: Elimination, found: Mapping[str, Finite], values: Mapping[str, Value]
) -> Iterator[Said]:
    """From each root of the last equation back to the others: `back: …`, or of several roots `case 1, x = 3 m: …`."""
    expressed = {lemma.left.name for lemma in parts.expressed if isinstance(lemma.left, Name)}
    ways = _shortest(_tuples(parts, found, values))
    for number, (solution, used) in enumerate(ways, 1):
        given = [name for name in solution if name not in expressed]
        with_ = listed(tuple((equals(task, n, solution[n]),) for n in given))
        known = {**values, **solution}
        told = tuple(
            _valued(task, name, solution[name], _written(name, side, task, known, parts.formulas))
            for name, side in used.items()
        )
        yield joined(*((f"case {number}, ", with_, ": ") if len(ways) > 1 else ("back: ",)), listed(told))


def _shortest(ways: Sequence[Way]) -> list[Way]:
    """Of each solution the way back with the shortest expressions."""
    found: dict[tuple[tuple[str, Value], ...], Way] = {}
    for way in sorted(ways, key=lambda way: sum(map(size, way[1].values()))):
        found.setdefault(tuple(sorted(way[0].items())), way)
    first = [way[0] for way in ways]
    return sorted(found.values(), key=lambda way: first.index(way[0]))


def _giving(lemmas: Sequence[Equation], name: str, value: Value, values: Mapping[str, Value]) -> Node | None:
    """The explicit expression that gives this root."""
    for lemma in lemmas:
        if lemma.left == Name(name) and _is_near(_value(lemma.right, values), value):
            return lemma.right
    return None


def _valued(task: Task, name: str, value: Value, forms: tuple[Formula, ...]) -> Said:
    """`y = … = 3 m`."""
    shown = on_scale(task, name, value, forms[-1]) if forms else (typeset_value(task.by_name[name], value),)
    return (chain(Name(name), *forms, *shown),)


def _written(
    name: str, side: Node | None, task: Task, values: Mapping[str, Value], formulas: Sequence[Condition]
) -> tuple[Formula, ...]:
    """The expression, and the same with numbers; nothing where it is long, or a bare number."""
    side = None if side is None else readable(task, side, formulas, name)
    if side is None or size(side) > LONGEST or not names(side):
        return ()
    return (typeset(side), put_in(side, task, values))


def _tuples(parts: Elimination, found: Mapping[str, Finite], values: Mapping[str, Value]) -> list[Way]:
    """For each root of the last unknown the values of the others, with the expressions that gave them."""
    expressed = list(dict.fromkeys(lemma.left for lemma in parts.expressed))[::-1]
    first = [name for name in found if Name(name) not in expressed]
    if len(first) != 1 or not expressed:
        return []
    ways: list[Way] = [({first[0]: value}, {}) for value in found[first[0]]]
    for left in expressed:
        assert isinstance(left, Name)
        sides = [lemma.right for lemma in parts.expressed if lemma.left == left]
        ways = [
            ({**solution, left.name: value}, {**used, left.name: side})
            for solution, used in ways
            for value in found[left.name]
            for side in sides
            if _is_near(_value(side, {**values, **solution}), value)
        ]
    return ways


def _value(side: Node, values: Mapping[str, Value]) -> float | None:
    try:
        found = evaluate(side, values)
    except (Undefined, KeyError, OverflowError):
        return None
    return None if isinstance(found, str) else float(found)


def _is_near(one: float | None, other: Value) -> bool:
    if one is None or isinstance(other, str):
        return False
    return abs(one - float(other)) <= NEAR * max(abs(one), abs(float(other)), 1e-300)
