"""LightRAG (Guo et al. 2024) for Parlour: a graph of entities and relations, kept by their own library."""

from parlour_lightrag.library import Mode
from parlour_lightrag.light import Light
from parlour_lightrag.method import METHOD

__all__ = ["METHOD", "Light", "Mode"]
