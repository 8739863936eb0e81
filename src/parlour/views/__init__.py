"""Pages and figures made from records."""

from parlour.views.figure import trust_figure
from parlour.views.history import Asked, Heard, Learned, Moment, Step, TrustHistory, trace
from parlour.views.page import trust_page
from parlour.views.posts import posts_histories
from parlour.views.premise import Premise, Stories, StoryShelf, premise_of, story_shelf, story_shelves
from parlour.views.recorded import trust_histories
from parlour.views.truth import Culprits, Truth, truth

__all__ = [
    "Asked",
    "Culprits",
    "Heard",
    "Learned",
    "Moment",
    "Premise",
    "Step",
    "Stories",
    "StoryShelf",
    "TrustHistory",
    "Truth",
    "posts_histories",
    "premise_of",
    "story_shelf",
    "story_shelves",
    "trace",
    "trust_figure",
    "trust_histories",
    "trust_page",
    "truth",
]
