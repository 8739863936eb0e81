"""The reader of One Night: its prompt, its beliefs, its statements and choices."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.onenight.reader.beliefs import Mind
from parlour.games.onenight.reader.parsed import parse_prompt, people_prompt, who_reads
from parlour.games.onenight.reader.people_seat import PeopleMind, PeopleSeat
from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.games.onenight.reader.speaking import Speaker
from parlour.language.facts import Name
from parlour.llm import Prompt
from parlour.reader import AnyGame, TalkHearing

__all__ = ["HEARING", "PART", "Mind", "OneNightReader", "OneNightSeat", "Speaker", "parse_prompt"]


class OneNightReader(AnyGame):
    """The reader of prompts of One Night."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> OneNightSeat:
        """Returns the player of a prompt.

        Raises:
            UsageError: if it does not say who plays, or who reads it.
        """
        table, role = who_reads(prompt)
        if role.case == "card":
            return PeopleSeat(mind=PeopleMind(prompt=people_prompt(prompt, table, role)))
        return OneNightSeat(mind=Mind(prompt=parse_prompt(prompt)))


PART = OneNightReader()
HEARING = TalkHearing(scope="cards")
