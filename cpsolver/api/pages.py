"""How answers are laid out: pictures and sentences in order, free of any output format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsolver.api import conflicts
from cpsolver.api.answers import Answer, Check, Comparison, Explanation, Row, spelt
from cpsolver.api.measuring import budgets, remarks_on
from cpsolver.api.residuals import put_back
from cpsolver.api.telling import Telling, verified
from cpsolver.api.verdicts import (
    best_known,
    differences,
    narrowed_pictures,
    narrowed_verdict,
    preferences,
    values_of,
)
from cpsolver.auxiliary.conflict import Conflict
from cpsolver.errors import UnknownName
from cpsolver.picture import Chart, Listing, Narrative, Page, Picture, Sentence, SentenceRole, Series
from cpsolver.task.derivation import Step
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.objectives import objectives, worth
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Fact, Solution, Task

MOST_PICTURES = 3
"""Up to so many solutions are drawn one by one; more are listed, a row each."""

MOST_ROWS = 1000
"""Up to so many solutions are listed; `--json` gives them all."""


def answer_page(answer: Answer) -> Page:
    """The solutions, what is proven of them, and the derivation."""
    drawn = narrowed_pictures(answer) if answer.narrowed else _solutions(answer)
    pictures: list[Picture] = [*drawn, *budgets(answer)]
    pictures.append(Narrative(tuple(_verdict(answer))))
    if answer.derivation:
        pictures.append(narrative(answer, details=False))
    title = "" if answer.streamed else answer.loaded.heading
    return Page((*pictures, *put_back(answer)), title=title)


def explanation_page(explanation: Explanation) -> Page:
    """All steps in words, or one step with the picture of its moment."""
    answer = explanation.answer
    if explanation.step is not None:
        return _moment_page(answer, explanation.step, explanation.candidates)
    task = answer.loaded.task
    before = [Narrative((Sentence("before"),)), _pencilled(answer, task.knowledge())] if explanation.candidates else []
    pictures: list[Picture] = [*before, narrative(answer, explanation.fine)]
    known = answer.result.knowledge
    if known is not None:
        after = _pencilled(answer, known) if explanation.candidates else answer.loaded.kind.depict(task, known, None)
        pictures.append(after)
    pictures.append(Narrative((*_verdict(answer), *verified(explanation.proven))))
    return Page((*pictures, *put_back(answer)), title=answer.loaded.heading)


def _pencilled(answer: Answer, known: Knowledge) -> Picture:
    """What is known with all that it plainly excludes."""
    kind, task = answer.loaded.kind, answer.loaded.task
    return kind.depict(task, kind.pencilled(task, known) if kind.pencilled else known, None)


def known_from(task: Task, solution: Solution, result: Result) -> Knowledge:
    """Knowledge that holds this solution: for a picture of it."""
    known = task.knowledge()
    if result.knowledge is not None and len(result.solutions) <= 1:
        known.origins.update(result.knowledge.origins)
    known.absorb(Finding(tuple(Fact(name, Finite((value,))) for name, value in solution.items())))
    return known


def _solutions(answer: Answer) -> Iterator[Picture]:
    task, kind, found = answer.loaded.task, answer.loaded.kind, answer.solutions
    if len(found) > MOST_PICTURES and not answer.streamed:
        yield _listing(answer)
    if len(found) > MOST_PICTURES or (answer.streamed and not task.show and kind.one_line is None):
        return  # as rows they were all shown; only a drawing says more
    for number, solution in enumerate(found, 1):
        if len(found) > 1:
            yield Narrative((Sentence(f"solution {number}"),))
        yield kind.depict(task, known_from(task, solution, answer.result), None)
    if not found and answer.result.knowledge is not None and answer.status is Status.UNKNOWN:
        yield kind.depict(task, answer.result.knowledge, None)


def _listing(answer: Answer) -> Listing:
    """All solutions, a row each, over the variables sought."""
    task, show = answer.loaded.task, answer.loaded.kind.show
    names = [name for name in task.sought.variables if name in answer.solution]
    rows = tuple(
        (str(number), *(show(task.by_name[name], solution[name]).text for name in names))
        for number, solution in enumerate(answer.solutions[:MOST_ROWS], 1)
    )
    return Listing(("", *names), rows)


_SAID: dict[Status, str] = {
    Status.SATISFIED: "{count} found; whether there are more is not known",
    Status.ALL_SOLUTIONS: "{count}: these are all, proven",
    Status.UNSATISFIABLE: "there is no solution: proven",
    Status.UNKNOWN: "not known",
}

_ROLES: dict[Status, SentenceRole] = {
    Status.SATISFIED: "warning",
    Status.ALL_SOLUTIONS: "answer",
    Status.UNSATISFIABLE: "rejected",
    Status.UNKNOWN: "warning",
}


def _verdict(answer: Answer) -> Iterator[Sentence]:
    """What is proven, what it took, and what else is to be said."""
    result = answer.result
    text, role = _proven(answer)
    yield Sentence(text, role=role)
    cost = f"{spelt(answer.solver)}: {_seconds(result.statistics.seconds)}"
    if answer.proof_seconds:
        cost += f", and {_seconds(answer.proof_seconds)} to {'prove that' if answer.unique else 'look for another'}"
    yield Sentence(cost)
    yield from (Sentence(said, level=1, role="detail") for said in differences(answer))
    yield from preferences(answer)
    hidden = 0 if answer.streamed else len(result.solutions) - MOST_ROWS
    if hidden > 0:
        yield Sentence(f"{hidden} more solutions are not listed; --json gives them all", role="warning")
    for note in filter(None, (result.note, *answer.notes)):
        yield Sentence(note, role="warning")
    if answer.conflict:
        yield from _contradiction(answer.conflict)


def _contradiction(conflict: Conflict) -> Iterator[Sentence]:
    """What contradicts what, a line each, and what to drop."""
    yield Sentence(conflicts.heading(conflict), role="rejected")
    for line in conflicts.lines(conflict):
        yield Sentence(line, level=1, role="detail")
    if conflicts.proposal(conflict):
        yield Sentence(conflicts.proposal(conflict))


AS_GOOD = {True: "no other solution is as good", False: "other solutions are as good", None: ""}
"""What is said of a best solution, by whether it is the only one."""


def _proven(answer: Answer) -> tuple[str, SentenceRole]:
    result, number = answer.result, len(answer.result.solutions)
    if answer.narrowed:
        return narrowed_verdict(answer)
    if result.status is Status.OPTIMAL_SOLUTION:
        said = f"optimal, proven: the objective is {values_of(answer)}"
        return "; ".join(filter(None, (said, AS_GOOD[answer.unique]))), "answer"
    if answer.worth and result.status is Status.SATISFIED:
        return best_known(answer), "warning"
    if answer.unique:
        return "unique: there is no other solution, proven", "answer"
    if answer.unique is False and result.status is Status.SATISFIED and number <= 2 and not answer.streamed:
        return "not unique: there are other solutions", "warning"
    count = "1 solution" if number == 1 else f"{number} solutions"
    return _SAID[result.status].format(count=count), _ROLES[result.status]


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f} s" if seconds < 10 else f"{seconds:.1f} s"


# -- derivations ---------------------------------------------------------------------------------------------


def narrative(answer: Answer, fine: bool = False, details: bool = True) -> Narrative:
    """The steps in words, with their `details`. What each rests on, and bookkeeping, are folded away unless `fine`."""
    steps = answer.derivation.steps if answer.derivation else ()
    teller = Telling(answer.loaded.kind, answer.loaded.task, details, fine)
    sentences: list[Sentence] = []
    folded = 0
    for step in steps:
        told = teller.kind.narrate(teller.task, step)
        if told.minor and not fine:
            folded += 1
        else:
            sentences += teller.step(step, told)
    if folded:
        sentences.append(Sentence(f"{folded} steps of bookkeeping are folded away; `explain --fine` shows them"))
    return Narrative(tuple(sentences), title="derivation" if sentences else "")


def _moment_page(answer: Answer, number: int, candidates: bool = False) -> Page:
    """One step with the picture of its moment. Raises: UnknownName if there is no such step."""
    kind, task = answer.loaded.kind, answer.loaded.task
    steps = answer.derivation.steps if answer.derivation else ()
    known = task.knowledge()
    step = _reached(steps, number, known)
    if step is not None:
        words = Narrative(tuple(Telling(kind, task).step(step, kind.narrate(task, step))))
        shown = kind.pencilled(task, known) if candidates and kind.pencilled else known
        return Page((words, kind.depict(task, shown, step)), title=f"{answer.loaded.name}, step {number}")
    numbers = [str(step.number) for step in steps if not kind.narrate(task, step).minor]
    few = ", ".join(numbers if len(numbers) < 12 else (*numbers[:5], "…", *numbers[-3:]))
    raise UnknownName(f"there is no step {number}", f"steps that are not bookkeeping: {few or 'none'}")


def _reached(steps: Sequence[Step], number: int, known: Knowledge) -> Step | None:
    """The step of that number, also one within another; what was learnt before it is known then."""
    for step in steps:
        if step.number == number:
            known.absorb(Finding(step.premises))
            return step
        inside = _reached(step.substeps, number, known) if number in _numbers(step.substeps) else None
        if inside is not None:
            return inside
        known.absorb(step.finding)
    return None


def _numbers(steps: Sequence[Step]) -> set[int]:
    """The numbers of steps and of all within them."""
    return {number for step in steps for number in (step.number, *_numbers(step.substeps))}


# -- comparisons and checks ----------------------------------------------------------------------------------

_COUNTED = ("calls", "tried", "nodes", "depth", "backtracks")
_COUNTED_BY_RECURSIONS = ("conflicts", "restarts")


def comparison_page(comparison: Comparison) -> Page:
    """A row a solver, and whether all agree."""
    is_best = bool(objectives(comparison.loaded.task))
    # what only one sort of solver counts has a column where several rows are of that sort
    counting = [row for row in comparison.rows if row.result.statistics.conflicts is not None]
    counted = (*_COUNTED, *(_COUNTED_BY_RECURSIONS if len(counting) > 1 else ()))
    rows = tuple(tuple(_row(comparison.loaded.task, row, is_best, counted)) for row in comparison.rows)
    notes = [(row.solver, row.result.note) for row in comparison.rows if row.result.note]
    notes += [(name, f"refuses: {reason}") for name, reason in comparison.refused.items()]
    said = {
        True: Sentence("all that finished agree", role="answer"),
        False: Sentence("the solvers DISAGREE", role="rejected"),
        None: Sentence("fewer than two solvers finished: nothing to compare", role="warning"),
    }[comparison.agree]
    told = (Sentence(f"{spelt(name)}: {note}", role="warning") for name, note in notes)
    wrong = (Sentence(mismatch, role="rejected") for mismatch in comparison.mismatches)
    found = ("solver", "status", "solutions", *(("best",) if is_best else ()), "seconds")
    table = Listing((*found, *counted, "agrees"), rows)
    return Page((table, Narrative((*told, said, *wrong))), title=comparison.loaded.heading)


def _row(task: Task, row: Row, is_best: bool, counted: Sequence[str]) -> Iterator[str]:
    result, counts = row.result, row.result.statistics
    yield spelt(row.solver)
    yield result.status.value
    yield str(len(result.solutions))
    if is_best:
        yield ", then ".join(map(str, worth(task, result.solutions[0]))) if result.solutions else ""
    yield f"{counts.seconds:.4f}"
    for number in (getattr(counts, name) for name in counted):
        yield "" if number is None else f"{number:,}"
    yield {True: "yes", False: "NO", None: ""}[row.agrees]


def depth_chart(comparison: Comparison) -> Page:
    """How often each solver that counts it stood at each depth."""
    series = tuple(
        Series(
            spelt(row.solver),
            tuple((depth, times) for depth, times in enumerate(row.result.statistics.at_depth) if times),
        )
        for row in comparison.rows
        if row.result.statistics.at_depth
    )
    cells = "filled cells" if comparison.loaded.task.kind == "sudoku" else "variables with a value"
    return Page((Chart(cells, "nodes", series, log=True),), title=f"{comparison.loaded.name}: where the search stood")


def _points(at_depth: tuple[int, ...]) -> Iterator[tuple[float, float]]:
    return ((depth, times) for depth, times in enumerate(at_depth) if times)


_MARKS: dict[bool | None, tuple[str, SentenceRole]] = {
    True: ("yes", "answer"),
    False: ("no", "rejected"),
    None: ("not known", "warning"),
}


def check_page(check: Check) -> Page:
    """The four verdicts, then the answer against what was expected."""
    sentences = [Sentence(note, role="detail") for note in check.answer.loaded.started_from]
    sentences += [Sentence(note, role="warning") for note in remarks_on(check.answer)]
    for verdict in check.verdicts:
        word, role = _MARKS[verdict.holds]
        sentences.append(Sentence(f"{verdict.name}: {word}: {verdict.sentence}", role=role))
        sentences += [Sentence(detail, level=1, role="detail") for detail in verdict.details]
    pictures: list[Picture] = [Narrative(tuple(sentences), title="verdicts")]
    if check.outcomes:
        pictures.append(_expectations(check))
    pictures += put_back(check.answer)
    passed = {True: "passed", False: "failed", None: "not known"}[check.passed]
    pictures.append(Narrative((Sentence(f"check {passed}", role=_MARKS[check.passed][1]),)))
    return Page(tuple(pictures), title=check.answer.loaded.heading)


MOST_MET = 12
"""Up to so many lines of `expect:` are listed even though they are met; of more only their number."""


def _expectations(check: Check) -> Listing:
    """The lines of `expect:` that are not met, and those that are unless there are many."""
    met = [outcome for outcome in check.outcomes if outcome.met]
    shown = [outcome for outcome in check.outcomes if not outcome.met or len(met) <= MOST_MET]
    rows = [(o.what, o.expected, o.found, _MARKS[o.met][0]) for o in shown]
    if len(met) > MOST_MET:
        rows.append((f"{len(met)} lines", "", "", "yes"))
    return Listing(("expected", "value", "found", "met"), tuple(rows), title="expect")
