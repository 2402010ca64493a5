"""Solving by substitution: one quantity is expressed by the others, and put in, until one is left.

Every branch of a formula turned round is followed, and every case in which it could not be turned round. What is found
in the end is put back into the formula each quantity came from, and into all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cpsolver.task.algebra.inverses import TURNS, Guard
from cpsolver.task.algebra.inversion import Inversion, invert
from cpsolver.task.algebra.terms import number, power, substitute, value_of
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Number
from cpsolver.task.evaluation import evaluate
from cpsolver.task.expression import Call, Constant, Name, Node, names, size
from cpsolver.task.functions import Undefined
from cpsolver.task.reals.roots import roots_of
from cpsolver.task.reals.rounding import is_same, lies_in, truth
from cpsolver.task.result import Deadline
from cpsolver.task.systems.elimination import eliminated, rows_of
from cpsolver.task.task import Task

Values = dict[str, Number]

BRANCH = 0.8
"""How much each further branch counts against turning a formula round for a quantity."""

MOST_CHOICES = 5
"""So many ways of eliminating a quantity are tried at one place, and so many times ten altogether."""

LARGE = 80
"""In longer equations quantities that occur several times are not looked for, and numbers are put in."""

LARGEST = 600
"""Equations with more parts than this are not followed."""


@dataclass
class Found:
    """Solutions, and whether they are certainly all; `lemmas` say how, `note` why they may not be all."""

    solutions: list[Values]
    certain: bool
    lemmas: list[Equation]
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """A formula turned round for a quantity, to be put into the others."""

    equation: Equation
    name: str
    inversion: Inversion


class Substitution:
    """One search for the common solutions of some formulas."""

    def __init__(self, task: Task, deadline: Deadline) -> None:
        self.task, self.deadline = task, deadline
        self.known = task.knowledge()
        self.left = 10 * MOST_CHOICES
        self.wanted = frozenset((*task.sought.variables, *task.sought.tested))

    def has_passed(self) -> bool:
        """Whether time is up."""
        return self.deadline.passed

    def follow(self, values: Values, equations: Sequence[Equation]) -> Found:
        """All solutions of the equations that go on from some values."""
        closed = [e for e in equations if all(name in values for name in e.scope)]
        fails = [e for e in closed if not e.holds(values)]
        if fails:
            certain = any(e.certainty(values) is False for e in fails)
            return Found([], certain, [], "" if certain else f"rounding leaves open whether '{_said(fails[0])}' holds")
        open_ = [e for e in equations if e not in closed]
        if not open_:
            return Found([values], True, [])
        for equation in open_:
            unknown = [name for name in equation.scope if name not in values]
            if len(unknown) == 1:
                return self.by_roots(values, [e for e in open_ if e is not equation], equation, unknown[0])
        return self.together(values, open_)

    # -- one unknown ---------------------------------------------------------------------------------------------

    def by_roots(self, values: Values, rest: list[Equation], equation: Equation, name: str) -> Found:
        """Each root of an equation with one unknown."""
        roots = roots_of(equation, name, values, self.known.domains[name], self.has_passed)
        if roots.free:
            if rest:
                return self.follow(values, rest)
            return Found([], False, [], f"'{_said(equation)}' says nothing of '{name}'")
        if not roots.found and roots.complete and name not in self.wanted:
            found = self.follow(values, rest)  # it may have no value, if nothing on the way needs it
            is_whole = all(each in solution for solution in found.solutions for each in self.wanted)
            return found if is_whole else replace(found, certain=False, note=f"{_said(equation)} gives no {name}")
        total = Found([], roots.complete, [], roots.note)
        for root in roots.found:
            side = root.expression or Name(name)  # None: found by numbers alone
            lemma = Equation(Call("=", (Name(name), side)), label=equation.label)
            total.lemmas += [lemma] if side != Name(name) else []
            self.add(total, self.follow({**values, name: root.value}, rest))
        total.lemmas = list(dict.fromkeys(total.lemmas))
        return total

    def add(self, total: Found, more: Found) -> None:
        """Take in what came of one root or branch."""
        for values in more.solutions:
            twin = next((other for other in total.solutions if is_same(values, other)), None)
            if twin is None:
                total.solutions.append(values)
            elif twin != values:
                total.certain, total.note = False, total.note or "two solutions lie too close to be told apart"
        total.lemmas += more.lemmas
        if not more.certain:
            total.certain, total.note = False, total.note or more.note

    # -- several unknowns ----------------------------------------------------------------------------------------

    def together(self, values: Values, equations: list[Equation]) -> Found:
        """The solutions of equations with several unknowns each: the first way that finds all, else the best."""
        rows = rows_of(equations, values)
        unknown = {name for equation in equations for name in equation.scope if name not in values}
        if rows is not None and len(equations) > 3:
            return self.linear(values, equations, len(unknown))
        best = Found([], False, [], "no formula can be turned round")
        for choice in self.choices(values, equations):
            found = self.eliminate(values, equations, choice)
            if found.certain and (found.solutions or rows is None):
                return found
            if len(found.solutions) > len(best.solutions) or not best.lemmas:
                best = found
        if rows is None:
            return best
        exactly = self.linear(values, equations, len(unknown))
        return Found(exactly.solutions, exactly.certain, best.lemmas if best.solutions else [], exactly.note)

    def linear(self, values: Values, equations: list[Equation], unknowns: int) -> Found:
        """Linear equations with exact numbers, by elimination."""
        rows = rows_of(equations, values)
        found = None if rows is None else eliminated(rows)
        if found is None:
            said = ", ".join(f"'{_said(equation)}'" for equation in equations)
            return Found([], True, [], f"{said} contradict each other")
        if len(found) < unknowns:
            return Found([], False, [], "the formulas depend on each other and leave something open")
        outside = [name for name, value in found.items() if not lies_in(self.known.domains[name], value)]
        if outside:
            return Found([], True, [], f"{outside[0]} would lie outside its range")
        return Found([{**values, **found}], True, [])

    def choices(self, values: Values, equations: list[Equation]) -> Iterator[Choice]:
        """Formulas turned round for a quantity, the easiest first."""
        open_ = [(e, name) for e in equations for name in e.scope if name not in values]
        once = [(e, name) for e, name in open_ if _count(e.expression, name) == 1]
        often = [(e, name) for e, name in open_ if (e, name) not in once and size(e.expression) <= LARGE]
        tried = 0
        for pairs in (once, often):
            for choice in self.ranked(equations, pairs)[: MOST_CHOICES - tried]:
                if self.left <= 0 or self.deadline.passed:
                    return
                self.left -= 1
                tried += 1
                yield choice

    def ranked(self, equations: list[Equation], pairs: list[tuple[Equation, str]]) -> list[Choice]:
        """Formulas turned round for these quantities, the easiest first."""
        found: list[tuple[float, int, Choice]] = []
        for equation, name in pairs:
            inversion = None if self.deadline.passed else invert(equation, name)
            if inversion is None or not inversion.branches or _is_turning(inversion):
                continue
            others = sum(size(other.expression) for other in equations if name in other.scope)
            parts = sum(size(branch.expression) for branch in inversion.branches)
            cost = inversion.weight + BRANCH * (len(inversion.branches) - 1) + 0.02 * parts + 0.005 * others
            found.append((cost, len(found), Choice(equation, name, inversion)))
        return [choice for _, _, choice in sorted(found, key=lambda item: item[:2])]

    def eliminate(self, values: Values, equations: list[Equation], choice: Choice) -> Found:
        """Put each branch of a formula turned round into the others, solve these, and go back."""
        name, rest = choice.name, [e for e in equations if e is not choice.equation]
        total = Found([], choice.inversion.complete, [], "" if choice.inversion.complete else "there may be more roots")
        reached = False
        for branch in choice.inversion.branches:
            put_in = [_put(equation, name, branch.expression) for equation in rest]
            if any(size(equation.expression) > LARGEST for equation in put_in):
                return Found([], False, [], "the formulas become too long")
            if any(not guard.proves and not _is_kept(guard, values) for guard in branch.guards):
                total.certain, total.note = False, total.note or "there may be more roots"
            with_numbers = [_with_numbers(equation, values) for equation in put_in]
            inner = self.follow(values, with_numbers)
            if with_numbers != put_in:
                inner.lemmas = []  # they hold for these numbers only
            turned = Equation(Call("=", (Name(name), branch.expression)), label=choice.equation.label)
            changed = [new for new, old in zip(put_in, rest, strict=True) if new is not old]
            back = self.back(inner, equations, choice)
            leads_on = any(_gives(branch.expression, name, solution) for solution in back.solutions)
            back.lemmas = [turned, *changed, *inner.lemmas] if leads_on or not (reached or total.lemmas) else []
            if leads_on and not reached:
                reached, total.lemmas = True, []
            self.add(total, back)
        for condition in choice.inversion.free:
            self.add(total, self.exempt(values, equations, condition))
        total.lemmas = list(dict.fromkeys(total.lemmas))
        return total

    def back(self, inner: Found, equations: list[Equation], choice: Choice) -> Found:
        """From solutions of the others to the quantity that was put in, and all formulas tested."""
        total = Found([], inner.certain, [], inner.note)
        for values in inner.solutions:
            if choice.name in values:
                self.add(total, self.follow(values, equations))
                continue
            missing = [name for name in choice.equation.scope if name != choice.name and name not in values]
            if missing:  # a formula said nothing of it
                self.add(total, Found([], False, [], f"the formulas leave '{missing[0]}' open"))
                continue
            roots = roots_of(choice.equation, choice.name, values, self.known.domains[choice.name], self.has_passed)
            if roots.free:
                self.add(total, Found([], False, [], f"'{_said(choice.equation)}' says nothing of '{choice.name}'"))
                continue
            if not roots.complete:
                total.certain, total.note = False, total.note or roots.note
            for root in roots.found:
                self.add(total, self.follow({**values, choice.name: root.value}, equations))
        return total

    def exempt(self, values: Values, equations: list[Equation], condition: Node) -> Found:
        """Solutions for which a formula could not be turned round, because it then says nothing of the quantity."""
        parts = condition.arguments if isinstance(condition, Call) and condition.function == "and" else (condition,)
        if any(truth(part, values) is False for part in parts if all(name in values for name in names(part))):
            return Found([], True, [])
        for part in parts:
            unknown = [name for name in names(part) if name not in values]
            if len(unknown) != 1 or not isinstance(part, Call):
                continue
            roots = roots_of(Equation(part), unknown[0], values, self.known.domains[unknown[0]], self.has_passed)
            if roots.free or not roots.complete:
                continue
            total = Found([], True, [])
            for root in roots.found:
                self.add(total, self.follow({**values, unknown[0]: root.value}, equations))
            total.lemmas = []
            return total
        return Found([], False, [], "a case in which a formula cannot be turned round is left open")


def _put(equation: Equation, name: str, expression: Node) -> Equation:
    """The equation with an expression in place of a quantity."""
    if name not in equation.scope:
        return equation
    return Equation(_without_roots(substitute(equation.expression, {name: expression})), label=equation.label)


def _with_numbers(equation: Equation, values: Values) -> Equation:
    """A long equation with the exact ones of the known numbers put in, which makes it shorter."""
    if size(equation.expression) <= LARGE:
        return equation
    known = {n: Constant(values[n]) for n in equation.scope if n in values and not isinstance(values[n], float)}
    return Equation(substitute(equation.expression, known), label=equation.label)


def _count(node: Node, name: str) -> int:
    """How often a quantity occurs."""
    count, stack = 0, [node]
    while stack:
        top = stack.pop()
        count += isinstance(top, Name) and top.name == name
        stack.extend(top.children())
    return count


def _without_roots(node: Node) -> Node:
    """Even powers of square roots and of negatives written without them; solutions are put back into the formulas."""
    if not isinstance(node, Call):
        return node
    arguments = tuple(_without_roots(argument) for argument in node.arguments)
    exponent = value_of(arguments[1]) if node.function == "^" else None
    if isinstance(exponent, int) and exponent > 0 and exponent % 2 == 0:
        base = arguments[0]
        while isinstance(base, Call) and base.function in ("neg", "abs"):
            base = base.arguments[0]
        if isinstance(base, Call) and base.function == "sqrt":
            return power(base.arguments[0], number(exponent // 2))
        return power(base, arguments[1])
    return Call(node.function, arguments)


def _is_kept(guard: Guard, values: Values) -> bool:
    """Whether a guard certainly holds, by the known values alone."""
    node = Call(guard.relation, (guard.left, guard.right))
    return all(name in values for name in names(node)) and truth(node, values) is True


def _gives(expression: Node, name: str, solution: Values) -> bool:
    """Whether an expression comes to the value of a quantity in a solution, which another branch may give."""
    try:
        found = evaluate(expression, solution)
    except (Undefined, KeyError, OverflowError):
        return False
    return not isinstance(found, str) and is_same({name: found}, {name: solution[name]})


def _is_turning(inversion: Inversion) -> bool:
    """Whether whole turns stand in a branch: it is then not one expression, but a row of them."""
    return any(TURNS in names(branch.expression) for branch in inversion.branches)


def _said(equation: Equation) -> str:
    return equation.label or str(equation)
