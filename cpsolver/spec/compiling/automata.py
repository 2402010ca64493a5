"""Finite automata as `regular` is given them, made deterministic: from transitions, a table, or a regular expression.

An expression is over values with blanks between them: `0* 1 1 0+ (1 | 2)?`, `a{3}`, `a{1,4}`, `.` for any value that
the expression names, `[1 2 3]` for one of several.
Source: Thompson (1968) for the automaton of an expression, Rabin & Scott (1959) for making it deterministic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_STATES = 5_000
"""States of an automaton."""

State = frozenset[int]


@dataclass(frozen=True)
class Automaton:
    """A deterministic automaton: transitions (state, value, next state), where it starts, where it accepts."""

    transitions: tuple[tuple[Any, Any, Any], ...]
    start: Any
    accepting: tuple[Any, ...]


class Wrong(Exception):
    """What is wrong with an automaton, and with which argument of `regular`."""

    def __init__(self, message: str, argument: int, hint: str = "") -> None:
        self.message, self.argument, self.hint = message, argument, hint
        super().__init__(message)


def from_transitions(rows: Sequence[Sequence[Any]], start: Any, accepting: Sequence[Any]) -> Automaton:
    """The automaton of transitions; where a state has several ways for one value, made deterministic. Raises: Wrong."""
    for row in rows:
        if len(row) != 3:
            text = " ".join(map(str, row))
            raise Wrong(
                f"the transition '{text}' has {len(row)} parts", 1, "a transition is [state, value, next state]"
            )
    triples = tuple(dict.fromkeys((row[0], row[1], row[2]) for row in rows))
    if len({(state, value) for state, value, _ in triples}) == len(triples):
        return Automaton(triples, start, tuple(accepting))
    number = {s: i for i, s in enumerate(dict.fromkeys([start, *(s for t in triples for s in (t[0], t[2]))]))}
    steps = [(number[state], value, number[after]) for state, value, after in triples]
    return _deterministic(steps, [], {0}, {number[state] for state in accepting if state in number})


def from_table(states: int, letters: int, rows: Sequence[Any], start: int, accepting: Sequence[Any]) -> Automaton:
    """The automaton of MiniZinc's table: row q, column s holds the next state; 0 is none. Raises: Wrong."""
    if len(rows) != states or any(len(row) != letters for row in rows):
        raise Wrong(f"the table of next states must have {states} rows of {letters} numbers", 3)
    triples = [(q, s, after) for q, row in enumerate(rows, 1) for s, after in enumerate(row, 1) if after != 0]
    return Automaton(tuple(triples), start, tuple(accepting))


def from_expression(text: Any) -> Automaton:
    """The automaton of a regular expression over values. Raises: Wrong."""
    if not isinstance(text, str):
        raise Wrong("a regular expression is a text in quotes", 1, 'such as "0* 1 1 0*"')
    machine = _Machine()
    end = machine.add(_Reader(text).whole(), 0)
    return _deterministic(machine.steps, machine.free, {0}, {end})


READERS: Mapping[int, Callable[..., Automaton]] = {2: from_expression, 4: from_transitions, 6: from_table}
"""By the number of arguments of `regular`."""


def _deterministic(
    steps: Iterable[tuple[int, Any, int]], free: Iterable[tuple[int, int]], start: set[int], accepting: set[int]
) -> Automaton:
    """The automaton whose states are sets of states."""
    moves: dict[tuple[int, Any], set[int]] = {}
    letters: dict[Any, None] = {}
    for state, value, after in steps:
        moves.setdefault((state, value), set()).add(after)
        letters[value] = None
    jumps: dict[int, set[int]] = {}
    for state, after in free:
        jumps.setdefault(state, set()).add(after)
    first = _closed(start, jumps)
    numbers: dict[State, int] = {first: 1}
    found: list[tuple[int, Any, int]] = []
    waiting = [first]
    while waiting:
        here = waiting.pop()
        for value in letters:
            reached = _closed({s for state in here for s in moves.get((state, value), ())}, jumps)
            if not reached:
                continue
            if reached not in numbers:
                numbers[reached] = len(numbers) + 1
                waiting.append(reached)
                if len(numbers) > MOST_STATES:
                    raise Wrong(f"this automaton has more than {MOST_STATES:,} states", 1)
            found.append((numbers[here], value, numbers[reached]))
    final = tuple(number for state, number in numbers.items() if state & accepting)
    return Automaton(tuple(sorted(found, key=lambda row: (row[0], row[2]))), 1, final)


def _closed(states: Iterable[int], jumps: Mapping[int, set[int]]) -> State:
    found, stack = set(states), list(states)
    while stack:
        for after in jumps.get(stack.pop(), ()):
            if after not in found:
                found.add(after)
                stack.append(after)
    return frozenset(found)


_TOKEN = re.compile(r"\s*(?:(?P<times>\{\s*\d+\s*(?:,\s*\d*\s*)?\})|(?P<value>-?\w+)|(?P<sign>[()\[\]|*+?.]))")
_TIMES: Mapping[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}


