"""The JSON Schema of specs and models, for editors: made of the shapes of all kinds, readable as draft-07.

A spec that names its model on the shelf does not say its kind, so it may have the keys of any; one with its model
inside is held to the keys of the kind that this says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from cpsolver.spec.forms import OWN_MODEL, SHAPE, SHAPES

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cpsolver.spec.schema import ModelShape, SpecShape

Schema = dict[str, Any]

Shapes = Mapping[str, "tuple[type[SpecShape], type[ModelShape]]"]
"""The shapes of specs and of models of each kind."""

What = Literal["spec", "model"]

DRAFT = "http://json-schema.org/draft-07/schema#"

_TITLES: dict[What, str] = {"spec": "A task for cpsolver", "model": "A model for cpsolver"}


def schema_of(what: What, shapes: Shapes) -> Schema:
    """The JSON Schema of specs, or of models, of these kinds."""
    definitions: dict[str, Schema] = {}
    for kind, (spec, model) in shapes.items():
        definitions[_name(kind, "model")] = _of_kind(model, kind, definitions)
        definitions[_name(kind, "spec")] = _of_kind(spec, kind, definitions)
    for each in ("spec", "model"):
        definitions[f"any-{each}"] = _merged([definitions[_name(kind, each)] for kind in shapes])
    whole = _spec(tuple(shapes)) if what == "spec" else _by_kind(tuple(shapes), "model")
    used = _used(whole, definitions)
    kept = {name: definitions[name] for name in sorted(used)}
    return {"$schema": DRAFT, "title": _TITLES[what], **whole, "definitions": kept}


def _name(kind: str, what: str) -> str:
    return f"{kind}-{what}"


def _reference(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _spec(kinds: tuple[str, ...]) -> Schema:
    """A spec: held to the kind of the model inside it; or a model that is solved as it stands."""
    chosen = _reference("any-spec")
    for kind in reversed(kinds):
        inside = {"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]}
        held = {"properties": {"model": inside}, "required": ["model"]}
        chosen = {"if": held, "then": _reference(_name(kind, "spec")), "else": chosen}
    alone = {"anyOf": [{"required": ["kind"]}, {"required": ["extends"]}]}
    return {"type": "object", "if": alone, "then": _by_kind(kinds, "model"), "else": chosen}


def _by_kind(kinds: tuple[str, ...], what: str) -> Schema:
    """A model: of the kind it says; one that only extends another may have the keys of any."""
    chosen = _reference(f"any-{what}")
    for kind in reversed(kinds):
        held = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
        chosen = {"if": held, "then": _reference(_name(kind, what)), "else": chosen}
    return {"type": "object", **chosen}


def _of_kind(shape: type[BaseModel], kind: str, definitions: dict[str, Schema]) -> Schema:
    """The schema of a shape; those of the shapes inside it go to the definitions."""
    made = shape.model_json_schema(by_alias=True, ref_template="#/definitions/{model}")
    assert "$defs" not in made, "shapes inside shapes are named by `As`"
    tidied = _tidied(made, kind, definitions)
    assert isinstance(tidied, dict)
    if "kind" in tidied["properties"]:
        tidied["properties"]["kind"]["const"] = kind
    return tidied


def _tidied(value: Any, kind: str, definitions: dict[str, Schema]) -> Any:
    """The same without titles that repeat keys and defaults that say nothing, names of shapes replaced."""
    if isinstance(value, list):
        return [_tidied(item, kind, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if value == OWN_MODEL:
        return _reference(_name(kind, "model"))
    if SHAPE in value:
        name = value[SHAPE]
        if name not in definitions:
            definitions[name] = {}  # a shape may hold itself
            definitions[name] = _of_kind(SHAPES[name], kind, definitions)
        return _reference(name)
    return {
        key: _tidied(held, kind, definitions)
        for key, held in value.items()
        if not (key == "title" and isinstance(held, str)) and not (key == "default" and held in ("", [], {}, None))
    }


def _merged(schemas: list[Schema]) -> Schema:
    """What has the keys of any of these; a key that they describe differently may be as any of them says."""
    held: dict[str, list[Schema]] = {}
    for schema in schemas:
        for key, described in schema["properties"].items():
            if described not in held.setdefault(key, []):
                held[key].append(described)
    properties = {key: found[0] if len(found) == 1 else _either(found) for key, found in held.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _either(schemas: list[Schema]) -> Schema:
    return {"description": " · ".join(dict.fromkeys(each["description"] for each in schemas)), "anyOf": schemas}


def _used(value: Any, definitions: Mapping[str, Schema]) -> set[str]:
    """The names of the definitions that a schema speaks of, and those that these speak of."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        top = waiting.pop()
        if isinstance(top, dict):
            name = str(top.get("$ref", "")).removeprefix("#/definitions/")
            if name and name not in found:
                found.add(name)
                waiting.append(definitions[name])
            waiting.extend(top.values())
        elif isinstance(top, list):
            waiting.extend(top)
    return found
