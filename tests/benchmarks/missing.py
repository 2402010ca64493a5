"""How long it takes to find all smallest sets of missing data, from 10 to 100 formulas.

    python tests/benchmarks/missing.py

Generated models: a third more quantities than formulas, each formula a sum or product of two to four of them; one
quantity is given, one is sought. Printed are median and maximum of CPU time over 30 models, and how often the smallest
sets had so many quantities.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.missing import additions
from cpsolver.task.task import Task

SIZES = (10, 20, 50, 100)
MODELS = 30


def task(count: int, seed: int) -> Task:
    """A task of so many formulas in which something is missing."""
    choose = random.Random(seed)
    names = [f"q{number}" for number in range(int(count * 1.3) + 3)]
    formulas = []
    for number in range(count):
        first, *others = choose.sample(names, choose.choice([2, 3, 3, 4]))
        formulas.append(f"  f{number}: {first} = {choose.choice([' + ', '*']).join(others)}")
    sought, given = choose.sample(names, 2)
    quantities = ", ".join(f"{name}: {{}}" for name in names)
    model = "\n".join(("model:", " kind: formulas", f" quantities: {{{quantities}}}", " formulas:", *formulas))
    return load(f"{model}\ngiven: {{{given}: 2}}\nfind: {sought}\n").task


def main() -> None:
    """Print the table."""
    print(f"{'formulas':>8} {'median ms':>10} {'max ms':>8}  sizes of the sets")
    for count in SIZES:
        taken, sizes = [], Counter[int]()
        for seed in range(MODELS):
            asked = task(count, seed)
            start = time.process_time()
            found = additions(asked)
            taken.append(1000 * (time.process_time() - start))
            sizes[len(found.sets[0]) if found.sets else 0] += 1
        said = ", ".join(f"{size}: {times}" for size, times in sorted(sizes.items()))
        print(f"{count:>8} {statistics.median(taken):>10.1f} {max(taken):>8.1f}  {said}")


if __name__ == "__main__":
    main()
