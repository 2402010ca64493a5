"""Learning: auxiliary models are solved, easiest first, and what is news is recorded with its premises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from cpsolver.auxiliary.consistency import narrowed
from cpsolver.auxiliary.model import AuxiliaryModel, SolvedModel, Technique
from cpsolver.auxiliary.premises import step_by, steps_of
from cpsolver.auxiliary.techniques import TECHNIQUES
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver
from cpsolver.task.condition import Condition, Equation
from cpsolver.task.derivation import Derivation, Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Deadline, Result, Settings, Statistics, Status
from cpsolver.task.task import Aim, Fact, Solution, Task

PROVEN = (Status.ALL_SOLUTIONS, Status.UNSATISFIABLE)
"""What the result of a part over reals must be, if what it says of its quantities is to be taken for complete."""


Solved = tuple[Result, bool]
"""What came of a part, and whether that is complete: no value is missing from it."""


class TimeIsUp(Exception):
    """The deadline passed; caught where the loop over the user's own task began."""


@dataclass
class Loop:
    """What is known of one task, and how it came about. Loops over parts share deadline and numbers with the parent's.

    proven:  whether all that was learnt is complete: no root of a formula may be missing
    refuted: whether a condition without variables is false
    note:    what kept the loop from going on
    tried:   auxiliary models solved
    """

    task: Task
    settings: Settings
    deadline: Deadline
    numbers: Iterator[int]
    known: Knowledge = field(init=False)
    steps: list[Step] = field(default_factory=list)
    seen: set[object] = field(default_factory=set)
    proven: bool = True
    refuted: bool = False
    note: str = ""
    tried: int = 0

    def __post_init__(self) -> None:
        self.known = self.task.knowledge()

    @cached_property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques to use, easiest first."""
        asked: tuple[Technique, ...] = self.settings.techniques or TECHNIQUES
        return tuple(sorted(asked, key=lambda technique: technique.difficulty))

    # -- where it stands -----------------------------------------------------------------------------------

    @property
    def is_contradictory(self) -> bool:
        """Whether nothing known can be true together."""
        return self.refuted or self.known.is_contradictory

    @property
    def is_solved(self) -> bool:
        """Whether what is sought is known, and for a finite task all of its variables, so that it can be checked."""
        return self.known.open_count == 0 and self.task.reached(self.known)

    @property
    def is_open(self) -> bool:
        """Whether there is still something to find, or to test what was found by."""
        is_done = self.is_solved and self.task.tested(self.known)
        return not (self.is_contradictory or self.known.cases or is_done)

    def solutions(self) -> list[Solution]:
        """The solutions that what is known says outright."""
        if self.is_contradictory:
            return []
        if self.known.cases:
            return list(self.known.cases)
        return [self.known.solution()] if self.is_solved else []

    def result(self) -> Result:
        """What was learnt, as the result of a part. Without a solution it is UNKNOWN unless proven contradictory."""
        found = self.solutions()
        complete = self.proven and not self.note
        status = Status.UNKNOWN
        if found:
            status = Status.ALL_SOLUTIONS if complete else Status.SATISFIED
        elif self.is_contradictory and self.proven:
            status = Status.UNSATISFIABLE
        return Result(
            status,
            tuple(found),
            knowledge=self.known,
            derivation=Derivation(self.task.name, tuple(self.steps)),
            statistics=Statistics(seconds=self.deadline.elapsed, nodes=self.tried),
            note=self.note,
        )

    # -- learning ------------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Use techniques, always the easiest that says something new, until none does. Raises: TimeIsUp."""
        for condition in self.task.conditions:
            if not condition.scope and not condition.holds({}):  # a constant that is false: no model speaks of it
                self.fail(condition)
        while self.is_open and self.learn_once():
            if self.settings.once:
                break
        if self.is_solved and not (self.known.cases or self.is_contradictory):
            self.doubt(f"{name} was not found, by which the answer is tested" for name in self.untested()[:1])
        self.verify()

    def untested(self) -> list[str]:
        """What conditions beside the way speak of, and has no value."""
        return [name for name in self.task.sought.tested if not self.known.domains[name].is_fixed]

    def learn_once(self) -> bool:
        """Take in the news of the first auxiliary model that has some; `once` takes in those of all of them."""
        learnt = False
        for technique in self.techniques:
            follow = None if self.settings.once or technique.follow is None else technique.follow
            models = None if follow is None else follow(self.task, self.known)
            learnt = (self.try_models(technique) if models is None else self.follow(models)) or learnt
            if learnt:
                return True
        return False

    def try_models(self, technique: Technique) -> bool:
        """Whether a model of this technique brought news; with `once` all of them are tried."""
        learnt = False
        for model in technique.generate(self.task, self.known):
            if self.deadline.passed:
                raise TimeIsUp
            if isinstance(model, SolvedModel):
                learnt = self.take(model) or learnt
            elif not self.is_seen(model):
                learnt = self.try_model(model, technique) or learnt
            if learnt and not self.settings.once:
                return True
        return learnt

    def follow(self, models: Iterator[SolvedModel | None]) -> bool:
        """Take in what a technique finds by itself, one after the other, as long as something is open."""
        learnt = False
        for model in models:
            if model is not None:
                self.absorb(model)
                learnt = True
            if self.deadline.passed:
                raise TimeIsUp
            if not self.is_open:
                break
        return learnt

    def take(self, model: SolvedModel) -> bool:
        """Absorb what a technique worked out itself, if it is news; whether it was."""
        if not self.known.news(model.finding):
            self.tried += 1
            return False
        self.absorb(model)
        return True

    def absorb(self, model: SolvedModel) -> None:
        """Take in what a technique worked out itself, with its step."""
        self.tried += 1
        self.doubt((model.doubt,) if model.doubt else ())
        if not self.settings.explain:
            self.known.absorb(model.finding)
            return
        step = step_by(model, self.known, self.numbers)
        self.known.absorb(step.finding)
        self.steps.append(step)

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
        solved = self.solve_parts(model)
        if solved is None:
            return False
        results = [result for result, _ in solved]
        complete = all(complete for _, complete in solved) and not model.doubt
        finding = model.back(model.recombine(model.parts, results))
        news = self.known.news(finding if complete else self.without_contradictions(finding))
        if not news and not (finding.cases and not self.known.cases):
            return False
        self.proven = self.proven and complete
        self.doubt(result.note for result, complete in solved if not complete and result.note)
        self.doubt((model.doubt,) if model.doubt else ())
        self.record(model, technique, results, replace(finding, facts=news), first)
        return True

    def without_contradictions(self, finding: Finding) -> Finding:
        """A finding that may lack roots, without the facts that would leave nothing: those only seem to refute."""
        domains = self.known.domains
        kept = (fact for fact in finding.facts if not domains[fact.variable].meet(fact.domain).is_empty)
        return replace(finding, facts=tuple(kept))

    def verify(self) -> None:
        """Once every value is known, a condition that fails is a contradiction, whatever the techniques looked at."""
        if self.is_contradictory or self.known.cases or not self.is_solved:
            return
        solution = self.known.solution()
        for condition in self.task.conditions:
            if not all(name in solution for name in condition.scope):
                continue
            certain = condition.certainty(solution) if self.task.is_real else condition.holds(solution)
            if not condition.holds(solution):
                self.doubt(() if certain is False else (f"rounding leaves open whether '{_said(condition)}' holds",))
                self.fail(condition)
                return
            # an equation over rounded values may always fail by less than can be seen
            if not certain and not (certain is None and isinstance(condition, Equation)):
                self.doubt((f"rounding leaves open whether '{_said(condition)}' holds",))

    def doubt(self, notes: Iterable[str]) -> None:
        """Call nothing proven if there is a reason, and keep the first."""
        for note in notes:
            self.proven = False
            self.note = self.note or note

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
            self.steps.append(Step(number, "condition", (_said(condition),), premises, finding))

    # -- parts ---------------------------------------------------------------------------------------------

    def solve_parts(self, model: AuxiliaryModel) -> list[Solved] | None:
        """What comes of the parts, in order; None if one lies too deep or cannot be treated. Raises: TimeIsUp."""
        found = []
        for part in model.parts:
            solved = self.solve_deeper(part, model.deepen) if model.deepen else self.solve_outright(part)
            if solved is None:
                return None
            found.append(solved)
        return found

    def solve_deeper(self, part: Task, techniques: tuple[Technique, ...]) -> Solved | None:
        """A part solved by this same loop, one level down; it learns but does not choose."""
        if self.settings.depth is not None and part.depth > self.settings.depth:
            self.note = f"the auxiliary task '{part.name}' lies deeper than depth {self.settings.depth} allows"
            return None
        settings = replace(self.settings, techniques=techniques, once=False)
        loop = Loop(part, settings, self.deadline, self.numbers)
        loop.learn()
        self.note = loop.note or self.note
        self.tried += loop.tried
        return loop.result(), loop.proven

    def solve_outright(self, part: Task) -> Solved | None:
        """A part solved by what its one condition says of itself, or else by the able solver of lowest rank.

        None if there is no such solver, or if it knows nothing.
        """
        if part.sought.aim is Aim.NARROW and (said := narrowed(part)) is not None:
            return said, True
        solver = _solver_for(part)
        if solver is None:
            return None
        result = solver.solve(part, replace(self.settings, seconds=self.deadline.left, techniques=(), solutions=None))
        if result.status is Status.UNKNOWN and result.knowledge is None:
            return None
        return result, not self.task.is_real or result.status in PROVEN

    def refutes(self, part: Task) -> bool:
        """Whether a finite part is proven to have no solution: for the shrinking of premises."""
        solver = _solver_for(part)
        if solver is None:
            return False
        result = solver.solve(part, Settings(seconds=self.deadline.left, solutions=1, stop=self.settings.stop))
        return result.status is Status.UNSATISFIABLE

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
            own = replace(step.finding, facts=facts)
            numbered = replace(step, number=number, finding=own, pattern=model.pattern or step.pattern)
            self.known.absorb(numbered.finding)
            self.steps.append(numbered)


def _said(condition: Condition) -> str:
    return condition.label or str(condition)


def _solver_for(part: Task) -> Solver | None:
    """The solver of lowest rank that can treat a part; asked in that order, so that none compiles it in vain."""
    ranked = sorted((solver for solver in SOLVERS if solver.name != "auxiliary"), key=lambda solver: solver.rank)
    return next((solver for solver in ranked if solver.refuses(part) is None), None)
