"""From the spec of a sudoku to its task: grids and single cells as givens, clashes refused before any search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Annotated

from cpsolver.errors import Mark, Problem, SpecError, did_you_mean
from cpsolver.kinds.sudoku.formats import LARGEST_SIZE, GridError, GridText, read_grid
from cpsolver.kinds.sudoku.keys import EntryShape, ExpectedGridShape, GameShape, GivenShape
from cpsolver.kinds.sudoku.patchwork import read_patchwork
from cpsolver.kinds.sudoku.shape import board, different_cells
from cpsolver.kinds.sudoku.wording import listed
from cpsolver.spec.document import Place
from cpsolver.spec.expected import Expected, ExpectedValue
from cpsolver.spec.expecting import expected_finite
from cpsolver.spec.finite import FiniteModel, FiniteSpec, formulate_finite
from cpsolver.spec.forms import TEXT, As, Mapped
from cpsolver.spec.loading import Spec
from cpsolver.spec.schema import NAMES, Entries, Field, Items, Text
from cpsolver.spec.targets import given_twice
from cpsolver.task.domain import Finite, Value
from cpsolver.task.task import Fact, Task

if TYPE_CHECKING:
    from cpsolver.spec.document import Plain
else:
    from cpsolver.spec.schema import Plain

MOST_CLASHES = 100
LONGEST_RULE = 100


class SudokuSpec(FiniteSpec):
    """A sudoku: `given:` and `expect:` hold a grid, or cells by name; `find: grid` is the default."""

    given: Annotated[Plain, As(TEXT, GivenShape)] = Field(
        "", description="A grid, cells by name, or the file of a puzzle", examples=[{"grid": "…"}, {"file": "a.sdm"}]
    )
    find: Annotated[Plain, NAMES] = Field(
        "", description="What is sought: `grid`, the default, a cell, a list of cells"
    )
    expect: Annotated[Entries, As(ExpectedGridShape)] = Field(
        {}, description="What must come out; `check` compares", examples=[{"solutions": 1}]
    )
    game: Annotated[Entries, As(GameShape)] = Field(
        {}, description="The state of play: entries, marks, corners, seconds, …"
    )
    not_understood: Annotated[Items, NAMES] = Field(
        [], description="Rules of the puzzle that are not stated: nothing is solved with any"
    )
    author: Text = Field("", description="Who made the puzzle")
    rules: Text = Field("", description="The rules in words, for people")
    comment: Text = Field("", description="Anything else")
    date: Text = Field("", description="When it was published")
    level: Text = Field("", description="How hard its maker calls it")


class SudokuModel(FiniteModel):
    """A sudoku or a variant of it: cells in an array of two dimensions, units that are all different."""

    generate: Annotated[Entries, As(Mapped(EntryShape))] = Field(
        {}, description="How parameters of a new puzzle are made of a full grid: draw, sizes, each, where, clue, …"
    )


def formulate(spec: Spec) -> Task:
    """The task of a sudoku.

    Raises: SpecError with all problems of a grid, with every pair of givens that clash, or with rules not understood.
    """
    _refuse_rules_not_understood(spec.place)
    task = formulate_finite(spec, _given, _find)
    clashes = list(_clashes(task, spec.place))
    if clashes:
        raise SpecError(*clashes)
    return task


def _refuse_rules_not_understood(place: Place) -> None:
    """A puzzle without one of its rules is another puzzle. Raises: SpecError with each of them."""
    if not place.entries().get("not_understood"):
        return
    hint = "state it under 'require:' in a spec (`cpsolver export … --format spec`), or name a model with --model"
    raise SpecError(
        *(
            rule.problem(f"a rule of this puzzle is not understood: {str(rule.data)[:LONGEST_RULE]}", hint=hint)
            for rule in place.at("not_understood").items()
        )
    )


def expected(spec: Spec, task: Task) -> Expected:
    """What `expect:` says must come out; `grid` is all its cells. Raises: SpecError."""
    return expected_finite(spec, task, _expected_grid)


def _expected_grid(place: Place, task: Task) -> Sequence[ExpectedValue] | None:
    if place.path[-1] != "grid":
        return None
    facts = _grid_facts(place, task)
    return [ExpectedValue(fact.variable, value, str(value)) for fact in facts for value in _values(fact)]


# -- what is given and sought --------------------------------------------------------------------------------


def _given(place: Place, task: Task) -> tuple[Fact, ...]:
    """The facts of `given:`: a grid, cells by name, or both."""
    if isinstance(place.data, str):
        return _grid_facts(place, task)
    if isinstance(place.data, list):
        raise place.error("expected a grid or cells, found a list", hint="such as 'grid: |' with a line for each row")
    found: dict[str, Fact] = {}
    problems: list[Problem] = []
    for key in place.data:
        try:
            facts = _grid_facts(place.at(key), task) if key == "grid" else (_cell_fact(place.at(key), task),)
            problems += [given_twice(place.at(key), found[fact.variable], fact) for fact in _against(facts, found)]
            found.update((fact.variable, fact) for fact in facts)
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return tuple(found.values())


def _against(facts: Sequence[Fact], found: dict[str, Fact]) -> Iterator[Fact]:
    return (fact for fact in facts if fact.variable in found and found[fact.variable] != fact)


def _grid_facts(place: Place, task: Task) -> tuple[Fact, ...]:
    """A fact for every digit of a grid, with the place of its character. Raises: SpecError."""
    grid = grid_at(place, task)
    rows = board(task).rows
    facts, problems = [], []
    for cell in grid.givens:
        name = rows[cell.row][cell.column]
        assert name is not None and cell.digit is not None
        if cell.digit not in task.by_name[name].domain:
            message = f"'{cell.digit}' is not in the domain of {name}"
            problems.append(place.problem(message, offset=cell.offset, hint=f"it is {task.by_name[name].domain}"))
        facts.append(Fact(name, Finite((cell.digit,)), place.mark(cell.offset)))
    if problems:
        raise SpecError(*problems)
    return tuple(facts)


def grid_at(place: Place, task: Task) -> GridText:
    """The grid that a text is, of the size of the task's board. Raises: SpecError."""
    rows = board(task).rows
    size = len(rows)
    if not isinstance(place.data, str):
        raise place.error("expected a grid as text", hint="such as 'grid: |' with a line for each row")
    has_gaps = any(None in row for row in rows)
    if size == 0 or (any(len(row) != size for row in rows) and not has_gaps):
        raise place.error("this model has no square grid", hint="give its variables by name")
    if size > LARGEST_SIZE and not has_gaps:
        raise place.error(
            f"grids of {size} rows are not read; the largest has {LARGEST_SIZE}", hint="give cells by name"
        )
    try:
        return read_patchwork(place.data, rows, _digits(task)) if has_gaps else read_grid(place.data, size)
    except GridError as error:
        problems = (place.problem(p.message, hint=p.hint, offset=p.offset) for p in error.problems)
        raise SpecError(*problems) from None


