"""Plug-ins are found in a package and among entry points, by name, and none is imported before it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cpsolver.errors import CpsolverError, UnknownName
from cpsolver.registry import Registry
from cpsolver.solvers import SOLVERS
from cpsolver.solvers.solver import Solver

INSIDE = {
    "__init__": "",
    "tool": "TOOL = 'the contract, no tool itself'",
    "saw": "TOOL = 'saw'",
    "cross_saw": "TOOL = 'cross saw'",
    "broken": "TOOL = 7",
    "blank": "",
}
OUTSIDE = {"outside": "HAMMER = 'hammer'\nNUMBER = 7\nFALSE_SAW = 'a saw from outside'"}

Points = Callable[[str], Registry[str]]


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Points:
    """A registry over a package of tools, beside which a distribution with entry points is installed."""

    def installed(points: str = "") -> Registry[str]:
        for folder, modules in (("tools", INSIDE), (".", OUTSIDE)):
            (tmp_path / folder).mkdir(exist_ok=True)
            for name, text in modules.items():
                (tmp_path / folder / f"{name}.py").write_text(text, encoding="utf-8")
        metadata = tmp_path / "outside-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Name: outside\nVersion: 1.0\n", encoding="utf-8")
        (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
        for name in [name for name in sys.modules if name.partition(".")[0] in ("tools", "outside")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.syspath_prepend(str(tmp_path))
        return Registry("tools", "TOOL", "tool", str, base="tool")

    return installed


def test_names_are_the_modules_and_nothing_is_imported_for_them(tools: Points) -> None:
    found = tools("[tools]\nhammer = outside:HAMMER\n").names()

    assert ("blank", "broken", "cross_saw", "hammer", "saw") == found
    assert {"tools.saw", "tools.broken", "outside"}.isdisjoint(sys.modules)


def test_only_what_is_asked_for_is_imported(tools: Points) -> None:
    registry = tools("")

    assert ("saw", "saw") == (registry.get("saw"), registry.get("saw"))
    assert "tools.cross_saw" not in sys.modules


@pytest.mark.parametrize("name", ["cross_saw", "cross-saw", " Cross-Saw "])
def test_hyphens_capitals_and_blanks_are_forgiven(name: str, tools: Points) -> None:
    assert "cross saw" == tools("").get(name)


@pytest.mark.parametrize("name", ["claw_hammer", "claw-hammer", "Claw-Hammer"])
def test_a_plug_in_from_outside_is_found_by_its_entry_point(name: str, tools: Points) -> None:
    """However its author wrote the name."""
    registry = tools(f"[tools]\n{name} = outside:HAMMER\n")

    assert "claw_hammer" in registry.names()
    assert ("hammer", "hammer") == (registry.get("claw-hammer"), registry.get("claw_hammer"))


def test_entry_points_of_other_groups_are_not_ours(tools: Points) -> None:
    assert "hammer" not in tools("[toys]\nhammer = outside:HAMMER\n").names()


@pytest.mark.parametrize("name", ["saw", "cross-saw"])
def test_a_plug_in_from_outside_may_not_take_a_name_from_inside(name: str, tools: Points) -> None:
    registry = tools(f"[tools]\n{name} = outside:FALSE_SAW\n")

    assert "a saw from outside" != registry.get(name)
    assert ("blank", "broken", "cross_saw", "saw") == registry.names()


@pytest.mark.parametrize("name", ["broken", "blank"])
def test_a_module_that_holds_something_else_breaks_the_contract(name: str, tools: Points) -> None:
    with pytest.raises(CpsolverError, match=f"tool '{name}': TOOL must be a str"):
        tools("").get(name)


def test_an_entry_point_that_leads_to_something_else_breaks_the_contract(tools: Points) -> None:
    with pytest.raises(CpsolverError, match="tool 'number': TOOL must be a str"):
        tools("[tools]\nnumber = outside:NUMBER\n").get("number")


def test_an_unknown_name_is_answered_with_the_nearest(tools: Points) -> None:
    with pytest.raises(UnknownName) as caught:
        tools("").get("Cros-saw")

    assert ("no tool is called 'Cros-saw'", "did you mean 'cross-saw'?") == (caught.value.message, caught.value.hint)


def test_where_none_is_near_all_are_told(tools: Points) -> None:
    with pytest.raises(UnknownName, match="tools: blank, broken, cross-saw, hammer, saw"):
        tools("[tools]\nhammer = outside:HAMMER\n").get("xyzzy")


def test_the_module_of_the_contract_is_no_plug_in(tools: Points) -> None:
    with pytest.raises(UnknownName):
        tools("").get("tool")


def test_every_plug_in_is_gone_through_by_name() -> None:
    assert [solver.name.replace("-", "_") for solver in SOLVERS] == list(SOLVERS.names())
    assert all(isinstance(solver, Solver) for solver in SOLVERS)


def test_the_group_of_entry_points_has_the_name_of_the_package(tools: Points) -> None:
    """A solver from outside stands beside ours."""
    tools("[cpsolver.solvers]\nguess = cpsolver.solvers.naive:SOLVER\n")
    registry = Registry("cpsolver.solvers", "SOLVER", "solver", Solver, base="solver")

    assert "guess" in registry.names()
    assert registry.get("naive") is registry.get("guess")
