"""The reader at a table of Avalon: what its prompt tells, what it believes, says and chooses."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.language.facts import Name
from parlour.llm import Prompt
from parlour.reader import AnyGame, SeatReader

from parlour_avalon.reader.choosing import Mind
from parlour_avalon.reader.knowledge import Knowledge, Proposal
from parlour_avalon.reader.parsed import parsed
from parlour_avalon.reader.seat import Seat
from parlour_avalon.reader.worlds import Beliefs

__all__ = ["PART", "AvalonReader", "Beliefs", "Knowledge", "Mind", "Proposal", "Seat", "parsed"]


class AvalonReader(AnyGame):
    """How the reader plays Avalon; a prompt that does not say who reads it is read as any game's."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> SeatReader:
        """The player whom a prompt is for."""
        avalon_prompt = parsed(prompt, players)
        return Seat(parsed=avalon_prompt) if avalon_prompt else super().seat(prompt, players)


PART = AvalonReader()
