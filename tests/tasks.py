"""Tasks built in Python, for tests of what lies below the spec language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cpsolver.task.condition import Condition, Relation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.task import Aim, Fact, Objective, Sought, Task, Variable

STAR_BURST_LEO = "9..1.4..2.8..6..7..........4.......1.7.....3.3.......7..........3..7..8.1..2.9..4"
AGAINST_NAIVE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVENTEEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"


def call(function: str, *arguments: Node | Value) -> Call:
    """A call; plain values become constants and no text is a name: a symbol is `Constant("red")`."""
    return Call(function, tuple(item if isinstance(item, Node) else Constant(item) for item in arguments))


def row(*items: Node | Value) -> Collection:
    """A list of nodes or constants."""
    return Collection(tuple(item if isinstance(item, Node) else Constant(item) for item in items))


def variable(name: str, values: Iterable[Value]) -> Variable:
    """A variable over these values."""
    return Variable(name, Finite.of(values))


def finite_task(
    domains: Mapping[str, Iterable[Value]],
    *conditions: Node | Condition,
    given: Mapping[str, Value] | None = None,
    aim: Aim = Aim.ONE,
    objective: Objective | None = None,
) -> Task:
    """The task of these conditions over these domains; everything is sought."""
    return Task(
        "test",
        "csp",
        tuple(variable(name, values) for name, values in domains.items()),
        tuple(item if isinstance(item, Condition) else Relation(item) for item in conditions),
        tuple(Fact(name, Finite((value,))) for name, value in (given or {}).items()),
        Sought(tuple(domains), aim, objective),
    )


def cell(r: int, c: int) -> str:
    """The name of the cell in row r, column c, counted from 1."""
    return f"r{r}c{c}"


def units(box_rows: int = 3, box_columns: int = 3) -> dict[str, tuple[str, ...]]:
    """Rows, columns and boxes by label."""
    n = box_rows * box_columns
    span = range(1, n + 1)
    found = {f"row {r}": tuple(cell(r, c) for c in span) for r in span}
    found |= {f"column {c}": tuple(cell(r, c) for r in span) for c in span}
    for b in range(n):
        top, left = b // box_rows * box_rows, b % box_rows * box_columns
        found[f"box {b + 1}"] = tuple(cell(top + k // box_columns + 1, left + k % box_columns + 1) for k in range(n))
    return found


def different(label: str, names: Sequence[str]) -> Relation:
    """An all-different over variables."""
    return Relation(Call("all_different", tuple(map(Name, names))), label=label)


def sudoku_task(grid: str, aim: Aim = Aim.ONE, box: tuple[int, int] = (3, 3)) -> Task:
    """A sudoku: all-different conditions over r1c1 … in row-major order; `.` and `0` are empty cells."""
    n = box[0] * box[1]
    cells = [cell(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    given = tuple(Fact(name, Finite((int(sign),))) for name, sign in zip(cells, grid, strict=True) if sign not in ".0")
    conditions = tuple(different(label, names) for label, names in units(*box).items())
    variables = tuple(variable(name, range(1, n + 1)) for name in cells)
    return Task("test", "sudoku", variables, conditions, given, Sought(tuple(cells), aim))


def queens_task(n: int, aim: Aim = Aim.ALL) -> Task:
    """n queens: the row of the queen in each column; rows and both kinds of diagonals all differ."""
    names = [f"queen[{i}]" for i in range(1, n + 1)]
    return finite_task(
        {name: range(1, n + 1) for name in names},
        different("rows", names),
        *(
            Relation(call("all_different", *(call(sign, Name(x), i) for i, x in enumerate(names, 1))), label=label)
            for sign, label in (("+", "rising diagonals"), ("-", "falling diagonals"))
        ),
        aim=aim,
    )


def word_value(word: str) -> Node:
    """The number a word spells: 1000*S + 100*E + …"""
    return call("sum", *(call("*", 10 ** (len(word) - 1 - i), Name(letter)) for i, letter in enumerate(word)))


def send_more_money() -> Task:
    """SEND + MORE = MONEY (Dudeney 1924): 9567 + 1085 = 10652 is the only solution."""
    letters = "SMENDORY"
    return finite_task(
        {letter: range(1, 10) if letter in "SM" else range(10) for letter in letters},
        different("letters differ", letters),
        call("=", call("+", word_value("SEND"), word_value("MORE")), word_value("MONEY")),
    )


BORDERS = ("WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "SA V", "Q NSW", "NSW V")


def map_colouring() -> Task:
    """The states of Australia in three colours: 18 solutions (Tasmania borders on none)."""
    return finite_task(
        dict.fromkeys(("WA", "NT", "SA", "Q", "NSW", "V", "T"), ("red", "green", "blue")),
        *(call("!=", *map(Name, border.split())) for border in BORDERS),
        aim=Aim.ALL,
    )


def magic_square(n: int) -> Task:
    """An n by n magic square of 1..n²."""
    span = range(1, n + 1)
    total = n * (n * n + 1) // 2
    lines = [[cell(r, c) for c in span] for r in span] + [[cell(r, c) for r in span] for c in span]
    lines += [[cell(i, i) for i in span], [cell(i, n + 1 - i) for i in span]]
    cells = [cell(r, c) for r in span for c in span]
    return finite_task(
        {name: range(1, n * n + 1) for name in cells},
        different("each number once", cells),
        *(call("=", call("sum", *map(Name, line)), total) for line in lines),
    )
