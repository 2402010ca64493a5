"""Titles on the shelf and cards of models."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpsolver.api.cards import FormulaCard, QuantityCard, card, entries
from cpsolver.errors import UnknownName

MODEL = """\
model: waves/on-a-string
kind: formulas
title: Waves on a string
quantities: {v: {title: speed, unit: m/s, range: "> 0"}, F: N, mu: {unit: kg/m, value: 0.01 kg/m}}
formulas: [F = mu*v^2]
require: [F > 0]
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "models/my/string": MODEL,
        "models/my/tuned": "model: my/tuned\nextends: my/string\ntitle: A tuned string\n"
        "formulas: {tone: {formula: f = v/(2 m), source: Mersenne}}\nquantities: {f: Hz}\n",
        "models/my/broken": "model: [",
        "specs/my/alone": "task: my/alone\ntitle: How fast?\nmodel: my/string\ngiven: {F: 1}\nfind: v\n",
        "specs/my/both": "task: my/both\nmodel: [{my/string: {v: c}}, physics/energy]\nfind: c\n",
        "specs/my/other": "task: my/other\nmodel: my/strings\n",
    }.items():
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("CPSOLVER_PATH", str(tmp_path))
    return tmp_path


def test_a_card_holds_what_the_model_says_and_the_specs_that_use_it(shelf: Path) -> None:
    found = card("my/string")

    assert ("my/string", "Waves on a string", "formulas") == (found.name, found.title, found.kind)
    assert (
        QuantityCard("v", "speed", "m/s", "> 0"),
        QuantityCard("F", unit="N"),
        QuantityCard("mu", unit="kg/m", value="0.01 kg/m"),
    ) == found.quantities
    assert (FormulaCard("F = mu*v^2", "F = mu*v^2"),) == found.formulas
    assert ("F > 0",) == found.require
    assert [("my/alone", "How fast?"), ("my/both", "")] == [(spec.name, spec.title) for spec in found.specs]


def test_what_a_model_extends_is_on_its_card_too(shelf: Path) -> None:
    found = card("my/tuned")

    assert ["v", "F", "mu", "f"] == [quantity.name for quantity in found.quantities]
    assert FormulaCard("tone", "f = v/(2 m)", "Mersenne") == found.formulas[-1]


def test_the_shelf_is_listed_with_titles_and_numbers_even_where_a_file_is_broken(shelf: Path) -> None:
    listed = {entry.name: (entry.title, entry.quantities, entry.formulas) for entry in entries("models")}

    assert ("Waves on a string", 3, 1) == listed["my/string"]
    assert ("A tuned string", 4, 2) == listed["my/tuned"]
    assert ("", 0, 0) == listed["my/broken"]
    assert ("Queens on a board, none attacking another", 0, 0) == listed["csp/queens"]


def test_every_model_of_the_shelf_has_a_title() -> None:
    assert [] == [entry.name for entry in entries("models") if not entry.title]


def test_a_model_that_is_not_there_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no model is called 'physics/energi'"):
        card("physics/energi")
