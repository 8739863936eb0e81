"""Plain play: a model without any module."""

from parlour.methods.plain.method import METHOD

__all__ = ["METHOD"]
