"""Going on where an interrupted run ended; the lines that are there must be the answers to these tasks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cpsolver.batch.asking import VERDICTS, Outcome, Question
from cpsolver.batch.entries import Entry
from cpsolver.errors import CpsolverError


class OtherInput(CpsolverError):
    """The lines of a file are not the answers to these tasks, or to this question."""


_STATUSES: dict[str | None, Outcome] = {"invalid": "wrong", "unsatisfiable": "negative", "unknown": "not_known"}


def passed_over(entries: Iterator[Entry], path: Path, question: Question) -> Counter[Outcome]:
    """Take the tasks that the file has answers to, and count how they came out; a last line half written is cut off.

    Raises: OtherInput if a line is not the answer to the task in its turn; OSError.
    """
    counts: Counter[Outcome] = Counter()
    if not path.exists():
        return counts
    for number, text in enumerate(_whole_lines(path), 1):
        record = _record(text)
        entry = next(entries, None)
        place = f"{path}:{number}"
        if record.get("command") != question.command:
            raise OtherInput(f"{place}: this is no answer of '{question.command}'; choose another file with -o")
        if entry is None:
            raise OtherInput(f"{place}: the input ends before this answer; choose another file with -o")
        if (record.get("line"), record.get("input")) != (entry.line, entry.identity):
            raise OtherInput(f"{place}: this is not the answer to {entry.place}; choose another file with -o")
        counts[outcome_of(record)] += 1
    return counts


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of the file; what follows the last line end is cut off."""
    whole = 0
    with path.open("r+b") as file:
        for line in file:
            if line.endswith(b"\n"):
                whole += len(line)
                yield line
        file.truncate(whole)


def _record(text: bytes) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def outcome_of(record: dict[str, Any]) -> Outcome:
    """How a task came out, from the record of its answer."""
    status = record.get("status")
    if record.get("command") != "check" or status == "invalid":
        return _STATUSES.get(status, "found")
    if "verdicts" not in record:
        return VERDICTS[record.get("unique")]
    return VERDICTS[_passed(record)]


def _passed(record: dict[str, Any]) -> bool | None:
    """What `Check.passed` says, from its record."""
    if record.get("expect"):
        met = [each["met"] for each in record["expect"]]
        return False if False in met else None if None in met else True
    holds = {each["name"]: each["holds"] for each in record["verdicts"]}
    consistent, sufficient = holds.get("consistency"), holds.get("sufficiency")
    return False if False in (consistent, sufficient) else consistent and sufficient
