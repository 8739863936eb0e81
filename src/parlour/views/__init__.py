"""Views of a match for a person: its premise, its story on a screen, its results, and its truth."""

from parlour.views.chinese_fonts import CHINESE_FONTS, chinese_fonts
from parlour.views.method_views import EventOpinion, MindPage, event_opinions, mind_pages
from parlour.views.premise import Premise, StoryShelf, premise_of, story_shelf, story_shelves
from parlour.views.results import (
    Finale,
    FinaleLine,
    FinaleStep,
    PutQuestion,
    Truth,
    finale,
    put_question,
    recorded_game,
    summary_of,
    truth,
)
from parlour.views.story import MatchStory, PlainStory, ScreenPage, story_of

__all__ = [
    "CHINESE_FONTS",
    "EventOpinion",
    "Finale",
    "FinaleLine",
    "FinaleStep",
    "MatchStory",
    "MindPage",
    "PlainStory",
    "Premise",
    "PutQuestion",
    "ScreenPage",
    "StoryShelf",
    "Truth",
    "chinese_fonts",
    "event_opinions",
    "finale",
    "mind_pages",
    "premise_of",
    "put_question",
    "recorded_game",
    "story_of",
    "story_shelf",
    "story_shelves",
    "summary_of",
    "truth",
]
