"""Functional expressions of XCSP3, `eq(add(x,1),y[2])`, lists of them, and parts of arrays: `y[]`, `z[0..2][1]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from cpsolver.errors import SpecError
from cpsolver.kinds.csp.formats.xml import Element
from cpsolver.task.domain import Finite
from cpsolver.task.expression import Call, Collection, Constant, Name, Node
from cpsolver.task.task import Array, Variable

_TOKEN = re.compile(r"\s*([A-Za-z_]\w*(?:\[[^\]\s]*\])*|-?\d+|[(),])")
DEEPEST = 100


@dataclass(frozen=True)
class Expressions:
    """The variables and arrays of an instance, by which its expressions are read."""

    variables: Mapping[str, Variable]
    arrays: Mapping[str, Array]

    def read(self, element: Element) -> Node:
        """The one expression in an element. Raises: SpecError."""
        found = self.listed(element)
        if len(found) != 1:
            raise element.error(f"{len(found)} expressions stand here; one is needed")
        return found[0]

    def listed(self, element: Element) -> tuple[Node, ...]:
        """The expressions in the text of an element, those of arrays spread out. Raises: SpecError."""
        tokens = list(_tokens(element))
        found: list[Node] = []
        place = 0
        while place < len(tokens):
            if "[" in tokens[place] and self._is_many(tokens[place]):
                found += [Name(name) for name in self._elements(tokens[place], element)]
                place += 1
                continue
            node, place = self._node(tokens, place, element, 0)
            found.append(node)
        return tuple(found)

    def _is_many(self, token: str) -> bool:
        return "[]" in token or ".." in token

    def _node(self, tokens: Sequence[str], place: int, element: Element, depth: int) -> tuple[Node, int]:
        word = tokens[place]
        if depth > DEEPEST:
            raise element.error(f"expressions nested deeper than {DEEPEST} levels")
        if re.fullmatch(r"-?\d+", word):
            return Constant(int(word)), place + 1
        if not re.match(r"[A-Za-z_]", word):
            raise element.error(f"'{word}' where an expression should stand")
        if place + 1 < len(tokens) and tokens[place + 1] == "(":
            arguments, place = self._arguments(tokens, place + 2, element, depth)
            return self._applied(word, arguments, element), place
        return self._leaf(word, element), place + 1

    def _arguments(
        self, tokens: Sequence[str], place: int, element: Element, depth: int
    ) -> tuple[tuple[Node, ...], int]:
        found: list[Node] = []
        while place < len(tokens) and tokens[place] != ")":
            node, place = self._node(tokens, place, element, depth + 1)
            found.append(node)
            if place < len(tokens) and tokens[place] == ",":
                place += 1
        if place >= len(tokens):
            raise element.error("a bracket is never closed")
        return tuple(found), place + 1

    def _leaf(self, word: str, element: Element) -> Node:
        if "[" in word:
            (name,) = self._elements(word, element)
            return Name(name)
        if word in self.variables:
            return Name(word)
        symbols = {
            value for each in self.variables.values() if isinstance(each.domain, Finite) for value in each.domain
        }
        if word in symbols:
            return Constant(word)
        raise element.error(f"there is no variable '{word}'")

    def _elements(self, word: str, element: Element) -> list[str]:
        name, *indices = re.split(r"\[|\]\[|\]", word.rstrip("]"))
        array = self.arrays.get(name)
        if array is None or len(indices) != len(array.index_sets):
            raise element.error(f"there is no array for '{word}'")
        chosen: list[range] = []
        for text, keys in zip(indices, array.index_sets, strict=True):
            run = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?", text) if text else None
            if text and run is None:
                raise element.error(f"'[{text}]' is no index")
            chosen.append(range(int(run[1]), int(run[2] or run[1]) + 1) if run else range(len(keys)))
        found = [f"{name}[{', '.join(map(str, each))}]" for each in product(*chosen)]
        missing = [each for each in found if each not in self.variables]
        if missing or not found:
            raise element.error(f"there is no variable '{(missing or [word])[0]}'")
        return found

    def _applied(self, function: str, arguments: tuple[Node, ...], element: Element) -> Node:
        build = FUNCTIONS.get(function)
        if build is None:
            raise element.error(
                f"the function '{function}' is not understood", f"understood are: {', '.join(FUNCTIONS)}"
            )
        least, most, make = build
        if not least <= len(arguments) <= most:
            raise element.error(f"'{function}' with {len(arguments)} arguments")
        return make(arguments)

    def is_truth(self, node: Node) -> bool:
        """Whether a node is a condition by its form."""
        return isinstance(node, Call) and node.function in _TRUTHS


_TRUTHS = frozenset(["=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "xor", "->", "<->", "in"])

Build = tuple[int, int, Callable[[tuple[Node, ...]], Node]]


def truth(node: Node) -> Node:
    """An expression as a condition: a number is true where it is not 0."""
    return node if isinstance(node, Call) and node.function in _TRUTHS else Call("!=", (node, Constant(0)))


def _number(name: str, least: int, most: int = 10_000) -> Build:
    return least, most, lambda nodes: Call(name, nodes)


def _logic(name: str, least: int, most: int = 10_000) -> Build:
    return least, most, lambda nodes: Call(name, tuple(map(truth, nodes)))


def _chained(name: str) -> Build:
    def make(nodes: tuple[Node, ...]) -> Node:
        if all(isinstance(node, Call) and node.function in _TRUTHS for node in nodes) and len(nodes) == 2:
            return Call({"=": "<->", "!=": "xor"}.get(name, name), nodes)
        pairs = [Call(name, pair) for pair in pairwise(nodes)]
        return pairs[0] if len(pairs) == 1 else Call("and", tuple(pairs))

    return 2, 10_000 if name == "=" else 2, make


def _odd(nodes: tuple[Node, ...]) -> Node:
    found = truth(nodes[0])
    for node in nodes[1:]:
        found = Call("xor", (found, truth(node)))
    return found


def _dist(nodes: tuple[Node, ...]) -> Node:
    return Call("abs", (Call("-", nodes),))


def _in(nodes: tuple[Node, ...]) -> Node:
    return Call("in", (nodes[0], nodes[1]))


FUNCTIONS: dict[str, Build] = {
    "neg": _number("neg", 1, 1),
    "abs": _number("abs", 1, 1),
    "add": _number("sum", 1),
    "sub": _number("-", 2, 2),
    "mul": _number("product", 1),
    "div": _number("div", 2, 2),
    "mod": _number("mod", 2, 2),
    "pow": _number("^", 2, 2),
    "sqr": (1, 1, lambda nodes: Call("^", (*nodes, Constant(2)))),
    "dist": (2, 2, _dist),
    "min": _number("min", 1),
    "max": _number("max", 1),
    "lt": _chained("<"),
    "le": _chained("<="),
    "gt": _chained(">"),
    "ge": _chained(">="),
    "ne": _chained("!="),
    "eq": _chained("="),
    "set": (0, 10_000, lambda nodes: Collection(nodes, "{}")),
    "in": (2, 2, _in),
    "not": _logic("not", 1, 1),
    "and": _logic("and", 1),
    "or": _logic("or", 1),
    "xor": (1, 10_000, _odd),
    "iff": _logic("<->", 2, 2),
    "imp": _logic("->", 2, 2),
    "if": (3, 3, lambda nodes: Call("if", (truth(nodes[0]), *nodes[1:]))),
}
"""Each function: how few and how many arguments it takes, and what it becomes."""


def _tokens(element: Element) -> Iterator[str]:
    text, place = element.text.strip(), 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise element.error(f"'{text[place : place + 20]}' is no expression")
        yield found[1]
        place = found.end()


__all__ = ["FUNCTIONS", "Expressions", "SpecError", "truth"]
