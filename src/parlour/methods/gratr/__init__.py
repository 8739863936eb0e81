"""GRATR: a graph of evidence that gives an agent's trust in each other player, and the reasons."""

from parlour.methods.gratr.evidence import Evidence, EvidenceType, Stance
from parlour.methods.gratr.method import METHOD
from parlour.methods.gratr.trust_graph import TrustGraph

__all__ = ["METHOD", "Evidence", "EvidenceType", "Stance", "TrustGraph"]