@dataclass(frozen=True)
class _One:
    """One of these values."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class _Several:
    """Parts one after the other, or of which one is taken."""

    parts: tuple[_Part, ...]
    is_choice: bool = False


@dataclass(frozen=True)
class _Repeated:
    """A part so many times; most None: at will."""

    part: _Part
    least: int
    most: int | None


_Part = _One | _Several | _Repeated


def _wrong(message: str) -> Wrong:
    return Wrong(message, 1, "values, blanks between them, and ( ) | * + ? {n} {n,m} . [1 2 3]")


class _Reader:
    """Reads the text of an expression into its parts."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.alphabet = tuple(dict.fromkeys(_value(text) for kind, text in self.tokens if kind == "value"))

    def whole(self) -> _Part:
        """The expression from beginning to end. Raises: Wrong."""
        found = self.either()
        if self.at < len(self.tokens):
            raise _wrong(f"found '{self.peek()}' where the expression should end")
        return found

    def peek(self) -> str:
        """The next token, nothing at the end."""
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        """The next token, passed over."""
        found = self.peek()
        self.at += 1
        return found

    def either(self) -> _Part:
        """`a | b`."""
        parts = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else _Several(tuple(parts), is_choice=True)

    def sequence(self) -> _Part:
        """`a b c`, of nothing too."""
        parts = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated())
        return _Several(tuple(parts))

    def repeated(self) -> _Part:
        """`a*`, `a{2,3}`."""
        part = self.single()
        while self.peek() and (self.peek() in _TIMES or self.tokens[self.at][0] == "times"):
            least, most = _times(self.next())
            part = _Repeated(part, least, most)
        return part

    def single(self) -> _Part:
        """`a`, `.`, `[a b]`, `( … )`."""
        sign = self.next()
        if sign == "(":
            part = self.either()
            if self.next() != ")":
                raise _wrong("a '(' is never closed")
            return part
        if sign == ".":
            return _One(self.alphabet)
        if sign == "[":
            return self.choice()
        if self.tokens[self.at - 1][0] != "value":
            raise _wrong(f"found '{sign}' where a value should stand")
        return _One((_value(sign),))

    def choice(self) -> _Part:
        """The values up to `]`."""
        found = []
        while (text := self.next()) != "]":
            if not text or self.tokens[self.at - 1][0] != "value":
                raise _wrong(f"found '{text}' inside '[…]'" if text else "a '[' is never closed")
            found.append(_value(text))
        return _One(tuple(found))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    text = text.rstrip()
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise _wrong(f"found '{text[position:].strip()[:1]}' in a regular expression")
        yield match.lastgroup, match[match.lastgroup]
        position = match.end()


def _times(sign: str) -> tuple[int, int | None]:
    if sign in _TIMES:
        return _TIMES[sign]
    least, comma, most = sign[1:-1].partition(",")
    low = int(least)
    high = low if not comma else int(most) if most.strip() else None
    if max(low, high or 0) > MOST_STATES:
        raise _wrong(f"'{sign}' repeats more than {MOST_STATES:,} times")
    if high is not None and high < low:
        raise _wrong(f"'{sign}' repeats at least {low} and at most {high} times")
    return low, high


class _Machine:
    """An automaton under construction: steps by values, and free jumps."""

    def __init__(self) -> None:
        self.states = 0
        self.steps: list[tuple[int, Any, int]] = []
        self.free: list[tuple[int, int]] = []

    def new(self) -> int:
        """A new state. Raises: Wrong when there are too many."""
        self.states += 1
        if self.states > 4 * MOST_STATES:
            raise _wrong(f"this expression has more than {MOST_STATES:,} states")
        return self.states

    def add(self, part: _Part, start: int) -> int:
        """Where the machine is after a part that begins in a state."""
        return _ADD[type(part)](self, part, start)

    def one(self, part: _One, start: int) -> int:
        """A step by one of some values."""
        end = self.new()
        self.steps += [(start, value, end) for value in part.values]
        return end

    def several(self, part: _Several, start: int) -> int:
        """Parts one after the other, or one of them."""
        if not part.is_choice:
            for inside in part.parts:
                start = self.add(inside, start)
            return start
        end = self.new()
        for inside in part.parts:
            first = self.new()
            self.free.append((start, first))
            self.free.append((self.add(inside, first), end))
        return end

    def repeated(self, part: _Repeated, start: int) -> int:
        """A part as often as it must be, then as often as it may."""
        for _ in range(part.least):
            start = self.add(part.part, start)
        if part.most is None:
            first, end = self.new(), self.new()
            self.free += [(start, first), (start, end)]
            last = self.add(part.part, first)
            self.free += [(last, first), (last, end)]
            return end
        end = self.new()
        self.free.append((start, end))
        for _ in range(part.most - part.least):
            start = self.add(part.part, start)
            self.free.append((start, end))
        return end


_ADD: Mapping[type[_Part], Callable[[_Machine, Any, int], int]] = {
    _One: _Machine.one,
    _Several: _Machine.several,
    _Repeated: _Machine.repeated,
}


def _value(text: str) -> Any:
    """A value as it is written: a whole number, a truth value, or a symbol."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)
