"""Sixteen classic problems, each as the text of a spec and as one would write it directly in OR-tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from ortools.sat.python import cp_model

Direct = Callable[[cp_model.CpModel], None]


@dataclass(frozen=True)
class Classic:
    """A problem: `spec` is the model in YAML, `direct` adds the same to a CP-SAT model."""

    name: str
    spec: str
    direct: Direct

    @property
    def text(self) -> str:
        """The whole spec."""
        lines = "".join(f"  {line}\n" for line in self.spec.strip("\n").split("\n"))
        return f"model:\n  kind: csp\n{lines}"

    def built(self) -> cp_model.CpModel:
        """The model written by hand."""
        model = cp_model.CpModel()
        self.direct(model)
        return model


def numbers(model: cp_model.CpModel, count: int, low: int, high: int) -> list[cp_model.IntVar]:
    """So many variables from low to high."""
    return [model.new_int_var(low, high, f"v{number}") for number in range(count)]


# -- puzzles -------------------------------------------------------------------------------------------------


def queens(model: cp_model.CpModel) -> None:
    """Twelve queens."""
    queen = numbers(model, 12, 1, 12)
    model.add_all_different(queen)
    model.add_all_different([queen[i] + i for i in range(12)])
    model.add_all_different([queen[i] - i for i in range(12)])


QUEENS = """
parameters: {n: 12}
variables:
  queen[1..n]: 1..n
conditions:
  - all_different(queen)
  - all_different(queen[i] + i for i in 1..n)
  - all_different(queen[i] - i for i in 1..n)
"""


def money(model: cp_model.CpModel) -> None:
    """SEND + MORE = MONEY."""
    s, m = numbers(model, 2, 1, 9)
    e, n, d, o, r, y = numbers(model, 6, 0, 9)
    model.add_all_different(s, e, n, d, m, o, r, y)
    left = 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
    model.add(left == 10000 * m + 1000 * o + 100 * n + 10 * e + y)


MONEY = """
variables:
  S, M: 1..9
  E, N, D, O, R, Y: 0..9
conditions:
  - all_different(S, E, N, D, M, O, R, Y)
  - 1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E = 10000*M + 1000*O + 100*N + 10*E + Y
"""


def magic(model: cp_model.CpModel) -> None:
    """A magic square of order 4."""
    cell = [numbers(model, 4, 1, 16) for _ in range(4)]
    model.add_all_different([value for row in cell for value in row])
    for i in range(4):
        model.add(sum(cell[i]) == 34)
        model.add(sum(cell[j][i] for j in range(4)) == 34)
    model.add(sum(cell[i][i] for i in range(4)) == 34)
    model.add(sum(cell[i][3 - i] for i in range(4)) == 34)


MAGIC = """
parameters: {n: 4}
variables:
  cell[1..n, 1..n]: 1..n*n
conditions:
  - all_different(cell)
  - sum(cell[i, *]) = 34 for i in 1..n
  - sum(cell[*, i]) = 34 for i in 1..n
  - sum(cell[i, i] for i in 1..n) = 34
  - sum(cell[i, n + 1 - i] for i in 1..n) = 34
"""

HOUSES = (  # noqa: SIM905  # five rows of five words
    "english spaniard japanese ukrainian norwegian red green white yellow blue "
    "dog snails fox horse zebra coffee tea milk juice water gold kools chesterfields lucky parliaments"
).split()


def zebra(model: cp_model.CpModel) -> None:
    """Who owns the zebra?"""
    at = {name: model.new_int_var(1, 5, name) for name in HOUSES}
    for first in range(0, 25, 5):
        model.add_all_different([at[name] for name in HOUSES[first : first + 5]])
    same = (
        "english red spaniard dog coffee green ukrainian tea gold snails kools yellow lucky juice japanese parliaments"
    )
    words = same.split()
    for one, other in zip(words[::2], words[1::2], strict=True):
        model.add(at[one] == at[other])
    model.add(at["green"] == at["white"] + 1)
    model.add(at["milk"] == 3)
    model.add(at["norwegian"] == 1)
    for one, other in (("chesterfields", "fox"), ("kools", "horse"), ("norwegian", "blue")):
        distance = model.new_int_var(0, 4, "")
        model.add_abs_equality(distance, at[one] - at[other])
        model.add(distance == 1)


ZEBRA = """
variables:
  english, spaniard, japanese, ukrainian, norwegian: 1..5
  red, green, white, yellow, blue: 1..5
  dog, snails, fox, horse, zebra: 1..5
  coffee, tea, milk, juice, water: 1..5
  gold, kools, chesterfields, lucky, parliaments: 1..5
