"""Real numbers with what is certain of them: intervals, bounds of rounding, and all roots of one equation by proof.

No comparison of floats proves anything by itself: what decides is an enclosure that certainly holds the true number.
"""
