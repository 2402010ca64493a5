"""Random formula tasks with a planted solution, and what is true of them by construction and by Newton's method.

    drawn = random_formula_task(seed)
    assert [] == faults(drawn, …)

A task has 2 to 9 formulas of the shapes on the shelf, random ranges and rules, and random givens: as many as are
missing, or one more, or one less, now and then a wrong one. Values are exact fractions where the formulas allow it;
others are known to 50 digits, and after givens are rounded the solution of the rounded task is found by Newton's
method with as many digits. Nothing here uses the roots, inversions or enclosures of what is tested.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np

from cpsolver.kinds.formulas.deciding import deciding
from cpsolver.kinds.formulas.proof import prove
from cpsolver.kinds.formulas.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.task.condition import Condition, Equation, Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.parser import parse_expression
from cpsolver.task.result import Result, Settings, Status
from cpsolver.task.task import Aim, Fact, Sought, Task, Variable

DIGITS = 50
mp = mpmath.mp.clone()
mp.dps = DIGITS

Value = Any
"""A Fraction, or a number of 50 digits."""

Point = dict[str, Value]

STARTS = 40
"""Newton's method starts from so many points."""

LONG = 10**25
"""Denominators of rational numbers as they are planted are smaller."""

NEAR = 1e-5
"""Two values that differ by less, relative, are taken for one."""


@dataclass(frozen=True)
class Drawn:
    """A task and a solution of it; None where none is known."""

    seed: int
    task: Task
    point: Point | None

    def __str__(self) -> str:
        lines = [f"seed {self.seed}"]
        lines += [f"  {v.name} in {v.domain}" for v in self.task.variables if v.domain != Reals()]
        lines += [f"  {c}" for c in self.task.conditions]
        lines += [f"  given {f.variable} = {f.domain}" for f in self.task.given]
        lines += [f"  find {', '.join(self.task.sought.variables)}"]
        if self.point is not None:
            lines += ["  planted " + ", ".join(f"{n} = {float(v):.10g}" for n, v in self.point.items())]
        return "\n".join(lines)


# -- drawing -----------------------------------------------------------------------------------------------------


