"""What the ways in give back: records that know how to show themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cpsolver.api.expectations import Outcome
from cpsolver.api.tasks import Loaded
from cpsolver.auxiliary.conflict import Conflict
from cpsolver.auxiliary.diagnosis import Verdict
from cpsolver.kinds.kind import Proven, Shown
from cpsolver.picture import Narrative, Page
from cpsolver.render import renderer_of
from cpsolver.task.derivation import Derivation
from cpsolver.task.domain import Finite
from cpsolver.task.objectives import Worth, broken, gap, worth
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Preference, Solution

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord

MOST_NODES = 44
"""Of a graph with more nodes only the path is drawn, unless all of it is asked for."""


def spelt(solver: str) -> str:
    """A solver's name as it is written on the command line: `python-constraint`."""
    return solver.replace("_", "-")


class Shows(ABC):
    """Anything that can be laid out as a page and written as a record."""

    @abstractmethod
    def page(self) -> Page:
        """All there is to show, in order."""

    @abstractmethod
    def record(self) -> AnswerRecord:
        """The same for machines: plain data in the shape of the JSON Schema."""

    def render(self, format: str) -> str:
        """The page in a format: text, markdown, latex, html, svg; `json` is the record; a graph also as mermaid or dot.

        Raises: UnknownName; UnsupportedTask where a format of graphs is asked for something else.
        """
        if format == "json":
            return self.json
        return renderer_of(format).render(self.page())

    @property
    def text(self) -> str:
        """The page as plain text."""
        return self.render("text")

    @property
    def json(self) -> str:
        """The record as one line of JSON."""
        from cpsolver.render.as_json import dump

        return dump(self.record())

    @property
    def on_one_line(self) -> str:
        """Its sentences on one line: what is shown of one task of many."""
        narratives = (each for each in self.page().pictures if isinstance(each, Narrative))
        return "; ".join(" ".join(sentence.text.split()) for each in narratives for sentence in each.sentences)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.page().title!r}>"

    def _repr_html_(self) -> str:
        from cpsolver.render.as_html import fragment

        return fragment(self.page())

    def _repr_svg_(self) -> str:
        return self.render("svg")

    def _repr_markdown_(self) -> str:
        return self.render("markdown")

    def _repr_latex_(self) -> str:
        from cpsolver.render.as_latex import fragment

        return fragment(self.page())

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """What a notebook may show, by media type; it takes the richest it can: HTML on the screen, LaTeX on paper."""
        made = {name: make for name, make in self._shown().items() if include is None or name in include}
        return {name: make() for name, make in made.items() if name not in (exclude or ())}

    def _shown(self) -> dict[str, Callable[[], str]]:
        return {
            "text/plain": lambda: self.text,
            "text/html": self._repr_html_,
            "text/markdown": self._repr_markdown_,
            "text/latex": self._repr_latex_,
        }


@dataclass(frozen=True, repr=False)
class Answer(Shows):
    """A task solved.

    unique:     whether the solution is the only one, of a best solution the only one that good; None: not known
    derivation: how the answer follows, where it was worked out
    proof_seconds: what it took to prove that the solution is the only one, or to find another
    verbose:    whether the solution is shown put back into all conditions
    conflict:   where there is no solution, what contradicts what, if that was worked out
    narrowed:   whether the answer is what all solutions share: `result.knowledge`
    streamed:   how many solutions were shown before, each as soon as it was found
    """

    loaded: Loaded
    solver: str
    result: Result
    unique: bool | None = None
    derivation: Derivation | None = None
    proof_seconds: float = 0.0
    notes: tuple[str, ...] = ()
    verbose: bool = False
    conflict: Conflict | None = None
    narrowed: bool = False
    streamed: int = 0

    @property
    def status(self) -> Status:
        """How the search ended."""
        return self.result.status

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """The solutions found: variable → value, quantities in base units."""
        return self.result.solutions

    @property
    def solution(self) -> Solution:
        """The first solution; empty if there is none."""
        return self.result.solutions[0] if self.result.solutions else {}

    @cached_property
    def worth(self) -> Worth:
        """What the objectives are worth in the first solution, in their order; nothing without objective."""
        return worth(self.loaded.task, self.solution) if self.result.solutions else ()

    @cached_property
    def broken(self) -> tuple[Preference, ...]:
        """The preferences that the first solution does not meet."""
        return broken(self.loaded.task, self.solution) if self.result.solutions else ()

    @property
    def gap(self) -> float | None:
        """How far the best known may be from the best, as a share of it; 0 where it is proven best; None: not known."""
        if self.status is Status.OPTIMAL_SOLUTION:
            return 0.0
        return gap(self.result.objective, self.result.bound)

    @cached_property
    def domains(self) -> Mapping[str, Finite]:
        """Of what all solutions share: for every variable sought the values it has in some solution."""
        known = self.result.knowledge
        if not self.narrowed or known is None:
            return {}
        found = {name: known.domains[name] for name in self.loaded.task.sought.variables}
        return {name: domain for name, domain in found.items() if isinstance(domain, Finite)}

    @cached_property
    def values(self) -> Mapping[str, Shown]:
        """The values sought as people read them, quantities in their unit."""
        task, show = self.loaded.task, self.loaded.kind.show
        return {
            name: show(task.by_name[name], self.solution[name])
            for name in task.sought.variables
            if name in self.solution
        }

    def page(self) -> Page:
        """The picture of each solution, what is proven, and the derivation."""
        from cpsolver.api.pages import answer_page

        return answer_page(self)

    def record(self) -> AnswerRecord:
        """The answer for machines."""
        from cpsolver.api.records import answer_record

        return answer_record(self)


