"""Which cases of a file in HoDoKu's library format are found: `python tests/benchmarks/techniques.py FILE [-v] [CODE]`.

A case is a position and what one technique says there. It passes if the technique has a pattern with exactly these
eliminations or placements; of a code that ends in -x, if it has none. Prints passed and total by code, and the time.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from cpsolver.api.tasks import load
from cpsolver.kinds.sudoku.logic.geometry import Geometry, geometry_of
from cpsolver.kinds.sudoku.logic.players import BY_CODE, PLAYERS
from cpsolver.kinds.sudoku.logic.position import GIVEN, Mark, Position


@dataclass(frozen=True)
class Case:
    """A line of the file: the code of a technique, a position, and what must be found."""

    line: int
    code: str
    position: Position
    removed: frozenset[Mark]
    placed: frozenset[Mark]

    @property
    def forbidden(self) -> bool:
        """Whether the technique must say nothing of this."""
        return self.code.endswith("-x")

    @property
    def names(self) -> tuple[str, ...]:
        """The techniques the code means; a part after a hyphen tells variants of a case apart."""
        return BY_CODE.get(self.code.partition("-")[0], ())


def read(path: Path, geometry: Geometry) -> list[Case]:
    """All cases of a file, in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [case(number, line, geometry) for number, line in enumerate(lines, 1) if line.startswith(":")]


def case(number: int, line: str, geometry: Geometry) -> Case:
    """One line as a case. A digit after `+` was placed by a player, so it is no given."""
    _, code, _, grid, deleted, removed, placed, *_ = line.split(":")
    signs = re.findall(r"\+?[0-9.]", grid)
    digits = [(cell, int(sign[-1]) - 1) for cell, sign in enumerate(signs) if sign[-1] in "123456789"]
    marks = [geometry.every_digit] * len(signs)
    for cell, digit in digits:
        marks[cell] = 1 << digit
    givens = sum(1 << cell for cell, sign in enumerate(signs) if len(sign) == 1 and sign in "123456789")
    position = Position(geometry, marks, digits, givens)
    for cell, digit in _triples(deleted):
        position.remove(cell, digit, GIVEN)
    return Case(number, code, position, frozenset(_triples(removed)), frozenset(_triples(placed)))


def _triples(text: str) -> list[Mark]:
    return [((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0]) - 1) for t in text.split()]


def passes(case: Case) -> bool:
    """Whether the technique finds exactly what the case says, or does not where it must not."""
    return any(case.names) and finds(case) is not case.forbidden


def finds(case: Case) -> bool:
    """Whether a pattern of the technique says exactly what the case says."""
    position = case.position
    for name in case.names:
        for pattern in PLAYERS[name].find(position):
            placed = frozenset(pattern.placed)
            removed = frozenset(m for m in pattern.removed if position.digits[m[0]] >> m[1] & 1)
            if (removed, placed) == (case.removed, case.placed):
                return True
    return False


def main(file: str, *codes: str) -> int:
    """Print passed and total by code, with -v also the lines that fail; the exit code is 1 if a case fails."""
    verbose, codes = "-v" in codes, tuple(code for code in codes if code != "-v")
    geometry = geometry_of(load("sudoku/classic").task)
    assert geometry is not None
    cases = [case for case in read(Path(file), geometry) if not codes or case.code.startswith(codes)]
    passed: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    total = Counter(case.code for case in cases)
    for case in cases:
        start = time.perf_counter()
        if passes(case):
            passed[case.code] += 1
        elif verbose:
            print(f"{file}:{case.line}: {case.code} is not as the case says")
        seconds[case.code] += time.perf_counter() - start
    for code in sorted(total):
        print(f"{code:8} {passed[code]:3} of {total[code]:3}  {seconds[code]:6.2f} s  {', '.join(_names(code))}")
    print(f"all      {passed.total():3} of {total.total():3}  {sum(seconds.values()):6.2f} s")
    return 0 if passed == total else 1


def _names(code: str) -> tuple[str, ...]:
    return BY_CODE.get(code.partition("-")[0], ("unknown",))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
