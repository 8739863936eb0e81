"""Pages and figures made from records."""

from parlour.methods.gratr.views.history import EvidenceTaken, Learned, TrustHistory, posts_histories
from parlour.methods.gratr.views.recorded import trust_histories
from parlour.methods.gratr.views.trust_page import check_figure, trust_figure, trust_page

__all__ = [
    "EvidenceTaken",
    "Learned",
    "TrustHistory",
    "check_figure",
    "posts_histories",
    "trust_figure",
    "trust_histories",
    "trust_page",
]
