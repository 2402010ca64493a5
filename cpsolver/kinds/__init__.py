"""Kinds: one folder each, found by name."""

from cpsolver.kinds.kind import Kind
from cpsolver.registry import Registry

KINDS: Registry[Kind] = Registry("cpsolver.kinds", "KIND", "kind", Kind, base="kind")
