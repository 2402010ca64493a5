"""Small random finite specs as text, each written by the number that seeds it: `specification(17)` is always the same.

Domains are ranges, sparse, negative, truth values, symbols or fractions; conditions mix arithmetic, comparisons,
logic, comprehensions, elements, tables and global constraints, of which any part may be undefined.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

COLOURS = ("red", "green", "blue")
NUMBERS = ("1..3", "0..2", "-2..1", "{-3, 0, 4}", "{1, 2, 5}", "{2, 7}", "-1..0", "{0, 1}", "few", "1..n")
FRACTIONS = ("{1/2, 1, 3/2}", "{-1/3, 0, 2}", "{1/2, 2}")
COMPARED = ("=", "!=", "<", "<=", ">", ">=")
LIMIT = 400
"""So many assignments at most, so that each can be tried."""


def specification(seed: int) -> str:
    """The text of a spec."""
    return _Writer(Random(seed)).text()


@dataclass
class _Names:
    """What there is to speak of."""

    numbers: list[str]
    flags: list[str]
    colours: list[str]
    array: int = 0
    """How many elements `a` has: a[1], a[2], …"""


class _Writer:
    """One spec."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = _Names([], [], [])
        self.variables: dict[str, str] = {}
        self.given: list[str] = []

    def pick(self, items: Sequence[str]) -> str:
        return self.random.choice(items)

    def text(self) -> str:
        self._declare()
        lines = ["task: random", "model:", "  kind: csp", "  sets: {few: [0, 2, 3], hue: [red, green, blue]}"]
        lines += ["  parameters: {n: 3, w: [2, 1, 3]}", "  variables:"]
        lines += [f"    {name}: {domain}" for name, domain in self.variables.items()]
        lines += self._listed("conditions", [self.condition() for _ in range(self.random.randint(1, 4))])
        lines += self._wishes()
        return "\n".join([*lines, *self._facts()]) + "\n"

    def _listed(self, key: str, items: Sequence[str]) -> list[str]:
        return [f"  {key}:"] + [f"    - {json.dumps(item)}" for item in items] if items else []

    def _declare(self) -> None:
        size = 1
        if self.random.random() < 0.5:
            self.names.array = self.random.randint(2, 3)
            domain, values = self._domain()
            self.variables[f"a[1..{self.names.array}]"] = domain
            self.names.numbers += [f"a[{i}]" for i in range(1, self.names.array + 1)]
            size *= values**self.names.array
        for name in "xyzbc"[self.random.randint(0, 2) :]:
            kind = {"b": "flags", "c": "colours"}.get(name, "numbers")
            domain, values = {"flags": ("bool", 2), "colours": ("hue", 3)}.get(kind) or self._domain()
            if size * values <= LIMIT:
                self.variables[name] = domain
                getattr(self.names, kind).append(name)
                size *= values
        if not self.names.numbers:
            self.variables["x"], self.names.numbers = "1..3", ["x"]

    def _domain(self) -> tuple[str, int]:
        domain = self.pick(FRACTIONS) if self.random.random() < 0.12 else self.pick(NUMBERS)
        return domain, 4 if domain == "-2..1" else 3

    def _facts(self) -> list[str]:
        if "c" in self.variables and self.random.random() < 0.2:
            return ["given: {c: red}"]
        if "x" in self.variables and self.variables["x"] == "1..3" and self.random.random() < 0.3:
            return ["given: {x: 2}"]
        return []

    def _wishes(self) -> list[str]:
        lines: list[str] = []
        if self.random.random() < 0.5:
            way = self.pick(("minimize", "maximize"))
            lines += self._listed(way, [self.wanted() for _ in range(self.random.randint(1, 2))])
        if self.random.random() < 0.25:
            lines.append("  prefer:")
            for _ in range(self.random.randint(1, 2)):
                said, weight = self.truth(1), self.pick(("1", "2", "3"))
                lines.append(f"    - {{require: {json.dumps(said)}, weight: {weight}}}")
        return lines

    def wanted(self) -> str:
        return f"{self.pick(self.names.numbers)} + {self.number(1)}"

    # -- conditions ------------------------------------------------------------------------------------------

    def condition(self) -> str:
        if self.names.array and self.random.random() < 0.2:
            return self.each()
        return self.truth(2)

    def each(self) -> str:
        """A condition for every index."""
        some = self.pick(("", " where i != 2", " where i < n"))
        body = self.pick(
            (
                f"a[i] {self.pick(COMPARED)} {self.number(1)}",
                f"a[i] + i {self.pick(COMPARED)} {self.number(0)}",
                f"{self.truth(0)} -> a[i] {self.pick(COMPARED)} i",
                f"w[i] * a[i] {self.pick(COMPARED)} {self.number(0)}",
            )
        )
        return f"{body} for i in 1..{self.names.array}{some}"

    def number(self, depth: int) -> str:
        chance = self.random.random()
        if depth == 0 or chance < 0.3:
            return self.pick(self.names.numbers) if chance < 0.8 else self.pick(("-2", "-1", "0", "1", "2", "3", "n"))
        one, other, third = (self.number(depth - 1) for _ in range(3))
        forms = [
            f"({one} {self.pick(('+', '-', '*', '+', '-', '//', '%', 'div', 'mod'))} {other})",
            f"({one} {self.pick(('//', '%', 'div', 'mod'))} {other})",
            f"abs({one})",
            f"-({one})",
            f"{self.pick(('min', 'max'))}({one}, {other}, {third})",
            f"product({one}, {other})",
            f"sum({one}, {other}, {third})",
            f"(if {self.truth(0)} then {one} else {other})",
            f"count({self.truth(0)}, {self.truth(0)})",
            f"nvalue([{one}, {other}, {third}])",
            f"among([{one}, {other}], [0, 2])",
            f"arg_max([{one}, {other}, {third}])",
            f"[{other}, {third}, 4][{one}]",
        ]
        if self.names.array:
            last = self.names.array
            forms += [f"a[{one}]", f"sum(w[i] * a[i] for i in 1..{last})", f"w[{one}]", f"a[a[{one}]]"]
            forms += [f"count(a[i] = {one} for i in 1..{last})", f"{self.pick(('min', 'max', 'sum'))}(a)"]
        return self.pick(forms)

    def truth(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.15:
            return self._simple()
        one, other = self.truth(depth - 1), self.truth(depth - 1)
        forms: list[Callable[[], str]] = [
            self._comparison,
            self._comparison,
            self.said,
            self.said,
            lambda: f"not ({self.said()})",
            lambda: f"({one}) <-> ({self.said()})",
            lambda: f"({one}) -> ({self.said()})",
            lambda: f"({one}) {self.pick(('and', 'or', 'xor', '->', '<->'))} ({other})",
            lambda: f"not ({one})",
            lambda: f"({one}) {self.pick(('=', '!='))} ({other})",
        ]
        return self.random.choice(forms)()

    def _comparison(self) -> str:
        if self.random.random() < 0.15:
            return f"{self.number(1)} <= {self.number(1)} < {self.number(1)}"
        return f"{self.number(2)} {self.pick(COMPARED)} {self.number(1)}"

    def _simple(self) -> str:
        forms = [f"{self.number(0)} {self.pick(COMPARED)} {self.number(0)}", f"{self.number(0)} in few"]
        forms += self.names.flags * 2
        forms += [f"{name} {self.pick(('=', '!='))} {self.pick(COLOURS)}" for name in self.names.colours]
        return self.pick(forms)

    def _list(self, least: int = 2, most: int = 3) -> str:
        if self.names.array and self.random.random() < 0.3:
            return "a"
        return f"[{', '.join(self._items(self.random.randint(least, most)))}]"

    def _items(self, number: int) -> list[str]:
        return [self.number(1 if self.random.random() < 0.25 else 0) for _ in range(number)]

    def _two(self) -> str:
        return f"[{', '.join(self._items(2))}]"

    def _flags(self, number: int) -> list[str]:
        return [self._simple() for _ in range(number)]

    def _values(self, number: int) -> str:
        return f"[{', '.join(self.random.sample(('0', '1', '2', '3', '-1'), number))}]"

    def said(self) -> str:
        """A global constraint."""
        return GLOBALS[self.pick(list(GLOBALS))](self)

    def table(self) -> str:
        """Rows of numbers, or of a number and a colour."""
        coloured = bool(self.names.colours) and self.random.random() < 0.5
        terms = [self.number(0), self.names.colours[0] if coloured else self.number(0)]
        rows = [
            f"[{self.random.randint(-1, 3)}, {self.pick(COLOURS) if coloured else self.random.randint(-1, 3)}]"
            for _ in range(self.random.randint(1, 4))
        ]
        return f"table([{', '.join(terms)}], [{', '.join(rows)}])"

    def pairs(self, name: str) -> str:
        """A global of two lists as long as each other."""
        number = self.random.randint(1, 3)
        one, other = self._items(number), self._items(number)
        return f"{name}([{', '.join(one)}], [{', '.join(other)}])"

    def lists(self, name: str, number: int, length: int, *more: str) -> str:
        """A global of lists as long as each other."""
        lists = [f"[{', '.join(self._items(length))}]" for _ in range(number)]
        return f"{name}({', '.join([*lists, *more])})"


GLOBALS: dict[str, Callable[[_Writer], str]] = {
    "all_different": lambda w: f"all_different({w._list()})",
    "all_equal": lambda w: f"all_equal({w._list()})",
    "increasing": lambda w: f"increasing({w._list()})",
    "strictly_decreasing": lambda w: f"strictly_decreasing({w._list()})",
    "all_different_except_0": lambda w: f"all_different_except_0({w._list()})",
    "all_different_except": lambda w: f"all_different_except({w._list()}, {w._values(2)})",
    "in": lambda w: f"{w.number(1)} {w.pick(('in', 'not in'))} {{-1, 0, 3}}",
    "table": _Writer.table,
    "nvalue": lambda w: f"nvalue({w.number(0)}, {w._list()})",
    "among": lambda w: f"among({w.number(0)}, {w._list()}, {w._values(2)})",
    "at_least": lambda w: f"at_least(1, {w._list()}, {w.number(0)})",
    "at_most": lambda w: f"at_most({w.number(0)}, {w._list()}, 2)",
    "exactly": lambda w: f"exactly(1, {w._list()}, {w.number(0)})",
    "global_cardinality": lambda w: (
        f"global_cardinality{w.pick(('', '_closed'))}({w._list()}, {w._values(2)}, [{', '.join(w._items(2))}])"
    ),
    "global_cardinality_low_up": lambda w: (
        f"global_cardinality_low_up({w._list()}, {w._values(2)}, [0, 1], [2, {w.number(0)}])"
    ),
    "lex": lambda w: w.pairs(w.pick(("lex_less", "lex_lesseq", "lex_greater", "lex_greatereq"))),
    "value_precede": lambda w: f"value_precede({w.pick(('0, 1', '2, 1', '3, 0'))}, {w._list()})",
    "value_precede_chain": lambda w: f"value_precede_chain({w._values(3)}, {w._list()})",
    "arg_max": lambda w: f"{w.pick(('arg_max', 'arg_min'))}({w._list()}, {w.number(0)})",
    "inverse": lambda w: w.pairs("inverse"),
    "circuit": lambda w: f"{w.pick(('circuit', 'subcircuit'))}({w._list()})",
    "connected": lambda w: f"connected([{', '.join(w._flags(3))}], [[1, 2], [2, 3]])",
    "cumulative": lambda w: w.lists("cumulative", 3, w.random.randint(1, 3), w.number(0)),
    "disjunctive": lambda w: w.lists("disjunctive", 2, w.random.randint(1, 3)),
    "disjunctive of some": lambda w: w.lists("disjunctive", 2, 2, f"[{', '.join(w._flags(2))}]"),
    "diffn": lambda w: w.lists("diffn", 4, 2),
    "bin_packing": lambda w: f"bin_packing({w.number(0)}, {w._two()}, [2, 1])",
    "bin_packing_capa": lambda w: f"bin_packing_capa([2, 1, 3], {w._two()}, [2, 1])",
    "bin_packing_load": lambda w: f"bin_packing_load([{', '.join(w._items(2))}], {w._two()}, [2, 1])",
    "knapsack": lambda w: f"knapsack([2, 1], [1, 3], {w._two()}, {w.number(0)}, {w.number(0)})",
    "sliding_sum": lambda w: f"sliding_sum(0, 3, 2, {w._list()})",
    "regular": lambda w: f"regular({w._list()}, {w.pick(GRAMMARS)})",
}
GRAMMARS = ("[[0, 0, 0], [0, 1, 1], [1, 2, 1], [1, 0, 0]], 0, [1]", '"0* 1 2*"', '"(1 | 2)* 3"')
