"""The wheel: built, installed where nothing of ours is, and run from another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHELVES = [path.relative_to(ROOT) for shelf in ("models", "specs") for path in (ROOT / shelf).rglob("*.yaml")]
WHATS = ("spec", "model")

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Installation:
    """A fresh environment with the wheel in it, and an empty folder to work in."""

    wheel: Path
    scripts: Path
    folder: Path

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """One of its programs, run in the empty folder."""
        return subprocess.run(
            [str(self.scripts / program), *arguments],
            cwd=self.folder,
            env={name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CPSOLVER_PATH")},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel is ours alone; what it depends on is taken from the environment of the tests, not loaded again."""
    top = tmp_path_factory.mktemp("packaging")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(top), str(ROOT)], check=True)
    (wheel,) = top.glob("cpsolver-*.whl")
    venv.create(top / "venv", with_pip=False)
    python = top / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = ["--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([*pip, *install], check=True)
    found = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    borrowed = Path(found.stdout.strip()) / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    (top / "empty").mkdir()
    return Installation(wheel, python.parent, top / "empty")


def test_the_wheel_holds_the_package_the_grammar_and_both_shelves(installation: Installation) -> None:
    names = set(zipfile.ZipFile(installation.wheel).namelist())

    assert {"cpsolver/__init__.py", "cpsolver/task/grammar.lark"} <= names
    assert {f"cpsolver/data/{path.as_posix()}" for path in SHELVES} <= names
    assert {f"cpsolver/{at}spec/schemas/{what}.json" for at in ("", "data/cpsolver/") for what in WHATS} <= names
    assert {"cpsolver"} == {name.split("/")[0] for name in names if ".dist-info/" not in name}


def test_what_runs_is_what_was_installed(installation: Installation) -> None:
    told = installation.run("python", "-c", "import cpsolver; print(cpsolver.__file__)").stdout

    assert installation.scripts.parent in Path(told.strip()).parents


def test_a_spec_is_solved_by_name_from_another_folder(installation: Installation) -> None:
    done = installation.run("cpsolver", "solve", "sudoku/first")

    assert (0, "") == (done.returncode, done.stderr)
    assert "4 3 5" in " ".join(done.stdout.split())
    assert [] == list(installation.folder.iterdir())


def test_solvers_in_processes_of_their_own_find_the_package_too(installation: Installation) -> None:
    done = installation.run("cpsolver", "compare", "sudoku/first", "--solvers", "backtracking,cpsat")

    assert (0, "") == (done.returncode, done.stderr)
    assert {"backtracking", "cpsat"} <= set(done.stdout.split())
