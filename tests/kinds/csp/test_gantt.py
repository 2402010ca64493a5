"""Schedules drawn as bars."""

from __future__ import annotations

import pytest

from cpsolver.api import load, load_text, solve
from cpsolver.errors import SpecError
from cpsolver.kinds.csp.depict import depict
from cpsolver.kinds.csp.gantt import schedule
from cpsolver.picture import Listing, Strip
from cpsolver.task.domain import Finite
from cpsolver.task.knowledge import Finding
from cpsolver.task.task import Fact

SHOP = """
model:
  kind: csp
  parameters: {length: [[2, 3], [4, 1]]}
  variables:
    at[1..2, 1..2]: 0..9
    on[1..2, 1..2]: bool
  conditions:
    - at[1, 1] = 0 and at[1, 2] = 2 and at[2, 1] = 5 and at[2, 2] = 0
    - on[1, 1] and on[1, 2] and on[2, 1] and not on[2, 2]
  show: {gantt: {start: at, duration: length, present: on}}
"""


def drawn(text: str) -> Listing:
    """The first picture of the solution of a task."""
    task = load_text(text, "<text>").task
    known = task.knowledge()
    solution = solve(text, derive=False).solution
    assert solution is not None
    known.absorb(Finding(tuple(Fact(name, Finite((value,))) for name, value in solution.items())))
    picture = depict(task, known)
    found = picture.pictures[0] if isinstance(picture, Strip) else picture
    assert isinstance(found, Listing)
    return found


def test_each_row_has_its_times_and_bars_and_what_is_not_there_is_not_drawn() -> None:
    found = drawn(SHOP)

    assert ("", "from–to", "0 … 9") == found.head
    assert (("1", "1: 0–2, 2: 2–5", "██▓▓▓"), ("2", "1: 5–9", "     ████")) == found.rows


def test_a_long_time_is_drawn_to_scale() -> None:
    found = drawn(SHOP.replace("[[2, 3], [4, 1]]", "[[2, 300], [4, 1]]"))

    assert "0 … 302, a sign is 6" == found.head[-1]
    assert max(len(row[-1]) for row in found.rows) <= 60


def test_before_anything_is_known_no_bar_is_drawn() -> None:
    show = load("scheduling/three-jobs").task.show[0]

    assert ("", "from–to", "") == schedule(show.bars, {}).head


@pytest.mark.parametrize(
    ("expected", "show"),
    [
        ("a schedule is drawn of starts and durations", "at"),
        ("key 'duration' is missing", "{start: at}"),
        ("unknown key 'end'", "{start: at, duration: length, end: at}"),
        ("'3' has a start, and nothing here", "{start: '[1, 2, 3]', duration: '[1, 2]'}"),
    ],
)
def test_what_is_wrong_with_a_schedule_is_said(expected: str, show: str) -> None:
    text = SHOP.replace("{start: at, duration: length, present: on}", show)
    with pytest.raises(SpecError) as caught:
        load_text(text, "<text>")

    assert expected == caught.value.problems[0].message
