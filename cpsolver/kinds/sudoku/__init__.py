"""Sudoku: grids of digits in which every unit holds each digit once; variants are model files, never code."""

from cpsolver.kinds.kind import Kind
from cpsolver.kinds.sudoku.arrangement import arrange
from cpsolver.kinds.sudoku.compose import compose
from cpsolver.kinds.sudoku.depict import depict, pencilled
from cpsolver.kinds.sudoku.formulate import SudokuModel, SudokuSpec, expected, formulate
from cpsolver.kinds.sudoku.grade import grade, measures
from cpsolver.kinds.sudoku.judging import judge
from cpsolver.kinds.sudoku.lists import one_line, split, tabulate
from cpsolver.kinds.sudoku.narrate import narrate
from cpsolver.kinds.sudoku.publishing import publish, written_formats
from cpsolver.kinds.sudoku.pyramid import graph
from cpsolver.kinds.sudoku.recognition import recognise
from cpsolver.kinds.sudoku.state import position
from cpsolver.kinds.sudoku.techniques import TECHNIQUES

KIND = Kind(
    name="sudoku",
    summary="a grid of digits; every unit holds each digit once",
    spec_shape=SudokuSpec,
    model_shape=SudokuModel,
    formulate=formulate,
    techniques=TECHNIQUES,
    depict=depict,
    narrate=narrate,
    expected=expected,
    graph=graph,
    solvers=("cpsat", "latin", "backtracking", "python_constraint", "naive", "auxiliary"),
    recognise=recognise,
    split=split,
    tabulate=tabulate,
    scale="hodoku",
    arrange=arrange,
    pencilled=pencilled,
    one_line=one_line,
    position=position,
    judge=judge,
    publish=publish,
    formats=written_formats,
    grade=grade,
    measures=measures,
    compose=compose,
)
