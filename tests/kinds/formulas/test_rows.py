"""Points of a sweep worked out together come out as each of them does by itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cpsolver.api import load, solve, sweep
from cpsolver.api.sweeping import Sweep
from cpsolver.task.axis import size_of, values_at
from cpsolver.task.result import Status

INLINE = "model:\n  kind: formulas\n  quantities: {%s}\n  formulas: {%s}\n"

DOMAINS: dict[str, tuple[str, dict[str, tuple[int, int]], str, tuple[str, ...]]] = {
    "two roots": (
        "model: physics/kinematics\n",
        {"xs": (-20, 40), "vs": (-20, 20), "astart": (-10, 10), "x": (-20, 40)},
        "t",
        ("t > 0", "t < 5", ""),
    ),
    "an auxiliary task": (
        "model: physics/kinematics\n",
        {"xs": (-5, 5), "vs": (-20, 20), "v": (-20, 20), "x": (-20, 40)},
        "t",
        ("t > 0", ""),
    ),
    "a square that may vanish": (
        INLINE % ("x: '', c: '', phi: ''", "one: c*x^2 - x = phi"),
        {"c": (-2, 2), "phi": (-10, 10)},
        "x",
        ("x > 0", ""),
    ),
    "roots of an absolute value": (
        INLINE % ("y: '', p: '', a: '', b: ''", "one: b = abs(y) - p, two: a^2 = b"),
        {"y": (-3, 3), "p": (-2, 3)},
        "a",
        ("",),
    ),
    "a denominator": (
        INLINE % ("a: '', b: '', c: '', x: ''", "one: a/(x - 1) = b + c*x"),
        {"a": (-3, 3), "b": (-4, 4), "c": (-3, 3)},
        "x",
        ("x != 2", ""),
    ),
    "whole turns": (
        INLINE % ("s: '', k: '', alpha: {unit: deg, range: 0..720}", "one: sin(alpha)*k = s"),
        {"s": (-2, 2), "k": (0, 3)},
        "alpha",
        ("",),
    ),
    "a logarithm": (
        INLINE % ("u: '', w: '', z: '', q: ''", "one: z*u = w, two: q = log(z + 2)"),
        {"u": (-2, 2), "w": (-2, 2)},
        "z, q",
        ("q > 0", ""),
    ),
}


def _random_spec(random: Random, domain: str) -> str:
    model, givens, find, requires = DOMAINS[domain]
    swept = random.sample(sorted(givens), random.choice([1, 1, 2]))
    parts = []
    for name, (low, high) in givens.items():
        if name in swept:
            first, step = random.randint(low, (low + high) // 2), random.choice([1, 0.5, 2, 0.7])
            parts.append(f"{name}: {first}..{min(high, first + step * random.randint(1, 5))} step {step}")
        else:
            parts.append(
                f"{name}: {random.choice([random.randint(low, high), 0, 1, round(random.uniform(low, high), 2)])}"
            )
    require = random.choice(requires)
    rule = f"require: ['{require}']\n" if require else ""
    return f"{model}given: {{{', '.join(parts)}}}\n{rule}find: [{find}]\n"


def assert_like_each_point(text: str) -> Sweep:
    """The sweep, after each of its points was solved by itself."""
    loaded = load(text)
    found = sweep(loaded)
    assert loaded.kind.sweeping is not None
    for point in range(size_of(found.axes)):
        task = loaded.kind.sweeping.at(loaded.task, values_at(found.axes, point))
        alone = solve(replace(loaded, task=task), derive=False)
        for name in loaded.task.sought.variables:
            own = sorted({float(solution[name]) for solution in alone.solutions})  # type: ignore[arg-type]
            rows = sorted({value for value in found.columns[name][found.point == point].tolist() if value == value})
            assert own == pytest.approx(rows, rel=1e-9, abs=1e-14), (text, values_at(found.axes, point))
        assert (alone.status is Status.UNSATISFIABLE) == (point in found.lost), (text, point)
    return found


@pytest.mark.parametrize("domain", DOMAINS)
def test_random_sweeps_are_like_each_point_alone(domain: str) -> None:
    random = Random(domain)
    for _ in range(2):
        assert_like_each_point(_random_spec(random, domain))


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS)
def test_many_random_sweeps_are_like_each_point_alone(domain: str) -> None:
    random = Random(f"many {domain}")
    for _ in range(30):
        assert_like_each_point(_random_spec(random, domain))


def test_where_the_first_derivation_does_not_apply_points_come_out_right() -> None:
    found = assert_like_each_point(
        "model: physics/kinematics\ngiven: {xs: 0, x: 10, vs: 5, astart: -2..2 step 1}\nfind: t\n"
    )

    assert 1 == len(found.columns["t"][found.point == 2])  # no acceleration: a linear equation
    assert (0,) == found.lost


def test_a_division_by_zero_is_a_point_without_solution() -> None:
    text = INLINE % ("a: '', b: '', x: ''", "one: a*x = b") + "given: {a: -1..1 step 1, b: 3}\nfind: x\n"

    assert (1,) == assert_like_each_point(text).lost


def test_most_points_of_a_plain_sweep_are_worked_out_together() -> None:
    found = sweep("model: physics/kinematics\ngiven: {xs: 0..40 in 1001 points, vs: 10, astart: -10, x: 20}\nfind: t\n")

    assert 3 >= found.alone


def test_a_numeric_root_is_found_at_every_point() -> None:
    text = (
        INLINE % ("m: '', u: {range: 0..10}, n: ''", "one: u - n*sin(u) = m")
        + "given: {m: 0..3 step 1, n: 0.5}\nfind: u\n"
    )
    found = sweep(text)

    assert (0, 4) == (len(found.lost), found.alone)
    assert found.table["m"].tolist() == pytest.approx((found.table["u"] - 0.5 * _sines(found)).tolist(), abs=1e-9)


def _sines(found: Sweep) -> object:
    import numpy as np

    return np.sin(found.table["u"])


def test_formulas_that_must_be_solved_together_are_solved_at_every_point() -> None:
    text = INLINE % ("p: '', q: '', x: '', y: ''", "one: x + 2*y = p, two: 3*x - y = q")
    found = sweep(f"{text}given: {{p: [5, 7, 9], q: 1}}\nfind: [x, y]\n")

    assert [1, 9 / 7, 11 / 7] == pytest.approx(found.table["x"].tolist())
    assert 3 == found.alone
