"""Expressions of a model compiled into closures: constants are folded, loops run, types checked at the place."""