conditions:
  - all_different(english, spaniard, japanese, ukrainian, norwegian)
  - all_different(red, green, white, yellow, blue)
  - all_different(dog, snails, fox, horse, zebra)
  - all_different(coffee, tea, milk, juice, water)
  - all_different(gold, kools, chesterfields, lucky, parliaments)
  - english = red
  - spaniard = dog
  - coffee = green
  - ukrainian = tea
  - gold = snails
  - kools = yellow
  - lucky = juice
  - japanese = parliaments
  - green = white + 1
  - milk = 3
  - norwegian = 1
  - abs(chesterfields - fox) = 1
  - abs(kools - horse) = 1
  - abs(norwegian - blue) = 1
"""


def langford(model: cp_model.CpModel) -> None:
    """Langford pairs of 8."""
    first = numbers(model, 8, 1, 16)
    model.add_all_different([*first, *(first[i] + i + 2 for i in range(8))])
    for i in range(8):
        model.add(first[i] + i + 2 <= 16)


LANGFORD = """
parameters: {n: 8}
variables:
  first[1..n]: 1..2*n
conditions:
  - all_different([first[i] for i in 1..n], [first[i] + i + 1 for i in 1..n])
  - first[i] + i + 1 <= 2*n for i in 1..n
"""

GRID = ".35.7......6195...89.....6...8.6...3..48.3..1..7.2...6.6....28....419..5....8..79"


def sudoku(model: cp_model.CpModel) -> None:
    """A sudoku, its givens as domains."""
    cell = [model.new_int_var(1, 9, "") if sign == "." else model.new_constant(int(sign)) for sign in GRID]
    for i in range(9):
        box = 27 * (i // 3) + 3 * (i % 3)
        model.add_all_different(cell[9 * i : 9 * i + 9])
        model.add_all_different(cell[i::9])
        model.add_all_different([cell[box + 9 * (k // 3) + k % 3] for k in range(9)])


SUDOKU = """
variables:
  cell[1..9, 1..9]: 1..9
conditions:
  - all_different(cell[i, *]) for i in 1..9
  - all_different(cell[*, i]) for i in 1..9
  - all_different(cell[3*a + i, 3*b + j] for i in 1..3, j in 1..3) for a in 0..2, b in 0..2
