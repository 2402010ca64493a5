"""A spec and its model: files are found, `extends` is followed, and all is brought into the shapes of its kind.

Kinds are not known here: `gather` finds out which kind a spec names, the caller looks that kind up, and `validated`
is given its shapes. pydantic is loaded then and not before.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cpsolver import library
from cpsolver.errors import Problem, SpecError, UnknownName, nearest
from cpsolver.spec.document import Document, Place, as_written, assembled, contents, in_words, parse, typed, words_for

if TYPE_CHECKING:
    from cpsolver.spec.schema import ModelShape, SpecShape

_OF_THE_MODEL = "it belongs to the model: put it under 'model:', or into the model's file"
_A_PARAMETER = "it is a parameter of the model: put it under 'parameters:'"
_OF_THE_SPEC = "it belongs to a spec: put the keys of the model under 'model:', beside it"
_IN_BOTH = frozenset(("model", "title", "source"))


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

    @property
    def name(self) -> str:
        """What the task is called: as it says, else as its file is, else (of a bare text) as its model is."""
        document = self.place.document
        if self.shape.task:
            return self.shape.task
        if document.folder is not None:
            return library.name_of(document.folder / Path(document.source).name)
        return self.model[-1].shape.model or document.source

    @property
    def title(self) -> str:
        """The task's title; that of its model if it stands in the same file."""
        own = self.model[-1]
        same_file = own.place.document is self.place.document
        return self.shape.title or (own.shape.title if same_file else "")


@dataclass(frozen=True)
class Gathered:
    """A spec with the layers of its model found, base first, and the kind they name; not yet in shape."""

    document: Document
    layers: tuple[Place, ...]
    kind: str
    kind_place: Place
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_model(self) -> bool:
        """Whether the document is itself a model: a spec of that model with nothing given."""
        return self.layers[-1] == Place(self.document)


def gather(document: Document, overrides: Mapping[str, str] | None = None) -> Gathered:
    """The document with all layers of its model, and the parameters that replace those of spec and model.

    Raises: SpecError at the place that names a model which cannot be found, or a circle of `extends`.
    """
    layers = _layers(_model_of(document))
    for layer in reversed(layers):
        kind = _text_at(layer, "kind")
        if kind:
            return Gathered(document, layers, str(kind.data), kind, dict(overrides or {}))
    raise _missing(layers[-1], "kind", "the model says of which kind its tasks are, such as 'kind: csp'")


def validated(
    gathered: Gathered,
    spec_shape: type[SpecShape],
    model_shape: type[ModelShape],
    overrides: Mapping[str, str] | None = None,
) -> Spec:
    """The spec and its layers in the shapes of their kind. `overrides` are those given to `gather`, unless said anew.

    Raises: SpecError with all problems of all files.
    """
    problems: list[Problem] = []
    shape = None
    try:
        shape = _spec_in_shape(gathered, spec_shape, model_shape)
    except SpecError as error:
        problems += error.problems
    layers = tuple(_layers_in_shape(gathered, spec_shape, model_shape, problems))
    if problems or shape is None:
        raise SpecError(*problems)
    parameters = gathered.parameters if overrides is None else overrides
    return Spec(shape, Place(gathered.document), layers, parameters)


def given_outside(parameters: Mapping[str, str], known: Container[str]) -> Iterator[Place]:
    """Parameters of the command line as places in a text of their own: `-p n=8`; one not known stands at its name."""
    for name, value in parameters.items():
        text = f"{name}={value}"
        yield Place(typed(name, value, "-p") if name in known else assembled({name: value}, text, "-p"), (name,))


@lru_cache(maxsize=64)
def _parsed(text: bytes, source: str, folder: Path) -> Document:
    """The document of a model file. The same text is the same document, so that many tasks share what follows of it."""
    return parse(text, source, folder)


def find_model(name: Place) -> Document:
    """The model file that the text at this place names.

    Raises: SpecError at this place if there is none or if it cannot be read; at its own if its text is wrong.
    """
    called, folder = str(name.data), name.document.folder
    try:
        path = library.find("models", called, folder)
        text = contents(path)
    except UnknownName as error:
        raise _no_model(name, called, folder, error) from None
    except (OSError, ValueError) as error:
        raise name.error(f"model '{called}' cannot be read: {in_words(error)}") from None
    found = _parsed(text, as_written(path), path.parent)
    if _is_spec(found, called):
        raise _spec_for_model(name, called, found)
    return found


def _no_model(name: Place, called: str, folder: Path | None, error: UnknownName) -> SpecError:
    """The error where no model has the name: there may be a folder or a spec that has it."""
    if _is_folder(called, folder):
        return name.error(f"'{called}' is a folder, not a model")
    try:
        path = library.find("specs", called, folder)
        return _spec_for_model(name, called, parse(contents(path), as_written(path), path.parent))
    except (UnknownName, SpecError, OSError, ValueError):
        return name.error(error.message, hint=error.hint)


def _spec_for_model(name: Place, called: str, spec: Document) -> SpecError:
    """The error where the name of a spec stands for that of a model; its hint is the model of that spec."""
    model = Place(spec).entries().get("model")
    is_named = model is not None and isinstance(model.data, str)
    own = f"did you mean its model, '{model.data}'?" if model and is_named else "a model has its 'kind:' at the top"
    return name.error(f"'{called}' is a spec, not a model", hint=own)


