"""ThinkThrice (Wu et al. 2024; Zhu et al. 2024): replies that leave out no timeline that is needed."""

from parlour.methods.think_thrice.method import METHOD

__all__ = ["METHOD"]
