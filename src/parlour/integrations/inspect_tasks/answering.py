"""Tables that only read and answer: a game that puts questions brings them as its part `answering`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from parlour.core import GAMES, GameSetup
from parlour.errors import UsageError
from parlour.llm import Language


@runtime_checkable
class AnsweringTables(Protocol):
    """What a game puts questions about, to players who have read their papers and talked to nobody."""

    def tables(
        self, told: str, *, language: Language | None, games: int, seed: int
    ) -> Iterable[tuple[int, GameSetup]]:
        """The tables, each with its seed.

        Args:
            told: which ones, as a run is asked for what it plays; empty for the game's own choice.
            language: of their papers; None for the game's own choice.
            games: how many, if they are made.
            seed: of the first.

        Raises:
            UsageError: if there are none.
        """
        ...


def answering_game(name: str = "") -> tuple[str, AnsweringTables]:
    """A game that puts questions, by name or the first that there is.

    Raises:
        UsageError: if it puts none.
    """
    for game, found in GAMES.installed().items():
        if name in ("", game) and (part := found.find_part("answering", AnsweringTables)):
            return game, part
    raise UsageError(f"{name or 'no game that is installed'} puts questions to those who have only read")
