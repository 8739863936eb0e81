"""GRATR: a graph of evidence that says whom an agent trusts, and why."""

from parlour.agents.methods.gratr.chains import Chain, Hop
from parlour.agents.methods.gratr.edges import Correction, Edge, Term
from parlour.agents.methods.gratr.evidence import Evidence, EvidenceType, Stance
from parlour.agents.methods.gratr.explanation import Corrected, Explanation
from parlour.agents.methods.gratr.items import Extracted, Item, extracted
from parlour.agents.methods.gratr.knowledge import Dealt, begun
from parlour.agents.methods.gratr.method import METHOD
from parlour.agents.methods.gratr.nodes import Began, Ground, Known, Node, Share, Told, Weighed
from parlour.agents.methods.gratr.options import Options
from parlour.agents.methods.gratr.parameters import Parameters
from parlour.agents.methods.gratr.summary import drawn, retrieval, trust
from parlour.agents.methods.gratr.trust_graph import TrustGraph

__all__ = [
    "METHOD",
    "Began",
    "Chain",
    "Corrected",
    "Correction",
    "Dealt",
    "Edge",
    "Evidence",
    "EvidenceType",
    "Explanation",
    "Extracted",
    "Ground",
    "Hop",
    "Item",
    "Known",
    "Node",
    "Options",
    "Parameters",
    "Share",
    "Stance",
    "Term",
    "Told",
    "TrustGraph",
    "Weighed",
    "begun",
    "drawn",
    "extracted",
    "retrieval",
    "trust",
]
