"""What is on the shelf, in words: titles of models and specs, and a model's card with its quantities and formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver import library
from cpsolver.errors import SpecError, UnknownName
from cpsolver.library import Shelf
from cpsolver.spec.document import Document, Place, read
from cpsolver.spec.loading import gather


@dataclass(frozen=True)
class Entry:
    """A file on the shelf; of a formula domain with the numbers of its quantities and formulas, bases included."""

    name: str
    title: str = ""
    quantities: int = 0
    formulas: int = 0


@dataclass(frozen=True)
class QuantityCard:
    """A quantity of a model as its author describes it; `value` is that of a constant."""

    name: str
    title: str = ""
    unit: str = ""
    range: str = ""
    value: str = ""
    source: str = ""


@dataclass(frozen=True)
class FormulaCard:
    """A formula of a model, by its name and as it is written."""

    name: str
    formula: str
    source: str = ""


@dataclass(frozen=True)
class Card:
    """A model: what it is about, what it holds, what holds of it always, and the specs that use it."""

    name: str
    title: str
    kind: str
    source: str
    quantities: tuple[QuantityCard, ...]
    formulas: tuple[FormulaCard, ...]
    require: tuple[str, ...]
    specs: tuple[Entry, ...]


def entries(shelf: Shelf) -> Iterator[Entry]:
    """The files on a shelf with their titles, sorted by name; of one that cannot be read only the name."""
    for name in library.names(shelf):
        try:
            document = read(library.find(shelf, name))
            if shelf == "models":
                layers = gather(document).layers
                yield Entry(name, _title(document), len(_quantities(layers)), len(_formulas(layers)))
            else:
                yield Entry(name, _title(document))
        except (SpecError, UnknownName):
            yield Entry(name)


@dataclass(frozen=True)
class Match:
    """A model in which a word occurs: in its name or title, and in which of its quantities and formulas, as it is said.

    places: `eta: viscosity`, `Stokes' law: F = 6*pi*eta*r*v`
    """

    name: str
    title: str
    places: tuple[str, ...] = ()


def search(word: str) -> Iterator[Match]:
    """The models on the shelf that speak of a word, large letters or small, sorted by name.

    It is looked for in names and titles of models and quantities, and in names and sources of formulas.
    """
    wanted = word.strip().casefold()
    for name in library.names("models") if wanted else ():
        try:
            document = read(library.find("models", name))
            layers = gather(document).layers
        except (SpecError, UnknownName):
            continue
        said = [(f"{q.name}: {q.title}", q.title) for q in _quantities(layers).values()]
        said += [(f"{f.name}: {f.formula}", f"{f.name} {f.source}") for f in _formulas(layers).values()]
        places = tuple(text for text, words in said if wanted in words.casefold())
        title = _title(document)
        if places or wanted in title.casefold() or wanted in name.casefold():
            yield Match(name, title, places)


def card(name: str) -> Card:
    """The card of a model on the shelf, or in a file.

    Raises: UnknownName if there is no such model; SpecError if it cannot be read or extends one that cannot.
    """
    document = read(library.find("models", name))
    top = Place(document).entries()
    found = gather(document)
    layers = found.layers
    return Card(
        name,
        _title(document),
        found.kind,
        _text(top.get("source")),
        tuple(_quantities(layers).values()),
        tuple(_formulas(layers).values()) if found.kind == "formulas" else (),
        tuple(_rules(layers)),
        tuple(_uses(name)),
    )


def _title(document: Document) -> str:
    return _text(Place(document).entries().get("title"))


def _text(place: Place | None) -> str:
    return place.data if place is not None and isinstance(place.data, str) else ""


def _quantities(layers: tuple[Place, ...]) -> dict[str, QuantityCard]:
    """The quantities of all layers, a later one's in place of an earlier one's."""
    found = {}
    for layer in layers:
        place = layer.entries().get("quantities")
        for name, inner in place.entries().items() if place is not None else ():
            said = {key: _text(value) for key, value in inner.entries().items() if key in _SAID}
            found[name] = QuantityCard(name, **said) if inner.entries() else QuantityCard(name, unit=_text(inner))
    return found


_SAID = ("title", "unit", "range", "value", "source")


def _formulas(layers: tuple[Place, ...]) -> dict[str, FormulaCard]:
    """The formulas of all layers; those of a list are called by their own text."""
    found = {}
    for layer in layers:
        place = layer.entries().get("formulas")
        if place is None:
            continue
        named = place.entries() or {_text(item): item for item in place.items()}
        for name, inner in named.items():
            parts = inner.entries()
            text, source = (_text(parts.get("formula")), _text(parts.get("source"))) if parts else (_text(inner), "")
            found[name] = FormulaCard(name, text, source)
    return found


def _rules(layers: tuple[Place, ...]) -> Iterator[str]:
    for layer in layers:
        place = layer.entries().get("require")
        yield from (_text(rule) for rule in place.items() if _text(rule)) if place is not None else ()


def _uses(model: str) -> Iterator[Entry]:
    """The specs on the shelf that name a model, alone or among others."""
    for name in library.names("specs"):
        try:
            document = read(library.find("specs", name))
        except (SpecError, UnknownName):
            continue
        named = Place(document).entries().get("model")
        if named is not None and model in _named(named):
            yield Entry(name, _title(document))


def _named(place: Place) -> Iterator[str]:
    """The models that `model:` of a spec names."""
    if isinstance(place.data, dict):
        return
    for item in place.items():
        if isinstance(item.data, dict):
            yield from item.data
        elif isinstance(item.data, str):
            yield item.data
