"""How long a plan takes, from 20 to 2,000 formulas, and how the time grows with their number.

    python tests/benchmarks/plan.py

Generated models: sums, products, quotients, squares and differences of three or four quantities each, everything being
found from a fifth as many known quantities. Printed are medians of CPU time: of a first plan, which turns every formula
round for the quantities it may give; of a plan when the structure is known, as at each step of a derivation; of the
search for an easier derivation of one goal; and of what is determined with blocks, a tenth of the data being withheld.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from cpsolver.kinds.formulas.easiest import easier
from cpsolver.kinds.formulas.plan import determined, plan
from cpsolver.kinds.formulas.structure import structure_of
from cpsolver.task.condition import Equation
from cpsolver.task.domain import Finite, Reals
from cpsolver.task.knowledge import Knowledge
from cpsolver.task.parser import parse_expression

SIZES = (20, 50, 100, 200, 500, 1000, 2000)
SHAPES = ("{q} = {a} + {b}*{c}", "{q} = {a}*{b}", "{a} = {q}/{b}", "{a} = {q} - {b} + {c}", "{q} = {a}^2 + {b}")
RUNS = 15
WINDOW = 40
"""A formula uses quantities among the last so many, so that derivations are deep."""


def model(count: int, seed: int = 1) -> tuple[list[Equation], list[str]]:
    """So many formulas in any order, and the known quantities."""
    choose = random.Random(seed)
    known = [f"k{number}" for number in range(max(3, count // 5))]
    names, formulas = list(known), []
    for number in range(count):
        a, b, c = choose.sample(names[-WINDOW:], 3)
        text = choose.choice(SHAPES).format(q=f"q{number}", a=a, b=b, c=c)
        formulas.append(Equation(parse_expression(text), label=text))
        names.append(f"q{number}")
    choose.shuffle(formulas)
    return formulas, known


def milliseconds(run: Callable[[], object], times: int = RUNS) -> float:
    """The median of CPU time."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        run()
        taken.append(time.process_time() - start)
    return 1000 * statistics.median(taken)


def measured(count: int) -> tuple[float, float, float, float]:
    """First plan, plan again, easier derivation, and what blocks determine, in milliseconds."""
    formulas, known = model(count)
    first = milliseconds(lambda: plan(formulas, known), 1)

    def again() -> object:
        structure_of(formulas).plans.clear()
        return plan(formulas, known)

    planned = plan(formulas, known)
    knowledge = Knowledge({name: Reals() for name in planned.costs} | {name: Finite((2,)) for name in known})
    goal = max(planned.ways, key=lambda name: planned.costs[name])

    def improved() -> object:
        structure_of(formulas).plans.clear()
        return easier(formulas, planned, knowledge, [goal])

    withheld = known[len(known) // 10 + 1 :]

    def together() -> object:
        structure_of(formulas).plans.clear()
        return determined(formulas, withheld)

    return first, milliseconds(again), milliseconds(improved, 5), milliseconds(together, 3)


def main() -> None:
    """Print a row for each size, and how the time of a plan grows from the row before."""
    print(f"{'formulas':>8}  {'first':>9}  {'again':>9}  {'growth':>14}  {'easier':>9}  {'with blocks':>11}")
    before: tuple[int, float] | None = None
    for count in SIZES:
        first, again, improved, together = measured(count)
        growth = "" if before is None else f"{again / before[1]:.2f} for {count / before[0]:.1f}"
        print(f"{count:>8}  {first:>6.2f} ms  {again:>6.3f} ms  {growth:>14}  {improved:>6.2f} ms  {together:>8.2f} ms")
        before = count, again


if __name__ == "__main__":
    main()