class _Maker:
    """One model in the making: formulas, and a point at which all of them hold."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.point: Point = {}
        self.formulas: list[str] = []
        self.angles: set[str] = set()
        self.scale = self.choose.random() < 0.12
        for _ in range(self.choose.randint(2, 4)):
            self.new(self.nice())

    def nice(self) -> Fraction:
        """A number as in school books; sometimes 0, sometimes huge or tiny."""
        dice = self.choose
        if dice.random() < 0.04:
            return Fraction(0)
        value = Fraction(dice.randint(1, 24), dice.choice((1, 1, 1, 2, 4, 5, 10))) * dice.choice((1, 1, 1, 1, -1))
        return value * Fraction(10) ** dice.randint(-12, 12) if self.scale else value

    def new(self, value: Value) -> str:
        """A new quantity; a number that is not rational is kept with 50 digits."""
        name = f"q{len(self.point)}"
        exactly = isinstance(value, (int, Fraction)) and Fraction(value).denominator < LONG
        self.point[name] = Fraction(value) if exactly else _shortened(_mp(value), DIGITS)
        return name

    def old(self, test: Callable[[Value], bool] = lambda _: True) -> str:
        """A quantity already there whose value passes; else a new one."""
        found = [name for name, value in self.point.items() if test(value)]
        if found:
            return self.choose.choice(found[-5:])
        while not test(value := self.nice()):
            pass
        return self.new(value)

    def add(self) -> None:
        """One more formula."""
        shapes = _SHAPES if len(self.point) < 12 else _CROSSING
        kinds, weights = zip(*shapes, strict=True)
        for _ in range(50):
            kind = self.choose.choices(kinds, weights)[0]
            size = len(self.point)
            try:
                text = kind(self)
            except (ZeroDivisionError, OverflowError, ValueError):
                text = None
            values = list(self.point.values())[size:]
            if text is not None and text not in self.formulas and all(abs(v) < 1e40 for v in values):
                self.formulas.append(text)
                return
            for name in list(self.point)[size:]:
                del self.point[name]


def _plain(value: Value) -> str:
    """A number as text that is read back exactly: a fraction of powers of ten where there is one."""
    value = Fraction(value) if _is_exact(value) else _shortened(_mp(value), 12)
    text = f"{abs(value.numerator)}" + (f"/{value.denominator}" if value.denominator != 1 else "")
    return f"({'-' if value < 0 else ''}{text})"


def _shortened(value: Value, digits: int) -> Fraction:
    return Fraction(mp.nstr(value, digits, min_fixed=0, max_fixed=0)) if value else Fraction(0)


def _is_exact(value: Value) -> bool:
    return Fraction(value).denominator < LONG


def _linear(m: _Maker) -> str:
    x, y, a, b = m.old(), m.old(), m.choose.choice((1, 2, -1, 3)), m.choose.choice((1, -2, -1, Fraction(1, 2)))
    c = m.choose.choice((0, 0, 1, Fraction(5, 2)))
    z = m.new(a * m.point[x] + b * m.point[y] + c)
    return f"{z} = {a}*{x} + {_plain(b)}*{y} + {_plain(c)}"


def _product(m: _Maker) -> str:
    x, y = m.old(), m.old()
    z = m.new(m.point[x] * m.point[y] / 2)
    return f"{z} = {x}*{y}/2"


def _quotient(m: _Maker) -> str:
    x, y = m.old(), m.old(bool)
    z = m.new(m.point[x] / m.point[y])
    return m.choose.choice((f"{z} = {x}/{y}", f"{x} = {z}*{y}", f"{x}/{y} = {z}"))


def _two_roots(m: _Maker) -> str:
    x = m.old()
    value = m.nice()
    z = m.new(value)
    return f"{z}^2 = {x} + {_plain(value**2 - m.point[x])}"


def _square(m: _Maker) -> str:
    x, y = m.old(), m.old()
    z = m.new(m.point[x] ** 2 + m.point[y])
    return f"{z} = {x}^2 + {y}"


def _motion(m: _Maker) -> str:
    v, t, a = m.old(), m.old(), m.old()
    z = m.new(m.point[v] * m.point[t] + m.point[a] * m.point[t] ** 2 / 2)
    return f"{z} = {v}*{t} + {a}*{t}^2/2"


def _speeds(m: _Maker) -> str:
    v, a = m.old(), m.old(bool)
    z = m.new(m.nice())
    s = m.new((m.point[z] ** 2 - m.point[v] ** 2) / (2 * m.point[a]))
    return f"{z}^2 = {v}^2 + 2*{a}*{s}"


def _root(m: _Maker) -> str:
    x, value = m.old(), abs(m.nice())
    z = m.new(value)
    return f"{z} = sqrt({x} + {_plain(value**2 - m.point[x])})"


def _pythagoras(m: _Maker) -> str:
    k = abs(m.nice())
    a, b, c = m.choose.choice(((3, 4, 5), (5, 12, 13), (8, 15, 17)))
    x, y, z = m.new(a * k), m.new(b * k), m.new(c * k)
    return m.choose.choice((f"{z} = sqrt({x}^2 + {y}^2)", f"{z}^2 = {x}^2 + {y}^2"))


def _exponential(m: _Maker) -> str:
    x, y = m.old(), m.old(lambda v: abs(v) < 20)
    z = m.new(_mp(m.point[x]) * mp.exp(_mp(m.point[y]) / 4))
    return f"{z} = {x}*exp({y}/4)"


def _logarithm(m: _Maker) -> str:
    x, y, function = m.old(), m.old(lambda v: v > 0), m.choose.choice(("log", "log10"))
    z = m.new(_mp(m.point[x]) * getattr(mp, function)(_mp(m.point[y])))
    return f"{z} = {x}*{function}({y})"


def _wave(m: _Maker) -> str:
    x, function = m.old(), m.choose.choice(("sin", "cos", "tan"))
    y = m.choose.choice([*m.angles, m.new(Fraction(m.choose.randint(1, 15), 10))])
    m.angles.add(y)
    if abs(m.point[y]) > 100:
        raise ValueError
    z = m.new(_mp(m.point[x]) * getattr(mp, function)(_mp(m.point[y])))
    return f"{z} = {x}*{function}({y})"


def _wave_of_twice(m: _Maker) -> str:
    x, y = m.old(), m.new(Fraction(m.choose.randint(1, 15), 10))
    m.angles.add(y)
    z = m.new(_mp(m.point[x]) ** 2 * mp.sin(2 * _mp(m.point[y])) / 10)
    return f"{z} = {x}^2*sin(2*{y})/10"


def _distance(m: _Maker) -> str:
    x, y = m.old(), m.old()
    z = m.new(abs(m.point[x] - m.point[y]))
    return f"{z} = abs({x} - {y})"


def _apart(m: _Maker) -> str:
    x, value = m.old(lambda v: v >= 0), m.nice()
    z = m.new(value)
    c = value + m.choose.choice((1, -1)) * m.point[x]
    return f"abs({z} - {_plain(c)}) = {x}"


def _cube(m: _Maker) -> str:
    x, k = m.old(), m.choose.choice((3, 3, 4))
    z = m.new(m.point[x] ** k)
    return f"{z} = {x}^{k}"


def _broken_power(m: _Maker) -> str:
    x, y = m.old(lambda v: v > 0), m.old()
    z = m.new(_mp(m.point[x]) ** mp.mpf(1.5) * _mp(m.point[y]))
    return f"{z} = {y}*{x}^(3/2)"


def _power(m: _Maker) -> str:
    x, y = m.old(lambda v: 0 < v < 50), m.old(lambda v: abs(v) < 8)
    z = m.new(_mp(m.point[x]) ** _mp(m.point[y]))
    return f"{z} = {x}^{y}"


def _reciprocals(m: _Maker) -> str:
    x, y = m.old(bool), m.old(bool)
    total = 1 / m.point[x] + 1 / m.point[y]
    z = m.new(1 / total)
    return f"1/{z} = 1/{x} + 1/{y}"


def _double(m: _Maker) -> str:
    y = m.old()
    z, x = m.new(m.point[y]), m.new(m.point[y] ** 2)
    return f"{z}^2 + {x} = 2*{y}*{z}"


def _vanishing(m: _Maker) -> str:
    x, z = m.new(m.choose.choice((Fraction(0), Fraction(0), Fraction(1)))), m.new(m.nice())
    y = m.old()
    w = m.new(m.point[x] * m.point[z] ** 2 + m.point[y] * m.point[z])
    return f"{x}*{z}^2 + {y}*{z} = {w}"


def _annuity(m: _Maker) -> str:
    x, i, n = m.old(), m.new(Fraction(m.choose.randint(-5, 30), 100)), m.choose.choice((3, 5, 10))
    if m.point[i] == 0:
        raise ValueError
    z = m.new(m.point[x] * (1 - (1 + m.point[i]) ** -n) / m.point[i])
    return f"{z} = {x}*(1 - (1 + {i})^(-{n}))/{i}"


def _sag(m: _Maker) -> str:
    x, y = m.old(), m.old(lambda v: abs(v) < 20)
    z = m.new(_mp(m.point[x]) * (_mp(m.point[y]) - mp.sin(_mp(m.point[y]))))
    m.angles.add(y)
    return f"{z} = {x}*({y} - sin({y}))"


def _cooling(m: _Maker) -> str:
    a, b, t = m.old(), m.old(), m.old(lambda v: abs(v) < 30)
    z = m.new(_mp(m.point[a]) + _mp(m.point[b]) * (1 - mp.exp(-_mp(m.point[t]) / 5)))
    return f"{z} = {a} + {b}*(1 - exp(-{t}/5))"


def _mean(m: _Maker) -> str:
    a, b, c = m.old(), m.old(), m.old()
    mass = m.new(abs(m.nice()) or Fraction(1))
    z = m.new((m.point[mass] * m.point[a] + 2 * m.point[b] + m.point[c]) / (m.point[mass] + 3))
    return f"{z} = ({mass}*{a} + 2*{b} + {c})/({mass} + 3)"


def _cross_linear(m: _Maker) -> str:
    x, y = m.old(), m.old()
    a, b = m.choose.choice((1, 2, 3)), m.choose.choice((1, -1, -2))
    return f"{a}*{x} + {_plain(b)}*{y} = {_plain(a * m.point[x] + b * m.point[y])}"


def _cross_product(m: _Maker) -> str:
    x, y = m.old(), m.old()
    return f"{x}*{y} = {_plain(m.point[x] * m.point[y])}"


def _cross_squares(m: _Maker) -> str:
    x, y = m.old(), m.old()
    return f"{x}^2 + {y}^2 = {_plain(m.point[x] ** 2 + m.point[y] ** 2)}"


def _cross_mixed(m: _Maker) -> str:
    x, y, z = m.old(), m.old(), m.old()
    return f"{x}*{y} + {z} = {_plain(m.point[x] * m.point[y] + m.point[z])}"


def _cross_quotient(m: _Maker) -> str:
    x, y = m.old(), m.old(bool)
    value = m.point[x] / m.point[y]
    return f"{x}/{y} = {_plain(value)}"


_CROSSING: list[tuple[Callable[[_Maker], str], float]] = [
    (_cross_linear, 2),
    (_cross_product, 1.5),
    (_cross_squares, 1),
    (_cross_mixed, 1),
    (_cross_quotient, 0.7),
]

_SHAPES: list[tuple[Callable[[_Maker], str], float]] = [
    (_linear, 4),
    (_product, 3),
    (_quotient, 3),
    (_two_roots, 2),
    (_square, 1.5),
    (_motion, 2),
    (_speeds, 1.5),
    (_root, 1.2),
    (_pythagoras, 1),
    (_exponential, 1),
    (_logarithm, 0.8),
    (_wave, 2),
    (_wave_of_twice, 0.7),
    (_distance, 1),
    (_apart, 1),
    (_cube, 1),
    (_broken_power, 0.7),
    (_power, 0.5),
    (_reciprocals, 1),
    (_double, 0.8),
    (_vanishing, 0.6),
    (_annuity, 0.5),
    (_sag, 0.3),
    (_cooling, 0.6),
    (_mean, 0.6),
    *_CROSSING,
]


def random_formula_task(seed: int, most: int = 9) -> Drawn:
    """The task of this seed, with at most so many formulas."""
    maker = _Maker(seed)
    dice = maker.choose
    for _ in range(min(most, dice.choice((2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 9)))):
        maker.add()
    equations = [Equation(parse_expression(text), label=f"f{i}: {text}") for i, text in enumerate(maker.formulas)]
    names = [name for name in maker.point if any(name in e.scope for e in equations)]
    point = {name: maker.point[name] for name in names}
    variables = tuple(Variable(name, _range(name, maker)) for name in names)
    rules = [_rule(names, maker) for _ in range(dice.choice((0, 0, 0, 1, 1, 2)))]
    conditions: tuple[Condition, ...] = (
        *equations,
        *(Relation(parse_expression(text), label=f"rule {text}") for text in rules if text),
    )
    wanted = len(names) - len(equations) + dice.choice((0,) * 8 + (1, 1, -1))
    chosen = dice.sample(names, min(max(0, wanted), len(names) - 1))
    if dice.random() < 0.6:  # most often as in school books: what comes first is given
        chosen = sorted(chosen, key=lambda name: int(name[1:]) + dice.random() * 6)
    given = {}
    for name in chosen:
        value = point[name]
        given[name] = value if _is_exact(value) else _shortened(_mp(value), dice.choice((4, 8, 12)))
        if dice.random() < 0.02:
            given[name] *= Fraction(11, 10)
    open_ = [name for name in names if name not in given]
    sought = open_ if dice.random() < 0.4 else dice.sample(open_, min(len(open_), dice.choice((1, 1, 1, 2))))
    facts = tuple(Fact(name, Finite((int(v) if v.denominator == 1 else v,))) for name, v in given.items())
    task = Task(f"seed {seed}", "formulas", variables, conditions, facts, Sought(tuple(sought), Aim.ALL))
    task = replace(task, sought=replace(task.sought, tested=deciding(task, task.knowledge())))
    return Drawn(seed, task, planted(task, point))


def _range(name: str, maker: _Maker) -> Reals:
    """A range in which the value lies, most often."""
    dice, value = maker.choose, maker.point[name]
    kind = dice.random()
    near = value if _is_exact(value) else _shortened(_mp(value), 6)
    value = _mp(value)
    if name in maker.angles and kind < 0.7:
        ends = dice.choice(((0.0, math.pi / 2), (0.0, math.pi), (-math.pi / 2, math.pi / 2), (0.0, 2 * math.pi)))
        return Reals(*ends, lower_open=dice.random() < 0.5, upper_open=dice.random() < 0.5)
    if kind < 0.45:
        return Reals()
    if kind < 0.72:
        is_open = dice.random() < 0.7
        if value > 0 or (value == 0 and not is_open):
            return Reals(0, None, lower_open=is_open)
        return Reals(None, 0, upper_open=is_open) if value < 0 else Reals()
    if kind < 0.9:
        size = abs(near) or 1
        return Reals(near - size * dice.randint(1, 4) / 2, near + size * dice.randint(1, 9) / 2)
    if kind < 0.96:
        return dice.choice((Reals(near, None), Reals(None, near), Reals(near - 10, near)))
    return dice.choice((Reals(near, None, lower_open=True), Reals(), Reals(near - 3, near, upper_open=True)))


def _rule(names: Sequence[str], maker: _Maker) -> str:
    """A comparison, which most often the point satisfies."""
    dice = maker.choose
    x, y = dice.choice(names), dice.choice(names)
    a, b = _mp(maker.point[x]), _mp(maker.point[y])
    kind = dice.randrange(6)
    if kind < 2:
        text, holds = (f"{x} > {y}", a > b) if a > b else (f"{x} <= {y}", a <= b)
    elif kind == 2:
        text, holds = (f"{x} >= 0", a >= 0) if a >= 0 else (f"{x} < 0", True)
    elif kind == 3 and _is_exact(maker.point[x]):
        text, holds = f"{x} {dice.choice(('<=', '>='))} {_plain(maker.point[x])}", True
    elif kind == 4:
        text, holds = f"{x} != {y}", a != b
    else:
        text, holds = f"{x} > 1 or {y} < {_plain(dice.randint(-2, 5))}", True
    return text if holds or dice.random() < 0.1 else ""


# -- what is true ------------------------------------------------------------------------------------------------


def _mp(value: Any) -> Any:
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    return mp.mpf(value)


class NoValue(ArithmeticError):
    """An expression is not defined, over the reals."""


_MP: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "^": lambda a, b: a**b,
    "abs": abs,
    **{
        name: getattr(mp, name) for name in ("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan")
    },
    "min": min,
    "max": max,
}


def value_at(node: Node, point: Mapping[str, Any]) -> Any:
    """An expression with 50 digits, by mpmath alone. Raises: NoValue."""
    if isinstance(node, Name):
        return point[node.name]
    if isinstance(node, Constant):
        return _mp(node.value)
    assert isinstance(node, Call)
    parts = [value_at(argument, point) for argument in node.arguments]
    try:
        found = _MP[node.function](*parts)
    except (ZeroDivisionError, ValueError, OverflowError) as error:
        raise NoValue(str(error)) from error
    if not mp.isfinite(found) or isinstance(found, mp.mpc):
        raise NoValue(node.function)
    return found


def size_at(node: Node, point: Mapping[str, Any]) -> Any:
    """The largest term of a sum."""
    if isinstance(node, Call) and node.function in ("+", "-", "neg"):
        return max(size_at(argument, point) for argument in node.arguments)
    return abs(value_at(node, point))


def unequal(equation: Equation, point: Mapping[str, Any]) -> Any:
    """How far the sides are apart, relative to the largest term. Raises: NoValue."""
    size = max(size_at(equation.left, point), size_at(equation.right, point))
    return abs(value_at(equation.left, point) - value_at(equation.right, point)) / (size or 1)


def equations_of(task: Task) -> list[Equation]:
    return [condition for condition in task.conditions if isinstance(condition, Equation)]


def refined(task: Task, start: Mapping[str, Any], steps: int = 12) -> Point | None:
    """The solution near a point by Newton's method, all sides equal to 36 digits; None if it does not get there.

    Where formulas outnumber the unknowns they depend on each other there: rounded givens would not agree so far else.
    """
    point: Point = {name: _mp(value) for name, value in start.items()}
    point.update({fact.variable: _mp(fact.domain.value) for fact in task.given})  # type: ignore[union-attr]
    fixed = {fact.variable for fact in task.given}
    equations = equations_of(task)
    unknowns = [name for name in point if name not in fixed]
    try:
        for _ in range(steps):
            residuals = [value_at(e.left, point) - value_at(e.right, point) for e in equations]
            if all(unequal(e, point) < mp.mpf(10) ** -36 for e in equations):
                return point
            if not _step(equations, unknowns, point, residuals):
                return None
    except (NoValue, ZeroDivisionError, ValueError):
        return None
    return None


def _step(equations: Sequence[Equation], unknowns: Sequence[str], point: Point, residuals: Sequence[Any]) -> bool:
    """One step of Newton's method, of least norm; whether the derivatives allow it."""
    rows = []
    scales = {name: abs(point[name]) or mp.mpf(1) for name in unknowns}
    for equation, residual in zip(equations, residuals, strict=True):
        row = []
        for name in unknowns:
            if name not in equation.scope:
                row.append(mp.mpf(0))
                continue
            h = scales[name] * mp.mpf(10) ** -22
            moved = {**point, name: point[name] + h}
            row.append((value_at(equation.left, moved) - value_at(equation.right, moved) - residual) / h * scales[name])
        size = max((abs(v) for v in row), default=mp.mpf(0))
        rows.append(([v / size for v in row], residual / size) if size else (row, residual))
    matrix = mp.matrix([row for row, _ in rows])
    wanted = mp.matrix([residual for _, residual in rows])
    if len(rows) > len(unknowns):
        change = mp.lu_solve(_damped(matrix.T * matrix), matrix.T * wanted)
    else:
        change = matrix.T * mp.lu_solve(_damped(matrix * matrix.T), wanted)
    for name, by in zip(unknowns, change, strict=True):
        point[name] -= by * scales[name]
    return True


