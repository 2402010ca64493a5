"""Premises no larger than a conclusion needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cpsolver.task.domain import Finite, Value

FiniteDomains = Mapping[str, Finite]


def shrink(
    known: FiniteDomains, full: FiniteDomains, refuted: Callable[[FiniteDomains], bool], by_value: bool = True
) -> dict[str, Finite]:
    """The domains widened as far as the supposition is still refuted; those left as wide as can be are not returned.

    known:   what the refutation started from
    full:    for every variable the widest domain it may get
    refuted: whether the supposition still fails within given domains; true of `known`
    by_value: whether to widen by single values after whole variables; costs a refutation for each

    First whole variables are widened, then single values. What stays narrowed are premises: each is needed, though
    a smaller set of others might do (irreducible, not smallest).
    Source: Junker, QuickXplain (2004), for the notion; plain deletion here, since the parts are small.
    """
    domains = dict(known)
    narrowed = [name for name in domains if len(domains[name]) < len(full[name])]
    for name in narrowed:
        kept = domains[name]
        domains[name] = full[name]
        if not refuted(domains):
            domains[name] = kept
    for name in narrowed if by_value else ():
        for value in full[name]:
            if value not in domains[name]:
                domains = _widened(domains, name, value, full[name], refuted)
    return {name: domains[name] for name in narrowed if len(domains[name]) < len(full[name])}


def _widened(
    domains: dict[str, Finite], name: str, value: Value, full: Finite, refuted: Callable[[FiniteDomains], bool]
) -> dict[str, Finite]:
    members = {*domains[name].values, value}
    wider = {**domains, name: Finite(tuple(kept for kept in full if kept in members))}
    return wider if refuted(wider) else domains
