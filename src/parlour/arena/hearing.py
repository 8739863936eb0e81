"""What the reader's characters understand of what a person types: each game brings its own ears, or none."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from parlour.arena.person import OUTSIDE
from parlour.arena.record import Setup
from parlour.core import GameSetup, Player, Request, find_game
from parlour.language.hearing import DoubtfulRemark, LiveHearing, Offers
from parlour.llm import is_reader


class Listener(Protocol):
    """Hears what one person types as the reader will."""

    def doubt(self, said: str, request: Request, to: Player | None) -> DoubtfulRemark | None:
        """What to tell the person before it is said; None if all was understood for certain."""
        ...

    def hears(self, said: str, request: Request, to: Player | None) -> LiveHearing:
        """What is heard so far, while it is typed."""
        ...

    def offers(self, request: Request) -> Offers:
        """Sentences that answer a request and are understood."""
        ...


@runtime_checkable
class GameHearing(Protocol):
    """A game's part `hearing`; one without it is played by the reader, and nobody is asked back.

    Attributes:
        scope: what is spoken of: a *story*, *roles*, or roles that are *cards*.
    """

    @property
    def scope(self) -> str:
        """What is spoken of."""
        ...

    def listener(self, setup: GameSetup, person: Player) -> Listener | None:
        """Who listens to that person among the reader's characters."""
        ...

    def refusal(self, setup: GameSetup) -> str | None:
        """Why the reader cannot play at this table; None where it can."""
        ...


def listener(setup: Setup, person: Player) -> Listener | None:
    """Who listens to a person at this table; None where others than the reader do, or nobody needs to."""
    holders = [seat.holder for seat in setup.seats]
    minds = {holder.model for holder in holders if holder.method not in OUTSIDE}
    hearing = _hearing(setup.game)
    return hearing.listener(setup.game, person) if hearing and minds and all(map(is_reader, minds)) else None


def reader_refusal(game: GameSetup) -> str | None:
    """Why the reader cannot play at this table; None where it can."""
    hearing = _hearing(game)
    return hearing.refusal(game) if hearing else None


def _hearing(game: GameSetup) -> GameHearing | None:
    return find_game(game.name).find_part("hearing", GameHearing)
