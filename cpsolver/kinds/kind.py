"""The contract of a kind: one folder in `kinds/` with `KIND`. Nothing else is edited to add one.

1. `formulate` takes validated data with its places; it ignores no key; it raises only `SpecError`.
2. It returns a task without looking at solvers; equal specs give equal tasks.
3. A technique yields models whose recombination is sound.
4. `depict` works on any knowledge of the task, from nothing known to solved.
5. `narrate` never solves; all it needs is in the step.
6. No function of a kind prints, reads files or the clock, or imports another kind, a solver or a renderer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cpsolver.picture import joined, plain
from cpsolver.task.task import Fact, Task, Variable

if TYPE_CHECKING:
    # what is only spoken of here: loading it would make every kind wait for what one of them needs
    from numpy.typing import NDArray

    from cpsolver.auxiliary.diagnosis import Diagnosis, Solve
    from cpsolver.auxiliary.model import Technique
    from cpsolver.picture import Graph, Marker, Picture, Said, SentenceRole
    from cpsolver.spec.document import Document
    from cpsolver.spec.expected import Expected
    from cpsolver.spec.loading import Spec
    from cpsolver.spec.puzzle import Composer, GoOn, Grade, Measures, Wishes, Workshop
    from cpsolver.spec.schema import ModelShape, SpecShape
    from cpsolver.spec.stream import NumberedLine, Stream
    from cpsolver.task.axis import Axis
    from cpsolver.task.derivation import Derivation, Step
    from cpsolver.task.domain import Value
    from cpsolver.task.knowledge import Knowledge
    from cpsolver.task.task import Solution


@dataclass(frozen=True)
class Chapter:
    """Substeps that belong together, such as those of one case.

    heading: what is said before them
    count:   how many there are; those after the last chapter's stand by themselves
    closing: what is said after them
    """

    heading: Said
    count: int
    closing: Said = ""
    role: SentenceRole = "plain"


@dataclass(frozen=True)
class Narration:
    """A step in words.

    name:     of the technique, as people of the field call it
    sentence: the step; stands before its substeps
    details:  particulars, a sentence each
    reasons:  what was known, a sentence each; asked for only where a step is looked at closely
    closing:  what is said after the substeps, where there are any
    role:     how the sentence is shown
    minor:    bookkeeping that a text folds away unless it is asked for
    lead:     what is said before the name
    title:    what stands before the sentence in the place of the name
    counted:  whether a telling numbers the steps of this title in its order: `auxiliary task 2`
    body:     lines that belong to the sentence and are never folded away
    closely:  lines between sentence and body; asked for only where a step is looked at closely
    after:    after so many lines of the body they stand
    chapters: how the substeps are grouped
    """

    name: str
    sentence: Said
    details: tuple[Said, ...] = ()
    reasons: Callable[[], tuple[Said, ...]] = tuple
    markers: tuple[Marker, ...] = ()
    closing: Said = ""
    role: SentenceRole = "plain"
    minor: bool = False
    lead: Said = ""
    title: str = ""
    counted: bool = False
    body: tuple[Said, ...] = ()
    closely: Callable[[], tuple[Said, ...]] = tuple
    after: int = 0
    chapters: tuple[Chapter, ...] = ()

    @property
    def whole(self) -> str:
        """Lead, title and sentence as text alone."""
        return plain(joined(self.lead, f"{self.title}: " if self.title else "", self.sentence))

    @property
    def lines(self) -> tuple[str, ...]:
        """Body and details as text alone."""
        return tuple(plain(line) for line in (*self.body, *self.details))


@dataclass(frozen=True)
class Share:
    """What an uncertain given contributes to the variance of a quantity: a part, all of them together 1."""

    given: str
    part: float


@dataclass(frozen=True)
class Spread:
    """The standard uncertainty of a value; None where there is none to be had, and the note says why."""

    sigma: float | None
    shares: tuple[Share, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Shown:
    """A value as people read it: the text, and for machines the number and the unit apart.

    spread: how uncertain the value is, in the unit shown; None for one that is exact
    """

    text: str
    value: Value
    unit: str = ""
    spread: Spread | None = None


@dataclass(frozen=True)
class Rows:
    """What follows for many points of a sweep at once. A point may have several rows, one a solution, or none.

    point:   the number of each row's point
    columns: the values of the quantities found, in base units, a place for each row
    undone:  the points of which this does not tell; they are to be solved one by one
    open:    the points whose rows may not be all solutions
    sigmas:  how uncertain the quantities are, by the uncertain givens; NaN where that is not to be had
    """

    point: NDArray  # type: ignore[type-arg]
    columns: Mapping[str, NDArray]  # type: ignore[type-arg]
    undone: NDArray  # type: ignore[type-arg]
    open: NDArray  # type: ignore[type-arg]
    sigmas: Mapping[str, NDArray] = field(default_factory=dict)  # type: ignore[type-arg]


@dataclass(frozen=True)
class Sweeping:
    """How tasks of a kind are solved for many values of their givens.

    axes: (task) → the swept givens with all their values; the task itself is that of the first point
    at:   (task, values of the swept givens) → the task of one point. Raises: ValueError, why there is none
    rows: (task, axes) → the solutions of all points that can be worked out together
    outside: (task, axes) → the points at which a given lies outside its range, in order, and what is to be said of it
    """

    axes: Callable[[Task], tuple[Axis, ...]]
    at: Callable[[Task, Mapping[str, Value]], Task]
    rows: Callable[[Task, tuple[Axis, ...]], Rows]
    outside: Callable[[Task, tuple[Axis, ...]], tuple[NDArray, tuple[str, ...]]]  # type: ignore[type-arg]


@dataclass(frozen=True)
class Table:
    """Many tasks of one model that differ in nothing but what is given, as an array.

    model:  the text of a spec that gives nothing
    rows:   which of the texts these tasks were, in order
    givens: a row each, a column for every variable of that spec's task: the number of the value given in the domain,
            from 1; 0 where nothing is given
    signs:  how the values are written, a sign each, in an answer of one line
    """

    model: str
    rows: NDArray  # type: ignore[type-arg]
    givens: NDArray  # type: ignore[type-arg]
    signs: str


@dataclass(frozen=True)
class Wanted:
    """Which techniques to use, and how.

    scale:  the document that says in which order, and how hard each is; None where a kind has none
    names:  of techniques to use; none for all
    units:  names of the kind of units to look at alone; none for all
    unique: whether techniques may be used that rely on the solution being the only one
    """

    scale: Document | None = None
    names: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    unique: bool = False


@dataclass(frozen=True)
class Shortest:
    """Techniques whose derivation uses the fewest formulas, and in words what is proven of their number."""

    techniques: tuple[Technique, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """Where somebody who plays a task stands.

    entries: what the player has entered, beside the givens
    marks:   which values the player has noted of a variable: that it is one of these
    seconds: of play so far
    """

    entries: tuple[Fact, ...] = ()
    marks: tuple[Fact, ...] = ()
    seconds: int = 0

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All of it as facts."""
        return (*self.entries, *self.marks)


