"""All equations at once, by SymPy: for simultaneous formulas, and formulas that cannot be rearranged.

The equations are built from our own tree, node by node; no text ever reaches SymPy's parser, which evaluates what it
reads. Every solution is put back into the task, exactly as any other solver's is, before it counts.
With a time limit SymPy runs in a process of its own, since nothing else can stop it for certain.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from cpsolver.solvers.solver import Solver
from cpsolver.task.bracketing import bracketed_roots
from cpsolver.task.condition import Equation, Relation
from cpsolver.task.domain import Finite, Number, Reals
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import Undefined, exact
from cpsolver.task.inversion import invert
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.polynomial import difference, quotient
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status, never
from cpsolver.task.task import Aim, Fact, Solution, Task

MERGE = 1e-9
"""Two solutions that differ by less, relative, in every quantity are one."""


def refuses(task: Task) -> str | None:
    """Why this solver cannot treat a task, or None."""
    if task.sought.aim is Aim.BEST:
        return "it does not look for the best solution"
    for variable in task.variables:
        if not isinstance(variable.domain, Reals):
            return f"'{variable.name}' does not range over real numbers"
    if not task.variables:
        return "there is no variable"
    for condition in task.conditions:
        if isinstance(condition, Equation):
            unknown = _unknown_function(condition.expression)
            if unknown:
                return f"'{unknown}' in '{condition.label or condition}' has no counterpart in algebra"
        elif not isinstance(condition, Relation):
            return f"'{condition.label or condition}' is no formula"
    return None


def _unknown_function(node: Node) -> str | None:
    stack: list[Node] = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Call) and top.function not in _TABLE and top.function != "=":
            return top.function
        if not isinstance(top, (Call, Name, Constant)):
            return str(top)
        stack.extend(top.children())
    return None


def solve(task: Task, settings: Settings) -> Result:
    """All real solutions of the equations together.

    ALL_SOLUTIONS and UNSATISFIABLE are claimed only where every equation is a polynomial one in its unknowns; SymPy may
    lose roots of others.
    """
    if settings.seconds is None and settings.stop is never:
        return _solve_here(task, settings)
    return _Apart(task, settings).result()


def _solve_here(task: Task, settings: Settings) -> Result:
    deadline = Deadline(settings)
    return _Attempt(task, settings, deadline).result()


# -- from our tree to SymPy's ------------------------------------------------------------------------------------


def _constructors() -> dict[str, Callable[..., Any]]:
    import sympy

    return {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "neg": lambda a: -a,
        "^": lambda a, b: a**b,
        "sum": lambda *items: sympy.Add(*items),
        "product": lambda *items: sympy.Mul(*items),
        "sqrt": sympy.sqrt,
        "abs": sympy.Abs,
        "exp": sympy.exp,
        "log": sympy.log,
        "log10": lambda a: sympy.log(a) / sympy.log(10),
        "sin": sympy.sin,
        "cos": sympy.cos,
        "tan": sympy.tan,
        "asin": sympy.asin,
        "acos": sympy.acos,
        "atan": sympy.atan,
        "atan2": sympy.atan2,
    }


_TABLE = frozenset(
    "+ - * / neg ^ sum product sqrt abs exp log log10 sin cos tan asin acos atan atan2".split()  # noqa: SIM905
)


class _Translation:
    """Names and numbers as SymPy's; names get symbols of our own, so that none of SymPy's own (E, I, S) is meant."""

    def __init__(self, names: list[str]) -> None:
        import sympy

        self.sympy = sympy
        self.symbols = {name: sympy.Symbol(f"q{index}", real=True) for index, name in enumerate(names)}
        self.table = _constructors()

    def expression(self, node: Node, values: dict[str, Number]) -> Any:
        """The node with known quantities put in; exact numbers stay exact."""
        if isinstance(node, Constant):
            return self.number(node.value)
        if isinstance(node, Name):
            return self.number(values[node.name]) if node.name in values else self.symbols[node.name]
        assert isinstance(node, Call)
        return self.table[node.function](*(self.expression(argument, values) for argument in node.arguments))

    def number(self, value: Any) -> Any:
        """A number: rational if it can be; a float as the simplest fraction it stands for."""
        if isinstance(value, float):
            for name, known in (("pi", self.sympy.pi), ("e", self.sympy.E)):
                if value == float(known):
                    return getattr(self.sympy, "pi" if name == "pi" else "E")
            value = Fraction(value)
        fraction = Fraction(value)
        return self.sympy.Rational(fraction.numerator, fraction.denominator)


class _Attempt:
    """One call of SymPy for one task."""

    def __init__(self, task: Task, settings: Settings, deadline: Deadline) -> None:
        self.task, self.settings, self.deadline = task, settings, deadline
        self.known = task.knowledge()
        self.values: dict[str, Number] = {
            name: value for name, value in self.known.solution().items() if not isinstance(value, str)
        }
        self.note = ""

    def result(self) -> Result:
        """Solve, check every solution, and claim no more than is certain."""
        if self.known.is_contradictory:
            return self.answer(Status.UNSATISFIABLE, [])
        equations = [c for c in self.task.conditions if isinstance(c, Equation)]
        open_ = [c for c in equations if any(name not in self.values for name in c.scope)]
        closed = [c for c in self.task.conditions if all(name in self.values for name in c.scope)]
        broken = next((c for c in closed if not c.holds(self.values)), None)
        if broken is not None:
            self.note = f"'{broken.label or broken}' does not hold"
            return self.answer(Status.UNSATISFIABLE, [])
        names = list(dict.fromkeys(name for c in open_ for name in c.scope if name not in self.values))
        wanted = [name for name in self.task.sought.variables if name not in self.values]
        if any(name not in names for name in wanted):
            self.note = f"no formula speaks of {', '.join(name for name in wanted if name not in names)}"
            return self.answer(Status.UNKNOWN, [])
        solutions, certain = self.solutions(open_, names, wanted)
        return self.answer(self.status(solutions, certain), solutions)

    def solutions(self, open_: list[Equation], names: list[str], wanted: list[str]) -> tuple[list[Solution], bool]:
        """Solutions that stand the test, and whether they are certainly all."""
        if not open_:
            return [dict(self.values)], True
        if len(open_) == len(names) == 1:
            roots = self.one_unknown(open_[0], names[0])
            if roots is not None:
                candidates: list[Solution] = [{**self.values, names[0]: root} for root in roots[0]]
                return [values for values in candidates if self.is_solution(values)], roots[1]
        translation = _Translation(names)
        sides = [self.difference(translation, equation) for equation in open_]
        symbols = [translation.symbols[name] for name in names]
        found, certain = self.ask(translation.sympy, sides, symbols)
        kept: list[Solution] = []
        for raw in found:
            values = self.numbers(raw, dict(zip(symbols, names, strict=True)))
            if all(name in values for name in wanted) and self.is_solution(values):
                if not any(_is_same(values, other) for other in kept):
                    kept.append(values)
            elif not all(name in values for name in wanted):
                certain = False
                self.note = "the formulas leave something open"
        return kept, certain

    def difference(self, translation: _Translation, equation: Equation) -> Any:
        """Left minus right side."""
        left, right = (translation.expression(side, self.values) for side in (equation.left, equation.right))
        return left - right

    def ask(self, sympy: Any, sides: list[Any], symbols: list[Any]) -> tuple[list[dict[Any, Any]], bool]:
        """SymPy's solutions, and whether they are all: of polynomial equations with finitely many solutions."""
        polynomial = all(sympy.together(side).is_rational_function(*symbols) for side in sides)
        try:
            found = sympy.solve(sides, symbols, dict=True)
        except (NotImplementedError, ValueError, TypeError, ZeroDivisionError, RecursionError) as error:
            self.note = f"SymPy found no way: {str(error).splitlines()[0] if str(error) else type(error).__name__}"
            return [], False
        return list(found), polynomial

    def one_unknown(self, equation: Equation, name: str) -> tuple[list[Number], bool] | None:
        """Roots of one equation in one unknown where SymPy would be slow or unsafe; None to leave it to SymPy.

        Of a polynomial all real roots, certainly; of what cannot be rearranged those that a scan brackets.
        """
        domain = self.known.domains[name]
        coefficients = self.coefficients(equation, name)
        if coefficients is not None:
            return self.polynomial_roots(coefficients), True
        if invert(equation, name) is not None:
            return None

        def residual(point: float) -> Number:
            return equation.residual({**self.values, name: point})

        self.note = "roots were sought by a scan, which proves nothing of others"
        return list(bracketed_roots(residual, domain, lambda: self.deadline.passed)), False

    def coefficients(self, equation: Equation, name: str) -> list[Fraction] | None:
        """The exact coefficients of a polynomial equation, lowest first; None if it is no such equation."""
        sides = [quotient(side, name) for side in (equation.left, equation.right)]
        if sides[0] is None or sides[1] is None:
            return None
        try:
            values = [evaluate(node, self.values) for node in difference(sides[0], sides[1])]
        except Undefined:
            return None
        return [Fraction(value) for value in values] if len(values) > 1 else None

    def polynomial_roots(self, coefficients: list[Fraction]) -> list[Number]:
        """All real roots, isolated by SymPy (Sturm and Descartes), rational ones exactly."""
        import sympy

        x = sympy.Symbol("x")
        rationals = [sympy.Rational(c.numerator, c.denominator) for c in reversed(coefficients)]
        found = sympy.Poly(rationals, x).real_roots(multiple=False) if any(coefficients[1:]) else []
        values = [_number(root) for root, _ in found]
        return [value for value in values if value is not None]

    def numbers(self, raw: dict[Any, Any], names: dict[Any, str]) -> dict[str, Number]:
        """The real values of a solution; what stays open or is not real is left out."""
        values = dict(self.values)
        for symbol, expression in raw.items():
            value = _number(expression)
            if value is not None:
                values[names[symbol]] = value
        return values

    def is_solution(self, values: Solution) -> bool:
        """Whether values break neither a domain, nor a given, nor a condition."""
        return not self.task.violations(values)

    def status(self, solutions: list[Solution], certain: bool) -> Status:
        """What may be claimed."""
        if solutions:
            return Status.ALL_SOLUTIONS if certain else Status.SATISFIED
        return Status.UNSATISFIABLE if certain else Status.UNKNOWN

    def answer(self, status: Status, solutions: list[Solution]) -> Result:
        """The result, with the domains of what was found."""
        known = self.narrowed(solutions) if solutions else self.known
        limit = self.settings.solutions if self.task.sought.aim is Aim.ONE else None
        kept = solutions if limit is None else solutions[:limit]
        if len(kept) < len(solutions):
            status = Status.SATISFIED
        if status is Status.SATISFIED and not self.note and len(kept) == len(solutions):
            self.note = "there may be more solutions: algebra alone does not prove that these are all"
        note = self.note or (
            "" if status is not Status.UNKNOWN else "SymPy found no real solution; that proves nothing"
        )
        cost = Statistics(seconds=self.deadline.elapsed)
        return Result(status, tuple(kept), knowledge=known, statistics=cost, note=note)

    def narrowed(self, solutions: list[Solution]) -> Knowledge:
        """What the solutions say of every quantity that all of them determine."""
        known = self.known.copy()
        common = [name for name in solutions[0] if all(name in solution for solution in solutions)]
        known.absorb(
            Finding(tuple(Fact(n, Finite.of(s[n] for s in solutions)) for n in common if n not in self.values))
        )
        return known


