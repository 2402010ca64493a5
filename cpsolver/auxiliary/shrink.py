"""Premises no larger than a conclusion needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Masks = Mapping[str, int]
"""Variable → the values it may have, one bit each."""


def shrink(known: Masks, full: Masks, refuted: Callable[[Masks], bool], by_value: bool = True) -> dict[str, int]:
    """The domains widened as far as a supposition is still refuted; those left as wide as can be are not returned.

    known:    what the refutation started from
    full:     for every variable the widest domain it may get
    refuted:  whether the supposition still fails within given domains; true of `known`
    by_value: whether to widen by single values after whole variables; costs a refutation for each

    What stays narrowed are premises: each is needed, though a smaller set of others might do (irreducible, not
    smallest).
    Source: Junker, QuickXplain (2004), for the notion; plain deletion here, since the parts are small.
    """
    domains = dict(known)
    narrowed = [name for name in domains if domains[name] != full[name]]
    for name in narrowed:
        _widen(domains, name, full[name], refuted)
    for name in narrowed if by_value else ():
        absent = full[name] & ~domains[name]
        while absent:
            value = absent & -absent
            absent ^= value
            _widen(domains, name, domains[name] | value, refuted)
    return {name: domains[name] for name in narrowed if domains[name] != full[name]}


def _widen(domains: dict[str, int], name: str, wider: int, refuted: Callable[[Masks], bool]) -> None:
    """Give a variable the wider domain, unless the supposition would no longer be refuted."""
    kept, domains[name] = domains[name], wider
    if not refuted(domains):
        domains[name] = kept