def _damped(square: Any) -> Any:
    """The matrix, a little larger on its diagonal: formulas may depend on each other."""
    for index in range(square.rows):
        square[index, index] += mp.mpf(10) ** -18
    return square


def allowed(task: Task, point: Mapping[str, Any]) -> bool | None:
    """Whether ranges and rules allow a point; None where it lies on an edge, as far as 30 digits tell."""
    answers = [_inside(variable.domain, point[variable.name]) for variable in task.variables]
    answers += [
        _true(condition.expression, point) for condition in task.conditions if not isinstance(condition, Equation)
    ]
    return False if False in answers else None if None in answers else True


def _inside(domain: Any, value: Any) -> bool | None:
    sides = [(_mp(end) - value, sign) for end, sign in ((domain.lower, -1), (domain.upper, 1)) if end is not None]
    if any(abs(gap) <= mp.mpf(10) ** -9 * (abs(value) + mp.mpf(10) ** -20) for gap, _ in sides):
        return None
    return all(gap * sign > 0 for gap, sign in sides)


def _true(node: Node, point: Mapping[str, Any]) -> bool | None:
    assert isinstance(node, Call)
    if node.function in ("or", "and"):
        parts = [_true(argument, point) for argument in node.arguments]
        decisive = node.function == "or"
        return decisive if decisive in parts else None if None in parts else not decisive
    left, right = (value_at(argument, point) for argument in node.arguments)
    if abs(left - right) <= mp.mpf(10) ** -9 * (abs(left) + mp.mpf(10) ** -20):
        return None
    return {"<": left < right, "<=": left < right, ">": left > right, ">=": left > right, "!=": True}[node.function]


