"""PLAYER* (2025) and Questum (2024): sensors, information gain and a pruned suspect list."""

from parlour.methods.player_star.method import METHOD

__all__ = ["METHOD"]
