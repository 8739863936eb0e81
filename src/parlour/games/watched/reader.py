"""The reader as a watcher of recorded games: in its controlled language, or not at all.

People talk freely. The reader understands that only by accident, says so, and rates all players alike. It
does the same when asked who is a machine, which its language cannot express.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.language.facts import Name
from parlour.language.wording import game_word
from parlour.llm import Prompt, Speech, Talk
from parlour.reader import AnyGame, AnySeat, SeatReader, understands

GAME = "watched-onenight"
"""Any watched game, since all have the same words."""


@dataclass(frozen=True, kw_only=True)
class AsideSeat(AnySeat):
    """A watcher who does not understand the talk."""

    def suspicion(self, name: Name, case: str | None = None) -> float:
        return 1 / max(1, len(self.players))

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        return (game_word("aside", self.language, GAME),)


class WatchedReader(AnyGame):
    """Reads a table that speaks the controlled language, and stands aside at any other."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> SeatReader:
        seat_reader = super().seat(prompt, players)
        is_read = understands(prompt, players) and not _is_of_machines(prompt)
        if is_read or not isinstance(seat_reader, AnySeat):
            return seat_reader
        return AsideSeat(parsed=seat_reader.prompt)


def _is_of_machines(prompt: Prompt) -> bool:
    question = game_word("sought_machine", prompt.language, GAME)
    return any(question in part.text for part in prompt.parts if part.source.origin == "rules")


PART = WatchedReader()
