"""The murder mystery: its script and its rules."""

from parlour.games.mystery.rules import MysteryState, Stage, question_name, start
from parlour.games.mystery.script import (
    LETTERS,
    Aspect,
    Category,
    Character,
    Letter,
    Question,
    Relation,
    Script,
    Victim,
    slug,
)
from parlour.games.mystery.setup import MysterySetup, Team

__all__ = [
    "LETTERS",
    "Aspect",
    "Category",
    "Character",
    "Letter",
    "MysterySetup",
    "MysteryState",
    "Question",
    "Relation",
    "Script",
    "Stage",
    "Team",
    "Victim",
    "question_name",
    "slug",
    "start",
]
