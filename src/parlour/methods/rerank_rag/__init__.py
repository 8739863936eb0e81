"""The latest of the talk, and of what came before what the model itself ranks first."""

from parlour.methods.rerank_rag.method import METHOD

__all__ = ["METHOD"]
