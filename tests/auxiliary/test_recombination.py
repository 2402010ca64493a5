"""What the results of parts say of the parent."""

from __future__ import annotations

from cpsolver.auxiliary.recombination import cases, narrow, refutation
from cpsolver.auxiliary.techniques import suppose
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.knowledge import Finding, Knowledge
from cpsolver.task.result import Result, Status
from cpsolver.task.task import Fact, Task
from tests.tasks import call, finite_task

PARENT = finite_task({"x": (1, 2, 3), "y": (1, 2, 3)}, call("=", 1, 1))


def knowing(task: Task, **values: tuple[int, ...]) -> Knowledge:
    known = task.knowledge()
    known.absorb(Finding(tuple(Fact(name, Finite(domain)) for name, domain in values.items())))
    return known


def domains(finding: Finding) -> dict[str, object]:
    return {fact.variable: fact.domain for fact in finding.facts}


def test_narrow_takes_the_domains_of_the_part() -> None:
    result = Result(Status.SATISFIED, knowledge=knowing(PARENT, x=(2,)))

    assert {"x": Finite((2,)), "y": Finite((1, 2, 3))} == domains(narrow((PARENT,), (result,)))


def test_narrow_takes_an_unsatisfiable_part_for_a_contradiction() -> None:
    assert {"x": Finite(())} == domains(narrow((PARENT,), (Result(Status.UNSATISFIABLE),)))


def test_a_refuted_supposition_takes_the_value_away() -> None:
    part = suppose(PARENT, PARENT.knowledge(), "x", Finite((2,)))

    assert {"x": Finite((1, 3))} == domains(refutation((part,), (Result(Status.UNSATISFIABLE),)))


def test_a_supposition_that_is_not_refuted_says_nothing() -> None:
    part = suppose(PARENT, PARENT.knowledge(), "x", Finite((2,)))

    assert Finding() == refutation((part,), (Result(Status.UNKNOWN),))


def test_cases_join_what_holds_in_all_that_are_not_contradictory() -> None:
    parts = tuple(suppose(PARENT, PARENT.knowledge(), "x", Finite((value,))) for value in (1, 2, 3))
    results = (
        Result(Status.UNKNOWN, knowledge=knowing(parts[0], y=(1, 2))),
        Result(Status.UNSATISFIABLE),
        Result(Status.UNKNOWN, knowledge=knowing(parts[2], y=(2,))),
    )

    assert {"x": Finite((1, 3)), "y": Finite((1, 2))} == domains(cases(parts, results))


def test_an_undecided_case_counts_with_the_domains_it_started_from() -> None:
    parts = tuple(suppose(PARENT, PARENT.knowledge(), "x", Finite((value,))) for value in (1, 2))
    results = (Result(Status.UNKNOWN), Result(Status.UNKNOWN, knowledge=knowing(parts[1], y=(2,))))

    assert Finite((1, 2, 3)) == domains(cases(parts, results))["y"]


def test_a_value_joins_an_interval_that_does_not_hold_it_to_the_whole_line() -> None:
    task = finite_task({"x": (1,)})
    one, other = Knowledge({"q": Finite((5,))}), Knowledge({"q": Reals(0, 1)})
    results = tuple(Result(Status.UNKNOWN, knowledge=known) for known in (one, other))

    assert {"q": Reals()} == domains(cases((task, task), results))
