"""Kernels that Numba compiles: plain functions over NumPy arrays that know no task. The only door to Numba.

    jit     how a function becomes a kernel; `is_ready`, whether kernels run without waiting for a compilation
    bands   sudokus of 9×9 as bands of bits: counts of solutions, many grids at once, random grids
    units   the same for any all-different units as large as the domain, of 2…32 values
    naive   the plainest recursion, counted

Importing one of the kernel modules imports NumPy and Numba (about 0.3 s), so it is imported where a kernel is called
and never at the top of a module. Importing `cpsolver.compiled` or `cpsolver.compiled.jit` imports neither.
"""
