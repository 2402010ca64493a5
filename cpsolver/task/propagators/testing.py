"""Conditions that are only tested, or look one variable ahead: plain backtracking and forward checking.

All-different counts as what it says of each pair, so that either can be compared with what textbooks count.
Source: Haralick & Elliott, Increasing Tree Search Efficiency for Constraint Satisfaction Problems (1980).
"""

from __future__ import annotations

from itertools import combinations

from cpsolver.task.condition import Condition
from cpsolver.task.expression import Call, Node, names
from cpsolver.task.propagation import Space
from cpsolver.task.propagators import parts, terms_of
from cpsolver.task.propagators.different import post_clash
from cpsolver.task.propagators.enumeration import Enumeration

MOST_PAIRS = 5000
"""An all-different of more pairs than this is tested as a whole."""


def post_to_test(space: Space, condition: Condition, most_open: int) -> bool:
    """Add what tests the condition once no more than so many of its variables are open; False at a contradiction."""
    for part in parts(condition.expression):
        found = terms_of(space, part) if most_open == 1 else None
        if found is not None:
            if not post_clash(space, found):
                return False
            continue
        for node in _pairs(part):
            space.add(Enumeration(space, [space.index[name] for name in names(node)], node, most_open))
    return True


def _pairs(node: Node) -> list[Node]:
    """An all-different as its pairs; anything else as it is."""
    if not isinstance(node, Call) or node.function != "all_different" or len(node.arguments) < 2:
        return [node]
    if len(node.arguments) * (len(node.arguments) - 1) // 2 > MOST_PAIRS:
        return [node]
    return [Call("!=", pair, span=node.span) for pair in combinations(node.arguments, 2)]
