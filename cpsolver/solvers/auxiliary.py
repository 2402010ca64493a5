"""The auxiliary-model generator: generate smaller tasks, solve them, recombine what they say, until nothing is open.

    known ← the task's domains narrowed by its givens
    until what is sought is known, or known is contradictory, or time is up:
        for each technique, easiest first, for each auxiliary model it generates:
            solve the parts; recombine; if that is news, record it with its premises and start again
        if no technique taught anything: choose a value, marked as chosen, and take it back if it fails

Source: Pólya, *How to Solve It* (1945); steps with small premises after Bogaerts, Gamba & Guns (2021).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, count

from cpsolver.auxiliary.model import AuxiliaryModel, Technique
from cpsolver.auxiliary.premises import external_premises, steps_of
from cpsolver.auxiliary.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.condition import Condition
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite, Reals, Value
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Aim, Fact, Solution, Task


def refuses(task: Task) -> str | None:
    """Why the generator cannot treat a task, or None."""
    return "it does not look for the best solution" if task.sought.aim is Aim.BEST else None


def solve(task: Task, settings: Settings) -> Result:
    """The task solved by auxiliary models, with its derivation.

    Without a choice the derivation is the proof: ALL_SOLUTIONS. With choices in force a second solution is looked
    for only as far as `settings.solutions` asks.
    """
    return _Loop(task, settings, Deadline(settings), count(1)).run()


@dataclass
class _Loop:
    """One run of the loop over one task. Loops over parts share deadline and step numbers with their parent's."""

    task: Task
    settings: Settings
    deadline: Deadline
    numbers: Iterator[int]
    known: Knowledge = field(init=False)
    steps: list[Step] = field(default_factory=list)
    seen: set[object] = field(default_factory=set)
    solutions: list[Solution] = field(default_factory=list)
    chosen: bool = False
    proven: bool = True
    note: str = ""
    tried: int = 0
    refuted: bool = False

    def __post_init__(self) -> None:
        self.known = self.task.knowledge()
        self.techniques: tuple[Technique, ...] = tuple(
            sorted(self.settings.techniques or TECHNIQUES, key=lambda technique: technique.difficulty)
        )

    def run(self) -> Result:
        """Learn until nothing is open, then search by choosing where the task is finite."""
        for condition in self.task.conditions:
            if not condition.scope and not condition.holds({}):  # a constant that is false: no model speaks of it
                self.fail(condition)
        try:
            self.learn()
            if self.is_open() and self.may_choose():
                self.choose()
        except _TimeIsUp:
            self.note = self.deadline.note()
        return self.result()

    # -- learning ------------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Use techniques, always the easiest that says something new, until none does."""
        while self.is_open() and self.learn_once():
            if self.settings.once:
                break
        self.verify()

    def verify(self) -> None:
        """Once every value is known, a condition that fails is a contradiction, whatever the techniques looked at."""
        if self.is_contradictory or self.known.cases or not self.is_solved():
            return
        solution = self.known.solution()
        for condition in self.task.conditions:
            if all(name in solution for name in condition.scope) and not condition.holds(solution):
                self.fail(condition)
                return

    def fail(self, condition: Condition) -> None:
        """Record that a condition is broken by the values its variables have, and so that nothing is left."""
        premises = tuple(self.known.fact(name) for name in condition.scope)
        name = next(chain(condition.scope, (variable.name for variable in self.task.variables)), None)
        if name is None:
            self.refuted = True
            return
        number = next(self.numbers)
        finding = Finding((Fact(name, Finite(()), number),))
        self.known.absorb(finding)
        if self.settings.explain:
            self.steps.append(Step(number, "condition", (condition.label or str(condition),), premises, finding))

    @property
    def is_contradictory(self) -> bool:
        """Whether there is no solution, as far as nothing chosen is in force."""
        return self.refuted or self.known.is_contradictory

    def is_open(self) -> bool:
        """Whether there is still something to find and a way to go on."""
        return not (self.is_contradictory or self.known.cases or self.is_solved())

    def is_solved(self) -> bool:
        """Whether what is sought is known, and for a finite task all of its variables, so that it can be checked."""
        return self.task.reached(self.known) and all(
            domain.is_fixed for domain in self.known.domains.values() if isinstance(domain, Finite) and len(domain) > 1
        )

    def learn_once(self) -> bool:
        """Take in the news of the first auxiliary model that has some; `once` takes in those of all of them."""
        learnt = False
        for technique in self.techniques:
            for model in technique.generate(self.task, self.known):
                if self.deadline.passed:
                    raise _TimeIsUp
                if self.is_seen(model):
                    continue
                learnt = self.try_model(model, technique) or learnt
                if learnt and not self.settings.once:
                    return True
            if learnt:
                return True
        return False

    def is_seen(self, model: AuxiliaryModel) -> bool:
        """Whether this very model, with the same domains, was tried before."""
        key = (model.technique, tuple((part.name, tuple(f.domain for f in part.given)) for part in model.parts))
        if key in self.seen:
            return True
        self.seen.add(key)
        return False

    def try_model(self, model: AuxiliaryModel, technique: Technique) -> bool:
        """Solve the parts, recombine, absorb; whether that brought news."""
        self.tried += 1
        # of a model with steps of its own the number comes first, so that numbers run in the order of telling
        first = next(self.numbers) if model.deepen else None
        results = self.solve_parts(model)
        if results is None:
            return False
        finding = model.back(model.recombine(model.parts, results))
        news = self.known.copy().absorb(finding)
        if not news and not (finding.cases and not self.known.cases):
            return False
        if any(result.status is Status.SATISFIED for result in results) and _over_reals(self.task):
            self.proven = False
        self.record(model, technique, results, replace(finding, facts=news), first)
        return True

    def solve_parts(self, model: AuxiliaryModel) -> list[Result] | None:
        """The results of the parts, in order; None if one lies too deep or cannot be treated."""
        results = []
        for part in model.parts:
            result = self.solve_deeper(part, model.deepen) if model.deepen else self.solve_outright(part)
            if result is None:
                return None
            results.append(result)
        return results

    def solve_deeper(self, part: Task, techniques: tuple[Technique, ...]) -> Result | None:
        """A part solved by this same loop, one level down; it learns but does not choose."""
        if self.settings.depth is not None and part.depth > self.settings.depth:
            self.note = f"the auxiliary task '{part.name}' lies deeper than depth {self.settings.depth} allows"
            return None
        settings = replace(self.settings, techniques=techniques, once=False)
        loop = _Loop(part, settings, self.deadline, self.numbers)
        loop.learn()
        self.note = loop.note or self.note
        self.tried += loop.tried
        return loop.result()

    def solve_outright(self, part: Task) -> Result | None:
        """A part solved by the able solver of lowest rank; None if there is none, or time ran out on it."""
        solver = _solver_for(part)
        if solver is None:
            return None
        result = solver.solve(part, replace(self.settings, seconds=self.deadline.left, techniques=(), solutions=None))
        return result if result.status is not Status.UNKNOWN or result.knowledge else None

    # -- recording -----------------------------------------------------------------------------------------

    def record(
        self, model: AuxiliaryModel, technique: Technique, results: list[Result], finding: Finding, first: int | None
    ) -> None:
        """Absorb a finding that is news, one step for each distinct set of premises. first: a number drawn before."""
        if not self.settings.explain:
            self.known.absorb(finding)
            return
        steps = steps_of(model, technique, results, finding, self.known, self.task, self.refutes)
        drawn = () if first is None else (first,)
        for step, number in zip(steps, chain(drawn, self.numbers), strict=False):
            facts = tuple(replace(fact, origin=number) for fact in step.finding.facts)
            numbered = replace(step, number=number, finding=replace(step.finding, facts=facts))
            self.known.absorb(numbered.finding)
            self.steps.append(numbered)

    def refutes(self, part: Task) -> bool:
        """Whether a finite part is proven to have no solution: for the shrinking of premises."""
        solver = _solver_for(part)
        if solver is None:
            return False
        result = solver.solve(part, Settings(seconds=self.deadline.left, solutions=1, stop=self.settings.stop))
        return result.status is Status.UNSATISFIABLE

    # -- choosing ------------------------------------------------------------------------------------------

    def may_choose(self) -> bool:
        """Whether to go on by choosing: only for solutions of finite tasks, and only in the user's own task."""
        finite = not any(isinstance(domain, Reals) for domain in self.known.domains.values())
        return finite and not self.settings.once and self.task.sought.aim in (Aim.ONE, Aim.ALL)

    def choose(self) -> None:
        """Depth-first search: choose a value, learn, and on failure learn that it was wrong.

        An explicit stack, so that deep searches need no deep recursion: each entry is what was known before a
        choice and which value was chosen.
        """
        stack: list[tuple[Knowledge, list[Step], str, Value]] = []
        while True:
            if self.is_open():
                name, value = self.smallest_open()
                stack.append((self.known.copy(), list(self.steps), name, value))
                self.chosen = True
                self.take(name, Finite((value,)), "choice", forced=False, substeps=())
            else:
                self.collect()
                if self.has_enough() or not self.take_back(stack):
                    return
            self.learn()

    def smallest_open(self) -> tuple[str, Value]:
        """The open variable with the fewest values, and its first value."""
        sizes = [(len(d), n) for n, d in self.known.domains.items() if isinstance(d, Finite) and not d.is_fixed]
        name = min(sizes, key=lambda pair: pair[0])[1]
        domain = self.known.domains[name]
        assert isinstance(domain, Finite)
        return name, domain.values[0]

    def take(self, name: str, domain: Finite, technique: str, forced: bool, substeps: tuple[Step, ...]) -> None:
        """Absorb a fact that was chosen, or learnt from a choice that failed, and record it."""
        number = next(self.numbers)
        finding = Finding((Fact(name, domain, number),))
        premises = external_premises(substeps, self.known, self.task)
        self.known.absorb(finding)
        if self.settings.explain:
            self.steps.append(Step(number, technique, (), premises, finding, forced, substeps, difficulty=10))

    def collect(self) -> None:
        """Keep the solution just reached, and the derivation of the first one."""
        if not self.is_contradictory:
            if not self.solutions:
                self.first = (self.known.copy(), list(self.steps))
            self.solutions.append(self.known.solution())

    def has_enough(self) -> bool:
        """Whether as many solutions are known as were asked for."""
        return self.settings.solutions is not None and len(self.solutions) >= self.settings.solutions

    def take_back(self, stack: list[tuple[Knowledge, list[Step], str, Value]]) -> bool:
        """Undo the last choice and learn its negation; False if no choice is left to undo."""
        if not stack:
            self.chosen = False
            return False
        known, steps, name, value = stack.pop()
        failed = tuple(self.steps[len(steps) :])
        self.known, self.steps = known, steps
        rest = self.known.domains[name]
        assert isinstance(rest, Finite)
        self.take(name, rest.without(value), "refuted choice", forced=not self.solutions, substeps=failed)
        return True

    # -- the answer ----------------------------------------------------------------------------------------

    def result(self) -> Result:
        """What the run says, with the derivation of its first solution."""
        known, steps = getattr(self, "first", (self.known, self.steps))
        solutions = self.solutions or self._learnt_solutions()
        return Result(
            self._status(bool(solutions)),
            tuple(solutions),
            knowledge=known,
            derivation=Derivation(self.task.name, tuple(steps)),
            statistics=Statistics(seconds=self.deadline.elapsed, nodes=self.tried),
            note=self.note or self._note(bool(solutions)),
        )

    def _learnt_solutions(self) -> list[Solution]:
        if self.is_contradictory:
            return []
        if self.known.cases:
            return list(self.known.cases)
        return [self.known.solution()] if self.is_solved() else []

    def _status(self, found: bool) -> Status:
        if found:
            complete = self.proven and not self.chosen and self.note == ""
            return Status.ALL_SOLUTIONS if complete else Status.SATISFIED
        refuted = self.is_contradictory and not self.chosen and self.proven
        return Status.UNSATISFIABLE if refuted else Status.UNKNOWN

    def _note(self, found: bool) -> str:
        if found or self.is_contradictory:
            return ""
        if self.settings.once:
            return "the current auxiliary models were solved once"
        return f"no technique up to '{self.techniques[-1].name}' says more" if self.techniques else "no technique"


class _TimeIsUp(Exception):
    """The deadline passed; caught where the loop began."""


def _over_reals(part: Task) -> bool:
    return any(isinstance(variable.domain, Reals) for variable in part.variables)


def _solver_for(part: Task) -> Solver | None:
    """The able solver of lowest rank. Those behind it are not asked: to refuse may cost as much as to compile."""
    ranked = sorted((solver for solver in SOLVERS if solver.name != "auxiliary"), key=lambda solver: solver.rank)
    return next((solver for solver in ranked if solver.refuses(part) is None), None)


SOLVER = Solver(
    name="auxiliary",
    summary="the auxiliary-model generator: smaller tasks, solved and recombined, with a derivation",
    rank=90,
    refuses=refuses,
    solve=solve,
)
