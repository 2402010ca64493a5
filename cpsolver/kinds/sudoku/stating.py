"""Rules of players' formats as a spec states them: by models of the shelf and their parameters, else as conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from cpsolver.kinds.sudoku.clauses import clauses, side_of
from cpsolver.kinds.sudoku.formats import Rule, Sudoku
from cpsolver.kinds.sudoku.formats.record import Spot, spot_name
from cpsolver.kinds.sudoku.formats.text import SIGNS, whole
from cpsolver.spec.document import Plain

CLASSIC = "sudoku/classic"


@dataclass
class Stated:
    """What a spec says of a puzzle's rules: models, their parameters, further conditions, and rules it cannot say."""

    sudoku: Sudoku
    models: list[str] = field(default_factory=list)
    parameters: dict[str, Plain] = field(default_factory=dict)
    require: list[Plain] = field(default_factory=list)
    unstated: list[str] = field(default_factory=list)

    def model(self, name: str) -> None:
        """Use a model of the shelf."""
        if f"sudoku/{name}" not in self.models:
            self.models.append(f"sudoku/{name}")

    def listed(self, model: str, parameter: str, *items: Plain) -> None:
        """Add items to a parameter of a model that is a list."""
        self.model(model)
        found = self.parameters.setdefault(parameter, [])
        assert isinstance(found, list), f"{parameter} is a list"
        found += items

    def mapped(self, model: str, parameter: str, key: int, value: str) -> None:
        """Add an entry to a parameter of a model that is a mapping."""
        self.model(model)
        found = self.parameters.setdefault(parameter, {})
        assert isinstance(found, dict), f"{parameter} is a mapping"
        found[str(key)] = value

    def written_out(self, rule: Rule) -> None:
        """State a rule by conditions, or say that it cannot be."""
        conditions = clauses(self.sudoku, rule)
        if conditions is None:
            self.unstated.append(str(rule))
        else:
            self.require += [{"label": label, "require": condition} for label, condition in conditions]

    def demand(self, label: str, *conditions: str) -> None:
        """Add conditions of this puzzle alone."""
        self.require += [{"label": label, "require": condition} for condition in conditions]


def stated(sudoku: Sudoku) -> Stated:
    """What a spec says of the rules of a puzzle. Rules without a model are conditions, written out."""
    found = Stated(sudoku)
    if sudoku.regions:
        _regions(found)
    flags = {rule.name for rule in sudoku.rules}
    _diagonals(found, flags)
    _negatives(found, [rule.value for rule in sudoku.rules if rule.name == "negative"])
    for rule in sudoku.rules:
        if rule.name in _MODELS:
            found.model(_MODELS[rule.name])
        elif rule.name in _RULES:
            _RULES[rule.name](found, rule)
        elif rule.name not in _TOGETHER:
            found.written_out(rule)
    found.unstated += [f"{kept.name}: {kept.text[:200]}" for kept in sudoku.kept if kept.is_rule]
    return found


_MODELS = {
    "anti-knight": "anti-knight",
    "anti-king": "anti-king",
    "non-consecutive": "non-consecutive",
    "disjoint groups": "disjoint-groups",
    "windoku": "windoku",
}
_TOGETHER = frozenset(("falling diagonal", "rising diagonal", "negative"))


def _regions(found: Stated) -> None:
    size, regions = found.sudoku.size, found.sudoku.regions
    if 0 in regions or max(regions) > size:
        found.unstated.append("regions that do not cover the grid")
        return
    found.model("jigsaw")
    found.parameters["regions"] = "".join(
        "".join(SIGNS[number] for number in regions[at : at + size]) + "\n" for at in range(0, size * size, size)
    )


def _diagonals(found: Stated, flags: set[str]) -> None:
    if flags.issuperset(("falling diagonal", "rising diagonal")):
        found.model("x")
    elif "falling diagonal" in flags:
        found.demand("falling diagonal", "all_different(cell[i, i] for i in 1..n)")
    elif "rising diagonal" in flags:
        found.demand("rising diagonal", "all_different(cell[n + 1 - i, i] for i in 1..n)")


def _negatives(found: Stated, names: Sequence[str]) -> None:
    """All pairs of a kind are marked. White and black dots can only be so together."""
    if "xv" in names:
        found.model("xv")
        found.parameters["all_signs"] = "true"
    dots = {"difference", "ratio"}.intersection(names)
    if len(dots) == 2:
        found.model("kropki")
        found.parameters["all_dots"] = "true"
    others = set(names) - {"xv", "difference", "ratio"} | (dots if len(dots) == 1 else set())
    found.unstated += [f"negative {name}" for name in sorted(others)]


# -- rules by themselves --------------------------------------------------------------------------------------


def _names(spots: Iterable[Spot]) -> list[Plain]:
    return [spot_name(spot) for spot in spots]


def _added(spots: Iterable[Spot]) -> str:
    return " + ".join(map(spot_name, spots))


def _cage(found: Stated, rule: Rule) -> None:
    total = whole(rule.value) if rule.value else 0
    if total is None:
        found.unstated.append(str(rule))
        return
    cage: dict[str, Plain] = {"cells": _names(rule.cells)}
    found.listed("killer", "cages", {**cage, "sum": str(total)} if total else cage)


def _lines(model: str, parameter: str) -> Callable[[Stated, Rule], None]:
    def add(found: Stated, rule: Rule) -> None:
        found.listed(model, parameter, *(_names(line) for line in rule.lines))

    return add


