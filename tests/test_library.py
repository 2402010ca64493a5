"""Where model and spec files are found, in which order, and that no name leads off a shelf."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cpsolver import library
from cpsolver.errors import UnknownName
from cpsolver.spec.document import as_written

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def nobody_else_has_shelves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CPSOLVER_PATH", raising=False)


def put(path: Path) -> Path:
    """An empty file, with the folders it stands in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def use(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    monkeypatch.setenv("CPSOLVER_PATH", os.pathsep.join(map(str, folders)))


def test_models_and_specs_of_the_checkout_are_found_by_name() -> None:
    assert ROOT / "specs/sudoku/first.yaml" == library.find("specs", "sudoku/first")
    assert ROOT / "models/sudoku/classic.yaml" == library.find("models", "sudoku/classic")
    assert {"sudoku/classic", "csp/queens"} <= set(library.names("models"))


def test_the_users_shelves_come_first_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    use(monkeypatch, one, two)
    only_two, hidden, hides = (
        put(two / "specs/mine.yaml"),
        put(two / "specs/both.yaml"),
        put(one / "specs/both.yaml"),
    )
    first = put(two / "specs/sudoku/first.yaml")

    assert (one / "specs", two / "specs", ROOT / "specs") == library.shelves("specs")
    assert hides == library.find("specs", "both") != hidden
    assert only_two == library.find("specs", "mine")
    assert first == library.find("specs", "sudoku/first")


def test_folders_that_are_empty_or_not_there_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "mine/models/a.yaml")
    monkeypatch.setenv("CPSOLVER_PATH", os.pathsep.join(["", str(tmp_path / "nowhere"), str(tmp_path / "mine"), ""]))

    assert (tmp_path / "mine/models", ROOT / "models") == library.shelves("models")
    assert (ROOT / "specs",) == library.shelves("specs")


def test_models_and_specs_stand_on_shelves_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path)
    put(tmp_path / "models/mine.yaml")

    assert tmp_path / "models/mine.yaml" == library.find("models", "mine")
    with pytest.raises(UnknownName):
        library.find("specs", "mine")


def test_beside_the_asking_file_comes_before_all_shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path / "shelf")
    put(tmp_path / "shelf/models/mine.yaml")
    beside = put(tmp_path / "work/mine.yaml")

    assert beside == library.find("models", "mine", beside=tmp_path / "work")
    assert tmp_path / "shelf/models/mine.yaml" == library.find("models", "mine", beside=tmp_path)


@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_a_path_is_taken_as_it_is_or_beside_the_asking_file(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    here, there = put(tmp_path / f"here{suffix}"), put(tmp_path / f"work/there{suffix}")

    assert here == tmp_path / library.find("models", f"here{suffix}")
    assert there == library.find("models", f"there{suffix}", beside=tmp_path / "work")
    assert there == library.find("models", str(there))


def test_a_path_is_not_looked_for_on_shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path)
    put(tmp_path / "specs/mine.yaml")
    put(tmp_path / "specs/mine.yaml.yaml")

    with pytest.raises(UnknownName):
        library.find("specs", "mine.yaml", beside=ROOT / "tests")


def test_the_name_of_a_file_is_where_it_stands_on_its_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path / "shelf")

    assert "sudoku/first" == library.name_of(ROOT / "specs/sudoku/first.yaml")
    assert "sudoku/classic" == library.name_of(ROOT / "tests/../models/sudoku/classic.yaml")
    assert "a/b" == library.name_of(put(tmp_path / "shelf/specs/a/b.yaml"))
    assert "b" == library.name_of(put(tmp_path / "elsewhere/specs/a/b.yaml"))


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        library.find("specs", "sudoku/frist")

    assert ("no spec is called 'sudoku/frist'", "did you mean 'sudoku/first'?") == (
        caught.value.message,
        caught.value.hint,
    )


def test_names_on_the_users_shelves_are_near_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path)
    put(tmp_path / "models/zebra/riddle.yaml")

    assert "zebra/riddle" in library.names("models")
    assert list(library.names("models")) == sorted(library.names("models"))
    with pytest.raises(UnknownName, match="did you mean 'zebra/riddle'"):
        library.find("models", "zebra/ridle")


@pytest.mark.parametrize("name", ["../secret", "a/../../secret", "{root}/secret", "../specs2/secret"])
def test_no_name_leads_off_a_shelf(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path)
    put(tmp_path / "specs/a/mine.yaml")
    put(tmp_path / "secret.yaml")
    put(tmp_path / "specs2/secret.yaml")
    assert (tmp_path / "secret.yaml").is_file()

    with pytest.raises(UnknownName):
        library.find("specs", name.format(root=tmp_path))
    assert (tmp_path / "specs/a/../a/mine.yaml") == library.find("specs", "a/../a/mine")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "", "sudoku", "."])
def test_what_can_be_no_file_is_unknown(name: str) -> None:
    with pytest.raises(UnknownName):
        library.find("specs", name)


def test_an_installed_package_brings_its_shelf_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a wheel the shelves lie within the package, and what lies beside the package is not ours."""
    package = tmp_path / "site-packages/cpsolver"
    monkeypatch.setattr(library, "__file__", str(package / "library.py"))
    model = put(package / "data/models/sudoku/classic.yaml")
    spec = put(package / "data/specs/sudoku/only-here.yaml")

    assert ((package / "data/models",), (package / "data/specs",)) == (
        library.shelves("models"),
        library.shelves("specs"),
    )
    assert (model, spec) == (
        library.find("models", "sudoku/classic"),
        library.find("specs", "sudoku/only-here"),
    )
    assert ("sudoku/only-here",) == library.names("specs")
    assert "sudoku/only-here" == library.name_of(spec)


def test_a_file_on_the_own_shelf_is_called_by_its_name_from_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = library.find("models", "physics/kinematics")
    monkeypatch.chdir(tmp_path)

    assert "physics/kinematics" == library.own_name(path) == as_written(path)
    assert "" == library.own_name(tmp_path / "kinematics.yaml")
