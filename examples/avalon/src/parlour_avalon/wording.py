"""Avalon in words: the rules of a table, what happened at it, and what its roles and choices are called."""

from __future__ import annotations

from parlour.games import Event
from parlour.llm import Language, Templates
from parlour.wording import Phrases

from parlour_avalon.quests import QUESTS, SIZES, fails_needed
from parlour_avalon.roles import Role
from parlour_avalon.setup import AvalonSetup

PHRASES = Phrases("parlour_avalon")
TEMPLATES = Templates("parlour_avalon")


def rules(language: Language, setup: AvalonSetup) -> str:
    """The rules of Avalon as this table plays it, with who is at it and how many of each role are dealt."""
    players = len(setup.players)
    return TEMPLATES.speak(
        "rules",
        language,
        setup=setup,
        counts={role.value: setup.table.roles.count(role) for role in Role},
        sizes=SIZES[players],
        hard=[quest for quest in range(1, QUESTS + 1) if fails_needed(players, quest) > 1],
        words=setup.longest,
    )


def tell(event: Event, language: Language) -> str:
    """One event of the game as a player hears of it."""
    return TEMPLATES.speak("tell", language, event=event)