""" + "".join(f"  - cell[{i // 9 + 1}, {i % 9 + 1}] = {sign}\n" for i, sign in enumerate(GRID) if sign != ".")

CLUES = [[3], [1, 1], [5], [1, 1], [1, 1]]


def rows_of(clue: list[int], length: int) -> list[tuple[int, ...]]:
    """All rows of a nonogram that fit a clue."""

    def grown(rest: list[int], room: int) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield (0,) * room
            return
        for before in range(room - sum(rest) - len(rest) + 2):
            block = (0,) * before + (1,) * rest[0] + ((0,) if len(rest) > 1 else ())
            for tail in grown(rest[1:], room - len(block)):
                yield block + tail

    return list(grown(clue, length))


def nonogram(model: cp_model.CpModel) -> None:
    """A small nonogram, each line a table."""
    cell = [numbers(model, 5, 0, 1) for _ in range(5)]
    for i, clue in enumerate(CLUES):
        model.add_allowed_assignments(cell[i], rows_of(clue, 5))
        model.add_allowed_assignments([cell[j][i] for j in range(5)], rows_of(CLUES[i], 5))


NONOGRAM = "variables:\n  cell[1..5, 1..5]: 0..1\nconditions:\n" + "".join(
    f"  - table(cell[{at}], {[list(row) for row in rows_of(clue, 5)]})\n"
    for i, clue in enumerate(CLUES)
    for at in (f"{i + 1}, *", f"*, {i + 1}")
)

# -- combinatorics -------------------------------------------------------------------------------------------


def golomb(model: cp_model.CpModel) -> None:
    """The shortest Golomb ruler of 7 marks."""
    mark = numbers(model, 7, 0, 40)
    model.add(mark[0] == 0)
    for a, b in pairwise(mark):
        model.add(a < b)
    model.add_all_different([b - a for a, b in combinations(mark, 2)])
    model.minimize(mark[6])


GOLOMB = """
parameters: {n: 7}
variables:
  mark[1..n]: 0..40
conditions:
  - mark[1] = 0
  - mark[i] < mark[i + 1] for i in 1..n - 1
  - all_different(mark[j] - mark[i] for i in 1..n, j in 1..n where i < j)
minimize: mark[n]
"""


def all_interval(model: cp_model.CpModel) -> None:
    """The all-interval series of 10."""
    tone, step = numbers(model, 10, 0, 9), numbers(model, 9, 1, 9)
    model.add_all_different(tone)
    model.add_all_different(step)
    for i in range(9):
        model.add_abs_equality(step[i], tone[i + 1] - tone[i])


ALL_INTERVAL = """
parameters: {n: 10}
variables:
  tone[1..n]: 0..n - 1
  step[1..n - 1]: 1..n - 1
conditions:
  - all_different(tone)
  - all_different(step)
  - step[i] = abs(tone[i + 1] - tone[i]) for i in 1..n - 1
"""


def latin(model: cp_model.CpModel) -> None:
    """Two orthogonal Latin squares of order 5."""
    one, other = ([numbers(model, 5, 1, 5) for _ in range(5)] for _ in "ab")
    for square in (one, other):
        for i in range(5):
            model.add_all_different(square[i])
            model.add_all_different([square[j][i] for j in range(5)])
    model.add_all_different([5 * one[i][j] + other[i][j] for i in range(5) for j in range(5)])


LATIN = """
parameters: {n: 5}
variables:
  one[1..n, 1..n], other[1..n, 1..n]: 1..n
conditions:
  - all_different(one[i, *]) for i in 1..n
  - all_different(one[*, i]) for i in 1..n
  - all_different(other[i, *]) for i in 1..n
  - all_different(other[*, i]) for i in 1..n
  - all_different(5*one[i, j] + other[i, j] for i in 1..n, j in 1..n)
"""


def golfers(model: cp_model.CpModel) -> None:
    """Nine golfers in threes for three weeks: no two meet twice."""
    plays = [[[model.new_bool_var("") for _ in range(3)] for _ in range(3)] for _ in range(9)]
    for player in plays:
        for week in player:
            model.add(sum(week) == 1)
    for w in range(3):
        for g in range(3):
            model.add(sum(plays[p][w][g] for p in range(9)) == 3)
    for p, q in combinations(range(9), 2):
        met = []
        for w in range(3):
            for g in range(3):
                both = model.new_bool_var("")
                model.add(both >= plays[p][w][g] + plays[q][w][g] - 1)
                met.append(both)
        model.add(sum(met) <= 1)


GOLFERS = """
variables:
  plays[1..9, 1..3, 1..3]: 0..1
  both[p in 1..9, q in 1..9, w in 1..3, g in 1..3]: {domain: 0..1, where: p < q}
