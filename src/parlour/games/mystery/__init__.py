"""The murder mystery: its script and its rules."""

from parlour.games.mystery.rules import MysterySetup
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

__all__ = [
    "LETTERS",
    "Aspect",
    "Category",
    "Character",
    "Letter",
    "MysterySetup",
    "Question",
    "Relation",
    "Script",
    "Victim",
    "slug",
]
