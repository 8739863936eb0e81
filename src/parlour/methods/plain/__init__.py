"""A model that plays as it is asked to, with nothing between."""

from parlour.methods.plain.method import METHOD

__all__ = ["METHOD"]
