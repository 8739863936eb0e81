"""Pages and figures made from records."""

from parlour.views.figure import trust_figure
from parlour.views.history import Asked, Heard, Learned, Moment, Step, TrustHistory, trace
from parlour.views.page import trust_page
from parlour.views.posts import posts_histories
from parlour.views.recorded import trust_histories
from parlour.views.screen_page import ScreenPage
from parlour.views.story import PlainStory, Story, Storyteller, announce_table, role_name, story_of
from parlour.views.summary import Summary, VoteLine, summary_of

__all__ = [
    "Asked",
    "Heard",
    "Learned",
    "Moment",
    "PlainStory",
    "ScreenPage",
    "Step",
    "Story",
    "Storyteller",
    "Summary",
    "TrustHistory",
    "VoteLine",
    "announce_table",
    "posts_histories",
    "role_name",
    "story_of",
    "summary_of",
    "trace",
    "trust_figure",
    "trust_histories",
    "trust_page",
]
