"""GRATR: a graph of evidence that says whom an agent trusts, and why."""

from parlour.methods.gratr.chains import Chain, Hop
from parlour.methods.gratr.claims import ClaimedRoles, RoleClassification
from parlour.methods.gratr.edges import Edge, Term, nested
from parlour.methods.gratr.evidence import Evidence, EvidenceType, Stance
from parlour.methods.gratr.explanation import Corrected, Explanation
from parlour.methods.gratr.items import extracted
from parlour.methods.gratr.knowledge import Dealt, begun
from parlour.methods.gratr.method import METHOD
from parlour.methods.gratr.nodes import Began, Drawn, Known, Node, Share, Summed, Told, Weighed
from parlour.methods.gratr.options import PRINTED, RELEASED, GratrOptions
from parlour.methods.gratr.parameters import Parameters
from parlour.methods.gratr.summary import drawn, retrieval, trust
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
    "drawn",
    "extracted",
    "nested",
    "retrieval",
    "trust",
]
