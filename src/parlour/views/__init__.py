"""Pages and figures made from records."""

from parlour.views.figure import trust_figure
from parlour.views.history import Asked, Heard, Learned, Moment, Step, TrustHistory, trace
from parlour.views.page import trust_page
from parlour.views.posts import posts_histories
from parlour.views.recorded import trust_histories

__all__ = [
    "Asked",
    "Heard",
    "Learned",
    "Moment",
    "Step",
    "TrustHistory",
    "posts_histories",
    "trace",
    "trust_figure",
    "trust_histories",
    "trust_page",
]
