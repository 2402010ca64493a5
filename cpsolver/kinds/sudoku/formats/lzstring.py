"""The compression of f-puzzles and SudokuPad links: LZ78 over UTF-16 units, its bits written in base64.

A few kilobytes can unfold into many megabytes, so what comes out is bounded.
Source: pieroxy, lz-string 1.4 (2013), `compressToBase64`; written anew from its description.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsolver.kinds.sudoku.formats.record import wrong

LARGEST_OUTPUT = 2_000_000

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {sign: value for value, sign in enumerate(_SIGNS)} | {"-": 62, "_": 63}
_WIDTH = 6
_UNITS = {0: 8, 1: 16}  # codes that bring a new character, and its bits
_END = 2
_NO_PAYLOAD = "this is no compressed puzzle"
_CUT = "copy the link again, to its very end"


def compress(text: str) -> str:
    """The text compressed, in base64."""
    bits = _Writing()
    for code, width in _codes(_units(text)):
        bits.put(code, width)
    return bits.finished()


def decompress(payload: str) -> str:
    """The text in a compressed payload.

    Raises: FormatError, with the offset of the wrong character, if there is none or if it is larger than 2 MB.
    """
    payload = payload.rstrip("=$")
    if not payload:
        raise wrong("the payload is empty", _CUT)
    units = "".join(_entries(_Reading(payload)))
    try:
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise wrong(_NO_PAYLOAD, _CUT) from None


def _units(text: str) -> str:
    """The text as UTF-16 units, a character each."""
    raw = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(raw[at] | raw[at + 1] << 8) for at in range(0, len(raw), 2))


class _Writing:
    """Bits, the lowest of each code first, six of them a sign."""

    def __init__(self) -> None:
        self.signs: list[str] = []
        self.value = self.filled = 0

    def put(self, code: int, width: int) -> None:
        for _ in range(width):
            self.value = self.value << 1 | code & 1
            code >>= 1
            self.filled += 1
            if self.filled == _WIDTH:
                self.signs.append(_SIGNS[self.value])
                self.value = self.filled = 0

    def finished(self) -> str:
        self.signs.append(_SIGNS[self.value << _WIDTH - self.filled])
        return "".join(self.signs) + "=" * (-len(self.signs) % 4)


class _Growing:
    """How many bits a code has: one more whenever the codes of that width are used up."""

    def __init__(self, width: int, left: int) -> None:
        self.width, self.left = width, left

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.left = 1 << self.width
            self.width += 1


def _codes(units: str) -> Iterator[tuple[int, int]]:
    """The codes of a text, each with its width."""
    numbers: dict[str, int] = {}
    new: set[str] = set()
    growing = _Growing(2, 2)
    known = ""
    for unit in units:
        if unit not in numbers:
            numbers[unit] = len(numbers) + 3
            new.add(unit)
        if known + unit in numbers:
            known += unit
            continue
        yield from _coded(known, numbers, new, growing)
        numbers[known + unit] = len(numbers) + 3
        known = unit
    if known:
        yield from _coded(known, numbers, new, growing)
    yield _END, growing.width


def _coded(known: str, numbers: dict[str, int], new: set[str], growing: _Growing) -> Iterator[tuple[int, int]]:
    if known in new:
        kind = 0 if ord(known) < 256 else 1
        yield kind, growing.width
        yield ord(known), _UNITS[kind]
        growing.count()
        new.discard(known)
    else:
        yield numbers[known], growing.width
    growing.count()


class _Reading:
    """The bits of a payload."""

    def __init__(self, payload: str) -> None:
        self.payload, self.at, self.value, self.left = payload, 0, 0, 0

    def take(self, width: int) -> int:
        """The next code. Raises: FormatError at a sign that is none of base64, or at the end."""
        code = 0
        for power in range(width):
            if self.left == 0:
                self._next()
            self.left -= 1
            code |= (self.value >> self.left & 1) << power
        return code

    def _next(self) -> None:
        if self.at >= len(self.payload):
            raise wrong("the compressed puzzle ends too early", _CUT, max(0, len(self.payload) - 1))
        sign = self.payload[self.at]
        if sign not in _VALUES:
            raise wrong(f"{sign!r} stands in a compressed puzzle, and only base64 may", _CUT, self.at)
        self.value, self.left = _VALUES[sign], _WIDTH
        self.at += 1


def _entries(bits: _Reading) -> Iterator[str]:
    """The pieces of the text, in order."""
    first = bits.take(2)
    if first == _END:
        return
    if first not in _UNITS:
        raise wrong(_NO_PAYLOAD, _CUT)
    known = chr(bits.take(_UNITS[first]))
    yield known
    entries = ["", "", "", known]
    growing = _Growing(3, 4)
    total = 1
    while (code := bits.take(growing.width)) != _END:
        if code in _UNITS:
            entries.append(chr(bits.take(_UNITS[code])))
            code = len(entries) - 1
            growing.count()
        if code > len(entries):
            raise wrong(_NO_PAYLOAD, _CUT, min(bits.at, len(bits.payload) - 1))
        entry = entries[code] if code < len(entries) else known + known[0]
        total += len(entry)
        if total > LARGEST_OUTPUT:
            raise wrong("the puzzle unfolds into more than 2 MB", "no puzzle does; the link is not what it seems")
        yield entry
        entries.append(known + entry[0])
        known = entry
        growing.count()
