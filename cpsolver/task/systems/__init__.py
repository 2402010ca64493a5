"""Several equations together: which determine which quantities, and linear systems by elimination.

By structure (matchings, strong components), by derivatives at random points, and for linear ones exactly.
"""
