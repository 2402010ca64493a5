"""Small random finite tasks for Hypothesis, and their solutions by brute force.

    @given(random_tasks())
    def test_…(task): assert solution_set(solve(task, everything).solutions) == solution_set(brute_force(task))

Expressions mix linear, arithmetic, Boolean and global functions; whatever may be undefined (division by 0, an
index out of range) is so now and then.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from hypothesis import strategies as st

from cpsolver.task.condition import Relation
from cpsolver.task.domain import Finite, Value
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.objectives import Worth, is_better, objectives, worth
from cpsolver.task.task import Aim, Fact, Objective, Solution, Sought, Task, Variable

COLOURS = ("red", "green", "blue")
NUMERIC = ("+", "-", "*", "neg", "//", "%", "div", "mod", "min", "max", "abs", "sum", "count", "if", "element")
BOOLEAN = ("compare", "and", "or", "not", "xor", "->", "<->", "all_different", "in", "table", "all_equal", "increasing")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
UNARY = ("neg", "abs", "not")
VARIADIC = ("min", "max", "sum", "count", "and", "or", "all_different", "all_equal", "increasing")


def brute_force(task: Task) -> list[Solution]:
    """All solutions, by trying every assignment and asking `task.violations`."""
    names = [variable.name for variable in task.variables]
    domains = [variable.domain.values for variable in task.variables if isinstance(variable.domain, Finite)]
    candidates = (dict(zip(names, values, strict=True)) for values in product(*domains))
    return [candidate for candidate in candidates if not task.violations(candidate)]


def solution_set(solutions: Iterable[Solution]) -> frozenset[tuple[tuple[str, str, Value], ...]]:
    """Solutions as a set, whatever their order; True is another value than 1."""
    return frozenset(
        tuple(sorted((name, type(value).__name__, value) for name, value in solution.items())) for solution in solutions
    )


def best_value(task: Task) -> Value | None:
    """The best value of the first objective over all solutions, by brute force; None if there is none."""
    found = best_worth(task)
    return None if found is None else found[0]


def best_worth(task: Task, solutions: Iterable[Solution] | None = None) -> Worth | None:
    """What the objectives are worth in the best of all solutions in which each is defined; None if there is none."""
    wanted, best = objectives(task), None
    assert wanted
    for solution in brute_force(task) if solutions is None else solutions:
        try:
            found = worth(task, solution)
        except Undefined:
            continue
        if best is None or is_better(wanted, found, best):
            best = found
    return best


@st.composite
def random_tasks(
    draw: st.DrawFn,
    numeric: tuple[str, ...] = NUMERIC,
    boolean: tuple[str, ...] = BOOLEAN,
    symbols: bool = True,
    objective: bool = False,
) -> Task:
    """A task of at most four numeric variables and, with `symbols`, perhaps two coloured ones; at most 4 conditions.

    numeric, boolean: the functions to draw from
    objective:        also draw something to minimize or maximize (aim BEST)
    """
    numbers = draw(st.lists(_number_domains, min_size=1, max_size=4))
    variables = [Variable("xyzw"[i], Finite(values)) for i, values in enumerate(numbers)]
    painted = draw(st.integers(0, 2)) if symbols else 0
    variables += [Variable("pq"[i], Finite(COLOURS)) for i in range(painted)]
    words = _Words(tuple("xyzw"[: len(numbers)]), tuple("pq"[:painted]), numeric, boolean)
    conditions = draw(st.lists(words.truths(2).map(Relation), max_size=4))
    given = draw(st.lists(st.sampled_from(variables).flatmap(_facts), max_size=1))
    names = tuple(variable.name for variable in variables)
    aim = Objective(draw(words.numbers(1)), draw(st.booleans())) if objective else None
    sought = Sought(names, Aim.BEST if objective else Aim.ALL, aim)
    return Task("random", "csp", tuple(variables), tuple(conditions), tuple(given), sought)


_number_domains = st.one_of(
    st.tuples(st.integers(-3, 3), st.integers(1, 4)).map(lambda t: tuple(range(t[0], t[0] + t[1]))),
    st.lists(st.integers(-5, 9), min_size=1, max_size=4, unique=True).map(tuple),
    st.just((False, True)),
)


def _facts(variable: Variable) -> st.SearchStrategy[Fact]:
    assert isinstance(variable.domain, Finite)
    some = st.lists(st.sampled_from(variable.domain.values), min_size=1, max_size=2, unique=True)
    return some.map(lambda values: Fact(variable.name, Finite(tuple(values))))


class _Words:
    """The expressions over some variables."""

    def __init__(
        self, numbers: tuple[str, ...], colours: tuple[str, ...], numeric: tuple[str, ...], boolean: tuple[str, ...]
    ) -> None:
        self.names = st.sampled_from([Name(name) for name in numbers])
        self.coloured = [Name(name) for name in colours]
        self.numeric, self.boolean = numeric, boolean

    def numbers(self, depth: int) -> st.SearchStrategy[Node]:
        """Numeric expressions."""
        leaves = self.names | st.integers(-3, 4).map(Constant)
        if depth == 0:
            return leaves
        return leaves | self.names | st.sampled_from(self.numeric).flatmap(lambda name: self._numeric(name, depth - 1))

    def _numeric(self, name: str, depth: int) -> st.SearchStrategy[Node]:
        below = self.truths(0) if name == "count" else self.numbers(depth)
        if name == "if":
            return st.tuples(self.truths(0), below, below).map(lambda items: Call("if", items))
        if name == "element":
            items = st.lists(below, min_size=1, max_size=3)
            return st.tuples(self.numbers(0), items).map(lambda t: _element(*t))
        return _calls(name, below)

    def truths(self, depth: int) -> st.SearchStrategy[Node]:
        """Boolean expressions."""
        compared = st.sampled_from(COMPARISONS).flatmap(lambda name: _calls(name, self.numbers(min(depth, 1))))
        if self.coloured:
            compared |= self._colours()
        if depth == 0:
            return compared
        return compared | st.sampled_from(self.boolean).flatmap(lambda name: self._boolean(name, depth - 1))

    def _boolean(self, name: str, depth: int) -> st.SearchStrategy[Node]:
        if name == "compare":
            return st.sampled_from(COMPARISONS).flatmap(lambda found: _calls(found, self.numbers(2)))
        if name == "table":
            return self._table()
        if name == "in":
            values = st.lists(st.integers(-2, 4).map(Constant), max_size=3).map(lambda items: Collection(tuple(items)))
            return st.tuples(self.numbers(1), values).map(lambda items: Call("in", items))
        over_numbers = name in ("all_different", "all_equal", "increasing")
        return _calls(name, self.numbers(1) if over_numbers else self.truths(depth))

    def _table(self) -> st.SearchStrategy[Node]:
        def rows(size: int) -> st.SearchStrategy[Node]:
            row = st.tuples(*[st.integers(-1, 3).map(Constant)] * size).map(Collection)
            variables = st.tuples(*[self.names] * size).map(Collection)
            return st.tuples(variables, st.lists(row, max_size=6).map(lambda items: Collection(tuple(items)))).map(
                lambda items: Call("table", items)
            )

        return st.integers(1, 3).flatmap(rows)

    def _colours(self) -> st.SearchStrategy[Node]:
        leaves = st.sampled_from([*self.coloured, *map(Constant, COLOURS)])
        return st.sampled_from(("=", "!=", "all_different")).flatmap(lambda name: _calls(name, leaves))


def _calls(name: str, arguments: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    least, most = (1, 1) if name in UNARY else (1, 3) if name in VARIADIC else (2, 2)
    return st.lists(arguments, min_size=least, max_size=most).map(lambda items: Call(name, tuple(items)))


def _element(index: Node, items: list[Node]) -> Node:
    keys = Collection(tuple(Constant(i) for i in range(1, len(items) + 1)))
    return Call("element", (index, Collection(tuple(items)), keys))