conditions:
  - sum(plays[p, w, *]) = 1 for p in 1..9, w in 1..3
  - sum(plays[*, w, g]) = 3 for w in 1..3, g in 1..3
  - for: p in 1..9, q in 1..9, w in 1..3, g in 1..3
    where: p < q
    require: both[p, q, w, g] >= plays[p, w, g] + plays[q, w, g] - 1
  - sum(both[p, q, w, g] for w in 1..3, g in 1..3) <= 1 for p in 1..9, q in 1..9 where p < q
"""

# -- graphs, packing, scheduling -----------------------------------------------------------------------------

EDGES = [(i, i % 5 + 1) for i in range(1, 6)] + [(i, i + 5) for i in range(1, 6)]
EDGES += [(6 + i, 6 + (i + 2) % 5) for i in range(5)]


def colouring(model: cp_model.CpModel) -> None:
    """The Petersen graph in three colours."""
    paint = numbers(model, 10, 1, 3)
    for a, b in EDGES:
        model.add(paint[a - 1] != paint[b - 1])


COLOURING = f"""
sets:
  edge: {[list(edge) for edge in EDGES]}
variables:
  paint[1..10]: 1..3
conditions:
  - for: (a, b) in edge
    require: paint[a] != paint[b]
"""

WEIGHTS = [12, 7, 11, 8, 9, 14, 6, 13, 10, 5, 15, 4]
VALUES = [24, 13, 23, 15, 16, 30, 11, 27, 19, 9, 31, 6]


def knapsack(model: cp_model.CpModel) -> None:
    """Twelve things, each up to three times."""
    take = numbers(model, 12, 0, 3)
    model.add(sum(w * x for w, x in zip(WEIGHTS, take, strict=True)) <= 90)
    model.maximize(sum(v * x for v, x in zip(VALUES, take, strict=True)))


KNAPSACK = f"""
parameters:
  weight: {WEIGHTS}
  value: {VALUES}
variables:
  take[1..12]: 0..3
conditions:
  - sum(weight[i]*take[i] for i in 1..12) <= 90
maximize: sum(value[i]*take[i] for i in 1..12)
"""


def bins(model: cp_model.CpModel) -> None:
    """Twelve things into as few bins of 30 as can be."""
    inside = [[model.new_bool_var("") for _ in range(6)] for _ in range(12)]
    used = [model.new_bool_var("") for _ in range(6)]
    for row in inside:
        model.add(sum(row) == 1)
    for b in range(6):
        model.add(sum(WEIGHTS[i] * inside[i][b] for i in range(12)) <= 30 * used[b])
    model.minimize(sum(used))


BINS = f"""
parameters:
  weight: {WEIGHTS}
variables:
  inside[1..12, 1..6], used[1..6]: 0..1
conditions:
  - sum(inside[i, *]) = 1 for i in 1..12
  - sum(weight[i]*inside[i, b] for i in 1..12) <= 30*used[b] for b in 1..6
minimize: sum(used)
"""

FT06 = [
    [(3, 1), (1, 3), (2, 6), (4, 7), (6, 3), (5, 6)],
    [(2, 8), (3, 5), (5, 10), (6, 10), (1, 10), (4, 4)],
    [(3, 5), (4, 4), (6, 8), (1, 9), (2, 1), (5, 7)],
    [(2, 5), (1, 5), (3, 5), (4, 3), (5, 8), (6, 9)],
    [(3, 9), (2, 3), (5, 5), (6, 4), (1, 3), (4, 1)],
    [(2, 3), (4, 3), (6, 9), (1, 10), (5, 4), (3, 1)],
]
"""Machine and time of each step. Source: Fisher and Thompson, Probabilistic learning combinations (1963)."""


def jobshop(model: cp_model.CpModel) -> None:
    """The job shop ft06; its optimum is 55."""
    end = model.new_int_var(0, 100, "end")
    start = [numbers(model, 6, 0, 100) for _ in FT06]
    on: dict[int, list[cp_model.IntervalVar]] = {}
    for job, steps in zip(start, FT06, strict=True):
        for at, (machine, time) in zip(job, steps, strict=True):
            on.setdefault(machine, []).append(model.new_fixed_size_interval_var(at, time, ""))
        for k in range(5):
            model.add(job[k + 1] >= job[k] + steps[k][1])
        model.add(end >= job[5] + steps[5][1])
    for machine in range(1, 7):
        model.add_no_overlap(on[machine])
    model.minimize(end)


JOBSHOP = f"""
parameters:
  machine: {[[machine for machine, _ in steps] for steps in FT06]}
  time: {[[time for _, time in steps] for steps in FT06]}
