"""What a check found wrong, as problems at places of the spec: for those that show a file with remarks in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpsolver.api.answers import Check, Shows
from cpsolver.api.records import problem_answer
from cpsolver.api.uniqueness import Uniqueness
from cpsolver.errors import Problem
from cpsolver.picture import Page
from cpsolver.render.as_json import AnswerRecord
from cpsolver.spec.document import Document, Place

PLAYED = ("entries", "marks")
NEEDED = ("consistency", "sufficiency")


@dataclass(frozen=True)
class Complaints(Shows):
    """A check, of which only what did not pass is written as a record."""

    check: Check | Uniqueness

    def page(self) -> Page:
        """The check itself."""
        return self.check.page()

    def record(self) -> AnswerRecord:
        """What did not pass as problems; none if all did."""
        return problem_answer("check", self.check.answer.loaded.name, tuple(complaints(self.check)))


def complaints(check: Check | Uniqueness) -> Iterator[Problem]:
    """Each line of `expect:` that is not met, at its place; where nothing is expected, each verdict that fails."""
    document = check.answer.loaded.document
    if isinstance(check, Uniqueness):
        if not check.unique:
            yield _at(document, ("given",)).problem(check.sentence)
        return
    for outcome in check.outcomes:
        if not outcome.met:
            known = "" if outcome.met is False else "not known: "
            message = f"{known}{outcome.what}: expected {outcome.expected}, found {outcome.found}"
            yield _at(document, ("expect", outcome.what), ("expect", "grid"), ("expect",)).problem(message)
    for verdict in check.verdicts:
        failed = verdict.name in PLAYED and verdict.holds is False
        if failed or (verdict.name in NEEDED and not check.outcomes and not verdict.holds):
            place = _at(document, ("game",), ("given",)) if failed else _at(document, ("find",), ("given",), ("model",))
            yield place.problem(f"{verdict.name}: {verdict.sentence}", hint="; ".join(verdict.details))


def _at(document: Document, *paths: tuple[str, ...]) -> Place:
    """The first of these places that there is, else the document."""
    places = (Place(document, path) for path in paths)
    return next((place for place in places if place.exists), Place(document))
