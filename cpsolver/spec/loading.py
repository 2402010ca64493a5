"""A spec and its model: files are found, `extends` is followed, and all is brought into the shapes of its kind.

Kinds are not known here: `gather` finds out which kind a spec names, the caller looks that kind up, and `validated`
is given its shapes. pydantic is loaded then and not before.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
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
class Part:
    """One of the models of a spec.

    place:   where the spec names it; the model itself if it stands in the spec
    layers:  base first; a base that several parts have is a layer of each
    renamed: the mapping of its names to those they have in this task, where the spec has one
    """

    place: Place
    layers: tuple[Place, ...]
    renamed: Place | None = None

    @property
    def is_inline(self) -> bool:
        """Whether the model stands in the spec itself."""
        return self.place == self.layers[-1]

    @property
    def name(self) -> str:
        """What the model is called: as it says, else as the spec names it."""
        said = self.layers[-1].data
        own = said.get("model") if isinstance(said, dict) else None
        if isinstance(own, str) and own:
            return own
        if self.is_inline:
            return f"model {int(self.place.path[-1]) + 1}" if len(self.place.path) > 1 else "the model"
        return str(self.place.data if isinstance(self.place.data, str) else next(iter(self.place.entries())))


@dataclass(frozen=True)
class Spec:
    """A spec in its shape, with the layers of its model. `parameters` are overrides from outside the file.

    parts: the models, where it names several; `model` are the layers of all of them, each once
    """

    shape: SpecShape
    place: Place
    model: tuple[Layer, ...]
    parameters: Mapping[str, str]
    parts: tuple[Part, ...] = ()

    def layers_of(self, part: Part) -> tuple[Layer, ...]:
        """The layers of one of the models in their shape, base first."""
        by_place = {layer.place: layer for layer in self.model}
        return tuple(by_place[place] for place in part.layers)

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
    parts: tuple[Part, ...] = ()

    @property
    def is_model(self) -> bool:
        """Whether the document is itself a model: a spec of that model with nothing given."""
        return self.layers[-1] == Place(self.document)


def gather(document: Document, overrides: Mapping[str, str] | None = None) -> Gathered:
    """The document with all layers of its model, and the parameters that replace those of spec and model.

    Raises: SpecError at the place that names a model which cannot be found, or a circle of `extends`.
    """
    parts = _parts(document)
    kinds = [_kind_of(part) for part in parts]
    for part, kind in zip(parts[1:], kinds[1:], strict=True):
        if kind.data != kinds[0].data:
            message = f"'{part.name}' is of kind '{kind.data}', but '{parts[0].name}' is of kind '{kinds[0].data}'"
            raise part.place.error(message, hint="the models of one task are of one kind")
    layers = tuple(dict.fromkeys(layer for part in parts for layer in part.layers))
    return Gathered(document, layers, str(kinds[0].data), kinds[0], dict(overrides or {}), parts)


def _kind_of(part: Part) -> Place:
    """The place where a model, or what it extends, says its kind. Raises: SpecError if none does."""
    for layer in reversed(part.layers):
        kind = _text_at(layer, "kind")
        if kind:
            return kind
    raise _missing(part.layers[-1], "kind", "the model says of which kind its tasks are, such as 'kind: csp'")


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
    return Spec(shape, Place(gathered.document), layers, parameters, gathered.parts)


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


def _parts(document: Document) -> tuple[Part, ...]:
    """The models: a mapping in the document, the document itself, the file it names, or a list of them."""
    top = Place(document)
    model = top.entries().get("model")
    if model and isinstance(model.data, dict):
        return (Part(model, _layers(model)),)
    if not {"kind", "extends"}.isdisjoint(top.entries()):
        return (Part(top, _layers(top)),)
    if model and isinstance(model.data, list) and model.data:
        return tuple(_listed(model))
    named = _text_at(top, "model", "the name of a model or a mapping")
    if named is None:
        raise _missing(top, "model", "name a model, such as 'model: sudoku/classic', or write it under 'model:'")
    return (Part(named, _layers(Place(find_model(named)))),)


def _listed(models: Place) -> Iterator[Part]:
    """The models in a list: names, names with a mapping of names, `{heat/mixing: {T: Tw}}`, or models themselves."""
    seen: set[Place] = set()
    for item in models.items():
        for part in _listed_at(item):
            if part.layers[-1] in seen:
                hint = "name each model once; several bodies of one are 'instances: [1, 2]'"
                raise part.place.error(f"'{part.name}' is named twice", hint=hint)
            seen.add(part.layers[-1])
            yield part


def _listed_at(item: Place) -> Iterator[Part]:
    entries = item.entries()
    if not {"kind", "extends"}.isdisjoint(entries):
        yield Part(item, _layers(item))
    elif isinstance(item.data, str) and item.data:
        yield Part(item, _layers(Place(find_model(item))))
    elif entries:
        for name, renamed in entries.items():
            yield Part(item, _layers(Place(_model_at_key(name, renamed))), renamed)
    else:
        raise item.error(f"expected the name of a model or a mapping, found {words_for(item.data)}")


def _model_at_key(name: str, place: Place) -> Document:
    """The model that a key names. Raises: SpecError at the key."""
    if not isinstance(place.data, dict):
        hint = "write '{heat/mixing: {T: Tw}}', or the model's name alone"
        raise place.error(f"expected a mapping of names to names, found {words_for(place.data)}", hint=hint)
    try:
        named = replace(assembled({name: name}, name, place.document.source), folder=place.document.folder)
        return find_model(Place(named, (name,)))
    except SpecError as error:
        raise SpecError(*(_at_key(problem, place) for problem in error.problems)) from None


def _at_key(problem: Problem, place: Place) -> Problem:
    """A problem with a name that stands in a key, at that key; one that has its place in another file keeps it."""
    if problem.mark and problem.mark.source != place.document.source:
        return problem
    return place.problem(problem.message, hint=problem.hint, at_key=True)


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
