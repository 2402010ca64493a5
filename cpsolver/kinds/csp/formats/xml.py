"""XML with the place of every element: no DOCTYPE, no entities, no more than a text may hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from cpsolver.errors import SpecError
from cpsolver.spec.text import Lines

DEEPEST = 50


@dataclass
class Element:
    """An element: its tag, attributes, children, and the text directly inside; where it begins."""

    lines: Lines = field(repr=False)
    tag: str
    attributes: Mapping[str, str]
    offset: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def error(self, message: str, hint: str = "") -> SpecError:
        """What is wrong with this element, at its place."""
        return SpecError(self.lines.problem(message, self.offset, hint))

    def needed(self, name: str) -> str:
        """An attribute. Raises: SpecError if it is not there."""
        if name not in self.attributes:
            raise self.error(f"<{self.tag}> needs '{name}'")
        return self.attributes[name]

    def child(self, tag: str) -> Element | None:
        """The child of that tag, or None. Raises: SpecError if there are several."""
        found = [child for child in self.children if child.tag == tag]
        if len(found) > 1:
            raise found[1].error(f"a second <{tag}> is not understood here")
        return found[0] if found else None

    def part(self, tag: str) -> Element:
        """The child of that tag. Raises: SpecError if it is not there."""
        found = self.child(tag)
        if found is None:
            raise self.error(f"<{self.tag}> needs <{tag}>")
        return found

    def only(self, *tags: str) -> None:
        """Raises: SpecError at a child of another tag."""
        for child in self.children:
            if child.tag not in tags:
                raise child.error(f"<{child.tag}> is not understood in <{self.tag}>")


def parsed(lines: Lines) -> Element:
    """The root of a document. Raises: SpecError with the place of what is no XML, or of what is refused."""
    parser = expat.ParserCreate()
    root = Element(lines, "", {}, 0)
    stack = [root]

    def offset() -> int:
        return len(lines.text.encode("utf-8")[: parser.CurrentByteIndex].decode("utf-8", errors="ignore"))

    def begin(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > DEEPEST:
            raise SpecError(lines.problem(f"elements nested deeper than {DEEPEST} levels", offset()))
        element = Element(lines, tag, attributes, offset())
        stack[-1].children.append(element)
        stack.append(element)

    def refuse(*_: Any) -> None:
        raise SpecError(lines.problem("a DOCTYPE is refused: it may name other files", offset(), "leave it out"))

    def data(text: str) -> None:
        stack[-1].text += text

    parser.StartElementHandler, parser.CharacterDataHandler = begin, data
    parser.EndElementHandler = lambda tag: stack.pop()
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(lines.text, True)
    except expat.ExpatError as error:
        start = lines.starts[min(error.lineno, len(lines.starts)) - 1] + error.offset
        raise SpecError(
            lines.problem(f"no XML: {expat.ErrorString(error.code)}", min(start, len(lines.text)))
        ) from None
    return root.children[0]
