"""Expressions and equations as trees: put together, turned round, differentiated, tidied, freed of what cancels.

Letters stay letters: numbers are put in after a formula was turned round, never before.
"""
