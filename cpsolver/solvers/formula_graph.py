"""Forwards through the formulas: whatever has a single unknown is solved, until nothing new follows.

A formula with one unknown gives all its roots, by its inversion. A condition over known quantities drops the roots it
forbids. Where several roots stay, each is followed by itself. Where no formula has a single unknown, the smallest set
of as many formulas as unknowns is handed to the solver of simultaneous ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, product
from math import prod

from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver, refuses_unless_formulas
from cpsolver.task.algebra.inversion import NUMERIC_WEIGHT, invert
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Domain, Finite, Reals, Value
from cpsolver.task.expression import Call, Name
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.reals.roots import Roots, roots_of
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.systems.blocks import tight_sets
from cpsolver.task.systems.jacobian import is_singular
from cpsolver.task.task import Aim, Fact, Solution, Sought, Task

MOST_BLOCKS = 20
"""So many sets of simultaneous formulas are tried where one is needed."""

MOST_COMBINATIONS = 10_000
"""So many combinations of roots a condition is tested on at once."""


def solve(task: Task, settings: Settings) -> Result:
    """All consistent values of the quantities that the formulas determine, with the derivation of the first."""
    deadline = Deadline(settings)
    run = _Run(task, task.knowledge(), deadline, count(1))
    leaves = run.leaves()
    return _Answer(task, settings, run, leaves, deadline).result()


@dataclass
class _Run:
    """What follows from one state of knowledge."""

    task: Task
    known: Knowledge
    deadline: Deadline
    numbers: Iterator[int]
    steps: list[Step] = field(default_factory=list)
    doubt: str = ""
    stopped: bool = False
    conflict: str = ""
    dead: set[tuple[int, str]] = field(default_factory=set)
    dead_blocks: set[tuple[tuple[int, ...], tuple[str, ...]]] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    hollow: list[tuple[Equation, str, Roots]] = field(default_factory=list)

    def leaves(self) -> list[Knowledge]:
        """The states in which nothing more follows, one for each consistent choice among the roots."""
        while not self.known.is_contradictory and (
            self.drop() or self.derive() or self.solve_together() or self.need()
        ):
            if self.deadline.passed:
                self.stopped = True
                break
        if self.known.is_contradictory:
            return []
        several = next((n for n, d in self.known.domains.items() if isinstance(d, Finite) and len(d) > 1), None)
        return [self.known] if several is None or self.stopped else self.split(several)

    def drop(self) -> bool:
        """Test the conditions over known quantities; whether one forbade something."""
        return any(self.test(condition) for condition in self.task.conditions)

    def test(self, condition: Condition) -> bool:
        """Whether a condition forbids some of the values of its quantities."""
        domains = [self.known.domains[name] for name in condition.scope]
        if not all(isinstance(domain, Finite) for domain in domains):
            return False
        if prod(len(domain) for domain in domains if isinstance(domain, Finite)) > MOST_COMBINATIONS:
            return False
        rows = [dict(zip(condition.scope, row, strict=True)) for row in product(*domains)]  # type: ignore[arg-type]
        is_joint = sum(len(domain) > 1 for domain in domains if isinstance(domain, Finite)) > 1
        # roots of several quantities need not belong together: what is open of them is seen once each is followed
        kept = [row for row in rows if condition.holds(row) or (is_joint and condition.certainty(row) is not False)]
        facts = tuple(Fact(name, Finite.of(row[name] for row in kept)) for name in condition.scope)
        news = self.known.copy().absorb(Finding(facts[: len(facts) if kept else 1]))
        if not is_joint:
            self.judge(condition, rows, kept)
        if news:
            self.conflict = "" if kept else _said(condition)
            self.record("condition", [condition], Finding(news))
        return bool(news)

    def judge(self, condition: Condition, rows: Sequence[Solution], kept: Sequence[Solution]) -> None:
        """Doubt what rounding leaves open of rows dropped and kept; a kept equation may always fail by no more."""
        for row in rows if not self.doubt else ():
            certain = condition.certainty(row)
            if (row in kept) is not certain and not (certain is None and row in kept and _is_equation(condition)):
                self.doubt = f"rounding leaves open whether '{_said(condition)}' holds"

    def derive(self) -> bool:
        """Solve the easiest formula with a single unknown; whether there was one."""
        for _, index, name in sorted(self.open_formulas()):
            equation = self.task.conditions[index]
            assert isinstance(equation, Equation)
            values = self.known.solution()
            roots = roots_of(equation, name, values, self.known.domains[name], lambda: self.deadline.passed)
            if roots.free:
                self.dead.add((index, name))
                self.notes.append(f"'{_said(equation)}' says nothing of '{name}'")
                continue
            if not roots.found and not roots.complete:
                self.dead.add((index, name))
                self.doubt = self.doubt or f"'{_said(equation)}': {roots.note}"
                continue
            if not roots.found and name not in self.wanted:
                self.dead.add((index, name))
                self.hollow.append((equation, name, roots))
                continue
            self.take(equation, name, roots)
            return True
        return False

    @cached_property
    def wanted(self) -> frozenset[str]:
        """What is sought, and what conditions are tested by: where one of these has no value there is no solution."""
        return frozenset((*self.task.sought.variables, *self.task.sought.tested))

    def need(self) -> bool:
        """Take it that a quantity without value was needed, where what is sought was not reached; whether there is one.

        A formula that nothing on the way needs may have no value for its quantity: that forbids nothing.
        """
        if not self.hollow or self.task.reached(self.known):
            return False
        self.take(*self.hollow[0])
        return True

    def solve_together(self) -> bool:
        """Solve the smallest set of simultaneous formulas that can be; whether there was one, and it had to be."""
        if self.task.reached(self.known):
            return False
        equations, holds = self.simultaneous()
        for number, chosen in enumerate(tight_sets(holds, [1.0] * len(holds))):
            if number == MOST_BLOCKS or self.deadline.passed:
                return False
            names = tuple(dict.fromkeys(name for index in chosen for name in holds[index]))
            block = [equations[index] for index in chosen]
            key = (tuple(map(id, block)), names)
            if key in self.dead_blocks:
                continue
            self.dead_blocks.add(key)
            if is_singular(block, names, self.known.solution(), self.known.domains):
                self.notes.append(f"{_listed([_said(e) for e in block])} do not determine {_listed(list(names))}")
            elif self.take_together(block, names):
                return True
        return False

    def simultaneous(self) -> tuple[list[Equation], list[tuple[str, ...]]]:
        """The formulas with several unknowns and no quantity of several values, and their unknowns."""
        domains, equations, holds = self.known.domains, [], []
        for condition in self.task.conditions:
            unknown = tuple(name for name in condition.scope if not domains[name].is_fixed)
            is_open = len(unknown) > 1 and all(isinstance(domains[name], Reals) for name in unknown)
            if isinstance(condition, Equation) and is_open:
                equations.append(condition)
                holds.append(unknown)
        return equations, holds

    def take_together(self, block: list[Equation], names: tuple[str, ...]) -> bool:
        """Record what a set of simultaneous formulas gives; whether it gave anything."""
        scope = dict.fromkeys(name for equation in block for name in equation.scope)
        part = Task(
            name=" and ".join(map(_said, block)),
            kind=self.task.kind,
            variables=tuple(replace(self.task.by_name[name], domain=self.range_of(name)) for name in scope),
            conditions=tuple(block),
            given=tuple(self.known.fact(name) for name in scope if name not in names),
            sought=Sought(names, Aim.NARROW),
        )
        solver = SOLVERS.get("simultaneous")
        if solver.refuses(part) is not None:
            return False
        result = solver.solve(part, Settings(seconds=self.deadline.left, stop=self.deadline.stop))
        if result.status is Status.UNKNOWN:
            self.notes.append(f"'{part.name}': {result.note}")
            return False
        if result.status is Status.SATISFIED:
            self.doubt = self.doubt or f"'{part.name}': {result.note}"
        if not result.solutions:
            self.conflict = f"{_listed([_said(e) for e in block])} contradict each other"
        found = {name: Finite.of(s[name] for s in result.solutions) for name in names}
        facts = tuple(Fact(name, domain) for name, domain in found.items())
        lemmas = tuple(result.knowledge.lemmas) if result.knowledge else ()
        self.record("block", block, Finding(facts[: None if result.solutions else 1], lemmas))
        return True

    def range_of(self, name: str) -> Domain:
        """The range of an unknown, or the whole line of what is known."""
        domain = self.known.domains[name]
        return domain if isinstance(domain, Reals) else Reals()

    def open_formulas(self) -> Iterator[tuple[float, int, str]]:
        """Formulas with one unknown, the others having one value each: weight, index, unknown."""
        for index, condition in enumerate(self.task.conditions):
            unknown = [name for name in condition.scope if not self.known.domains[name].is_fixed]
            if not isinstance(condition, Equation) or len(unknown) != 1 or (index, unknown[0]) in self.dead:
                continue
            if isinstance(self.known.domains[unknown[0]], Reals):
                inverse = invert(condition, unknown[0])
                yield (inverse.weight if inverse else NUMERIC_WEIGHT), index, unknown[0]

    def take(self, equation: Equation, name: str, roots: Roots) -> None:
        """Record the roots of a formula, and the formula rearranged."""
        if not roots.complete:
            self.doubt = self.doubt or f"'{_said(equation)}': {roots.note}"
        rearranged = dict.fromkeys(Call("=", (Name(name), root.expression)) for root in roots.found if root.expression)
        lemmas = tuple(Equation(node, label=equation.label) for node in rearranged if node != equation.expression)
        if not roots.found:
            reasons = "; ".join(dict.fromkeys(lost.reason for lost in roots.lost))
            self.conflict = f"{_said(equation)} gives no {name}" + (f": {reasons}" if reasons else "")
        domain = Finite(tuple(root.value for root in roots.found))
        self.record("one formula", [equation], Finding((Fact(name, domain),), lemmas))

    def record(self, technique: str, conditions: Sequence[Condition], finding: Finding) -> None:
        """Absorb a finding as one step."""
        number = next(self.numbers)
        scope = dict.fromkeys(name for condition in conditions for name in condition.scope)
        premises = tuple(self.known.fact(name) for name in scope if isinstance(self.known.domains[name], Finite))
        facts = tuple(replace(fact, origin=number) for fact in finding.facts)
        numbered = replace(finding, facts=facts)
        self.known.absorb(numbered)
        self.steps.append(Step(number, technique, tuple(map(_said, conditions)), premises, numbered))

    def split(self, name: str) -> list[Knowledge]:
        """Follow every root of a quantity by itself, and join what comes back."""
        domain = self.known.domains[name]
        assert isinstance(domain, Finite)
        leaves: list[Knowledge] = []
        substeps: list[Step] = []
        kept: list[Value] = []
        before = self.known.fact(name)
        for value in domain:
            known = self.known.copy()
            known.absorb(Finding((Fact(name, Finite((value,)), before.origin),)))
            run = _Run(self.task, known, self.deadline, self.numbers, dead=set(self.dead), hollow=list(self.hollow))
            found = run.leaves()
            leaves += found
            kept += [value] if found else []
            substeps += run.steps
            self.doubt = self.doubt or run.doubt
            self.notes += run.notes
            self.stopped = self.stopped or run.stopped
            self.conflict = run.conflict or self.conflict
        self.join(before, kept, leaves, substeps)
        return leaves

    def join(self, before: Fact, kept: list[Value], leaves: list[Knowledge], substeps: list[Step]) -> None:
        """What all cases say together, as one step."""
        if not substeps:
            return
        number = next(self.numbers)
        facts = [Fact(before.variable, Finite(tuple(kept)), number)]
        if leaves:
            facts += [Fact(name, domain, number) for name, domain in _joined(leaves).items()]
        news = self.known.absorb(Finding(tuple(facts)))
        cases = tuple(leaf.solution() for leaf in leaves)
        self.steps.append(Step(number, "roots", (), (before,), Finding(news, cases=cases), substeps=tuple(substeps)))


def _joined(leaves: list[Knowledge]) -> dict[str, Domain]:
    """Quantities with one value in every leaf: all those values."""
    found: dict[str, Domain] = {}
    for name in leaves[0].domains:
        domains = [leaf.domains[name] for leaf in leaves]
        if all(isinstance(domain, Finite) for domain in domains):
            found[name] = Finite.of(value for domain in domains for value in domain)  # type: ignore[union-attr]
    return found


def _is_equation(condition: Condition) -> bool:
    return isinstance(condition, Equation)


def _said(condition: Condition) -> str:
    return condition.label or str(condition)


@dataclass
class _Answer:
    """From the leaves to a result that claims no more than was proven."""

    task: Task
    settings: Settings
    run: _Run
    leaves: list[Knowledge]
    deadline: Deadline

    def result(self) -> Result:
        """The result."""
        status, solutions, note = self.outcome()
        is_uncertain = status is Status.UNKNOWN and self.run.known.is_contradictory
        return Result(
            status,
            solutions,
            knowledge=None if is_uncertain else self.run.known,
            derivation=Derivation(self.task.name, tuple(self.run.steps)),
            statistics=Statistics(seconds=self.deadline.elapsed, nodes=len(self.run.steps)),
            note=note,
        )

    def outcome(self) -> tuple[Status, tuple[Solution, ...], str]:
        """Status, solutions and note."""
        if not self.leaves:
            return self.nothing()
        if self.task.sought.aim is Aim.NARROW:
            return self.narrowed()
        solved = [leaf.solution() for leaf in self.leaves if self.task.reached(leaf)]
        unique = [solution for index, solution in enumerate(solved) if solution not in solved[:index]]
        if self.run.stopped or len(solved) < len(self.leaves):
            status = Status.SATISFIED if solved else Status.UNKNOWN
            return status, tuple(unique), self.deadline.note() if self.run.stopped else self.stuck()
        limit = self.settings.solutions if self.task.sought.aim is Aim.ONE else None
        if limit is not None and len(unique) > limit:
            return Status.SATISFIED, tuple(unique[:limit]), ""
        if self.run.doubt:
            return Status.SATISFIED, tuple(unique), self.run.doubt
        return Status.ALL_SOLUTIONS, tuple(unique), ""

    def nothing(self) -> tuple[Status, tuple[Solution, ...], str]:
        """No leaf is left."""
        if self.run.stopped:
            return Status.UNKNOWN, (), self.deadline.note()
        if self.run.doubt:
            return Status.UNKNOWN, (), f"'{self.run.conflict}' fails, but not certainly: {self.run.doubt}"
        note = self.run.conflict
        if note and ":" not in note and "gives no" not in note:
            note = f"'{note}' does not hold"
        return Status.UNSATISFIABLE, (), note

    def narrowed(self) -> tuple[Status, tuple[Solution, ...], str]:
        """For aim NARROW: whether anything was learnt, and whether that is proven."""
        open_ = any(isinstance(domain, Reals) for domain in self.run.known.domains.values())
        if self.run.stopped or (open_ and not self.run.steps):
            return Status.UNKNOWN, (), self.deadline.note() if self.run.stopped else self.stuck()
        status = Status.SATISFIED if self.run.doubt else Status.ALL_SOLUTIONS
        return status, tuple(leaf.solution() for leaf in self.leaves), self.run.doubt

    def stuck(self) -> str:
        """Why it does not go on: the formulas that still have more than one unknown."""
        known = next((leaf for leaf in self.leaves if not self.task.reached(leaf)), self.leaves[0])
        lines = list(dict.fromkeys(self.run.notes))
        for condition in self.task.conditions:
            unknown = [name for name in condition.scope if not known.domains[name].is_fixed]
            if isinstance(condition, Equation) and len(unknown) > 1:
                lines.append(f"{_said(condition)}: {_listed(unknown)} are unknown")
        missing = [name for name in self.task.sought.variables if not known.domains[name].is_fixed]
        return "; ".join(lines[:6]) or f"no formula says anything of {_listed(missing)}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


SOLVER = Solver(
    name="formula_graph",
    summary="forwards through the formulas, whatever has a single unknown, every root followed",
    rank=5,
    refuses=refuses_unless_formulas,
    solve=solve,
)
