"""Where model and spec files lie: beside the spec, on the user's shelves, on the library's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from cpsolver.errors import UnknownName, did_you_mean, nearest, quoted

Shelf = Literal["models", "specs"]

SHELVES: tuple[Shelf, ...] = ("models", "specs")


def find(shelf: Shelf, name: str, beside: Path | None = None) -> Path:
    """The file of that name.

    A path ending in `.yaml` or `.yml` is taken as it is (from the working folder, or beside the asking file);
    any other name is looked for beside the asking file, in each folder of CPSOLVER_PATH, on the library's shelf.
    Raises: UnknownName with the nearest name there is.
    """
    for candidate in _candidates(shelf, name, beside):
        if is_file(candidate):
            return candidate
    what = shelf[:-1]
    raise UnknownName(f"no {what} is called {quoted(name)}", did_you_mean(name, names(shelf), shelf))


def find_any(name: str) -> Path:
    """The file of a model of that name, else of a spec. Raises: UnknownName with the nearest name of both."""
    for shelf in SHELVES:
        try:
            return find(shelf, name)
        except UnknownName:
            continue
    raise UnknownName(f"no model or spec is called {quoted(name)}", _nearest_of(name))


def _nearest_of(name: str) -> str:
    """The hint for a name that is on no shelf: the nearest in the same folder, else of all names and folders."""
    known = [each for shelf in SHELVES for each in names(shelf)]
    inside = [each for each in known if each.rpartition("/")[0] == name.rpartition("/")[0]]
    near = nearest(name, inside)
    return f"did you mean '{near}'?" if near else did_you_mean(name, [*folders(), *known])


def folders() -> tuple[str, ...]:
    """The folders of the shelves, sorted, those within others too: `physics`, `physics/energy`."""
    known = [each for shelf in SHELVES for each in names(shelf)]
    return tuple(sorted({str(folder) for each in known for folder in Path(each).parents if str(folder) != "."}))


def is_file(path: Path) -> bool:
    """Whether it is a file; what cannot be the name of one is none. Raises: PermissionError for a closed folder."""
    try:
        return path.is_file()
    except PermissionError:
        raise
    except (OSError, ValueError):
        return False


def names(shelf: Shelf) -> tuple[str, ...]:
    """Names on the user's shelves and on the library's own, sorted: `sudoku/first` for `sudoku/first.yaml`."""
    found = {
        path.relative_to(folder).with_suffix("").as_posix()
        for folder in shelves(shelf)
        for path in folder.rglob("*.yaml")
    }
    return tuple(sorted(found))


def name_of(path: Path) -> str:
    """What a file is called: its name on the shelf it stands on, else its own name without suffix."""
    for shelf in reversed(SHELVES):
        for folder in shelves(shelf):
            if path.resolve().is_relative_to(folder.resolve()):
                return path.resolve().relative_to(folder.resolve()).with_suffix("").as_posix()
    return path.stem


def own_name(path: Path) -> str:
    """What a file on the library's own shelf is called, `heat/engines`; nothing for any other file."""
    try:
        whole = path.resolve()
        inside = (whole.relative_to(folder) for folder in _own_folders() if whole.is_relative_to(folder))
        return next((found.with_suffix("").as_posix() for found in inside), "")
    except (OSError, ValueError, RuntimeError):
        return ""


def _own_folders() -> tuple[Path, ...]:
    """Where the library's own models and specs lie."""
    package = Path(__file__).resolve().parent
    return tuple(start / shelf for shelf in SHELVES for start in (package / "data", package.parent))


def shelves(shelf: Shelf) -> tuple[Path, ...]:
    """The folders that hold models or specs and exist, the user's first."""
    users = [Path(part) / shelf for part in os.environ.get("CPSOLVER_PATH", "").split(os.pathsep) if part]
    package = Path(__file__).parent
    own = [package / "data" / shelf, package.parent / shelf]
    return tuple(folder for folder in [*users, *own] if folder.is_dir())


def _candidates(shelf: Shelf, name: str, beside: Path | None) -> Iterator[Path]:
    if "\0" in name:  # no file can be called so
        return
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        yield path
        if beside:
            yield beside / path
        return
    if beside:
        yield beside / f"{name}.yaml"
    for folder in shelves(shelf):
        inside = folder / f"{name}.yaml"
        if inside.resolve().is_relative_to(folder.resolve()):
            yield inside
