"""Passages of a small table talk, and what is asked about them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.agents.memory import Query, Segment
from parlour.language.wording import rules as rules_of
from parlour.llm import Language, Part
from tests.arena.werewolves import werewolves

TALK: tuple[str, ...] = (
    "Player 1 says: I am no werewolf.",
    "Player 2 says: I suspect Player 5 a little.",
    "Player 3 says: I am the seer. On night 1, Player 2 was shown to me as a werewolf.",
    "Player 4 says: I trust Player 3 up to a point.",
    "Player 5 says: I am going to vote for Player 2.",
    "Player 6 says: It was a quiet night.",
)
QUESTION = "Is Player 2 a werewolf?"


def segments(texts: Sequence[str] = TALK) -> list[Segment]:
    return [Segment(text=text, events=(number,)) for number, text in enumerate(texts)]


def query(text: str = QUESTION, request: str = "9.vote.Player 1") -> Query:
    return Query(player="Player 1", request=request, purpose="older", text=text, language="en")


def rules(language: Language = "en") -> tuple[Part, ...]:
    """What a prompt about that table begins with."""
    return (Part(text=rules_of(werewolves(language=language))),)