def _digits(task: Task) -> int:
    """How many digits a cell may have."""
    domain = task.variables[0].domain
    return len(domain) if isinstance(domain, Finite) else 0


def _cell_fact(place: Place, task: Task) -> Fact:
    """A cell by name, with the digit it has or the list of those it may have. Raises: SpecError."""
    name = str(place.path[-1])
    if name not in task.by_name:
        hint = did_you_mean(name, ("grid", *task.by_name))
        raise place.error(f"'{name}' is neither 'grid' nor a cell", hint=hint, at_key=True)
    domain = task.by_name[name].domain
    assert isinstance(domain, Finite), "the variables of a finite task are finite"
    texts = place.data if isinstance(place.data, list) else [place.data]
    known = {str(value): value for value in domain}
    for number, text in enumerate(texts):
        if not isinstance(text, str) or text not in known:
            at = place.at(number) if isinstance(place.data, list) else place
            shown = f"'{text}'" if isinstance(text, str) else "this"
            raise at.error(f"{shown} is not in the domain of {name}", hint=f"its values are {listed(domain.values)}")
    return Fact(name, Finite(tuple(v for v in domain if str(v) in texts)), place.mark())


def _find(place: Place, task: Task) -> tuple[str, ...]:
    """The variables that `find:` names: `grid`, a cell, or a list of cells. Raises: SpecError."""
    places = [place.at(number) for number in range(len(place.data))] if isinstance(place.data, list) else [place]
    found: list[str] = []
    for at in places:
        if at.data == "grid":
            found += board(task).spots
        elif isinstance(at.data, str) and at.data in task.by_name:
            found.append(at.data)
        else:
            shown = f"'{at.data}'" if isinstance(at.data, str) else "this"
            hint = did_you_mean(str(at.data), ("grid", *task.by_name))
            raise at.error(f"{shown} is neither 'grid' nor a cell", hint=hint)
    return tuple(dict.fromkeys(found))


# -- givens that clash ---------------------------------------------------------------------------------------


def clashing(task: Task, facts: Sequence[Fact]) -> dict[tuple[str, str], list[str]]:
    """Every two cells that facts give the same digit in one unit, the earlier fact first, with the labels of units."""
    given = {fact.variable: fact for fact in facts if fact.domain.is_fixed}
    found: dict[tuple[str, str], list[str]] = {}
    for condition in task.conditions:
        cells = [name for name in different_cells(condition) or () if name in given]
        for one, other in combinations(cells, 2):
            if given[one].domain == given[other].domain:
                pair = (one, other) if _order(given[one]) <= _order(given[other]) else (other, one)
                found.setdefault(pair, []).append(condition.label or str(condition))
    return found


def _clashes(task: Task, place: Place) -> Iterator[Problem]:
    """A problem for every two givens with the same digit in one unit, at the later of the two."""
    given = {fact.variable: fact for fact in task.given if fact.domain.is_fixed}
    found = clashing(task, task.given)
    for number, ((one, other), labels) in enumerate(found.items()):
        if number == MOST_CLASHES:
            yield Problem(f"{len(found) - MOST_CLASHES} more pairs of givens clash")
            return
        yield _clash(place, given[one], given[other], labels)


def _order(fact: Fact) -> tuple[int, int]:
    return (fact.origin.line, fact.origin.column) if isinstance(fact.origin, Mark) else (0, 0)


def _clash(place: Place, first: Fact, second: Fact, labels: Sequence[str]) -> Problem:
    (digit,) = _values(first)
    units = labels[0] + (f" (and in {listed(labels[1:])})" if labels[1:] else "")
    message = f"{first.variable} and {second.variable} are both {digit} in {units}"
    return _problem(place, message, second.origin, f"{first.variable} = {digit} stands at {first.origin}")


def _problem(place: Place, message: str, origin: object, hint: str) -> Problem:
    mark = origin if isinstance(origin, Mark) else place.mark()
    return Problem(message, mark, place.document.line(mark), hint)


def _values(fact: Fact) -> tuple[Value, ...]:
    assert isinstance(fact.domain, Finite), "givens of a finite task are finite"
    return fact.domain.values
