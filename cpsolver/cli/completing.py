"""What a shell may complete: names of specs, models, solvers, formats, kinds. Nothing is imported that takes long."""

from __future__ import annotations

import os
import pkgutil
import re
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import click
from click.shell_completion import CompletionItem

Items = list[CompletionItem]


def specs(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Specs on the shelf, models that are solved as they stand, and files."""
    from cpsolver import library

    return _chosen((*library.names("specs"), *library.names("models")), incomplete) or _files(incomplete)


def models(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Models on the shelf, and files."""
    from cpsolver import library

    return _chosen(library.names("models"), incomplete) or _files(incomplete)


def shelf(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Folders of the shelf, models and specs."""
    from cpsolver import library

    return _chosen((*library.folders(), *library.names("models"), *library.names("specs")), incomplete)


def kinds(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Kinds of tasks."""
    return _chosen(_modules("cpsolver.kinds", "kind"), incomplete)


def solvers(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Solvers; after a comma another one."""
    known = [name.replace("_", "-") for name in _modules("cpsolver.solvers", "solver")]
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{name}") for name in known if name.startswith(last)]


def formats(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Formats of answers."""
    found = (name.removeprefix("as_") for name in _modules("cpsolver.render", "renderer"))
    return _chosen(found, incomplete)


def check_formats(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Formats of checks."""
    return [*_chosen(("github",), incomplete), *formats(context, parameter, incomplete)]


def techniques(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Techniques that some scale names; bash has to be told that a blank belongs to a name."""
    found = re.findall(r"technique: ([\w +-]+)", "".join(path.read_text(encoding="utf-8") for path in _scales()))
    chosen = _chosen((name.strip() for name in found), incomplete)
    if not os.environ.get("_CPSOLVER_COMPLETE", "").startswith("bash"):
        return chosen
    return [CompletionItem(item.value.replace(" ", "\\ ")) for item in chosen]


def scales(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
    """Scales that come along, and files."""
    return _chosen((path.stem for path in _scales()), incomplete) or _files(incomplete)


def _scales() -> list[Path]:
    return sorted(_folder("cpsolver.kinds").glob("*/scales/*.yaml"))


def _chosen(names: Iterable[str], incomplete: str) -> Items:
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _files(incomplete: str) -> Items:
    """Left to the shell, which knows its files."""
    return [CompletionItem(incomplete, type="file")]


def _modules(package: str, base: str) -> list[str]:
    """The plug-ins in a package, read off the names of its modules: the package itself is not imported."""
    return sorted(module.name for module in pkgutil.iter_modules([str(_folder(package))]) if module.name != base)


def _folder(package: str) -> Path:
    found = find_spec(package)
    assert found is not None and found.origin is not None, "our own packages are there"
    return Path(found.origin).parent
