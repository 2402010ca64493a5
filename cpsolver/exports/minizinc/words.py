"""Expressions in MiniZinc. Undefinedness needs no words: both languages make the nearest Boolean around it false."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cpsolver.exports.minizinc.naming import is_run
from cpsolver.plain.automaton import read_through
from cpsolver.plain.extent import extent
from cpsolver.task.decomposition import decomposed, may_be_undefined
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.globals import items_of

IFF, IMPLIES, OR, AND, COMPARED, SUM, PRODUCT, UNARY, ATOM = range(9)

SHORT = 8
"""Sums of no more terms are written with plus signs."""

FUNCTIONS = {
    "floor_mod": "function var int: floor_mod(var int: a, var int: b) = ((a mod b) + b) mod b;",
    "floor_div": "function var int: floor_div(var int: a, var int: b) = (a - ((a mod b) + b) mod b) div b;",
}
"""Floor division, which MiniZinc has not: there quotients are cut off towards 0."""


@dataclass(frozen=True)
class Said:
    """A text, how tightly its loosest operator binds, and whether it is a truth value."""

    text: str
    level: int = ATOM
    is_truth: bool = False

    def at(self, level: int) -> str:
        """The text where something that binds tighter than a level must stand."""
        return self.text if self.level > level else f"({self.text})"


@dataclass
class Words:
    """How the expressions of one task are written; it keeps in mind which files and functions they need.

    arrays: the names of arrays by the texts of their elements, in order
    """

    names: Mapping[str, str]
    domains: Mapping[str, Finite]
    arrays: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    includes: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)

    def truth(self, node: Node, top: bool = False) -> Said:
        """An expression where a truth value stands. top: whether it must be true, so that a global may stand there."""
        found = self.said(node, top)
        return found if found.is_truth else Said(f"{found.at(COMPARED)} != 0", COMPARED, True)

    def number(self, node: Node) -> Said:
        """An expression where a number stands."""
        if isinstance(node, Constant) and isinstance(node.value, bool):
            return Said(str(int(node.value)))
        found = self.said(node)
        return Said(f"bool2int({found.text})") if found.is_truth else found

    def said(self, node: Node, top: bool = False) -> Said:
        """An expression as it is."""
        if isinstance(node, Constant):
            if isinstance(node.value, bool):
                return Said(str(node.value).lower(), ATOM, True)
            return Said(str(node.value), UNARY - 1 if str(node.value).startswith("-") else ATOM)
        if isinstance(node, Name):
            is_truth = all(isinstance(value, bool) for value in self.domains[node.name])
            return Said(self.names[node.name], ATOM, is_truth)
        assert isinstance(node, Call), f"{node} is no ground expression"
        native = GLOBALS[node.function](self, node) if top and node.function in GLOBALS else None
        if native is not None:
            return native
        if node.function in _WRITERS:
            return _WRITERS[node.function](self, node, top)
        simpler = read_through(node) if node.function == "regular" else decomposed(node)
        assert simpler is not None, f"'{node.function}' has a form in simpler words"
        return self.said(simpler)

    def numbers(self, items: Sequence[Node]) -> str:
        """A list of numbers; of a whole array its name."""
        texts = tuple(self.number(item).text for item in items)
        return self.arrays.get(texts) or f"[{', '.join(texts)}]"

    def call(self, function: str, *arguments: str, file: str | None = None, is_truth: bool = True) -> Said:
        """A predicate or function of the library, its file included."""
        if file != "":
            self.includes.add(file or function)
        return Said(f"{function}({', '.join(arguments)})", ATOM, is_truth)

    def over(self, keys: Sequence[Node], items: Sequence[Node]) -> str | None:
        """An array with its indices, if these are a run of whole numbers; None otherwise."""
        indices = tuple(key.value for key in keys if isinstance(key, Constant))
        if len(indices) < len(keys) or not is_run(indices):
            return None
        listed = self.numbers(items)
        counts_from_1 = indices[0] == 1 and listed.startswith("[")
        return listed if counts_from_1 else f"array1d({indices[0]}..{indices[-1]}, {listed})"

    def extent(self, node: Node) -> tuple[int, int]:
        """Between which numbers an expression lies."""
        return extent(node, self.domains)


Writer = Callable[[Words, Call, bool], Said]

# -- logic and comparisons -----------------------------------------------------------------------------------


def _junction(sign: str, level: int, empty: str) -> Writer:
    def write(words: Words, node: Call, top: bool) -> Said:
        if not node.arguments:
            return Said(empty, ATOM, True)
        if len(node.arguments) == 1:
            return words.truth(node.arguments[0], top)
        parts = [words.truth(item, top and level == AND) for item in node.arguments]
        if len(parts) > 2 * SHORT:
            name = "forall" if level == AND else "exists"
            return Said(f"{name}([{', '.join(part.text for part in parts)}])", ATOM, True)
        return Said(sign.join(part.at(level) for part in parts), level, True)

    return write


def _between(sign: str, level: int) -> Writer:
    def write(words: Words, node: Call, top: bool) -> Said:
        left, right = (words.truth(item).at(level) for item in node.arguments)
        return Said(f"{left} {sign} {right}", level, True)

    return write


def _not(words: Words, node: Call, top: bool) -> Said:
    return Said(f"not ({words.truth(node.arguments[0]).text})", UNARY, True)


def _compared(words: Words, node: Call, top: bool) -> Said:
    sides = [words.said(item) for item in node.arguments]
    if not (node.function in ("=", "!=") and all(side.is_truth for side in sides)):
        sides = [words.number(item) for item in node.arguments]
    left, right = (side.at(COMPARED) for side in sides)
    return Said(f"{left} {node.function} {right}", COMPARED, True)


def _in(words: Words, node: Call, top: bool) -> Said:
    item, options = node.arguments
    listed = items_of(options)
    if not listed:
        return Said("false", ATOM, True)
    if all(isinstance(option, Constant) for option in listed):
        members = _set([_whole(option) for option in listed])
        return Said(f"{words.number(item).at(COMPARED)} in {members}", COMPARED, True)
    same = Call("or", tuple(Call("=", (item, option)) for option in listed))
    defined = tuple(Call("=", (each, each)) for each in listed if may_be_undefined(each))
    return words.truth(Call("and", (*defined, same)))


def _whole(node: Node) -> int:
    assert isinstance(node, Constant), f"{node} is no constant"
    return int(node.value)


def _set(values: Sequence[int]) -> str:
    """A set of whole numbers, as a range if it is one."""
    ordered = tuple(sorted(set(values)))
    if len(ordered) > 1 and is_run(ordered):
        return f"{ordered[0]}..{ordered[-1]}"
    return "{" + ", ".join(map(str, ordered)) + "}"


# -- numbers -------------------------------------------------------------------------------------------------


def _sum(words: Words, node: Call, top: bool) -> Said:
    if not node.arguments:
        return Said("0")
    parts = [words.number(item) for item in node.arguments]
    if len(parts) > SHORT:
        return Said(f"sum([{', '.join(part.text for part in parts)}])")
    return Said(" + ".join(part.at(SUM if number else SUM - 1) for number, part in enumerate(parts)), SUM)


def _count(words: Words, node: Call, top: bool) -> Said:
    return _sum(words, node, top)


def _minus(words: Words, node: Call, top: bool) -> Said:
    left, right = map(words.number, node.arguments)
    return Said(f"{left.at(SUM - 1)} - {right.at(SUM)}", SUM)


def _times(words: Words, node: Call, top: bool) -> Said:
    if not node.arguments:
        return Said("1")
    parts = [words.number(item) for item in node.arguments]
    return Said(" * ".join(part.at(PRODUCT if number else PRODUCT - 1) for number, part in enumerate(parts)), PRODUCT)


def _negative(words: Words, node: Call, top: bool) -> Said:
    return Said(f"-{words.number(node.arguments[0]).at(UNARY)}", UNARY - 1)


def _truncated(words: Words, node: Call, top: bool) -> Said:
    left, right = (words.number(item).at(PRODUCT) for item in node.arguments)
    return Said(f"{left} {node.function} {right}", PRODUCT)


def _floored(truncated: str, function: str) -> Writer:
    """Where nothing is negative both divisions are the same."""

    def write(words: Words, node: Call, top: bool) -> Said:
        dividend, divisor = map(words.extent, node.arguments)
        if dividend[0] >= 0 and divisor[0] > 0:
            return _truncated(words, Call(truncated, node.arguments), top)
        words.functions.add(function)
        return Said(f"{function}({', '.join(words.number(item).text for item in node.arguments)})")

    return write


def _applied(function: str, empty: str = "1 div 0") -> Writer:
    """A function of a list; of an empty one it has no value."""

    def write(words: Words, node: Call, top: bool) -> Said:
        return Said(f"{function}({words.numbers(node.arguments)})") if node.arguments else Said(empty, PRODUCT)

    return write


def _power(words: Words, node: Call, top: bool) -> Said:
    return Said(f"pow({', '.join(words.number(item).text for item in node.arguments)})")


def _absolute(words: Words, node: Call, top: bool) -> Said:
    return Said(f"abs({words.number(node.arguments[0]).text})")


def _choice(words: Words, node: Call, top: bool) -> Said:
    condition, *branches = node.arguments
    said = [words.said(branch) for branch in branches]
    is_truth = all(each.is_truth for each in said)
    then, otherwise = said if is_truth else map(words.number, branches)
    return Said(f"if {words.truth(condition).text} then {then.text} else {otherwise.text} endif", ATOM, is_truth)


def _element(words: Words, node: Call, top: bool) -> Said:
    """An item of a list; where the keys are no run of numbers, the item at their place."""
    index, items, keys = node.arguments[0], items_of(node.arguments[1]), items_of(node.arguments[2])
    if not items:
        return Said("1 div 0", PRODUCT)
    array = words.over(keys, items)
    if array is not None:
        return Said(f"{array}[{words.number(index).text}]")
    return Said(f"{words.numbers(items)}[{words.number(position(index, keys)).text}]")


LONGEST_LIST = 10_000
"""Numbers between the least key and the greatest that a list of places may hold."""


def position(index: Node, keys: Sequence[Node]) -> Node:
    """The place of the first key that the index is: 0 if it lies between them, without value if it does not."""
    values = [_whole(key) for key in keys]
    run = range(min(values), max(values) + 1)
    if len(run) > LONGEST_LIST:
        return Call("sum", tuple(Call("*", (Constant(n), Call("=", (index, key)))) for n, key in enumerate(keys, 1)))
    places = {value: place for place, value in reversed(list(enumerate(values, 1)))}
    lists = ([places.get(value, 0) for value in run], run)
    return Call("element", (index, *(Collection(tuple(map(Constant, each))) for each in lists)))


# -- globals that may stand anywhere ----------------------------------------------------------------------------


def _listed(function: str) -> Writer:
    def write(words: Words, node: Call, top: bool) -> Said:
        if not node.arguments:
            return Said("true", ATOM, True)
        return words.call(function, words.numbers(node.arguments))

    return write


def _chain(sign: str) -> Writer:
    def write(words: Words, node: Call, top: bool) -> Said:
        items = node.arguments
        pairs = pairwise(items)
        defined = (Call("=", (items[0], items[0])),) if len(items) == 1 and may_be_undefined(items[0]) else ()
        return words.truth(Call("and", (*defined, *(Call(sign, pair) for pair in pairs))), top)

    return write


def _table(words: Words, node: Call, top: bool) -> Said:
    items, rows = map(items_of, node.arguments)
    if not rows or not items:
        return Said(str(bool(rows)).lower(), ATOM, True)
    written = " | ".join(", ".join(str(_whole(item)) for item in items_of(row)) for row in rows)
    return words.call("table", words.numbers(items), f"[| {written} |]")


_FILES = {"arg_min": ("arg_max", "arg_min")}
"""What the files of functions need without saying so. The function `nvalue` does not work with Gecode's library."""


