"""Facts of the shelf worked out by ways of their own: formulas, determinants, recursions, with no solver in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, cos, factorial, pi, prod
from typing import Any

import numpy as np
import pytest

from cpsolver import api


def expected(name: str) -> Any:
    """The number of solutions that a spec expects, or else the objective."""
    found = api.load(name).expected
    return found.objective if found.solutions is None else found.solutions


def parameters(name: str) -> Mapping[str, Any]:
    """What a spec says of parameters, numbers read as such."""
    data = api.load(name).document.data
    assert isinstance(data, dict)
    return _read(data["parameters"])  # type: ignore[no-any-return]


def _read(data: Any) -> Any:
    if isinstance(data, dict):
        return {int(key) if key.isdigit() else key: _read(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_read(item) for item in data]
    try:
        return Fraction(data)
    except ValueError:
        return data


@pytest.mark.parametrize(("name", "size"), [("graphs/dominoes-4", 4), ("graphs/dominoes-6", 6)])
def test_dominoes_are_as_many_as_kasteleyn_says(name: str, size: int) -> None:
    angles = [cos(pi * k / (size + 1)) ** 2 for k in range(1, size // 2 + 1)]

    assert expected(name) == round(prod(4 * a + 4 * b for a, b in product(angles, repeat=2)))


CUBE = [(a, a + b) for a in range(8) for b in (1, 2, 4) if a // b % 2 == 0]
COMPLETE = list(combinations(range(5), 2))
PETERSEN = [e for i in range(5) for e in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5))]


@pytest.mark.parametrize(("name", "edges"), [("graphs/cube-trees", CUBE), ("graphs/cayley", COMPLETE)])
def test_spanning_trees_are_as_many_as_kirchhoff_says(name: str, edges: Sequence[tuple[int, int]]) -> None:
    size = 1 + max(b for _, b in edges)
    laplacian = [[Fraction(0)] * size for _ in range(size)]
    for a, b in edges:
        laplacian[a][a] += 1
        laplacian[b][b] += 1
        laplacian[a][b] -= 1
        laplacian[b][a] -= 1

    assert expected(name) == _determinant([row[1:] for row in laplacian[1:]])


def _determinant(rows: list[list[Fraction]]) -> Fraction:
    found = Fraction(1)
    while rows:
        pivot = next(row for row in rows if row[0])
        found *= pivot[0] * (-1) ** rows.index(pivot)
        rest = [row for row in rows if row is not pivot]
        rows = [[x - row[0] / pivot[0] * y for x, y in zip(row[1:], pivot[1:], strict=True)] for row in rest]
    return found


def test_independent_sets_of_petersens_graph_are_counted_one_by_one() -> None:
    chosen = product((0, 1), repeat=10)

    assert expected("graphs/petersen-independent") == sum(not any(c[a] and c[b] for a, b in PETERSEN) for c in chosen)


def test_colourings_of_petersens_graph_are_counted_one_by_one() -> None:
    colours = product(range(3), repeat=10)

    assert expected("graphs/petersen-colouring") == sum(all(c[a] != c[b] for a, b in PETERSEN) for c in colours)


@pytest.mark.parametrize("name", ["finance/dollar", "finance/euro", "finance/pounds"])
def test_change_is_counted_coin_by_coin(name: str) -> None:
    given = parameters(name)
    ways = [1] + [0] * int(given["amount"])
    for coin in map(int, given["coins"]):
        for amount in range(coin, len(ways)):
            ways[amount] += ways[amount - coin]

    assert expected(name) == ways[-1]


@pytest.mark.parametrize("name", ["packing/knapsack", "packing/knapsack-15"])
def test_a_knapsack_is_packed_weight_by_weight(name: str) -> None:
    given = parameters(name)
    best = [0] * (int(given["capacity"]) + 1)
    for weight, worth in zip(given["weight"], given["worth"], strict=True):
        for left in range(len(best) - 1, int(weight) - 1, -1):
            best[left] = max(best[left], best[left - int(weight)] + worth)

    assert expected(name) == best[-1]


@pytest.mark.parametrize("name", ["graphs/burma14", "graphs/gr17"])
def test_the_shortest_round_is_found_set_by_set(name: str) -> None:
    distance = np.array([[int(d) for d in row] for row in parameters(name)["distance"]])
    size = len(distance) - 1
    best = np.full((1 << size, size), 1 << 30)  # over sets of cities without the first: the way there, by the last
    for city in range(size):
        best[1 << city, city] = distance[size, city]
    for cities in range(1, 1 << size):
        for last in range(size):
            if cities >> last & 1 and cities != 1 << last:
                best[cities, last] = (best[cities ^ 1 << last] + distance[:size, last]).min()

    assert expected(name) == (best[-1] + distance[:size, size]).min()


def test_stable_marriages_are_tried_one_by_one() -> None:
    given = parameters("assignment/stable-marriage")
    men, women = given["men"], given["women"]
    people = range(4)

    def is_stable(wife: Sequence[int]) -> bool:
        husband = {w: m for m, w in enumerate(wife)}
        return not any(
            men[m].index(w + 1) < men[m].index(wife[m] + 1) and women[w].index(m + 1) < women[w].index(husband[w] + 1)
            for m in people
            for w in people
        )

    assert expected("assignment/stable-marriage") == sum(map(is_stable, permutations(people)))


@pytest.mark.parametrize("name", ["assignment/assignment", "assignment/five-workers"])
def test_assignments_are_tried_one_by_one(name: str) -> None:
    cost = parameters(name)["cost"]
    tried = permutations(range(len(cost[0])), len(cost))

    assert expected(name) == min(sum(row[job] for row, job in zip(cost, jobs, strict=True)) for jobs in tried)


@pytest.mark.parametrize(("name", "couples"), [("everyday/round-table-3", 3), ("everyday/round-table", 4)])
def test_couples_sit_in_as_many_ways_as_touchard_says(name: str, couples: int) -> None:
    n = couples
    said = sum((-1) ** k * 2 * n * comb(2 * n - k, k) * factorial(n - k) // (2 * n - k) for k in range(n + 1))

    assert expected(name) == 2 * factorial(n) * said


def test_a_flow_is_as_great_as_the_least_cut() -> None:
    given = parameters("graphs/maximum-flow")
    pipes = [(a, b, most) for a, to in given["pipes"].items() for b, most in to.items()]
    inner = sorted({v for a, b, _ in pipes for v in (a, b)} - {given["from"], given["to"]})
    sides = ({given["from"], *chosen} for k in range(len(inner) + 1) for chosen in combinations(inner, k))

    assert expected("graphs/maximum-flow") == min(sum(m for a, b, m in pipes if a in s and b not in s) for s in sides)


@pytest.mark.parametrize(("name", "rulers"), [("combinatorics/golomb-5", 2), ("combinatorics/golomb", 4)])
def test_shortest_golomb_rulers_are_as_many_as_known(name: str, rulers: int) -> None:
    assert rulers == len(api.solve(name, every=True, seconds=60, derive=False).solutions)


def test_bids_are_tried_one_by_one() -> None:
    bids = parameters("finance/auction")["bids"]

    def price(taken: Sequence[bool]) -> Any:
        chosen = [bid for bid, is_taken in zip(bids, taken, strict=True) if is_taken]
        things = [thing for bid in chosen for thing in bid["of"]]
        return sum(bid["price"] for bid in chosen) if len(set(things)) == len(things) else 0

    assert expected("finance/auction") == max(map(price, product((False, True), repeat=len(bids))))


def test_jobs_go_to_agents_one_by_one() -> None:
    given = parameters("assignment/generalised")
    cost, load, capacity = given["cost"], given["load"], given["capacity"]
    agents = range(len(cost))
    costs = [
        sum(cost[a][j] for j, a in enumerate(chosen))
        for chosen in product(agents, repeat=len(cost[0]))
        if all(sum(load[a][j] for j, b in enumerate(chosen) if a == b) <= capacity[a] for a in agents)
    ]

    assert expected("assignment/generalised") == min(costs)
