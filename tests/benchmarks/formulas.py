"""The formula tasks of the shelf by cpsolver, SymPy, GEKKO and SciPy, in one run: right, incomplete, silently wrong.

    python tests/benchmarks/formulas.py [--seconds 10] [SPEC ...]

Every peer is given the formulas that cpsolver's own derivation used, in base units and with the givens put in, so that
none fails for what it need not know. SymPy's `solve` gets them with real symbols, GEKKO with the ranges as bounds and
the comparisons as inequalities, SciPy's `fsolve` as a square system; the last two start from 1, as their examples do.

What is right is not cpsolver's word: every answer of anyone is put into all formulas, rules and ranges of the task,
and those of all that stand make the list of answers that each is measured by; `expect:` of the spec must be among them.

    right         exactly the answers there are
    with extra    all of them, and others that a rule or a range forbids
    incomplete    some of them, or none: it gave up, said that it failed, or took too long
    wrong         an answer that does not satisfy the task, given without a word
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cpsolver import api, library
from cpsolver.api.tasks import Loaded
from cpsolver.errors import CpsolverError
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.symbolic.translation import constructors
from cpsolver.task.condition import Condition, Equation, Relation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.evaluation import compiled
from cpsolver.task.expression import Call, Constant, Name, Node
from cpsolver.task.functions import Undefined
from cpsolver.task.result import Settings, Status
from cpsolver.task.task import Fact, Task

SAME = 1e-6
"""Two answers that differ by less, relative, are one."""

Values = dict[str, float]


@dataclass(frozen=True)
class Question:
    """What a peer is asked: the formulas used, what is known, what is sought."""

    task: Task
    equations: tuple[Equation, ...]
    known: Mapping[str, float]

    @property
    def unknown(self) -> list[str]:
        """The quantities in the formulas that are not known."""
        return list(dict.fromkeys(n for e in self.equations for n in e.scope if n not in self.known))

    @property
    def sought(self) -> tuple[str, ...]:
        """What is wanted of the answer."""
        return self.task.sought.variables


def question_of(loaded: Loaded) -> Question:
    """The formulas that the derivation used; all of them where it has none."""
    task = loaded.task
    derivation = api.explain(loaded, seconds=20).answer.derivation
    labels: set[str] = set()
    steps = list(derivation.steps) if derivation else []
    while steps:
        step = steps.pop()
        steps += step.substeps
        labels |= set(step.conditions)
    equations = tuple(c for c in task.conditions if isinstance(c, Equation))
    used = tuple(e for e in equations if (e.label or str(e)) in labels) or equations
    known = {f.variable: float(f.domain.value) for f in task.given if isinstance(f.domain, Finite)}  # type: ignore[arg-type]
    return Question(task, used, known)


# -- the peers ---------------------------------------------------------------------------------------------------


def by_cpsolver(question: Question) -> list[Values]:
    """All answers, by the generator."""
    loaded = api.load(question.task.name)
    answer = api.solve(loaded, every=True)
    return [{n: float(s[n]) for n in question.sought if n in s} for s in answer.solutions]  # type: ignore[arg-type]


def translated(node: Node, table: Mapping[str, Callable[..., Any]], names: Mapping[str, Any]) -> Any:
    """The expression in a peer's own terms."""
    if isinstance(node, Name):
        return names[node.name]
    if isinstance(node, Constant):
        return float(node.value) if not isinstance(node.value, int) else node.value  # type: ignore[arg-type]
    assert isinstance(node, Call)
    return table[node.function](*(translated(a, table, names) for a in node.arguments))


def by_sympy(question: Question) -> list[Values]:
    """`sympy.solve` on all formulas together, real symbols, numbers as exact as they were given."""
    import sympy

    symbols = {name: sympy.Symbol(f"q{i}", real=True) for i, name in enumerate(question.unknown)}
    names = {**{n: sympy.nsimplify(v, rational=True) for n, v in question.known.items()}, **symbols}
    table = constructors()
    sides = [translated(e.left, table, names) - translated(e.right, table, names) for e in question.equations]
    found = sympy.solve(sides, list(symbols.values()), dict=True)
    answers: list[Values] = []
    for one in found:
        try:
            answers.append({n: float(sympy.N(one[symbols[n]])) for n in question.sought if n in symbols})
        except (KeyError, TypeError):
            continue
    return answers


