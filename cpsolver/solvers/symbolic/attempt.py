"""One task given to SymPy: equations with one unknown first, simultaneous ones together, every solution put back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpsolver.solvers.symbolic.translation import Translation, number
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Finite, Number
from cpsolver.task.expression import Call, Constant, Node
from cpsolver.task.functions import REAL_CONSTANTS
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.reals.roots import ROUNDING, roots_of
from cpsolver.task.reals.rounding import Rounded, is_same, lies_in
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.systems.elimination import eliminated, rows_of
from cpsolver.task.task import Aim, Fact, Solution, Task

ERROR = 1e-9
"""By so much, relative, a root is taken to be wrong that was found without a bound of its error; it proves nothing."""

Values = dict[str, Number]


class Attempt:
    """One call of SymPy for one task."""

    def __init__(self, task: Task, settings: Settings, deadline: Deadline) -> None:
        self.task, self.settings, self.deadline = task, settings, deadline
        self.known = task.knowledge()
        self.values: Values = {
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
        if not self.stands(self.values):
            broken = next(c for c in closed if not c.holds(self.values))
            certain = self.is_certain(self.values)
            self.note = f"'{broken.label or broken}' " + ("does not hold" if certain else "fails, perhaps by rounding")
            return self.answer(Status.UNSATISFIABLE if certain else Status.UNKNOWN, [])
        wanted = [name for name in self.task.sought.variables if name not in self.values]
        spoken = {name for c in open_ for name in c.scope}
        if any(name not in spoken for name in wanted):
            self.note = f"no formula speaks of {', '.join(name for name in wanted if name not in spoken)}"
            return self.answer(Status.UNKNOWN, [])
        found, certain = self.follow(self.values, open_)
        solutions: list[Values] = []
        for values in found:
            twin = next((other for other in solutions if is_same(values, other)), None)
            certain = certain and twin in (None, values)
            if twin is None and all(name in values for name in wanted):
                solutions.append(values)
        certain = certain and all(all(name in values for name in wanted) for values in found)
        return self.answer(self.status(solutions, certain), solutions)

    def follow(self, values: Values, equations: list[Equation]) -> tuple[list[Values], bool]:
        """Solutions that go on from some values, and whether they are certainly all.

        An equation in one unknown comes first, each of its roots followed by itself; what is left is solved together.
        """
        if not self.stands(values):
            return [], self.is_certain(values)
        open_ = [c for c in equations if any(name not in values for name in c.scope)]
        if not open_:
            return [values], self.is_certain(values)
        for equation in open_:
            unknown = [name for name in equation.scope if name not in values]
            if len(unknown) == 1:
                return self.follow_roots(values, open_, equation, unknown[0])
        return self.follow_together(values, open_)

    def stands(self, values: Values) -> bool:
        """Whether no range and no condition over known quantities is broken, as far as can be seen."""
        return not self.task.violations(values)

    def is_certain(self, values: Values) -> bool:
        """Whether rounding cannot be the reason why these values stand, or do not.

        Where an equation over rounded values holds, it may always fail by less than can be seen.
        """
        closed = [c for c in self.task.conditions if all(name in values for name in c.scope)]
        said = [(c.certainty(values), isinstance(c, Equation)) for c in closed]
        inside = [lies_in(self.task.by_name[name].domain, value) for name, value in values.items()]
        if not self.stands(values):
            return False in inside or any(certain is False for certain, _ in said)
        return None not in inside and all(certain or (certain is None and equation) for certain, equation in said)

    def follow_roots(
        self, values: Values, open_: list[Equation], equation: Equation, name: str
    ) -> tuple[list[Values], bool]:
        """Every root of an equation in one unknown."""
        found = roots_of(equation, name, values, self.known.domains[name], lambda: self.deadline.passed)
        self.note = f"'{equation.label}' says nothing of '{name}'" if found.free else found.note
        candidates, certain = [{**values, name: root.value} for root in found.found], found.complete
        # SymPy would take rounded numbers for exact
        if not certain and not found.free and found.note != ROUNDING:
            more, _ = self.together(values, [equation])
            candidates += [new for new in more if not any(is_same(new, old) for old in candidates)]
            self.note = found.note
        rest = [c for c in open_ if c is not equation]
        sought = self.task.sought
        if not candidates and certain and name not in (*sought.variables, *sought.tested):
            return self.follow(values, rest)  # it may have no value, if nothing on the way needs it
        return self.followed(candidates, rest, certain)

    def follow_together(self, values: Values, open_: list[Equation]) -> tuple[list[Values], bool]:
        """The solutions of simultaneous equations."""
        rows = rows_of(open_, values)
        if rows is None:
            candidates, certain = self.together(values, open_)
            return self.followed(candidates, [], certain)
        found = eliminated(rows)
        if found is None:
            self.note = f"{_listed(open_)} contradict each other"
            return [], True
        if len(found) < len({name for row in rows for name in row if name}):
            self.note = "the formulas leave something open"
        candidates, certain = [{**values, **found}], True
        return self.followed(candidates, [], certain)

    def followed(self, candidates: list[Values], rest: list[Equation], certain: bool) -> tuple[list[Values], bool]:
        """What comes of each candidate."""
        found: list[Values] = []
        for candidate in candidates:
            more, sure = self.follow(candidate, rest)
            found += more
            certain = certain and sure
        return found, certain

    def together(self, values: Values, equations: list[Equation]) -> tuple[list[Values], bool]:
        """SymPy's real solutions, and whether they are all: of polynomial equations with finitely many."""
        names = list(dict.fromkeys(name for c in equations for name in c.scope if name not in values))
        translation = Translation(names)
        sympy, symbols = translation.sympy, [translation.symbols[name] for name in names]
        sides = [translation.expression(Call("-", (c.left, c.right)), values) for c in equations]
        polynomial = all(sympy.together(side).is_rational_function(*symbols) for side in sides)
        try:
            raw = sympy.solve(sides, symbols, dict=True)
        except (NotImplementedError, ValueError, TypeError, ZeroDivisionError, RecursionError) as error:
            self.note = f"SymPy found no way: {str(error).splitlines()[0] if str(error) else type(error).__name__}"
            return [], False
        # What comes from rounded numbers is rounded, however exact SymPy's fractions look.
        is_exact = not any(_is_rounded(c, values) for c in equations)
        known_by = dict(zip(symbols, names, strict=True))
        solutions = [self.numbers(values, solution, known_by, is_exact) for solution in raw]
        if not raw and is_exact and polynomial and self.is_impossible(sides, symbols):
            self.note = f"{_listed(equations)} contradict each other"
            return [], True
        # An empty list is no proof: SymPy gives it for an identity as well as for a contradiction.
        # Nor is one from rounded numbers: a double root may have become a pair that is not real.
        # And a solution that leaves a quantity out may be one of several families, of which SymPy gives only that.
        closed = all(len(one) == len(symbols) and not any(e.free_symbols for e in one.values()) for one in raw)
        certain = is_exact and polynomial and bool(raw) and closed
        return [solution for solution in solutions if solution is not None], certain

    def is_impossible(self, sides: list[Any], symbols: list[Any]) -> bool:
        """Whether polynomials have no zero in common, not even a complex one: their Gröbner basis is 1.

        Source: Hilbert's Nullstellensatz (1893); Buchberger (1965).
        """
        import sympy

        tops = [sympy.fraction(sympy.together(side))[0] for side in sides]
        try:
            return bool(sympy.groebner(tops, *symbols, order="grevlex").exprs == [1])
        except (sympy.PolynomialError, NotImplementedError, ValueError, TypeError):
            return False

    def numbers(self, values: Values, raw: dict[Any, Any], names: dict[Any, str], is_exact: bool) -> Values | None:
        """The values of a solution, without what stays open; None if one is not real."""
        found = dict(values)
        for symbol, expression in raw.items():
            if expression.free_symbols:
                self.note = "the formulas leave something open"
                continue
            value = number(expression)
            if value is None:
                return None
            found[names[symbol]] = value if is_exact else _unbounded(value)
        return found

    def status(self, solutions: Sequence[Solution], certain: bool) -> Status:
        """What may be claimed."""
        if solutions:
            return Status.ALL_SOLUTIONS if certain else Status.SATISFIED
        return Status.UNSATISFIABLE if certain else Status.UNKNOWN

    def answer(self, status: Status, solutions: Sequence[Solution]) -> Result:
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

    def narrowed(self, solutions: Sequence[Solution]) -> Knowledge:
        """What the solutions say of every quantity that all of them determine."""
        known = self.known.copy()
        common = [name for name in solutions[0] if all(name in solution for solution in solutions)]
        known.absorb(
            Finding(tuple(Fact(n, Finite.of(s[n] for s in solutions)) for n in common if n not in self.values))
        )
        return known


def _unbounded(value: Number) -> Rounded:
    """A value without a bound of its error."""
    return Rounded(float(value), ERROR * abs(float(value)))


def _is_rounded(equation: Equation, values: Values) -> bool:
    """Whether a rounded value, or a float other than π and e, stands in an equation."""
    if any(isinstance(values.get(name), float) for name in equation.scope):
        return True
    stack: list[Node] = [equation.expression]
    while stack:
        top = stack.pop()
        if isinstance(top, Constant) and isinstance(top.value, float) and top.value not in REAL_CONSTANTS.values():
            return True
        stack.extend(top.children())
    return False


def _listed(conditions: list[Equation]) -> str:
    return ", ".join(f"'{condition.label or condition}'" for condition in conditions)