def _number_of(function: str) -> Writer:
    """A function of the library, or in simpler words where something in it may be undefined."""

    def write(words: Words, node: Call, top: bool) -> Said:
        if not node.arguments or any(map(may_be_undefined, node.arguments)):
            simpler = decomposed(node)
            assert simpler is not None, f"'{function}' has a form in simpler words"
            return words.said(simpler)
        words.includes.update(_FILES.get(function, (function,)))
        return words.call(function, words.numbers(node.arguments), file="", is_truth=False)

    return write


_WRITERS: dict[str, Writer] = {
    "and": _junction(" /\\ ", AND, "true"),
    "or": _junction(" \\/ ", OR, "false"),
    "xor": _between("xor", OR),
    "->": _between("->", IMPLIES),
    "<->": _between("<->", IFF),
    "not": _not,
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), _compared),
    "in": _in,
    "+": _sum,
    "sum": _sum,
    "count": _count,
    "-": _minus,
    "*": _times,
    "product": _times,
    "neg": _negative,
    "div": _truncated,
    "mod": _truncated,
    "//": _floored("div", "floor_div"),
    "%": _floored("mod", "floor_mod"),
    "^": _power,
    "abs": _absolute,
    "min": _applied("min"),
    "max": _applied("max"),
    "if": _choice,
    "element": _element,
    "all_different": _listed("all_different"),
    "all_equal": _listed("all_equal"),
    "increasing": _chain("<="),
    "decreasing": _chain(">="),
    "strictly_increasing": _chain("<"),
    "strictly_decreasing": _chain(">"),
    "table": _table,
    "arg_max": _number_of("arg_max"),
    "arg_min": _number_of("arg_min"),
}
"""How each function is written wherever it stands."""

GLOBALS: dict[str, Callable[[Words, Call], Said | None]] = {}
"""How each global is written where it must be true; None where MiniZinc's does not mean the same. See `native`."""