def by_gekko(question: Question) -> list[Values]:
    """GEKKO's own solver on the machine, with bounds and inequalities, started at 1."""
    from gekko import GEKKO  # type: ignore[import-untyped]

    model = GEKKO(remote=False)
    variables = {name: model.Var(value=1.0, **_bounds(question.task, name)) for name in question.unknown}
    names = {**question.known, **variables}
    table = {**constructors_of(model), **_PLAIN}
    for equation in question.equations:
        model.Equation(translated(equation.left, table, names) == translated(equation.right, table, names))
    for condition in question.task.conditions:
        _compared(model, condition, table, names)
    model.solve(disp=False)
    return [{n: float(variables[n].value[0]) for n in question.sought if n in variables}]


def _bounds(task: Task, name: str) -> dict[str, float]:
    domain = task.by_name[name].domain
    found = {}
    if isinstance(domain, Reals):
        found = {"lb": domain.lower, "ub": domain.upper}
    return {key: float(value) for key, value in found.items() if value is not None}


def _compared(model: Any, condition: Condition, table: Mapping[str, Any], names: Mapping[str, Any]) -> None:
    node = condition.expression
    if not isinstance(condition, Relation) or not isinstance(node, Call):
        return
    if node.function in ("<", "<=", ">", ">=") and all(n in names for n in condition.scope):
        a, b = (translated(argument, table, names) for argument in node.arguments)
        model.Equation(a <= b if node.function in ("<", "<=") else a >= b)


_PLAIN: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "^": lambda a, b: a**b,
    "sum": lambda *items: sum(items[1:], items[0]),
    "product": lambda *items: math.prod(items[1:], start=items[0]),
}


def constructors_of(model: Any) -> dict[str, Callable[..., Any]]:
    """GEKKO's functions by our names."""
    names = ("sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan")
    return {**{name: getattr(model, name) for name in names}, "abs": model.abs}


def by_fsolve(question: Question) -> list[Values]:
    """SciPy's `fsolve` on the square system, started at 1; it is taken at its word that it converged."""
    import numpy as np
    from scipy.optimize import fsolve  # type: ignore[import-untyped]

    names = question.unknown
    sides = [(compiled(e.left), compiled(e.right)) for e in question.equations]

    def residuals(x: Any) -> list[float]:
        values = {**question.known, **dict(zip(names, map(float, x), strict=True))}
        found = []
        for left, right in sides:
            try:
                found.append(float(left(values) - right(values)))  # type: ignore[operator]
            except (Undefined, OverflowError, ZeroDivisionError):
                found.append(float("nan"))
        return found

    root, _, flag, _ = fsolve(residuals, np.ones(len(names)), full_output=True)
    if flag != 1:
        return []
    return [{n: float(v) for n, v in zip(names, root, strict=True) if n in question.sought}]


PEERS: dict[str, Callable[[Question], list[Values]]] = {
    "cpsolver": by_cpsolver,
    "SymPy solve": by_sympy,
    "GEKKO": by_gekko,
    "SciPy fsolve": by_fsolve,
}
LOADS = {"cpsolver": "cpsolver.api.solving", "SymPy solve": "sympy", "GEKKO": "gekko", "SciPy fsolve": "scipy.optimize"}


# -- one run -----------------------------------------------------------------------------------------------------


def _child(peer: str, question: Question, channel: Any) -> None:
    __import__(LOADS[peer])
    channel.send("ready")
    start = time.perf_counter()
    try:
        found: Any = PEERS[peer](question)
    except Exception as error:
        found = f"{type(error).__name__}"
    channel.send((found, time.perf_counter() - start))


