"""What the rules say and what happened, in the players' language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from parlour.games import Event, GameName, Player, onenight, werewolf
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import Language, Templates

_TEMPLATES = Templates("parlour.wording")


def mystery_rules(
    language: Language,
    *,
    players: Sequence[Player],
    victims: Sequence[str],
    rounds: int,
    introductions: bool = True,
    omniscient: bool = False,
) -> str:
    """The rules of the mystery, with who is at the table and who was killed.

    Args:
        language: of the table.
        players: who sits at it.
        victims: who was killed.
        rounds: how often questions go round.
        introductions: whether everybody says who they are.
        omniscient: whether everybody reads everybody's script.
    """
    return _TEMPLATES.speak(
        "mystery/rules",
        language,
        players=list(players),
        victims=list(victims),
        rounds=rounds,
        introductions=introductions,
        omniscient=omniscient,
    )


def werewolf_rules(language: Language, setup: WerewolfSetup) -> str:
    """The rules of Werewolf as this table plays it, with who is at it and how many of each role are dealt."""
    counts = {role.value: setup.table.roles.count(role) for role in werewolf.Role}
    return _TEMPLATES.speak("werewolf/rules", language, setup=setup, counts=counts)


def onenight_rules(language: Language, setup: OneNightSetup) -> str:
    """The rules of One Night as this table plays it, with who is at it and which roles are dealt."""
    counts = {role.value: setup.table.roles.count(role) for role in onenight.Role}
    return _TEMPLATES.speak("onenight/rules", language, setup=setup, counts=counts, words=setup.longest)


@lru_cache(maxsize=8192)
def tell(event: Event, language: Language, game: GameName) -> str:
    """One event of a game as a player hears of it."""
    return _TEMPLATES.speak(f"{game}/tell", language, event=event)
