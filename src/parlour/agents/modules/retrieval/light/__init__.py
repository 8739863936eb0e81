"""LightRAG: a graph of entities and relations, asked by keywords (Guo et al. 2024), in their library."""

from parlour.agents.modules.retrieval.light.light import Light, Mode

__all__ = ["Light", "Mode"]
