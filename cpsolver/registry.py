"""Plug-ins are found, not listed: the modules of a package, and the entry points of the group of its name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from cpsolver.errors import CpsolverError, UnknownName, did_you_mean, quoted

T = TypeVar("T")


def _key(name: str) -> str:
    """The name as a module could have it."""
    return name.strip().lower().replace("-", "_")


class Registry(Generic[T]):
    """The plug-ins of one family. Nothing is imported before it is asked for by name.

    package:   where the modules lie, e.g. `cpsolver.solvers`; also the entry point group of outside plug-ins
    attribute: what each module must define, e.g. `SOLVER`
    what:      how messages call one of them, e.g. "solver"
    base:      the module of the contract, which is no plug-in itself
    """

    def __init__(self, package: str, attribute: str, what: str, of: type[T], base: str) -> None:
        self.package, self.attribute, self.what, self.of, self.base = package, attribute, what, of, base
        self._loaded: dict[str, T] = {}

    def names(self) -> tuple[str, ...]:
        """Names of all plug-ins, sorted, none of them imported."""
        return tuple(sorted({*self._inside, *self._outside}))

    def get(self, name: str) -> T:
        """The plug-in of that name; hyphens count as underscores.

        Raises: UnknownName with the nearest name; CpsolverError if a module breaks the contract.
        """
        key = _key(name)
        if key not in self._loaded:
            self._loaded[key] = self._load(key, name)
        return self._loaded[key]

    def __iter__(self) -> Iterator[T]:
        return (self.get(name) for name in self.names())

    @cached_property
    def _inside(self) -> tuple[str, ...]:
        package = importlib.import_module(self.package)
        return tuple(m.name for m in pkgutil.iter_modules(package.__path__) if m.name != self.base)

    @cached_property
    def _outside(self) -> dict[str, EntryPoint]:
        found = entry_points(group=self.package)
        return {_key(point.name): point for point in found if _key(point.name) not in self._inside}

    def _load(self, key: str, name: str) -> T:
        if key in self._inside:
            found = getattr(importlib.import_module(f"{self.package}.{key}"), self.attribute, None)
        elif key in self._outside:
            found = self._outside[key].load()
        else:
            spelt = [known.replace("_", "-") for known in self.names()]
            hint = did_you_mean(key.replace("_", "-"), spelt, f"{self.what}s")
            raise UnknownName(f"no {self.what} is called {quoted(name)}", hint)
        if not isinstance(found, self.of):
            raise CpsolverError(f"{self.what} '{name}': {self.attribute} must be a {self.of.__name__}")
        return found