State = Literal["givens", "current", "solution"]
"""What of a task is written out: its givens alone, with what was entered, or with its solution as entered."""


@dataclass(frozen=True)
class Writable:
    """A task to be written in a format of players.

    document: as it was read; where it has a record, the task itself may not be known
    solution: values to be written as entered, where the state is `solution`
    """

    document: Document
    state: State = "givens"
    spec: Spec | None = None
    task: Task | None = None
    position: Position | None = None
    solution: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Proven:
    """A printed equation checked by itself: at how many points it was found to hold, or one where it does not."""

    text: str
    points: int
    failure: str = ""


def show_plainly(variable: Variable, value: Value) -> Shown:
    """A value without unit: its own text."""
    return Shown(str(value).lower() if isinstance(value, bool) else str(value), value)


def diagnose_plainly(task: Task, solve: Solve) -> Diagnosis:
    """The four verdicts as they are found of any finite task."""
    from cpsolver.auxiliary.diagnosis import diagnose

    return diagnose(task, solve)


def no_remarks(task: Task, names: Collection[str]) -> tuple[str, ...]:
    """None: nothing is to be noted of such a task."""
    return ()


def nothing_missing(task: Task) -> tuple[str, ...]:
    """Nothing: what is not found in such a task is a matter of time, not of data."""
    return ()


