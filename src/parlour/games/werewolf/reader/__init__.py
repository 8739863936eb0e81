"""The reader of Werewolf: its prompt, its beliefs, its speeches and choices."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.werewolf.reader.choosing import Mind
from parlour.games.werewolf.reader.hearing import WerewolfHearing
from parlour.games.werewolf.reader.parsed import parse_prompt
from parlour.games.werewolf.reader.seat import Speaker, WerewolfSeat
from parlour.language.facts import Name
from parlour.llm import Prompt
from parlour.reader import AnyGame, TalkHearing

__all__ = ["HEARING", "PART", "Mind", "Speaker", "WerewolfReader", "WerewolfSeat", "parse_prompt"]


class WerewolfReader(AnyGame):
    """The reader of prompts of Werewolf."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> WerewolfSeat:
        """Returns the player of a prompt.

        Raises:
            UsageError: if it does not say who plays, how many are werewolves, or who reads it.
        """
        return WerewolfSeat(mind=Mind(prompt=parse_prompt(prompt)))


PART = WerewolfReader()
HEARING = WerewolfHearing(talk=TalkHearing(scope="roles"))
