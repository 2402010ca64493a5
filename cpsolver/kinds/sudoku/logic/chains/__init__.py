"""Chains of strong and weak links, and loops: X-chains, XY-chains, remote pairs, nice loops, AIC, grouped or not.

web · nodes and links; search · breadth first from every start; patterns · what a chain says and rests on;
finders · which chains have which name; pairs · remote pairs.
"""

from cpsolver.kinds.sudoku.logic.chains import finders, pairs

PLAYERS = (*finders.PLAYERS, *pairs.PLAYERS)
"""In no order; the scales say how hard each is."""
