"""What everybody may know of a match before it begins, and what was true all along."""

from parlour.views.premise import Premise, Stories, StoryShelf, premise_of, story_shelf, story_shelves
from parlour.views.truth import Culprits, Truth, truth

__all__ = [
    "Culprits",
    "Premise",
    "Stories",
    "StoryShelf",
    "Truth",
    "premise_of",
    "story_shelf",
    "story_shelves",
    "truth",
]
