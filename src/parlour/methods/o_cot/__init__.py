"""O-CoT: objective-guided chain of thought (Park et al. 2023; Zhao et al. 2024; Zhu et al. 2024)."""

from parlour.methods.o_cot.method import METHOD

__all__ = ["METHOD"]