def planted(task: Task, point: Point) -> Point | None:
    """The planted solution as it is after rounding and wrong givens; None if it is none or not known with certainty."""
    given = {fact.variable: fact.domain.value for fact in task.given}  # type: ignore[union-attr]
    is_exact = all(map(_is_exact, point.values())) and all(point[name] == value for name, value in given.items())
    if is_exact and all(equation.holds(point) for equation in equations_of(task)):
        return None if task.violations(point) else {name: _mp(value) for name, value in point.items()}
    found = refined(task, point)
    return found if found is not None and allowed(task, found) is True else None


# -- Newton's method from many points ----------------------------------------------------------------------------

_NP: dict[str, Callable[..., Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "neg": np.negative,
    "^": np.power,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "log10": np.log10,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "min": np.minimum,
    "max": np.maximum,
}


def _at_many(node: Node, points: Mapping[str, Any]) -> Any:
    if isinstance(node, Name):
        return points[node.name]
    if isinstance(node, Constant):
        return float(node.value)  # type: ignore[arg-type]
    assert isinstance(node, Call)
    return _NP[node.function](*(_at_many(argument, points) for argument in node.arguments))


def found_by_newton(task: Task, seed: int, starts: int = STARTS, steps: int = 25) -> Iterator[Point]:
    """What Newton's method leads to from many points: roughly solutions."""
    given = {fact.variable: float(fact.domain.value) for fact in task.given}  # type: ignore[union-attr, arg-type]
    unknowns = [variable.name for variable in task.variables if variable.name not in given]
    equations = equations_of(task)
    dice = np.random.default_rng(seed)
    at = np.stack([_starts(task.by_name[name].domain, starts, dice) for name in unknowns], axis=1)
    with np.errstate(all="ignore"):
        for _ in range(steps):
            at = _moved(equations, unknowns, given, at)
    seen: list[Point] = []
    for row in at[np.all(np.isfinite(at), axis=1)]:
        rough = {**given, **dict(zip(unknowns, map(float, row), strict=True))}
        if not any(all(_near(rough[n], other[n]) for n in unknowns) for other in seen) and _is_likely(task, rough):
            seen.append(rough)
            yield rough


def _is_likely(task: Task, rough: Point) -> bool:
    """Whether a point satisfies the task by floats, ranges with a little to spare."""
    point = {name: _mp(value) for name, value in rough.items()}
    try:
        return allowed(task, point) is True and all(unequal(e, point) < 1e-7 for e in equations_of(task))
    except NoValue:
        return False


def _starts(domain: Any, count: int, dice: Any) -> Any:
    lower = None if domain.lower is None else float(domain.lower)
    upper = None if domain.upper is None else float(domain.upper)
    if lower is not None and upper is not None:
        return dice.uniform(lower, upper, count)
    sizes = 10 ** dice.uniform(-2, 2.5, count)
    if lower is not None:
        return lower + sizes
    if upper is not None:
        return upper - sizes
    return sizes * dice.choice((-1.0, 1.0), count)


def _moved(equations: Sequence[Equation], unknowns: Sequence[str], given: Mapping[str, float], at: Any) -> Any:
    def sides(points: Any) -> Any:
        here = {**given, **{name: points[:, index] for index, name in enumerate(unknowns)}}
        found = [_at_many(e.left, here) - _at_many(e.right, here) for e in equations]
        return np.stack([np.broadcast_to(f, points.shape[:1]) for f in found], axis=1)

    now = sides(at)
    matrix = np.empty((len(at), len(equations), len(unknowns)))
    for index in range(len(unknowns)):
        step = 1e-7 * np.maximum(np.abs(at[:, index]), 1e-12)
        ahead, behind = at.copy(), at.copy()
        ahead[:, index] += step
        behind[:, index] -= step
        matrix[:, :, index] = (sides(ahead) - sides(behind)) / (2 * step)[:, None]
    scale = np.maximum(np.max(np.abs(matrix), axis=2), 1e-300)
    matrix, now = matrix / scale[:, :, None], now / scale
    good = np.all(np.isfinite(matrix), axis=(1, 2)) & np.all(np.isfinite(now), axis=1)
    change = np.full(at.shape, np.nan)
    if good.any():
        change[good] = np.einsum("nij,nj->ni", np.linalg.pinv(matrix[good], rcond=1e-10), now[good])
    return at - change


def _near(one: Any, other: Any, by: float = NEAR) -> bool:
    return bool(abs(one - other) <= by * max(abs(one), abs(other)) + 1e-30)


# -- comparing ---------------------------------------------------------------------------------------------------


def answers(task: Task, solvers: Sequence[str], seconds: float = 2.0) -> dict[str, Result]:
    """What each solver that treats the task says of it."""
    found = {}
    for name in solvers:
        solver = SOLVERS.get(name)
        if solver.refuses(task) is None:
            time = {"symbolic": 3.0, "simultaneous": 2.0}.get(name, seconds)
            found[name] = solver.solve(task, Settings(techniques=TECHNIQUES, solutions=None, seconds=time))
    return found


def faults(drawn: Drawn, solvers: Sequence[str], newton: bool = True) -> list[str]:
    """What solvers claim of a task that is not so; nothing if they are right."""
    task = drawn.task
    found = answers(task, solvers)
    said = [f for name, result in found.items() for f in _wrong_in_itself(task, name, result)]
    true = [] if drawn.point is None else [drawn.point]
    claims = [r for r in found.values() if r.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)]
    rough = list(_whole(task, found)) + (list(found_by_newton(task, drawn.seed)) if newton and claims else [])
    true += _settled(task, [point for point in rough if any(_is_denied(task, claim, point) for claim in claims)])
    for name, result in found.items():
        said += [f for point in true for f in _missing(task, name, result, point)]
    return said + list(_more(task, found)) + _unproven(task, found)


