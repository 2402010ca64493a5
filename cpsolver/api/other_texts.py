"""Givens that stand in another text: `given: {file: puzzles.sdm, line: 17}`, and a puzzle under another model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cpsolver.kinds import KINDS
from cpsolver.kinds.kind import Kind
from cpsolver.spec.document import Document, Place, as_written, assembled, contents, in_words
from cpsolver.spec.loading import gather

LAST_LINE = 100_000
_OF_A_FILE = ("file", "line")
_SHAPE = ("box_rows", "box_columns")
_COPIED = ("title", "author", "rules", "game")


def with_given_file(document: Document) -> Document:
    """The document with the givens of the file that it names; itself if it names none.

    Raises: SpecError at the place of the file's name, or at the place of what is wrong in the file.
    """
    given = Place(document).entries().get("given")
    if given is None or "file" not in given.entries():
        return document
    kind = KINDS.get(gather(document).kind)
    if kind.recognise is None or kind.publish is None:  # given: {file: …} is a file of values where nobody plays
        return document
    for key, place in given.entries().items():
        if key not in _OF_A_FILE:
            raise place.error(
                "a file stands alone under 'given:'", hint="'file', and 'line' for one of many", at_key=True
            )
    name = given.at("file")
    text, source = _text(name, given.entries().get("line"))
    found = kind.recognise(text, source)
    if found is None:
        raise name.error(
            f"'{source}' holds no task that the kind {kind.name} reads", hint="see `cpsolver export --help`"
        )
    return _combined(document, found, name, kind)


def under_model(document: Document, model: str) -> Document:
    """A puzzle of players' formats as a task of this model, all its own parameters and conditions kept.

    Raises: SpecError if it is a spec, which names its model itself, or has rules that the model does not state.
    """
    if not document.is_assembled:
        hint = "change its 'model:', or give its grid alone"
        raise Place(document).error("--model is for grids and formats of players; this spec names its model", hint=hint)
    named = assembled({"model": model}, model, "--model")
    return _combined(named, document, Place(named).at("model"))


def _text(name: Place, line: Place | None) -> tuple[str, str]:
    """The text of the file that a place names, and how messages call it; of one line, blank lines before it."""
    path = (name.document.folder or Path()) / str(name.data)
    try:
        if line is not None:
            return _line_of(path, line), as_written(path)
        return contents(path).decode("utf-8-sig"), as_written(path)
    except UnicodeDecodeError:
        raise name.error(f"'{name.data}' is no text in UTF-8", hint="save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise name.error(f"'{name.data}' cannot be read: {in_words(error)}") from None


def _line_of(path: Path, line: Place) -> str:
    """The line of that number, behind as many line ends as stand before it. Raises: SpecError if there is none."""
    text = str(line.data)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= LAST_LINE:
        raise line.error(f"'{text}' is not a line from 1 to {LAST_LINE}")
    with path.open("rb") as file:
        for count, found in enumerate(file, 1):
            if count == number:
                return "\n" * (number - 1) + found.decode("utf-8-sig").rstrip("\r\n")
    raise line.error(f"'{as_written(path)}' has no line {number}")


def _combined(spec: Document, puzzle: Document, name: Place, kind: Kind | None = None) -> Document:
    """The spec with givens, parameters, conditions, and state of play of the puzzle."""
    own, found = Place(spec).entries(), Place(puzzle).entries()
    _refuse_other_models(spec, found.get("model"), name)
    if "require" in own and "require" in found:
        raise name.error("the puzzle has conditions of its own", hint="take 'require:' out of this spec, or export it")
    spec = spec.grafted(("given",), found["given"])
    parameters = own["parameters"].entries() if "parameters" in own else {}
    for key, place in (found["parameters"].entries() if "parameters" in found else {}).items():
        if key not in parameters and not (key in _SHAPE and _has_shape(spec, parameters)):
            spec = spec.grafted(("parameters", key), place)
    for key in ("require", *_COPIED):
        if key in found and key not in own:
            spec = spec.grafted((key,), found[key])
    return spec


def _refuse_other_models(spec: Document, model: Place | None, name: Place) -> None:
    """Raise if the puzzle is of a model that the spec's is not: its rules would be forgotten."""
    layers = {str(layer.data.get("model")) for layer in gather(spec).layers if isinstance(layer.data, dict)}
    for needed in _names(model):
        if needed not in layers:
            hint = f"let the model extend '{needed}' too"
            raise name.error(
                f"the puzzle needs the model '{needed}', which '{_model_name(spec)}' does not extend", hint=hint
            )


def _model_name(spec: Document) -> str:
    """What the model of a spec is called, for messages."""
    model = Place(spec).entries().get("model")
    return str(model.data) if model is not None and isinstance(model.data, str) else "this spec's model"


def _names(model: Place | None) -> Iterator[str]:
    if model is None:
        return
    extended = model.entries().get("extends")
    for place in extended.items() if extended else (model,):
        yield str(place.data)


def _has_shape(spec: Document, parameters: dict[str, Place]) -> bool:
    """Whether the spec, or a model of its own, says how large the boxes are."""
    own = [
        layer.data
        for layer in gather(spec).layers
        if isinstance(layer.data, dict) and layer.data.get("model") != "sudoku/classic"
    ]
    said = [data.get("parameters") for data in own]
    return any(key in parameters for key in _SHAPE) or any(isinstance(one, dict) and _SHAPE[0] in one for one in said)
