"""Pages and figures made from records."""

from parlour.methods.gratr.views.figure import check_figure, trust_figure
from parlour.methods.gratr.views.history import (
    ChainsRetrieved,
    ClaimHeard,
    EvidenceTaken,
    Learned,
    Step,
    TrustHistory,
    trace,
)
from parlour.methods.gratr.views.page import trust_page
from parlour.methods.gratr.views.posts import posts_histories
from parlour.methods.gratr.views.recorded import trust_histories
from parlour.methods.gratr.views.retrieval import READINGS, RetrievalCounts, retrieval_counts

__all__ = [
    "READINGS",
    "ChainsRetrieved",
    "ClaimHeard",
    "EvidenceTaken",
    "Learned",
    "RetrievalCounts",
    "Step",
    "TrustHistory",
    "check_figure",
    "posts_histories",
    "retrieval_counts",
    "trace",
    "trust_figure",
    "trust_histories",
    "trust_page",
]
