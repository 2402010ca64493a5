"""Links as people copy them: which site, which payload, and what servers and mail programs did to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from typing import Any
from urllib.parse import unquote

from cpsolver.kinds.sudoku.formats.lzstring import decompress
from cpsolver.kinds.sudoku.formats.record import FormatError, FormatProblem, wrong

MOST_SLASHES = 16
LONGEST_REPAIR = 60_000  # characters, in all attempts together: less than a tenth of a second
DEEPEST = 100

_SITES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("f-puzzles", re.compile(r"f-puzzles\.com/?[^\s]*?[?&#]load=(?P<payload>[^&#]*)", re.S)),
    ("f-puzzles id", re.compile(r"f-puzzles\.com/?[^\s]*?[?&]id=(?P<payload>[^&#\s]*)")),
    ("penpa", re.compile(r"penpa-edit/?[^\s]*?[#?&]p=(?P<payload>[^&\s]*)")),
    ("sudokuwiki", re.compile(r"sudokuwiki\.org/[^\s]*?[?&]bd=(?P<payload>[^&#\s]*)", re.I)),
    ("iss", re.compile(r"(?:Interactive-Sudoku-Solver|/iss)/?[^\s]*?[?&](?:q|input)=(?P<payload>[^&#\s]*)")),
    ("tatham", re.compile(r"solo(?:\.html|\.exe)?#(?P<payload>\S*)")),
    ("sudokupad", re.compile(r"(?:sudokupad\.app|crackingthecryptic\.com|sudokupad\.svencodes\.com|sudokupad://puzzle)"
                             r"(?:/sudoku)?/?(?:[^\s?]*\?puzzleid=|\?)?(?P<payload>[^#&]*)", re.S)),
)  # fmt: skip
_ADDRESS = re.compile(r"(?:https?://|sudokupad://)?[\w.-]+[./][^\s]*[/?#]", re.I)
_LOAD = re.compile(r"\??load=(?P<payload>[^&#]*)", re.S)
_PREFIXED = re.compile(r"[?/#]*(?P<payload>(?:fpuz(?:zles)?|ctc|scl|scf)[A-Za-z0-9+/=%\s_$-]*)", re.S)
_BARE = re.compile(r"[?/]*(?P<payload>N4Ig[A-Za-z0-9+/=%\s_$-]{8,})", re.S)


@dataclass(frozen=True)
class Link:
    """The site that a link is of, its payload as it stands, and the offset of that."""

    site: str
    payload: str
    offset: int


@lru_cache(maxsize=2)  # every format of links asks for the same text
def link_in(text: str) -> Link | None:
    """The link that a text is, whole or only its payload; None if it is none."""
    bare = text.strip().strip("<>\"'")
    start = text.find(bare)
    if not bare or bare[0] == "{":
        return None
    for site, pattern in _SITES if _ADDRESS.match(bare) else ():
        match = pattern.search(bare)
        if match:
            return Link(site, match["payload"], start + match.start("payload"))
    for site, pattern in (("f-puzzles", _LOAD), ("sudokupad", _PREFIXED), ("f-puzzles", _BARE)):
        match = pattern.fullmatch(bare)
        if match:
            return Link(site, match["payload"], start + match.start("payload"))
    return None


def cleaned(payload: str) -> str:
    """The payload with percent signs decoded, line ends of mails dropped, and blanks read as the `+` they were."""
    for _ in range(3):
        if "%" not in payload:
            break
        payload = unquote(payload)
    return re.sub(r"[\r\n]+", "", payload.strip()).replace(" ", "+")


def unfolded(payload: str, read: Callable[[str], Any]) -> Any:
    """What `read` makes of a compressed payload; doubled slashes that a server merged are put back.

    Raises: FormatError of the payload as it stands if no way of reading it works.
    """
    payload = cleaned(payload)
    try:
        return read(decompress(payload))
    except FormatError as error:
        first = error
    for repaired in islice(_repaired(payload), LONGEST_REPAIR // len(payload) if payload else 0):
        try:
            return read(decompress(repaired))
        except FormatError:
            continue
    raise first


def _repaired(payload: str) -> Iterator[str]:
    """The payload with one slash doubled, then all of them, then two, then three."""
    slashes = [match.start() for match in re.finditer("/", payload)][:MOST_SLASHES]
    for count in dict.fromkeys((1, len(slashes), 2, 3)):
        for chosen in combinations(slashes, count):
            parts = [payload[a:b] for a, b in zip((0, *chosen), (*chosen, None), strict=True)]
            yield "/".join(parts)


def from_json(text: str) -> Any:
    """The data of a JSON text. Raises: FormatError, with its offset, if it is none."""
    try:
        return json.loads(text)
    except RecursionError:
        raise wrong("the JSON is nested too deep", "no puzzle is") from None
    except json.JSONDecodeError as error:
        message = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FormatError([FormatProblem(message, min(error.pos, len(text)), "copy the puzzle again")], text) from None
    except ValueError:
        raise wrong("a number in the JSON is too long", "no puzzle has such numbers") from None


def json_text(data: object) -> str:
    """Data as compact JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def no_server(site: str, offset: int) -> FormatError:
    """The error for a link that holds no puzzle, only its name on a server."""
    hint = "open it there and export it: a link with the puzzle inside is longer than 100 characters"
    return FormatError([FormatProblem(f"this link only names a puzzle on the server of {site}", offset, hint)])