def _is_spec(document: Document, called: str) -> bool:
    """Whether a file found for a model is a spec: it has a model, and does not only say how it is called itself."""
    entries = Place(document).entries()
    return "model" in entries and entries["model"].data != called and not {"kind", "extends"} & entries.keys()


def _is_folder(name: str, folder: Path | None) -> bool:
    """Whether a folder is where a file of that name was looked for."""
    path = Path(name)
    return path.suffix in (".yaml", ".yml") and any(found.is_dir() for found in (path, (folder or Path()) / path))


def _spec_in_shape(gathered: Gathered, spec_shape: type[SpecShape], model_shape: type[ModelShape]) -> SpecShape:
    from cpsolver.spec.schema import keys_of, validate

    top = Place(gathered.document)
    if gathered.is_model:
        return validate(top, spec_shape, only=_IN_BOTH)
    stated = (layer.entries().get("parameters") for layer in gathered.layers)
    parameters = [name for place in stated if place is not None for name in place.entries()]
    elsewhere = {**dict.fromkeys(parameters, _A_PARAMETER), **dict.fromkeys(keys_of(model_shape), _OF_THE_MODEL)}
    return validate(top, spec_shape, elsewhere=elsewhere)


def _layers_in_shape(
    gathered: Gathered, spec_shape: type[SpecShape], model_shape: type[ModelShape], problems: list[Problem]
) -> Iterable[Layer]:
    """The layers that fit; what is wrong with the others goes to the problems."""
    from cpsolver.spec.schema import keys_of, validate

    for place in gathered.layers:
        try:
            yield Layer(validate(place, model_shape, elsewhere=dict.fromkeys(keys_of(spec_shape), _OF_THE_SPEC)), place)
        except SpecError as error:
            problems += error.problems


def _model_of(document: Document) -> Place:
    """The last layer: a mapping in the document, the document itself, or the file it names."""
    top = Place(document)
    inline = top.entries().get("model")
    if inline and isinstance(inline.data, dict):
        return inline
    if not {"kind", "extends"}.isdisjoint(top.entries()):
        return top
    named = _text_at(top, "model", "the name of a model or a mapping")
    if named is None:
        raise _missing(top, "model", "name a model, such as 'model: sudoku/classic', or write it under 'model:'")
    return Place(find_model(named))


def _layers(last: Place) -> tuple[Place, ...]:
    """A model and all it extends, base first. What several of them extend stands once, before the first of these."""
    found: list[Place] = []
    _add_layers(last, [], found)
    return tuple(found)


def _add_layers(layer: Place, way: list[tuple[Place, Place]], found: list[Place]) -> None:
    """Add what a model extends and then itself. `way`: the models that led here, each with its `extends` followed."""
    for named in _bases(layer):
        base = Place(find_model(named))
        here = [*way, (layer, named)]
        _refuse_circle(base, here)
        if all(base.document.source != other.document.source or other.path for other in found):
            _add_layers(base, here, found)
    found.append(layer)


def _bases(layer: Place) -> tuple[Place, ...]:
    """The places of the names of models that a layer extends. Raises: SpecError for what is no name, or named twice."""
    extends = layer.entries().get("extends")
    if extends is None or not isinstance(extends.data, list):
        named = _text_at(layer, "extends", "the name of a model, or a list of them")
        return (named,) if named else ()
    names: dict[str, Place] = {}
    for place in extends.items():
        if not isinstance(place.data, str) or not place.data:
            raise place.error(f"expected the name of a model, found {words_for(place.data)}")
        if place.data in names:
            raise place.error(f"'{place.data}' is extended twice", hint="name each model once")
        names[place.data] = place
    return tuple(names.values())


def _refuse_circle(found: Place, way: list[tuple[Place, Place]]) -> None:
    """Raise if the model just found is already on the way to it: an error at each `extends` of the circle."""
    files = [layer.document.source if layer.path == () else None for layer, _ in way]
    if found.document.source in files:
        circle = [named for _, named in way[files.index(found.document.source) :]]
        chain = " → ".join(str(place.data) for place in [circle[-1], *circle])
        raise SpecError(*(place.problem(f"a model cannot extend itself: {chain}") for place in circle))


def _text_at(place: Place, key: str, what: str = "text") -> Place | None:
    """The place of the text at a key, or None if there is no such key.

    Raises: SpecError if something else stands there.
    """
    found = place.entries().get(key)
    if found and (not isinstance(found.data, str) or not found.data):
        raise found.error(f"expected {what}, found {words_for(found.data)}")
    return found


def _missing(place: Place, key: str, hint: str) -> SpecError:
    """A key that must be there is not, or is misspelt."""
    misspelt = nearest(key, [found for found in place.entries() if found[:1].lower() == key[0]])
    if misspelt:
        return place.at(misspelt).error(f"unknown key '{misspelt}'", hint=f"did you mean '{key}'?", at_key=True)
    return place.error(f"key '{key}' is missing", hint=hint)
