"""The shapes of the answer for machines, `format: cpsolver/1`. Within this number keys are only ever added.

Every key is always there: null, or an empty list, where there is nothing to say.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictBool, StrictFloat, StrictInt, StrictStr
from typing_extensions import TypeAliasType

FORMAT = "cpsolver/1"

Scalar = StrictBool | StrictInt | StrictFloat | StrictStr
"""A value: true or false, a number, a symbol."""

StatusName = Literal["satisfied", "all_solutions", "optimal", "unsatisfiable", "unknown", "invalid"]


class Record(BaseModel):
    """What all parts of an answer have in common: they do not change, and an unknown key is left aside."""

    model_config = ConfigDict(
        frozen=True,
        validate_by_name=True,
        validate_by_alias=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )


class Quantity(Record):
    """A value with its unit."""

    value: Scalar
    unit: str


class Uncertain(Record):
    """A value with its standard uncertainty, and the part of its variance that comes from each given."""

    value: Scalar
    uncertainty: float
    unit: str
    budget: dict[str, float]


ValueRecord = Scalar | Quantity | Uncertain
Nested = TypeAliasType("Nested", "list[Nested] | ValueRecord")


class Place(Record):
    """A place in a file; line and column count from 1."""

    source: str
    line: int
    column: int


class StepNumber(Record):
    """The step a fact comes from."""

    step: int


Origin = Place | StepNumber | None


class Interval(Record):
    """Real numbers between two bounds; null is no bound, *open* leaves the bound itself out."""

    lower: Scalar | None
    upper: Scalar | None
    lower_open: bool
    upper_open: bool


class Is(Record):
    """A fact: the variable has this value."""

    variable: str
    value: Annotated[ValueRecord, Field(alias="is")]
    origin: Origin = None


class In(Record):
    """A fact: the variable has one of these values, or lies in this interval. No value at all is a contradiction."""

    variable: str
    values: Annotated[list[ValueRecord] | Interval, Field(alias="in")]
    origin: Origin = None


class Not(Record):
    """A fact: the variable has none of these values."""

    variable: str
    values: Annotated[list[ValueRecord], Field(alias="not")]
    origin: Origin = None


FactRecord = Is | In | Not


class StepRecord(Record):
    """One step of a derivation."""

    number: int
    technique: str
    """The technique's own name."""
    name: str
    """What people call this step."""
    sentence: str
    details: list[str] = []
    forced: bool = True
    """True if it follows; false if it was chosen among several possibilities."""
    conditions: list[str] = []
    """Labels of the conditions used."""
    premises: list[FactRecord] = []
    conclusions: list[FactRecord] = []
    lemmas: list[str] = []
    """Conditions derived, such as a formula rearranged."""
    substeps: list[StepRecord] = []
    difficulty: int = 0


class StatisticsRecord(Record):
    """What the search cost; null where a solver does not count it."""

    seconds: float = 0.0
    calls: int | None = None
    tried: int | None = None
    nodes: int | None = None
    depth: int | None = None
    backtracks: int | None = None
    conflicts: int | None = None
    """How often the search came to a contradiction."""
    restarts: int | None = None
    """How often it began anew."""
    at_depth: list[int] = []
    """How often the search stood at each depth: the index is the number of variables with a value."""


class ProblemRecord(Record):
    """What is wrong with a spec, and where."""

    file: str | None
    line: int | None
    column: int | None
    message: str
    hint: str = ""


class ExpectRecord(Record):
    """A line of the spec's `expect:` and what came out."""

    what: str
    expected: Scalar | Quantity | None
    found: Scalar | Quantity | None
    met: bool | None
    """null where the answer is not known."""


class VerdictRecord(Record):
    """What `check` says of a task: completeness, consistency, necessity or sufficiency; null is not known."""

    name: str
    holds: bool | None
    sentence: str
    details: list[str] = []


class MemberRecord(Record):
    """A given or a condition of a contradiction: what it is called, where it stands, what it says."""

    label: str
    expression: str
    given: bool
    place: Place | None


class ConflictRecord(Record):
    """Why there is no solution: givens and conditions that have none together, and what to drop."""

    members: list[MemberRecord]
    irreducible: bool
    """Whether it is proven that none can be spared."""
    smallest: bool
    """Whether it is proven that no contradiction has fewer members."""
    at_least: int
    """No contradiction has fewer members than this: proven."""
    drops: list[list[MemberRecord]]
    """What to drop: each of these is enough, the first is proposed."""
    fewest: bool
    """Whether it is proven that to drop fewer is not enough."""


class RowRecord(Record):
    """One solver of a comparison. `agrees`: with the others, where both have proven something; else null."""

    solver: str
    status: StatusName
    seconds: float
    nodes: int | None = None
    depth: int | None = None
    backtracks: int | None = None
    calls: int | None = None
    tried: int | None = None
    conflicts: int | None = None
    restarts: int | None = None
    solutions: int | None = None
    """How many were found."""
    objectives: list[ValueRecord] = []
    """What the first is worth by each objective."""
    agrees: bool | None = None
    note: str = ""


class GradeRecord(Record):
    """How hard a task is for people; what is not known is null."""

    scale: str | None
    """The title of the scale."""
    level: str | None
    score: StrictInt | StrictFloat | None
    hardest: str | None
    """The hardest technique used."""
    used: dict[str, int] = {}
    """How often each technique was used, in the scale's order."""
    steps: int | None = None
    solved: bool | None = None
    """Whether these techniques solve it, without a choice; if not, the score is of the steps before they end."""
    givens: int
    spread: dict[str, float] = {}
    """The variance of the number of givens over the rows, the columns, the boxes."""
    nodes: int | None = None
    """The assignments of a recursion until it has proved that there is no second solution."""


