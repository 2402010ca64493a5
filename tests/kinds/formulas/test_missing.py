"""Which further data would do, formulas used together and cancelling quantities included."""

from __future__ import annotations

import pytest

from cpsolver.api.tasks import load
from cpsolver.kinds.formulas.missing import additions, smallest_additions
from cpsolver.task.systems.motions import Additions


def sets(text: str, quantities: str, *formulas: str) -> list[str]:
    model = f"model: {{kind: formulas, quantities: {{{quantities}}}, formulas: {list(formulas)}}}\n".replace("'", '"')
    return [" ".join(more) for more in smallest_additions(load(model + text).task)]


FALL = "m: kg, g: m/s^2, h: m, v: m/s, E: J"
ENERGY = ("E = m*g*h", "E = m*v^2/2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("given: {g: 10, h: 5}\nfind: E\n", ["m"]),
        ("given: {g: 10}\nfind: [m, v]\n", ["h E"]),
        ("given: {g: 10, m: 2}\nfind: v\n", ["h", "E"]),
        ("given: {g: 10}\nfind: v\n", ["h"]),
        ("find: g\n", ["h v"]),
    ],
)
def test_mass_cancels_and_energies_are_exchanged(text: str, expected: list[str]) -> None:
    assert expected == sets(text, FALL, *ENERGY)


def test_what_cancels_needs_nothing() -> None:
    model = f"model: {{kind: formulas, quantities: {{{FALL}}}, formulas: {{a: E = m*g*h, b: E = m*v^2/2}}}}\n"
    task = load(model + "given: {g: 10, h: 5}\nfind: v\n").task

    assert Additions(((),)) == additions(task)
    assert () == smallest_additions(task)


def test_formulas_that_say_the_same_count_once() -> None:
    same = ("x + y = k", "2*x + 2*y = 2*k")

    assert ["y"] == sets("given: {k: 1}\nfind: x\n", "x: {}, y: {}, k: {}", *same)


def test_formulas_used_together_count() -> None:
    together = ("x + y = k", "x - y = l")

    assert ["l"] == sets("given: {k: 1}\nfind: [x, y]\n", "x: {}, y: {}, k: {}, l: {}", *together)


def test_a_formula_without_derivative_speaks_of_its_quantities_all_the_same() -> None:
    assert ["y"] == sets("given: {k: 1}\nfind: x\n", "x: {}, y: {}, k: {}", "x = max(y, k)")


def test_a_value_given_may_take_a_quantity_out_of_a_formula() -> None:
    quantities = "x: m, a: m/s^2, t: s, v: m/s"

    assert [] == sets("given: {x: 0, a: 0}\nfind: t\n", quantities, "x = a*t^2/2")
    assert ["v"] == sets("given: {x: 1, a: 0}\nfind: t\n", quantities, "x = v*t + a*t^2/2")


def test_no_set_helps_a_quantity_of_no_formula() -> None:
    assert [] == sets("find: x\n", "x: {}, y: {}, k: {}", "y = k")


def test_a_large_model_is_looked_through_with_bounded_work() -> None:
    quantities = ", ".join(f"q{number}: {{}}" for number in range(60))
    formulas = [
        f"q{number} = q{number + 1} + q{(7 * number + 3) % 60}*q{(5 * number + 11) % 60}" for number in range(50)
    ]
    found = sets("given: {q3: 2}\nfind: q0\n", quantities, *formulas)

    assert found
    assert 1 == len({len(more.split()) for more in found})