def asked(peer: str, question: Question, seconds: float) -> tuple[list[Values] | None, float]:
    """What a peer answers within the time, in a process of its own; None if it failed and said so."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_child, args=(peer, question, there))
    process.start()
    there.close()
    try:
        here.recv()
        if here.poll(seconds):
            found, took = here.recv()
            return (None if isinstance(found, str) else found), took
    except EOFError:
        pass
    finally:
        process.kill()
        process.join()
    return None, seconds


def _is_same(one: Values, other: Values, names: Sequence[str]) -> bool:
    return all(abs(one[n] - other[n]) <= SAME * max(abs(one[n]), abs(other[n]), 1e-300) for n in names)


def holds(question: Question, answer: Values) -> bool:
    """Whether an answer, put into the formulas used together with what follows from it, breaks nothing."""
    if any(n not in answer or not math.isfinite(answer[n]) for n in question.sought):
        return False
    task = question.task
    supposed = {n: answer[n] for n in question.sought}
    values = {**question.known, **supposed}
    if any(v not in task.by_name[n].domain for n, v in supposed.items()):
        return False
    closed = [c for c in task.conditions if all(n in values for n in c.scope)]
    if any(not _nearly(c, values) for c in closed):
        return False
    rest = [n for n in question.unknown if n not in values]
    if not rest:
        return True
    facts = tuple(Fact(n, Finite((v,))) for n, v in supposed.items())
    open_ = tuple(c for c in task.conditions if any(n in rest for n in c.scope) or isinstance(c, Relation))
    smaller = replace(
        task, conditions=open_, given=(*task.given, *facts), sought=replace(task.sought, variables=(rest[0],))
    )
    result = SOLVERS.get("formula_graph").solve(smaller, Settings(seconds=5.0))
    return result.status is not Status.UNSATISFIABLE


def _nearly(condition: Condition, values: Mapping[str, float]) -> bool:
    if not isinstance(condition, Equation):
        return condition.holds(values)
    try:
        left, right = compiled(condition.left)(values), compiled(condition.right)(values)
    except (Undefined, OverflowError):
        return False
    size = max(abs(float(left)), abs(float(right)), condition._size(values))  # type: ignore[arg-type]
    return abs(float(left) - float(right)) <= 1e-6 * size  # type: ignore[arg-type]


def verdict(found: list[Values] | None, truths: list[Values], sought: Sequence[str]) -> str:
    """How an answer compares with the answers there are."""
    if not found:
        return "right" if found is not None and not truths else "incomplete"
    full = [f for f in found if all(n in f and math.isfinite(f[n]) for n in sought)]
    good = [f for f in full if any(_is_same(f, t, sought) for t in truths)]
    missing = [t for t in truths if not any(_is_same(f, t, sought) for f in full)]
    if not full:
        return "incomplete"
    if not missing:
        return "right" if len(good) == len(full) else "with extra"
    return "incomplete" if good else "wrong"


def main() -> None:
    """Print a row for each task where not all are right, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specs", nargs="*")
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    counts: dict[str, Counter[str]] = {peer: Counter() for peer in PEERS}
    times: dict[str, list[float]] = {peer: [] for peer in PEERS}
    for name in chosen.specs or library.names("specs"):
        loaded = _formula_task(name)
        if loaded is None:
            continue
        question = question_of(loaded)
        answers = {peer: asked(peer, question, chosen.seconds) for peer in PEERS}
        truths: list[Values] = []
        for found, _ in answers.values():
            for one in found or ():
                if holds(question, one) and not any(_is_same(one, t, question.sought) for t in truths):
                    truths.append(one)
        said = {peer: verdict(found, truths, question.sought) for peer, (found, _) in answers.items()}
        for peer, word in said.items():
            counts[peer][word] += 1
            times[peer].append(answers[peer][1])
        if set(said.values()) != {"right"}:
            print(f"{name:40}", *(f"{word:12}" for word in said.values()), flush=True)
    heads = ("right", "with extra", "incomplete", "wrong", "median ms", "x cpsolver")
    print("\n" + " " * 14, *(f"{head:>11}" for head in heads))
    own = statistics.median(times["cpsolver"])
    for peer, count in counts.items():
        middle = statistics.median(times[peer])
        row = [f"{count[head]:11}" for head in heads[:4]] + [f"{middle * 1e3:11.1f}", f"{middle / own:11.2f}"]
        print(f"{peer:14}", *row)


def _formula_task(name: str) -> Loaded | None:
    """The task, if it is one of formulas with a single set of givens."""
    try:
        loaded = api.load(name)
    except CpsolverError:
        return None
    return loaded if loaded.kind.name == "formulas" else None


if __name__ == "__main__":
    main()
