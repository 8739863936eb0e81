"""Pages and figures made from records."""

from parlour.methods.gratr.views.history import (
    ChainsRetrieved,
    ClaimHeard,
    EvidenceTaken,
    Learned,
    Step,
    TrustHistory,
    posts_histories,
    trace,
)
from parlour.methods.gratr.views.recorded import trust_histories
from parlour.methods.gratr.views.trust_page import check_figure, trust_figure, trust_page

__all__ = [
    "ChainsRetrieved",
    "ClaimHeard",
    "EvidenceTaken",
    "Learned",
    "Step",
    "TrustHistory",
    "check_figure",
    "posts_histories",
    "trace",
    "trust_figure",
    "trust_histories",
    "trust_page",
]