class PuzzleRecord(Record):
    """One puzzle of `generate`, a line of `--jsonl`."""

    format: Literal["cpsolver/1"] = "cpsolver/1"
    command: str = "generate"
    model: str
    number: int
    """From 1; 0 for the nearest puzzle that was found where not all wishes could be met."""
    seed: int
    puzzle: str | None = None
    """On one line, as players write it, where they do."""
    spec: str
    """As the text of a spec."""
    solution: str | None = None
    """On one line; the only one, or one of several."""
    clues: int
    minimal: bool | None = None
    """Whether no clue is spare; null if that was not looked at."""
    solutions: StrictInt | StrictStr
    """How many there are: 1 is proved; `1000 or more` where counting ended."""
    grade: GradeRecord | None = None
    unmet: list[str] = []
    """The wishes that the nearest puzzle does not meet."""


Count = StrictInt | Literal["2 or more"] | None
"""A number of solutions."""


class LineRecord(Record):
    """One line for one task of many, as `solve --jsonl` and `check --unique --jsonl` print it for a list of tasks.

    Its keys mean what they mean in an answer.
    """

    format: Literal["cpsolver/1"] = "cpsolver/1"
    command: str
    file: str
    line: int
    """Where the task begins; 0 for one on the shelf or given as an argument."""
    input: str
    """The task as it was written, if that is one line; else `sha256:` and the digest of its text."""
    solver: str | None = None
    status: StatusName
    unique: bool | None = None
    count: Count = None
    worked_from: str | None = None
    solutions: list[str | dict[str, ValueRecord]] = []
    """Each as players write it on one line where they do, else variable → value."""
    note: str = ""
    problems: list[ProblemRecord] = []


class SolutionRecord(Record):
    """One solution of `solve --all --jsonl`, on a line of its own as soon as it is found."""

    format: Literal["cpsolver/1"] = "cpsolver/1"
    command: str = "solve"
    task: str
    number: int
    """From 1, in the order in which they are found."""
    solution: dict[str, ValueRecord]
    arrays: dict[str, Nested] = {}


class PreferenceRecord(Record):
    """A soft condition, and what it costs if it is not met."""

    label: str
    weight: Scalar
    met: bool
    file: str | None = None
    line: int | None = None
    column: int | None = None


class ColumnRecord(Record):
    """A column of a sweep's table; `swept` if it holds a given.

    of: the quantity that the column is of; where it is not the name, as in `± x`, the column is how uncertain it is
    """

    name: str
    unit: str
    swept: bool
    of: str


class SweepRecord(Record):
    """The table of a sweep: a row for each solution of each point, null where a point has none."""

    columns: list[ColumnRecord]
    rows: list[list[float | None]]
    points: int
    without_solution: int
    not_known: int


class AnswerRecord(Record):
    """What every command prints with `--json`, and one line of `--jsonl`."""

    format: Literal["cpsolver/1"] = "cpsolver/1"
    command: str
    task: str | None = None
    kind: str | None = None
    solver: str | None = None
    status: StatusName | None = None
    """`unknown` is never *no*; `invalid` is a wrong spec; null where nothing was to be solved."""
    solutions: list[dict[str, ValueRecord]] = []
    arrays: list[dict[str, Nested]] = []
    """For every solution its arrays as nested lists."""
    unique: bool | None = None
    """Whether the solution is the only one; null if that is not known, or if there is none. Of `check --unique`:
    false if there is none."""
    objective: ValueRecord | None = None
    objectives: list[ValueRecord] = []
    """What the first solution is worth by each objective, in their order; `objective` is the first of them."""
    bound: ValueRecord | None = None
    """No solution is better by the first objective: proven, where the search for the best was cut short."""
    gap: float | None = None
    """How far the best known may be from the best, as a share of it: 0 where it is proven best; null if not known."""
    preferences: list[PreferenceRecord] = []
    """The soft conditions, and whether the first solution meets each."""
    domains: dict[str, list[ValueRecord]] | None = None
    """Of `solve --narrow`, in the place of solutions: for every variable sought the values it has in some solution."""
    found: int | None = None
    """How many solutions were found; of `--all --jsonl` each stands on a line of its own before this one."""
    statistics: StatisticsRecord | None = None
    sweep: SweepRecord | None = None
    """Where givens are swept: the table of all points, in the place of solutions."""
    steps: list[StepRecord] = []
    problems: list[ProblemRecord] = []
    note: str = ""
    expect: list[ExpectRecord] | None = None
    grade: GradeRecord | None = None
    """Of `grade`: null for any other command."""
    puzzles: list[PuzzleRecord] = []
    """Of `generate`: the puzzles; one that does not meet all wishes has the number 0 and stands last."""
    verdicts: list[VerdictRecord] = []
    conflict: ConflictRecord | None = None
    """Of a finite task without solution: what contradicts what; null where that was not worked out."""
    rows: list[RowRecord] = []
    agree: bool | None = None
    """Of a comparison: whether all solvers that proved something agree."""
    pictures: list[dict[str, JsonValue]] = []
    """What would be drawn, as data; the key `picture` of each tells its shape."""
    tasks: list[AnswerRecord] = []
    """Of several tasks asked for at once: the answer to each."""
    file: str | None = None
    """Of one task of many: the file or list it stands in."""
    line: int | None = None
    """Of one task of many: the line where it begins; 0 for one on the shelf or given as an argument."""
    input: str | None = None
    """Of one task of many: as it was written, if that is one line; else `sha256:` and the digest of its text."""
    count: Count = None
    """Of `check --unique`: the number of solutions; the search ends at the second. Of `solve --count`: how many there
    are, proven. Null if not known."""
    worked_from: str | None = None
    """Of `check --unique`: what the verdict rests on, the givens."""