def _wrong_in_itself(task: Task, name: str, result: Result) -> Iterator[str]:
    """Solutions that do not satisfy the task."""
    for solution in result.solutions:
        for broken in task.violations(solution):
            yield f"{name}: {broken}"
        point = {n: _mp(v) for n, v in solution.items()}
        for equation in equations_of(task):
            if all(n in point for n in equation.scope):
                try:
                    if unequal(equation, point) > 1e-6:
                        yield f"{name}: {equation} fails at {solution}"
                except NoValue:
                    yield f"{name}: {equation} has no value at {solution}"


def _missing(task: Task, name: str, result: Result, point: Point) -> Iterator[str]:
    """A solution that is denied."""
    if _is_denied(task, result, point):
        shown = {n: float(point[n]) for n in task.sought.variables}
        said = f"{result.status.name} {result.note} {_listed(task, result)}"
        yield f"{name}: {said} without {shown}: {point_text(point)}"


def _is_denied(task: Task, result: Result, point: Mapping[str, Any]) -> bool:
    """Whether a result claims that this point is no solution."""
    if result.status is Status.UNSATISFIABLE:
        return True
    return result.status is Status.ALL_SOLUTIONS and not any(
        all(_near(point[n], float(s[n])) or _within(s[n], point[n]) for n in task.sought.variables if n in s)  # type: ignore[arg-type]
        for s in result.solutions
    )


