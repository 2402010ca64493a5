"""Which solvers do not finish which specs of the shelf in a test's time.

Measured with two seconds for each solver on a busy machine; `test_every_spec` asks them of all others.
"""

from __future__ import annotations

BY_SOLVERS = {
    "auxiliary": """
        combinatorics/costas combinatorics/costas-7 combinatorics/de-bruijn combinatorics/difference-set
        combinatorics/graeco-latin combinatorics/graeco-latin-3 combinatorics/graeco-latin-5
        combinatorics/hadamard-8 combinatorics/latin-square combinatorics/prime-ring-10
        combinatorics/ramsey-3-4 combinatorics/schur combinatorics/schur-14 combinatorics/steiner-triples-8
        combinatorics/toroidal-queens combinatorics/van-der-waerden-26 everyday/round-table
        everyday/round-table-5 finance/dollar finance/euro graphs/cayley graphs/cube-symmetries
        graphs/graceful-path graphs/one-factorisations graphs/petersen-symmetries
    """,
    "python_constraint": """
        combinatorics/golomb combinatorics/golomb-5 everyday/chores everyday/no-checkout everyday/seating
        everyday/three-darts everyday/vans graphs/maximum-flow graphs/myciel3 graphs/watching-queens
        packing/bin-packing packing/knapsack-15 packing/squares-in-square packing/squares-in-square-7
        packing/squares-in-square-8 scheduling/j301-1 scheduling/late-jobs
    """,
    "auxiliary backtracking": """
        graphs/cube-trees
    """,
    "auxiliary python_constraint": """
        combinatorics/hadamard combinatorics/schoolgirls combinatorics/social-golfers
        combinatorics/social-golfers-5 csp/queens-10 graphs/petersen-cycle scheduling/car-sequencing
    """,
    "backtracking python_constraint": """
        assignment/warehouses combinatorics/golomb-7 combinatorics/golomb-8 everyday/menus
        finance/settle-debts graphs/bandwidth graphs/myciel4 graphs/radio-labelling packing/strip
        scheduling/calendar scheduling/flow-shop scheduling/line-balancing scheduling/nurse-roster
        scheduling/open-shop scheduling/round-robin scheduling/tardiness
    """,
    "auxiliary backtracking python_constraint": """
        combinatorics/all-interval combinatorics/block-design combinatorics/block-design-6
        combinatorics/block-design-9 combinatorics/covering-array-3 combinatorics/difference-set-21
        combinatorics/magic-hexagon combinatorics/quasigroup combinatorics/steiner-triples
        everyday/nine-darter finance/pounds graphs/dominoes-6 graphs/graceful-k4-p2
    """,
    "auxiliary compiled python_constraint": """
        graphs/icosian-game packing/squared-rectangle
    """,
    "backtracking compiled python_constraint": """
        assignment/transport graphs/burma14 graphs/gr17 graphs/kings packing/cutting-stock
        packing/several-knapsacks scheduling/ft06 scheduling/la01 scheduling/la05 scheduling/rehearsal
        scheduling/timetable
    """,
    "auxiliary backtracking compiled python_constraint": """
        combinatorics/latin-square-5
    """,
}
"""The names of solvers, and of the specs they are not asked of."""

TOO_HARD = {spec: set(solvers.split()) for solvers, specs in BY_SOLVERS.items() for spec in specs.split()}
"""The same by spec."""
