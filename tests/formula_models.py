"""Random formula models with a planted point at which all formulas hold, so that no task contradicts itself."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from cpsolver.task.condition import Equation
from cpsolver.task.domain import Finite, Number, Reals, Value
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.task import Aim, Fact, Sought, Task, Variable

Values = Mapping[str, Number]


@dataclass(frozen=True)
class Planted:
    """A model, a point at which all its formulas hold, and a task: what is known of it and what is sought."""

    formulas: tuple[Equation, ...]
    point: dict[str, Value]
    known: tuple[str, ...]
    goal: str

    @property
    def task(self) -> Task:
        """The task with the planted values of what is known."""
        names = dict.fromkeys((*self.point, self.goal))
        return Task(
            name="<planted>",
            kind="formulas",
            variables=tuple(Variable(name, Reals(0, None, lower_open=True)) for name in names),
            conditions=self.formulas,
            given=tuple(Fact(name, Finite((self.point[name],))) for name in self.known),
            sought=Sought((self.goal,), Aim.ALL),
        )


def call(function: str, *arguments: Node) -> Node:
    return Call(function, arguments)


def _linear(n: list[str], at: Values, choose: random.Random) -> tuple[Node, Node]:
    """x = a*y + b*z + c, as many terms as there are names."""
    right: Node | None = None
    total: Number = 0
    for name in n[1:]:
        factor = choose.choice((1, 2, 3, Fraction(1, 2)))
        total += factor * at[name]
        term = call("*", Constant(factor), Name(name)) if factor != 1 else Name(name)
        right = term if right is None else call("+", right, term)
    assert right is not None
    return Name(n[0]), call("+", right, Constant(at[n[0]] - total))


def _product(n: list[str], at: Values, choose: random.Random) -> tuple[Node, Node]:
    """x = c*y*z."""
    right: Node = Constant(Fraction(at[n[0]]) / math.prod(Fraction(at[name]) for name in n[1:]))
    for name in n[1:]:
        right = call("*", right, Name(name))
    return Name(n[0]), right


def _square(n: list[str], at: Values, choose: random.Random) -> tuple[Node, Node]:
    """x*z = y^2 + c."""
    left: Node = Name(n[0])
    value: Number = at[n[0]]
    for name in n[2:]:
        left, value = call("*", left, Name(name)), value * at[name]
    return left, call("+", call("^", Name(n[1]), Constant(2)), Constant(value - at[n[1]] ** 2))


def _exponential(n: list[str], at: Values, choose: random.Random) -> tuple[Node, Node]:
    """x = c*exp(y/4)*z."""
    right: Node = call("exp", call("/", Name(n[1]), Constant(4)))
    value = math.exp(float(at[n[1]]) / 4)
    for name in n[2:]:
        right, value = call("*", right, Name(name)), value * float(at[name])
    return Name(n[0]), call("*", Constant(float(at[n[0]]) / value), right)


_KINDS: tuple[tuple[int, Callable[[list[str], Values, random.Random], tuple[Node, Node]]], ...] = (
    (5, _linear),
    (4, _product),
    (2, _square),
    (1, _exponential),
)


def planted(seed: int, least: int = 5, most: int = 20) -> Planted:
    """The model of this seed, with so many formulas, over a few more quantities; a third of these is known."""
    choose = random.Random(seed)
    count = choose.randint(least, most)
    names = [f"q{number}" for number in range(count + choose.randint(1, max(2, count // 2)))]
    point: dict[str, Number] = {name: Fraction(choose.randint(2, 24), choose.choice((1, 2, 4))) for name in names}
    kinds = [kind for weight, kind in _KINDS for _ in range(weight)]
    formulas, seen = [], set[tuple[object, frozenset[str]]]()
    while len(formulas) < count:
        kind = choose.choice(kinds)
        chosen = choose.sample(names, choose.choice((2, 3, 3, 4)) if kind is not _exponential else 2)
        if (kind, frozenset(chosen)) in seen:
            continue
        seen.add((kind, frozenset(chosen)))
        left, right = kind(chosen, point, choose)
        formulas.append(Equation(call("=", left, right), label=f"f{len(formulas)}"))
    used = [name for name in names if any(name in formula.scope for formula in formulas)]
    known = choose.sample(used, max(1, len(used) // 3))
    goal = choose.choice([name for name in used if name not in known])
    return Planted(tuple(formulas), {name: point[name] for name in used}, tuple(known), goal)
