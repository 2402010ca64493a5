"""Any condition as a tree that propagates by bounds: what its parts may be goes up, what they must be goes down.

Nothing is enumerated: a part with numbers knows its least and greatest value and can be limited to a range; a part
that is true or false knows which, or that it may be either, and can be required.
Source: Benhamou et al., Revising Hull and Box Consistency (1999): HC4, here with truth values beside intervals.
"""

from __future__ import annotations

from cpsolver.task.expression import Node, names
from cpsolver.task.propagation import Propagator, Space
from cpsolver.task.propagators.trees.nodes import Truth
from cpsolver.task.propagators.trees.reading import Reader


class Tree(Propagator):
    """A condition holds.

    is_whole_story: whether the tree has nothing in it that only values could tell more about
    """

    at_once = False

    def __init__(self, space: Space, node: Node, truth: Truth, is_whole_story: bool) -> None:
        super().__init__([space.index[name] for name in names(node)])
        self.truth, self.is_whole_story = truth, is_whole_story

    def propagate(self, space: Space) -> bool:
        """Require it; once it holds whatever happens, rest."""
        known = self.truth.known()
        if known < 0:
            return self.truth.require(True)
        return space.retire(self) if known else False


def tree_of(space: Space, node: Node) -> Tree | None:
    """The tree of a condition; None where its numbers are not exact or too large for it."""
    reader = Reader(space)
    truth = reader.truth(node)
    return None if truth is None else Tree(space, node, truth, reader.is_whole_story)
