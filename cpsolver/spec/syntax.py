"""What YAML's parser complains about, in plain words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Complaint:
    """What the parser says: the problem and its offset, what it was doing and where that began."""

    problem: str
    at: int
    context: str = ""
    began: int = 0


def in_plain_words(text: str, complaint: Complaint) -> tuple[str, int, str]:
    """The message, the offset it belongs to, and a hint."""
    return complaint.problem, complaint.at, "put the value in quotes"
