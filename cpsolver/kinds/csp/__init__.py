"""Any task over finite domains: variables, sets, conditions of the expression language."""

from cpsolver.auxiliary.techniques import TECHNIQUES
from cpsolver.kinds.csp.depict import depict
from cpsolver.kinds.csp.formats import recognise
from cpsolver.kinds.csp.narrate import narrate
from cpsolver.kinds.csp.network import graph
from cpsolver.kinds.kind import Kind
from cpsolver.spec.expecting import expected_finite
from cpsolver.spec.finite import FiniteModel, FiniteSpec, formulate_finite

KIND = Kind(
    name="csp",
    summary="variables over finite domains under conditions of any form",
    spec_shape=FiniteSpec,
    model_shape=FiniteModel,
    formulate=formulate_finite,
    techniques=TECHNIQUES,
    depict=depict,
    narrate=narrate,
    expected=expected_finite,
    graph=graph,
    recognise=recognise,
    solvers=("cpsat", "backtracking", "compiled", "python_constraint", "auxiliary"),
)
