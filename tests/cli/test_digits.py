"""`--digits`: how many digits of values are shown."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from cpsolver.cli import run
from cpsolver.task.significant import SHOWN

Said = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What a command writes."""

    def of(*arguments: str) -> str:
        assert 0 == run(list(arguments))
        return capsys.readouterr().out

    return of


def test_three_digits_are_shown_in_table_derivation_and_verdicts(said: Said) -> None:
    solved = said("solve", "physics/highest-point", "--digits", "3")

    assert "35.1  m" in solved
    assert "t = (v - vs)/astart = (0 m/s - 10 m/s)/(-9.8 m/s^2) = 1.02 s" in solved
    assert "35.10204082" not in solved
    assert "t = 3.24 s" in said("check", "physics/thrown-down", "--digits", "3")
    assert "= 1.02 s" in said("explain", "physics/highest-point", "--digits", "3")


def test_json_keeps_all_digits_and_the_next_command_its_own(said: Said) -> None:
    record = json.loads(said("solve", "physics/highest-point", "--digits", "3", "--json"))

    assert 35.10204081632653 == float(record["solutions"][0]["x"]["value"])
    assert SHOWN.get() is None
    assert "35.10204082" in said("solve", "physics/highest-point")


def test_what_is_swept_is_shown_as_it_was_given(said: Said) -> None:
    told = said("solve", "physics/highest-point", "--digits", "2", "-p", "vs=[10.125, 20] m/s")

    assert "10.125" in told
    assert "1.0" in told or "35" in told
