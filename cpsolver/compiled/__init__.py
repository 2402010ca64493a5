"""Kernels that Numba compiles: plain functions over NumPy arrays that know no task. The only door to Numba.

    jit       how a function becomes a kernel, or stays plain Python
    bands     sudokus of 9×9 as bands of bits: counts of solutions, random grids, minimal puzzles; many at once
    units     the same for any all-different units as large as the domain, of 1…30 values
    resumed   a search over units begun elsewhere, carried on in the kernel
    premises  which premises of a conclusion about units are idle
    networks  any finite task: propagation and search, solutions listed or counted
    naive     the plainest recursion, counted
    handover  when a search in plain Python may go on in a kernel

Importing `bands` or `units` imports NumPy and Numba (about 0.3 s), so they are imported where a kernel is called and
never at the top of a module; `jit`, `handover` and `naive` import neither before a kernel is made.
"""