variables:
  end: 0..100
  start[1..6, 1..6]: 0..100
conditions:
  - start[j, k + 1] >= start[j, k] + time[j][k] for j in 1..6, k in 1..5
  - end >= start[j, 6] + time[j][6] for j in 1..6
  - for: m in 1..6
    require: >-
      disjunctive([start[j, k] for j in 1..6, k in 1..6 where machine[j][k] = m],
      [time[j][k] for j in 1..6, k in 1..6 where machine[j][k] = m])
minimize: end
"""

CARS = [(1, (1, 0, 1, 1, 0)), (1, (0, 0, 0, 1, 0)), (2, (0, 1, 0, 0, 1)), (2, (0, 1, 0, 1, 0)), (2, (1, 0, 1, 0, 0)),
        (2, (1, 1, 0, 0, 0))]  # fmt: skip
CAPACITY = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)]
"""Of so many cars in a row so many may have the option. Source: Dincbas, Simonis, Van Hentenryck (1988)."""


def cars(model: cp_model.CpModel) -> None:
    """Ten cars of six classes in a row."""
    made = [[model.new_bool_var("") for _ in CARS] for _ in range(10)]
    for row in made:
        model.add(sum(row) == 1)
    for c, (demand, _) in enumerate(CARS):
        model.add(sum(row[c] for row in made) == demand)
    for option, (most, length) in enumerate(CAPACITY):
        classes = [c for c, (_, options) in enumerate(CARS) if options[option]]
        for first in range(11 - length):
            model.add(sum(made[s][c] for s in range(first, first + length) for c in classes) <= most)


SEQUENCING = f"""
parameters:
  demand: {[demand for demand, _ in CARS]}
  option: {[list(options) for _, options in CARS]}
  most: {[most for most, _ in CAPACITY]}
  length: {[length for _, length in CAPACITY]}
variables:
  made[1..10, 1..6]: 0..1
conditions:
  - sum(made[s, *]) = 1 for s in 1..10
  - sum(made[*, c]) = demand[c] for c in 1..6
  - for: o in 1..5, first in 1..11 - length[o]
    require: >-
      sum(made[s, c] for s in first..first + length[o] - 1, c in 1..6 where option[c][o] = 1) <= most[o]
"""

CLASSICS = (
    Classic("queens 12", QUEENS, queens),
    Classic("send more money", MONEY, money),
    Classic("magic square 4", MAGIC, magic),
    Classic("zebra", ZEBRA, zebra),
    Classic("langford 8", LANGFORD, langford),
    Classic("sudoku", SUDOKU, sudoku),
    Classic("nonogram 5×5", NONOGRAM, nonogram),
    Classic("golomb 7", GOLOMB, golomb),
    Classic("all-interval 10", ALL_INTERVAL, all_interval),
    Classic("graeco-latin 5", LATIN, latin),
    Classic("social golfers 3-3-3", GOLFERS, golfers),
    Classic("petersen colouring", COLOURING, colouring),
    Classic("knapsack 12", KNAPSACK, knapsack),
    Classic("bin packing 12", BINS, bins),
    Classic("job shop ft06", JOBSHOP, jobshop),
    Classic("car sequencing 10", SEQUENCING, cars),
)
