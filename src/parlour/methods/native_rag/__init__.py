"""The latest of the talk, and of what came before what lies nearest to the decision."""

from parlour.methods.native_rag.method import METHOD

__all__ = ["METHOD"]
