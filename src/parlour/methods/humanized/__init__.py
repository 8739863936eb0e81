"""Humanized Agents (Deng and Cai): persona, favor and strategy, each of which can be left out."""

from parlour.methods.humanized.method import METHOD

__all__ = ["METHOD"]