def _number(expression: Any) -> Number | None:
    """A real number: exact if SymPy's is rational, else the nearest float; None if it is open or not real."""
    if expression.free_symbols:
        return None
    if expression.is_Rational:
        return exact(Fraction(int(expression.p), int(expression.q)))
    value = expression.evalf(30)
    if not value.is_number:
        return None
    real, imaginary = value.as_real_imag()
    try:
        if abs(float(imaginary)) > 1e-20 * max(1.0, abs(float(real))):
            return None
        return float(real)
    except (TypeError, ValueError, OverflowError):
        return None


def _is_same(one: Solution, other: Solution) -> bool:
    if one.keys() != other.keys():
        return False
    pairs = [(float(one[name]), float(other[name])) for name in one]
    return all(abs(a - b) <= MERGE * max(abs(a), abs(b)) for a, b in pairs)


# -- in a process of its own -------------------------------------------------------------------------------------


class _Apart:
    """The same in a child process that is ended when time is up. It ends itself when its parent is gone."""

    def __init__(self, task: Task, settings: Settings) -> None:
        self.task, self.settings, self.deadline = task, settings, Deadline(settings)
        self.answer = b""

    def result(self) -> Result:
        """The child's result, or UNKNOWN with the reason."""
        question = pickle.dumps((self.task, Settings(solutions=self.settings.solutions)))
        child = subprocess.Popen(
            [sys.executable, "-P", "-c", f"from {__name__} import _child; _child()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        try:
            reader = threading.Thread(target=self.talk, args=(child, question), daemon=True)
            reader.start()
            while reader.is_alive() and not self.deadline.passed:
                reader.join(0.02)
        finally:
            child.kill()
            child.wait()
        if not self.answer:
            note = self.deadline.note() if self.deadline.passed else "SymPy's process ended without an answer"
            cost = Statistics(seconds=self.deadline.elapsed)
            return Result(Status.UNKNOWN, knowledge=self.task.knowledge(), statistics=cost, note=note)
        found = pickle.loads(self.answer)  # written by our own child process
        assert isinstance(found, Result)
        return found

    def talk(self, child: subprocess.Popen[bytes], question: bytes) -> None:
        """Ask, and read the answer to its end. The child's input stays open, as a sign that we live."""
        assert child.stdin
        assert child.stdout
        try:
            child.stdin.write(struct.pack(">Q", len(question)) + question)
            child.stdin.flush()
            self.answer = child.stdout.read()
        except (BrokenPipeError, ValueError):
            self.answer = b""


def _child() -> None:
    """Read a task, end with the parent, write the result."""
    source = sys.stdin.buffer
    (length,) = struct.unpack(">Q", source.read(8))
    task, settings = pickle.loads(source.read(length))

    def watch() -> None:
        source.read(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    answer = pickle.dumps(_solve_here(task, settings))
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    os._exit(0)


SOLVER = Solver(
    name="symbolic",
    summary="all equations at once by SymPy, every solution put back and checked",
    rank=60,
    refuses=refuses,
    solve=solve,
)
