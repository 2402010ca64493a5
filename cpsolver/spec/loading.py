"""A spec and its model: the files are found, `extends` is followed, and all is brought into its kind's shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsolver import library
from cpsolver.errors import SpecError, UnknownName
from cpsolver.spec.document import Document, Place, read

if TYPE_CHECKING:
    from cpsolver.spec.schema import ModelShape, SpecShape


@dataclass(frozen=True)
class Layer:
    """One model file, or a model inside a spec. `extends` gives several layers, base first."""

    shape: ModelShape
    place: Place


@dataclass(frozen=True)
class Spec:
    """A spec in its shape, with the layers of its model. `parameters` are overrides from outside the file."""

    shape: SpecShape
    place: Place
    model: tuple[Layer, ...]
    parameters: Mapping[str, str]


@dataclass(frozen=True)
class Gathered:
    """A spec with the layers of its model found, base first, and the kind they name, but not yet in shape."""

    document: Document
    layers: tuple[Place, ...]
    kind: str
    kind_place: Place

    @property
    def is_model(self) -> bool:
        """Whether the document is itself a model: a spec of that model with nothing given."""
        return self.layers[-1] == Place(self.document)


def gather(document: Document, overrides: Mapping[str, str] | None = None) -> Gathered:
    """The document with all layers of its model.

    Raises: SpecError at the place that names a model which cannot be found, or a circle of `extends`.
    """
    layers = _layers(_model_of(document))
    for layer in reversed(layers):
        kind = _key(layer, "kind")
        if kind:
            return Gathered(document, layers, str(kind.data), kind)
    raise layers[-1].error("key 'kind' is missing", hint="the model says which kind it is, such as 'kind: csp'")


def validated(
    gathered: Gathered,
    spec_shape: type[SpecShape],
    model_shape: type[ModelShape],
    overrides: Mapping[str, str] | None = None,
) -> Spec:
    """The spec and its layers in the shapes of their kind.

    Raises: SpecError with all problems of all files.
    """
    from cpsolver.spec.schema import validate

    problems = []
    top = Place(gathered.document)
    shape = spec_shape.model_construct()
    if not gathered.is_model:
        try:
            shape = validate(top, spec_shape)
        except SpecError as error:
            problems += error.problems
    layers = []
    for place in gathered.layers:
        try:
            layers.append(Layer(validate(place, model_shape), place))
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(*problems)
    return Spec(shape, top, tuple(layers), dict(overrides or {}))


def find_model(name: Place) -> Document:
    """The model file that the text at this place names.

    Raises: SpecError at this place if there is none, or if it cannot be read.
    """
    try:
        return read(library.find("models", str(name.data), name.document.folder))
    except UnknownName as error:
        raise name.error(error.message, hint=error.hint) from None
    except OSError as error:
        raise name.error(f"'{name.data}' cannot be read: {error.strerror}") from None


def _model_of(document: Document) -> Place:
    """The last layer: the document itself, a mapping in it, or the file it names."""
    top = Place(document)
    inline = _key(top, "model")
    if inline and isinstance(inline.data, dict):
        return inline
    if _key(top, "kind") or _key(top, "extends"):
        return top
    if not inline:
        raise top.error("key 'model' is missing", hint="name a model, such as 'model: sudoku/classic'")
    return Place(find_model(inline))


def _layers(last: Place) -> tuple[Place, ...]:
    """A model and all it extends, base first."""
    layers = [last]
    named: list[Place] = []
    seen: list[str] = []
    while base := _key(layers[0], "extends"):
        document = find_model(base)
        named.append(base)
        if document.source in seen:
            chain = " → ".join(str(place.data) for place in named[seen.index(document.source) :])
            raise SpecError(*(p.problem(f"a model cannot extend itself: {chain}") for p in named))
        seen.append(document.source)
        layers.insert(0, Place(document))
    return tuple(layers)


def _key(place: Place, key: str) -> Place | None:
    """The place of a key that has a value, or None."""
    data = place.data
    return place.at(key) if isinstance(data, dict) and data.get(key) else None