@dataclass(frozen=True, repr=False)
class Explanation(Shows):
    """The derivation of an answer by auxiliary models, step by step.

    step:  only this step, with the picture of its moment; None for all
    fine:  also the steps of bookkeeping that a text usually folds away
    candidates: also what each variable may be before the first step and after the last
    proven: the equations of the steps, each checked by itself, where that was asked for
    """

    answer: Answer
    step: int | None = None
    fine: bool = False
    candidates: bool = False
    proven: tuple[Proven, ...] = ()

    def page(self) -> Page:
        """The steps in words."""
        from cpsolver.api.pages import explanation_page

        return explanation_page(self)

    def record(self) -> AnswerRecord:
        """The answer for machines, with its steps."""
        from cpsolver.api.records import explanation_record

        return explanation_record(self)


@dataclass(frozen=True)
class Row:
    """One solver's line of a comparison. agrees: None if it found nothing to compare."""

    solver: str
    result: Result
    agrees: bool | None


@dataclass(frozen=True, repr=False)
class Comparison(Shows):
    """The same task by several solvers. agree: None if fewer than two of them found something.

    mismatches: in words, which solver says what that cannot be true beside what another says
    """

    loaded: Loaded
    rows: tuple[Row, ...]
    agree: bool | None
    every: bool = False
    refused: Mapping[str, str] = field(default_factory=dict)
    mismatches: tuple[str, ...] = ()

    def page(self) -> Page:
        """A table, a row a solver."""
        from cpsolver.api.pages import comparison_page

        return comparison_page(self)

    @property
    def passed(self) -> bool | None:
        """Whether the solvers agree on a solution; False too if they agree that there is none. None: not known."""
        found = any(row.result.status.has_solution for row in self.rows)
        refuted = any(row.result.status is Status.UNSATISFIABLE for row in self.rows)
        return False if self.agree is False or refuted else found or None

    def chart(self) -> Page:
        """How often each recursion stood at each depth: the picture by which the paper explained hard puzzles."""
        from cpsolver.api.pages import depth_chart

        return depth_chart(self)

    def record(self) -> AnswerRecord:
        """The rows for machines."""
        from cpsolver.api.records import comparison_record

        return comparison_record(self)


@dataclass(frozen=True, repr=False)
class Check(Shows):
    """The four verdicts on a task, and its answer against `expect:`."""

    answer: Answer
    verdicts: tuple[Verdict, ...]
    outcomes: tuple[Outcome, ...]

    @property
    def passed(self) -> bool | None:
        """Whether all of `expect:` was met; without `expect:`, whether the task has an answer. None: not known.

        False too if something wrong was entered by somebody who plays the task.
        """
        if any(verdict.holds is False for verdict in self.verdicts if verdict.name in ("entries", "marks")):
            return False
        if self.outcomes:
            met = [outcome.met for outcome in self.outcomes]
            return False if False in met else None if None in met else True
        consistent = next(verdict.holds for verdict in self.verdicts if verdict.name == "consistency")
        sufficient = next(verdict.holds for verdict in self.verdicts if verdict.name == "sufficiency")
        return False if consistent is False or sufficient is False else consistent and sufficient

    def page(self) -> Page:
        """The verdicts and the comparison in words."""
        from cpsolver.api.pages import check_page

        return check_page(self)

    def record(self) -> AnswerRecord:
        """The verdicts for machines."""
        from cpsolver.api.records import check_record

        return check_record(self)


@dataclass(frozen=True, repr=False)
class Drawing(Shows):
    """The dependency or constraint graph of a task.

    every: also what was not needed, however much that is
    """

    answer: Answer
    every: bool = False

    def page(self) -> Page:
        """The graph, the path taken marked where there is one."""
        loaded = self.answer.loaded
        graph = loaded.kind.graph(loaded.task, self.answer.derivation)
        if not self.every:
            graph = graph.folded(MOST_NODES, "--all shows them")
        return Page((graph,), title=loaded.heading)

    def record(self) -> AnswerRecord:
        """The graph as data, with the answer for machines."""
        from cpsolver.api.records import drawing_record

        return drawing_record(self)

    def _shown(self) -> dict[str, Callable[[], str]]:
        return {"image/svg+xml": self._repr_svg_, **super()._shown()}
