"""Inversions that took an algebra system, kept on disk as text: paid once per formula, read without that system.

One JSON file for each formula and quantity, named by a hash of both and of this format: `{"formula": …, "variable": …,
"branches": [text, …]}`. The texts are read by our own parser, and every root they give is put back into the formula as
any other: a file can hold nothing that does harm. What cannot be read is passed over, and written anew when it is
worked out again. A formula that an algebra system could not solve is kept with no branches.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cpsolver.task.algebra.branches import Branch, Inversion
from cpsolver.task.algebra.inverses import State
from cpsolver.task.algebra.kernels import replaced
from cpsolver.task.cache_folder import cache_folder
from cpsolver.task.expression import Call, Constant, Name, Node, names
from cpsolver.task.functions import FUNCTIONS, REAL_CONSTANTS
from cpsolver.task.notation import plain
from cpsolver.task.parser import ExpressionError, parse_expression

FORMAT = 1
"""Raised when what is kept would mean something else."""

_CONSTANTS: dict[Node, Node] = {Name(name): Constant(value) for name, value in REAL_CONSTANTS.items()}


def kept_inversion(left: Node, right: Node, variable: str) -> Inversion | None:
    """The inversion kept of the equation `left = right` for a quantity; None if none is kept, or none was found."""
    texts = kept_branches(left, right, variable)
    if not texts:
        return None
    try:
        expressions = [replaced(parse_expression(text), _CONSTANTS) for text in texts]
    except ExpressionError:
        return None
    allowed = set(names(Call("=", (left, right)))) - {variable}
    if not all(_is_ground(node) and set(names(node)) <= allowed for node in expressions):
        return None
    return inversion_by_algebra(expressions, variable)


def inversion_by_algebra(expressions: Sequence[Node], variable: str) -> Inversion:
    """The branches that an algebra system found: it may have lost others, so nothing is called complete."""
    name = Name(variable)
    branches = (Branch(node, steps=State().done("algebra", name, node).steps) for node in expressions)
    return Inversion(variable, tuple(branches), "algebra", complete=False)


def _is_ground(node: Node) -> bool:
    """Whether it is made of numbers, names and functions of numbers only."""
    if isinstance(node, Call):
        known = FUNCTIONS.get(node.function)
        return known is not None and known.gives == "number" and all(map(_is_ground, node.arguments))
    return isinstance(node, Name) or (isinstance(node, Constant) and not isinstance(node.value, (str, bool)))


def kept_branches(left: Node, right: Node, variable: str) -> list[str] | None:
    """The texts kept, none if it is known that nothing was found; None if nothing is kept."""
    path = _path(left, right, variable)
    if path is None:
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("formula") != _formula(left, right):
        return None
    texts = found.get("branches")
    return texts if isinstance(texts, list) and all(isinstance(text, str) for text in texts) else None


def keep_branches(left: Node, right: Node, variable: str, expressions: Sequence[Node]) -> bool:
    """Keep what was found, at once or not at all; whether it could be kept."""
    path = _path(left, right, variable)
    if path is None:
        return False
    back = {constant: name for name, constant in _CONSTANTS.items()}
    texts = [plain(replaced(node, back)) for node in expressions]
    found = {"formula": _formula(left, right), "variable": variable, "branches": texts}
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(found, file, ensure_ascii=False)
        Path(name).replace(path)
    except OSError:
        with suppress(OSError, NameError):
            Path(name).unlink()
        return False
    return True


def _formula(left: Node, right: Node) -> str:
    return plain(Call("=", (left, right)))


def _path(left: Node, right: Node, variable: str) -> Path | None:
    """Where it is kept; None if nothing can be, or a quantity is called as a constant is."""
    folder = cache_folder()
    if folder is None or any(name in (variable, *names(Call("=", (left, right)))) for name in ("pi", "e")):
        return None
    text = f"{FORMAT}\n{_formula(left, right)}\n{variable}"
    return folder / "inversions" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"
