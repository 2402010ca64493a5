"""Text of a spec that is to be read as an expression, with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cpsolver.errors import Mark, SpecError, quoted
from cpsolver.spec.compiling.loops import GUARD, Run, Slots, UndefinedAt
from cpsolver.spec.document import Place, words_for
from cpsolver.spec.text import ONE_TEXT
from cpsolver.task.expression import Comprehension, Name, Node
from cpsolver.task.parser import Declared, ExpressionError, parse_binding, parse_declaration, parse_expression

T = TypeVar("T")


@dataclass(frozen=True)
class Written:
    """A text at a place: the value there, or with `as_key` its key."""

    text: str
    place: Place
    as_key: bool = False

    @classmethod
    def at(cls, place: Place) -> Written:
        """The text at a place. Raises: SpecError if a list or mapping stands there."""
        data = place.data
        if not isinstance(data, str):
            raise place.error(f"expected text, found {words_for(data)}", hint=ONE_TEXT)
        return cls(data, place)

    @classmethod
    def key(cls, place: Place) -> Written:
        """The key of a place."""
        return cls(str(place.path[-1]), place, as_key=True)

    def expression(self) -> Node:
        """The tree of the text. Raises: SpecError."""
        return self.reading(parse_expression, self.text)

    def binding(self) -> Comprehension:
        """The text as what stands after `for:`. Raises: SpecError."""
        return self.reading(parse_binding, self.text)

    def declaration(self) -> tuple[Declared, ...]:
        """The text as names being declared. Raises: SpecError."""
        if "[" not in self.text:
            for part in re.finditer(r"[^,\s][^,]*", self.text):
                self.name(part[0].rstrip(), part.start())
        return self.reading(parse_declaration, self.text)

    def name(self, text: str, offset: int = 0) -> str:
        """A part of the text as a name. Raises: SpecError if it cannot be one."""
        try:
            node: Node | None = parse_expression(text)
        except ExpressionError:
            node = None
        if not isinstance(node, Name):
            hint = "it is a word of the language" if text.isidentifier() else "letters, digits and '_', a letter first"
            raise self.error(f"{quoted(text)} cannot be a name", offset, hint)
        return text

    def reading(self, work: Callable[..., T], *arguments: object) -> T:
        """The result of some work on this text. Raises: SpecError in place of ExpressionError."""
        try:
            return work(*arguments)
        except ExpressionError as error:
            raise self.error(error.message, error.offset, error.hint) from None

    def error(self, message: str, offset: int = 0, hint: str = "") -> SpecError:
        """What is wrong with the character at an offset of this text."""
        if not self.as_key:
            return self.place.error(message, hint=hint, offset=offset)
        problem = self.place.problem(message, hint=hint, at_key=True)
        return SpecError(replace(problem, mark=self.mark(offset)))

    def mark(self, offset: int = 0) -> Mark:
        """The place of a character of this text."""
        if not self.as_key:
            return self.place.mark(offset)
        mark = self.place.key_mark()
        line = self.place.document.line(mark)
        quoted = line[mark.column - 1 : mark.column] in ("'", '"')
        return replace(mark, column=mark.column + offset + quoted)


def tagged(run: Run, written: Written) -> Run:
    """The same closure; what goes wrong in it is a SpecError in this text."""

    def placed(slots: Slots) -> Any:
        try:
            return run(slots)
        except ExpressionError as error:
            raise written.error(error.message, error.offset, error.hint) from None
        except UndefinedAt as error:
            raise written.error(error.reason, error.span[0], GUARD) from None

    return placed