@dataclass(frozen=True)
class Kind:
    """A family of tasks: how to read, decompose, draw and word them. What has a default a kind may leave out.

    Every kind:
    spec_shape, model_shape: pydantic models of what such a spec and such a model may hold
    techniques: easiest first
    depict:     (task, knowledge, step or None) → picture of that moment
    narrate:    (task, step) → the step in words
    expected:   (spec, task) → what `expect:` says, its errors with places
    graph:      (task, derivation or None) → the dependency or constraint graph, the path taken marked
    solvers:    names, by preference: the first is the default
    show:       a value as people read it
    diagnose:   the four verdicts of `check`
    missing:    (task) → what would have to be known for an answer, in words, where none can be found
    remarks:    (task, names) → what is to be noted with every answer that speaks of these variables, in words
    refuted:    (task without solution, solve) → what of it contradicts what, in words
    put_back:   (task, solution, derivation) → the solution put back into all conditions, laid out

    Kinds of quantities:
    measured:   (task, solutions, derivation) → the task whose variables know how uncertain their values in these
                solutions are, and what else is to be said of that
    sweeping:   how tasks are solved for many values of their givens
    shortest:   (task, solve) → the techniques of the shortest derivation, and what is proven of it
    prove:      (task, step) → the equations that a step prints, each checked by itself at random points

    Kinds with formats of their players:
    recognise:  (text, source) → a spec document, if the text is a task in a format of this kind's players
    split:      (lines) → the tasks in a text that holds several in such a format; None, nothing read, if it does not
    tabulate:   (texts) → those of the texts that are the plainest such tasks, as an array; None if there are none
    one_line:   (task, solution) → the solution as players write it on one line; None where they do not
    formats:    () → the names of the formats that `publish` writes, with a line on each
    publish:    (writable, format) → the task in a format of players, and in words what that cannot carry.
                Raises: UnknownName; UnsupportedTask if the format cannot hold the task at all

    Kinds that are played:
    position:   (spec, task) → the state of play that a spec holds; its errors with places
    judge:      (task, position, solve) → verdicts on what was entered, by the rules
    pencilled:  (task, knowledge) → what is known with what it plainly excludes: what people write down beside

    Kinds whose techniques are ordered and scored by a scale:
    scale:      name of the scale used where none is named: a file in the folder `scales` of the kind
    arrange:    (wanted) → the techniques put together as the loop uses them; None if they are taken as they are.
                Raises: UnsupportedTask with the nearest name, SpecError for a wrong scale
    grade:      (task with one solution, scale, go on) → how hard it is for people; None if that cannot be told
    measures:   (task, nodes of a search) → what can be counted of it
    compose:    (task with nothing given, wishes, workshop) → what composes puzzles of it
    """

    name: str
    summary: str
    spec_shape: type[SpecShape]
    model_shape: type[ModelShape]
    formulate: Callable[[Spec], Task]
    techniques: tuple[Technique, ...]
    depict: Callable[[Task, Knowledge, Step | None], Picture]
    narrate: Callable[[Task, Step], Narration]
    expected: Callable[[Spec, Task], Expected]
    graph: Callable[[Task, Derivation | None], Graph]
    solvers: tuple[str, ...]
    show: Callable[[Variable, Value], Shown] = show_plainly
    diagnose: Callable[[Task, Solve], Diagnosis] = diagnose_plainly
    missing: Callable[[Task], tuple[str, ...]] = nothing_missing
    remarks: Callable[[Task, Collection[str]], tuple[str, ...]] = no_remarks
    refuted: Callable[[Task, Solve], tuple[str, ...]] | None = None
    put_back: Callable[[Task, Solution, Derivation | None], tuple[Picture, ...]] | None = None
    measured: Callable[[Task, Sequence[Solution], Derivation | None], tuple[Task, tuple[str, ...]]] | None = None
    sweeping: Sweeping | None = None
    shortest: Callable[[Task, Solve], Shortest] | None = None
    prove: Callable[[Task, Step], Iterator[Proven]] | None = None
    recognise: Callable[[str, str], Document | None] | None = None
    split: Callable[[Stream], Iterator[NumberedLine] | None] | None = None
    tabulate: Callable[[Sequence[str]], Table | None] | None = None
    one_line: Callable[[Task, Mapping[str, Value]], str | None] | None = None
    formats: Callable[[], Mapping[str, str]] | None = None
    publish: Callable[[Writable, str], tuple[str, tuple[str, ...]]] | None = None
    position: Callable[[Spec, Task], Position] | None = None
    judge: Callable[[Task, Position, Solve], Diagnosis] | None = None
    pencilled: Callable[[Task, Knowledge], Knowledge] | None = None
    scale: str | None = None
    arrange: Callable[[Wanted], tuple[Technique, ...]] | None = None
    grade: Callable[[Task, Document, GoOn], Grade | None] | None = None
    measures: Callable[[Task, int | None], Measures] | None = None
    compose: Callable[[Task, Wishes, Workshop], Composer] | None = None
