"""Werewolf Among Us (Lai et al. 2023): One Night by people, from videos and Ego4D, with persuasion labels."""

from parlour.games.onenight.among_us.corpus import CORPUS

__all__ = ["CORPUS"]
