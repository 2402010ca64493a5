"""explain · graph: the derivation of an answer, and the picture of a task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cpsolver.api.answers import Answer, Drawing, Explanation
from cpsolver.api.measuring import measured, remarks_on
from cpsolver.api.shortening import shortest as fewest_formulas
from cpsolver.api.solving import Source, able, checked, is_forced, started_from
from cpsolver.api.tasks import Loaded, Parameters, Start, load
from cpsolver.api.techniques import techniques_of
from cpsolver.api.uniqueness import unique as uniqueness_of
from cpsolver.errors import SolverError, UnsupportedTask
from cpsolver.kinds.kind import Proven, Shortest
from cpsolver.solvers import SOLVERS
from cpsolver.task.derivation import Derivation
from cpsolver.task.domain import Finite
from cpsolver.task.result import Result, Settings, Status, never


def explain(
    source: Source,
    *,
    step: int | None = None,
    techniques: Sequence[str] = (),
    scale: str | None = None,
    units: Sequence[str] = (),
    unique: bool = False,
    once: bool = False,
    every: bool = False,
    candidates: bool = False,
    fine: bool = False,
    verify: bool = False,
    shortest: bool = False,
    verbose: bool = False,
    seconds: float | None = None,
    depth: int | None = None,
    parameters: Parameters | None = None,
    start: Start | None = None,
    stop: Callable[[], bool] = never,
) -> Explanation:
    """The derivation of the answer by the auxiliary-model generator.

    techniques: names of those allowed; none for all of the kind
    scale:      a scale of the kind, or the path of one: the order of techniques, and how hard each is
    units:      only auxiliary models of such units, where a kind has them: rows, columns, boxes
    unique:     prove first that the solution is the only one, and allow techniques that rely on it
    once:       solve the current auxiliary models a single time
    every:      solve auxiliary models until none yields, and choose nothing
    start:      where somebody plays the task: from its givens alone, which is the default, or from the current board
    candidates: show what each variable may be before and after
    shortest:   use the fewest formulas, and prove that fewer do not suffice: formula domains only
    verbose:    show the solution put back into all formulas, and to how many digits each value is confirmed
    verify:     check every equation of the steps by itself, at random points
    Raises: SpecError, UnknownName, UnsupportedTask; SolverError if an equation of the steps does not hold.
    """
    loaded = load(source, parameters).at(start)
    chosen = techniques_of(loaded.kind, techniques, scale, units, unique)
    if verify and loaded.kind.prove is None:
        raise UnsupportedTask(f"the steps of {loaded.name} have no equations to verify; formula domains have")
    if unique:
        _prove_unique(loaded, seconds, stop)
    fewest = _fewest(loaded, techniques, seconds, stop) if shortest else None
    settings = Settings(
        seconds=seconds,
        limit=seconds,
        solutions=1,
        depth=depth,
        techniques=fewest.techniques if fewest else chosen,
        once=once,
        choose=not (every or units or techniques),
        stop=stop,
    )
    solver = able("auxiliary", loaded)
    result = checked(solver.solve(loaded.task, settings), loaded.task, solver.name)
    answer = Answer(loaded, solver.name, result, result.unique, result.derivation if once else _needed(result, loaded))
    notes = (*_first_point(loaded), *remarks_on(answer), *started_from(answer, replace(settings, techniques=())))
    answer = replace(answer, notes=(*(fewest.notes if fewest else ()), *notes), verbose=verbose)
    return Explanation(measured(answer), step, fine, candidates, proven(answer) if verify else ())


def _needed(result: Result, loaded: Loaded) -> Derivation | None:
    """The steps that what is sought needs; all of them where there is no solution."""
    derivation = result.derivation
    if derivation and result.status.has_solution:
        return derivation.towards(loaded.task.sought.variables)
    return derivation


def _fewest(loaded: Loaded, techniques: Sequence[str], seconds: float | None, stop: Callable[[], bool]) -> Shortest:
    """The techniques of the shortest derivation. Raises: UnsupportedTask, also where techniques are named."""
    if techniques:
        raise UnsupportedTask("the shortest derivation uses all techniques; name none, or leave '--shortest' out")
    return fewest_formulas(loaded, seconds, stop)


def proven(answer: Answer) -> tuple[Proven, ...]:
    """The equations of the steps, each checked by itself.

    Raises: SolverError if one does not hold.
    """
    prove, task = answer.loaded.kind.prove, answer.loaded.task
    found = tuple(line for step in answer.derivation or () for line in prove(task, step)) if prove else ()
    failed = next((line for line in found if line.failure), None)
    if failed is not None:
        raise SolverError(f"the printed equation '{failed.text}' does not hold at {failed.failure}")
    return found


def _first_point(loaded: Loaded) -> tuple[str, ...]:
    """Of a sweep, that it is the first point whose derivation this is."""
    axes = loaded.kind.sweeping.axes(loaded.task) if loaded.kind.sweeping else ()
    if not axes:
        return ()
    given = {fact.variable: fact.domain for fact in loaded.task.given}
    first = {name: domain.value for name, domain in given.items() if isinstance(domain, Finite) and domain.is_fixed}
    show = loaded.kind.show
    at = ", ".join(f"{axis.name} = {show(loaded.task.by_name[axis.name], first[axis.name]).text}" for axis in axes)
    return (f"of the first point of the sweep: {at}; -p {axes[0].name}=… explains another",)


def _prove_unique(loaded: Loaded, seconds: float | None, stop: Callable[[], bool]) -> None:
    """Raises: UnsupportedTask unless the solution is proven to be the only one."""
    found = uniqueness_of(loaded, seconds=seconds, stop=stop)
    if found.unique is not True:
        what = "techniques that rely on one solution cannot be used"
        raise UnsupportedTask(f"{what} on {loaded.name}: {found.sentence}")


def graph(
    source: Source,
    *,
    every: bool = False,
    seconds: float | None = 10.0,
    parameters: Parameters | None = None,
    stop: Callable[[], bool] = never,
) -> Drawing:
    """The dependency or constraint graph of a task, the path to the answer marked.

    every: also what is not on the path, however much that is
    """
    loaded = load(source, parameters)
    solver = SOLVERS.get("auxiliary")
    if solver.refuses(loaded.task):
        return Drawing(Answer(loaded, "", Result(Status.UNKNOWN)), every)
    settings = Settings(seconds=seconds, limit=seconds, techniques=techniques_of(loaded.kind), stop=stop)
    result = checked(solver.solve(loaded.task, settings), loaded.task, solver.name)
    derivation = None
    if result.derivation is not None and result.status.has_solution and is_forced(result.derivation):
        derivation = result.derivation.towards(loaded.task.sought.variables)
    return Drawing(Answer(loaded, solver.name, result, result.unique, derivation), every)
