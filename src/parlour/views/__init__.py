"""What a person sees of a match: its premise, its story on a screen, what it came to, and what was true."""

from parlour.views.chinese_fonts import CHINESE_FONTS, chinese_fonts
from parlour.views.finale import Finale, FinaleLine, Finales, FinaleStep, finale
from parlour.views.mind_page import MindPage, mind_pages
from parlour.views.opinions import EventOpinion, OpinionHistory, event_opinions
from parlour.views.premise import GamePremises, Premise, StoryShelf, premise_of, story_shelf, story_shelves
from parlour.views.questionnaire import PutQuestion, PutQuestions, put_question
from parlour.views.recorded_game import FollowsRecorded, recorded_game
from parlour.views.screen_page import ScreenPage
from parlour.views.story import MatchStory, PlainStory, Storyteller, announce_table, role_name, story_of
from parlour.views.summary import Summary, VoteLine, summary_of
from parlour.views.truth import Culprits, Truth, truth

__all__ = [
    "CHINESE_FONTS",
    "Culprits",
    "EventOpinion",
    "Finale",
    "FinaleLine",
    "FinaleStep",
    "Finales",
    "FollowsRecorded",
    "GamePremises",
    "MatchStory",
    "MindPage",
    "OpinionHistory",
    "PlainStory",
    "Premise",
    "PutQuestion",
    "PutQuestions",
    "ScreenPage",
    "StoryShelf",
    "Storyteller",
    "Summary",
    "Truth",
    "VoteLine",
    "announce_table",
    "chinese_fonts",
    "event_opinions",
    "finale",
    "mind_pages",
    "premise_of",
    "put_question",
    "recorded_game",
    "role_name",
    "story_of",
    "story_shelf",
    "story_shelves",
    "summary_of",
    "truth",
]
