"""Where tasks come from, and what of each is told."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cpsolver.batch import Entry, entries, loaded, opened
from cpsolver.batch.entries import identity
from cpsolver.errors import Mark, SpecError, UnknownName
from tests.tasks import EASY, SEVENTEEN

QUEENS = "model: csp/queens\nparameters: {n: 6}\n"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_list_of_any_suffix_gives_a_task_a_line() -> None:
    for name in ("list.sdm", "list.txt", "list"):
        Path(name).write_text(f"{EASY}\n\n{SEVENTEEN}\n", encoding="utf-8")
        source = opened(name)

        assert (True, len(EASY + SEVENTEEN) + 3) == (source.is_many, source.size)
        assert [(name, 1, "sudoku"), (name, 3, "sudoku")] == [(e.source, e.line, e.kind) for e in source.entries]


def test_names_and_grids_stand_for_themselves() -> None:
    for argument in ("sudoku/first", EASY, "csp/queens"):
        source = opened(argument)

        assert (False, [Entry(argument, 0, argument)]) == (source.is_many, list(source.entries))


def test_a_folder_stands_for_the_specs_in_it_and_a_pattern_for_what_it_matches() -> None:
    for name in ("b.yaml", "a.yaml", "c.txt", "sub/d.yml"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(QUEENS, encoding="utf-8")

    assert ["a.yaml", "b.yaml", "sub/d.yml"] == [entry.source for entry in opened(".").entries]
    assert ["a.yaml", "b.yaml"] == [entry.source for entry in opened("./*.yaml").entries]
    Path("empty").mkdir()
    with pytest.raises(UnknownName, match="'empty' holds no spec"):
        opened("empty")


def test_standard_input_is_read_no_further_than_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            return EASY.encode() + b"\n"

    monkeypatch.setattr(sys, "stdin", type("", (), {"buffer": Endless()})())
    source = opened("-")

    assert source.is_many and ("<stdin>", 1, EASY) == next(source.entries)[:3]


def test_each_argument_is_opened_in_its_turn() -> None:
    Path("list.sdm").write_text(f"{EASY}\n{EASY}\n", encoding="utf-8")
    found = entries(["list.sdm", "sudoku/first"])

    assert [1, 2, 0] == [entry.line for entry in found]


def test_places_are_those_of_the_text_a_line_stands_in() -> None:
    found = loaded(Entry("list.sdm", 17, EASY, "sudoku"))
    assert Mark("list.sdm", 17, 1) == found.task.given[0].origin

    with pytest.raises(SpecError) as raised:
        loaded(Entry("list.sdm", 17, ".99" + "." * 78, "sudoku"))
    assert "list.sdm:17:3: r1c2 and r1c3 are both 9" in str(raised.value)
    assert "stands at list.sdm:17:2" in str(raised.value)


def test_a_text_is_told_by_itself_if_it_is_short_and_by_a_digest_if_not() -> None:
    assert EASY == identity(f"  {EASY}\r")
    assert identity("a: 1\nb: 2") == identity("a: 1\nb: 2") != identity("a: 1\nb: 3")
    assert identity("x" * 5000).startswith("sha256:")
