"""Techniques of almost locked sets: k cells with k + 1 digits.

sets · the sets of a position and how they are tied; premises · what patterns rest on; chains · two, three and more in a
row; blossom · several around one cell.
"""

from cpsolver.kinds.sudoku.logic.almost_locked import blossom, chains

PLAYERS = (*chains.PLAYERS, *blossom.PLAYERS)
"""In no order; the scales say how hard each is."""
