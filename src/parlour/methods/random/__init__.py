"""A bot that plays legal moves at random: a floor for scores, and a table without any model."""

from parlour.methods.random.bot import METHOD

__all__ = ["METHOD"]
