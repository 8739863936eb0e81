"""The Werewolf baseline (Xu et al. 2023, as PLAYER* has it): prepared questions, replies thought over."""

from parlour.methods.werewolf.method import METHOD

__all__ = ["METHOD"]