def _arrow(found: Stated, rule: Rule) -> None:
    """The digits along each line have the sum in the circle; in a longer bulb stands a number of several digits."""
    for line in rule.lines:
        path = [spot for spot in line if spot not in rule.cells]
        if len(rule.cells) == 1:
            found.listed("arrow", "arrows", _names([rule.cells[0], *path]))
            continue
        bulb = sorted(rule.cells)
        tens = [10 ** (len(bulb) - 1 - at) for at in range(len(bulb))]
        number = " + ".join(f"{ten}*{spot_name(spot)}" for ten, spot in zip(tens, bulb, strict=True))
        found.demand(f"arrow {spot_name(bulb[0])}", f"{number} = {_added(path)}")


def _whispers(found: Stated, rule: Rule) -> None:
    least = whole(rule.value) if rule.value else 5
    usual = (found.sudoku.size + 1) // 2
    if least == usual:
        found.listed("german-whispers", "whispers", *(_names(line) for line in rule.lines))
    elif least is None:
        found.unstated.append(str(rule))
    else:
        found.written_out(rule)


def _pair(model: str, parameter: str, usual: str, condition: str) -> Callable[[Stated, Rule], None]:
    """A dot between two cells: a parameter of a model if its value is the usual one, else a condition."""

    def add(found: Stated, rule: Rule) -> None:
        names, value = _names(rule.cells), rule.value or usual
        if len(names) != 2 or whole(value) is None:
            found.unstated.append(str(rule))
        elif value == usual:
            found.listed(model, parameter, names)
        else:
            found.demand(str(rule), condition.format(*names, value))

    return add


def _xv(found: Stated, rule: Rule) -> None:
    sign = rule.value.lower()
    if sign in ("x", "v") and len(rule.cells) == 2:
        found.listed("xv", sign, _names(rule.cells))
    else:
        found.unstated.append(str(rule))


def _quadruple(found: Stated, rule: Rule) -> None:
    first = min(rule.cells)
    around = {(first[0] + down, first[1] + right) for down in (0, 1) for right in (0, 1)}
    if set(rule.cells) == around:
        found.listed(
            "quadruple", "quadruples", {"at": spot_name(first), "digits": [str(digit) for digit in rule.digits]}
        )
    else:
        found.unstated.append(str(rule))


_DIRECTIONS = {"UR": (-1, 1), "DR": (1, 1), "UL": (-1, -1), "DL": (1, -1)}


def _little_killer(found: Stated, rule: Rule) -> None:
    """The cells from the border inwards; a clue without a sum says nothing."""
    size, step = found.sudoku.size, _DIRECTIONS.get(rule.direction.upper())
    if not rule.value:
        return
    if step is None or whole(rule.value) is None or len(rule.cells) != 1:
        found.unstated.append(str(rule))
        return
    row, column = rule.cells[0]
    path = [(row + step[0] * at, column + step[1] * at) for at in range(1, size + 2)]
    inside = [spot for spot in path if 0 <= spot[0] < size and 0 <= spot[1] < size]
    if len(inside) > 1:
        ends: dict[str, Plain] = {"from": spot_name(inside[0]), "to": spot_name(inside[-1]), "sum": rule.value}
        found.listed("little-killer", "diagonals", ends)
    elif inside:
        found.demand(str(rule), f"{spot_name(inside[0])} = {rule.value}")
    else:
        found.unstated.append(str(rule))


def _outside(add: Callable[[Stated, str, int, str], None]) -> Callable[[Stated, Rule], None]:
    def read(found: Stated, rule: Rule) -> None:
        side = side_of(found.sudoku, rule)
        if side is not None:
            add(found, *side, rule.value)
        elif rule.value:
            found.unstated.append(str(rule))

    return read


def _sandwich(found: Stated, side: str, number: int, value: str) -> None:
    found.mapped("sandwich", "row_sums" if side in ("left", "right") else "column_sums", number, value)


def _skyscraper(found: Stated, side: str, number: int, value: str) -> None:
    found.mapped("skyscraper", side, number, value)


def _parity(parameter: str) -> Callable[[Stated, Rule], None]:
    def add(found: Stated, rule: Rule) -> None:
        found.listed("even-odd", parameter, *_names(rule.cells))

    return add


def _extra(found: Stated, rule: Rule) -> None:
    found.listed("extra-regions", "extra", _names(rule.cells))


_RULES: dict[str, Callable[[Stated, Rule], None]] = {
    "killer cage": _cage,
    "arrow": _arrow,
    "thermometer": _lines("thermometer", "thermometers"),
    "palindrome": _lines("palindrome", "palindromes"),
    "renban": _lines("renban", "renban"),
    "between line": _lines("between-lines", "between"),
    "whispers": _whispers,
    "difference": _pair("kropki", "white", "1", "abs({} - {}) = {}"),
    "ratio": _pair("kropki", "black", "2", "{0} = {2}*{1} or {1} = {2}*{0}"),
    "xv": _xv,
    "quadruple": _quadruple,
    "little killer": _little_killer,
    "sandwich": _outside(_sandwich),
    "skyscraper": _outside(_skyscraper),
    "odd": _parity("odd"),
    "even": _parity("even"),
    "extra region": _extra,
}
"""Rule → how its model of the shelf is filled in. Other rules are conditions, written out in `clauses`."""
