"""JSON: answers as records with a schema, and pages as data."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from cpsolver.picture import (
    Cage,
    Chart,
    Dot,
    Formula,
    Graph,
    Grid,
    Line,
    Listing,
    Narrative,
    Outside,
    Page,
    Picture,
    Sentence,
    Shade,
    Strip,
)
from cpsolver.render.as_json.conversion import (
    Show,
    Told,
    fact_record,
    nested,
    place_record,
    problem_record,
    quantity,
    scalar,
    statistics_record,
    step_record,
    uncertain,
    verdict_record,
)
from cpsolver.render.as_json.record import (
    FORMAT,
    AnswerRecord,
    ColumnRecord,
    ConflictRecord,
    ExpectRecord,
    FactRecord,
    GradeRecord,
    LineRecord,
    MemberRecord,
    Nested,
    PreferenceRecord,
    ProblemRecord,
    PuzzleRecord,
    Quantity,
    RowRecord,
    SolutionRecord,
    StatisticsRecord,
    StepRecord,
    SweepRecord,
    ValueRecord,
    VerdictRecord,
)
from cpsolver.render.renderer import Renderer

__all__ = [
    "FORMAT",
    "RENDERER",
    "SCHEMA_FILE",
    "AnswerRecord",
    "ColumnRecord",
    "ConflictRecord",
    "ExpectRecord",
    "FactRecord",
    "GradeRecord",
    "LineRecord",
    "MemberRecord",
    "Nested",
    "PreferenceRecord",
    "ProblemRecord",
    "PuzzleRecord",
    "Quantity",
    "RowRecord",
    "Show",
    "SolutionRecord",
    "StatisticsRecord",
    "StepRecord",
    "SweepRecord",
    "Told",
    "ValueRecord",
    "VerdictRecord",
    "as_json",
    "dump",
    "dump_schema",
    "fact_record",
    "nested",
    "picture_data",
    "place_record",
    "problem_record",
    "quantity",
    "scalar",
    "schema",
    "statistics_record",
    "step_record",
    "uncertain",
    "verdict_record",
]

SCHEMA_FILE = Path(__file__).parent.parent / "answer.schema.json"
"""The schema as shipped; a test keeps it equal to `schema()`."""

SHAPES = (AnswerRecord, LineRecord, PuzzleRecord, SolutionRecord)
"""What a command prints for machines, and the lean lines it prints for each of many tasks, puzzles and solutions."""

NAMES: dict[type, str] = {
    Grid: "grid",
    Listing: "listing",
    Graph: "graph",
    Chart: "chart",
    Formula: "formula",
    Narrative: "narrative",
    Strip: "strip",
}

OVERLAYS: dict[type, str] = {Cage: "cage", Line: "line", Dot: "dot", Shade: "shade", Outside: "outside"}

AWKWARD = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Allowed bare in JSON, but taken for the end of a line by some readers, or not to be written as UTF-8."""


def dump(record: BaseModel, indent: int | None = None) -> str:
    """The record as JSON, on one line unless an indent is given, without a line end at its end."""
    return _dumped(record.model_dump(mode="json", by_alias=True), indent)


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12, within what readers of draft 7 know but for `$defs`) of an answer."""
    models: list[tuple[type[BaseModel], JsonSchemaMode]] = [(each, "serialization") for each in SHAPES]
    references, made = models_json_schema(models, by_alias=True)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"An answer of {FORMAT}"}
    return head | {"anyOf": list(references.values()), "$defs": made["$defs"]}


def dump_schema() -> str:
    """The schema as the text that is shipped."""
    return _dumped(schema(), 2) + "\n"


def as_json(page: Page) -> str:
    """The page as JSON data: its pictures with their fields, each with its shape as `picture`."""
    pictures = [picture_data(picture) for picture in page.pictures]
    return _dumped({"format": FORMAT, "title": page.title, "pictures": pictures}, 2)


def picture_data(picture: Picture) -> dict[str, Any]:
    """The picture as plain data."""
    data = _data(picture)
    assert isinstance(data, dict), "a picture is a dataclass"
    return data


def _data(value: Any) -> Any:
    """Dataclasses as mappings, tuples as lists, numbers JSON does not know as null."""
    if dataclasses.is_dataclass(value):
        name = NAMES.get(type(value))
        fields = {field.name: _data(getattr(value, field.name)) for field in dataclasses.fields(value)}
        if isinstance(value, Sentence):
            fields = {"text": value.text, **fields}
        over = OVERLAYS.get(type(value))
        return {"picture": name, **fields} if name else {"overlay": over, **fields} if over else fields
    if isinstance(value, tuple):
        return [_data(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _dumped(data: Any, indent: int | None) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent)
    return AWKWARD.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


RENDERER = Renderer(name="json", media_type="application/json", suffix=".json", render=as_json)
