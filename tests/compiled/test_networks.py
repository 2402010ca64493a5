"""Kernels over networks: what they count, and that what is kept on disk is renewed with what it was built on."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path

import pytest

from cpsolver.compiled import domain_kernels
from cpsolver.compiled.networks import Different, Linear, Network, Rows
from cpsolver.compiled.trees import Tree

FOLDER = Path(domain_kernels.__file__).parent


def counted(network: Network) -> tuple[int, bool]:
    tree = Tree(network, listing=False)
    while not tree.is_finished:
        tree.go_on(1_000)
    return tree.count()


def listed(network: Network, stretch: int = 7) -> list[tuple[int, ...]]:
    tree, found = Tree(network, listing=True), []
    while not tree.is_finished:
        found += map(tuple, tree.go_on(stretch))
    return found


def of(size: int, values: int, *constraints: object) -> Network:
    return Network([tuple(range(values))] * size, [(1 << values) - 1] * size, list(constraints), size)  # type: ignore[arg-type]


@pytest.mark.parametrize("module", ["sum", "table", "propagator", "tree"])
def test_kernels_name_the_digests_of_the_modules_whose_kernels_they_call(module: str) -> None:
    built_on = import_module(f"cpsolver.compiled.{module}_kernels").BUILT_ON
    right = {name: hashlib.sha256((FOLDER / f"{name}.py").read_bytes()).hexdigest()[:16] for name in built_on}

    assert right == built_on


def test_kernels_name_all_modules_whose_kernels_they_call() -> None:
    for path in FOLDER.glob("*_kernels.py"):
        text = path.read_text(encoding="utf-8")
        called = {other.stem for other in FOLDER.glob("*_kernels.py") if f"from cpsolver.compiled.{other.stem}" in text}
        named = getattr(import_module(f"cpsolver.compiled.{path.stem}"), "BUILT_ON", {})

        assert called == set(named), path


def test_variables_without_conditions_are_multiplied_and_not_listed() -> None:
    assert (10**50, True) == counted(of(50, 10))


def test_numbers_too_large_to_be_exact_are_lower_bounds() -> None:
    number, exact = counted(of(200, 10))

    assert not exact
    assert 2**180 == number


def test_parts_that_no_condition_joins_are_multiplied() -> None:
    six = tuple(tuple(range(3)) for _ in range(3))
    triples = [Different((3 * k, 3 * k + 1, 3 * k + 2), six, 3) for k in range(20)]

    assert (6**20, True) == counted(of(60, 3, *triples))


def test_a_domain_may_be_longer_than_a_word() -> None:
    pairs = Linear((0, 1), (1, 1), "=", 500)

    assert 301 == len(listed(of(2, 401, pairs)))
    assert (301, True) == counted(of(2, 401, pairs))


def test_stretches_of_any_length_find_the_same_solutions() -> None:
    rows = Rows((0, 1, 2), tuple((i, (i * i) % 7, 6 - i) for i in range(7)))
    network = of(4, 7, rows, Linear((0, 3), (1, 1), "<=", 6))

    assert 28 == len(set(listed(network, 1)))
    assert listed(network, 1) == listed(network, 10_000)


def test_a_count_cut_short_is_a_lower_bound() -> None:
    size = 6
    different = Different(tuple(range(size)), tuple(tuple(range(size)) for _ in range(size)), size)
    tree, seen = Tree(of(size, size, different), listing=False), []
    while not tree.is_finished:
        tree.go_on(1)
        seen.append(tree.count()[0])

    assert 720 == seen[-1]
    assert sorted(seen) == seen
