"""The Werewolf baseline (Xu et al. 2023; Zhu et al. 2024): prepared questions, replies thought over."""

from parlour.methods.werewolf.method import METHOD

__all__ = ["METHOD"]
