"""Problems as GitHub's workflow commands: remarks beside the lines of a file.

Source: GitHub Docs, Workflow commands for GitHub Actions; its toolkit's `command.ts` says what is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cpsolver.render.as_json import AnswerRecord

_IN_TEXT = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = _IN_TEXT | {":": "%3A", ",": "%2C"}


def remarks(records: Sequence[AnswerRecord]) -> str:
    """A line for each problem of these records."""
    return "\n".join(line for record in records for line in _of_record(record))


def _of_record(record: AnswerRecord) -> Iterator[str]:
    for problem in record.problems or ():
        title = f"cpsolver {record.command}" + (f" {record.task}" if record.task else "")
        found = {"file": problem.file, "line": problem.line, "col": problem.column, "title": title}
        properties = ",".join(f"{key}={_escaped(value, _IN_PROPERTY)}" for key, value in found.items() if value)
        text = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
        yield f"::error {properties}::{_escaped(text, _IN_TEXT)}"


def _escaped(value: object, signs: dict[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in str(value))