def _within(value: Any, true: Any) -> bool:
    error = getattr(value, "error", 0.0)
    return error < 1e-3 and bool(abs(true - _mp(float(value))) <= 2 * error)


def point_text(point: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {float(value):.12g}" for name, value in point.items())


def _whole(task: Task, found: Mapping[str, Result]) -> Iterator[Point]:
    """Solutions of all quantities that a solver found."""
    for result in found.values():
        for solution in result.solutions:
            if len(solution) == len(task.variables):
                yield {n: _mp(v) for n, v in solution.items()}


def _settled(task: Task, rough: Sequence[Point]) -> Iterator[Point]:
    """Points with 36 digits, as far as Newton's method confirms them, and ranges and rules certainly allow them."""
    for start in rough:
        point = refined(task, start, steps=6)
        if point is not None and allowed(task, point) is True:
            yield point


def _more(task: Task, found: Mapping[str, Result]) -> Iterator[str]:
    """Solutions of all quantities that one complete list has and another has not."""
    complete = {n: r for n, r in found.items() if r.status in (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)}
    for name, result in complete.items():
        for other, more in complete.items():
            for solution in more.solutions if set(task.sought.variables) == _open(task) else ():
                if not any(_same(task, solution, own) for own in result.solutions):
                    own = f"{result.status.name} {result.note} {_listed(task, result)}"
                    yield f"{name}: {own} without that of {other}: {_listed(task, more)}"


def _open(task: Task) -> set[str]:
    return {variable.name for variable in task.variables} - {fact.variable for fact in task.given}


def _same(task: Task, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    shared = [n for n in task.sought.variables if n in one and n in other]
    return all(_near(float(one[n]), float(other[n])) for n in shared)


def _listed(task: Task, result: Result) -> list[dict[str, float]]:
    return [{n: float(s[n]) for n in task.sought.variables if n in s} for s in result.solutions]  # type: ignore[arg-type]


def _unproven(task: Task, found: Mapping[str, Result]) -> list[str]:
    """Printed steps of the derivation that do not hold."""
    result = found.get("auxiliary")
    if result is None or result.derivation is None or _is_ill_scaled(task):
        return []
    lines = [line for step in result.derivation.steps for line in prove(task, step)]
    return [f"proof: {line.text}: {line.failure}" for line in lines if line.failure]


def _is_ill_scaled(task: Task) -> bool:
    """Whether sizes differ so much that the proof, which reckons with floats, loses all digits of some of them."""
    numbers = [abs(float(f.domain.value)) for f in task.given]  # type: ignore[union-attr, arg-type]
    for condition in task.conditions:
        stack: list[Node] = [condition.expression]
        while stack:
            node = stack.pop()
            numbers += [abs(float(node.value))] if isinstance(node, Constant) else []  # type: ignore[arg-type]
            stack.extend(node.children())
    sizes = [number for number in numbers if number]
    return bool(sizes) and max(sizes) > 1e6 * min(sizes)
