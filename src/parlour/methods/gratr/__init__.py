"""GRATR: a graph of evidence that gives an agent's trust in each other player, and the reasons."""

from parlour.methods.gratr.evidence import (
    Edge,
    Evidence,
    EvidenceType,
    Parameters,
    Stance,
    Term,
    merge_nested,
)
from parlour.methods.gratr.knowledge import ClaimedRoles, Dealt, RoleClassification, begun
from parlour.methods.gratr.method import METHOD, PRINTED, RELEASED, GratrOptions
from parlour.methods.gratr.nodes import Began, Drawn, Known, Node, Share, Summed, Told, Weighed
from parlour.methods.gratr.retrieval import Chain, Corrected, Explanation, Hop
from parlour.methods.gratr.statement_reader import Extracted, extraction_form
from parlour.methods.gratr.summary import graph_thought, retrieval, trust
from parlour.methods.gratr.trust_graph import TrustGraph

__all__ = [
    "METHOD",
    "PRINTED",
    "RELEASED",
    "Began",
    "Chain",
    "ClaimedRoles",
    "Corrected",
    "Dealt",
    "Drawn",
    "Edge",
    "Evidence",
    "EvidenceType",
    "Explanation",
    "Extracted",
    "GratrOptions",
    "Hop",
    "Known",
    "Node",
    "Parameters",
    "RoleClassification",
    "Share",
    "Stance",
    "Summed",
    "Term",
    "Told",
    "TrustGraph",
    "Weighed",
    "begun",
    "extraction_form",
    "graph_thought",
    "merge_nested",
    "retrieval",
    "trust",
]
