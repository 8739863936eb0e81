"""The latest of the talk, and what a graph of entities and relations holds of what came before."""

from parlour.methods.light_rag.method import METHOD

__all__ = ["METHOD"]
