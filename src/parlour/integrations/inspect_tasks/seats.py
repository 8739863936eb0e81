"""Which seats of a table are evaluated, and what a sample says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from parlour.arena import Setup, start_state
from parlour.core import GameSetup, Player, find_game
from parlour.errors import UsageError

ONE, EACH, ALL = "one", "each", "all"
EVERYBODY = "everybody"
"""The camp of those who hold all seats."""


class SampleTable(BaseModel):
    """What is played in a sample, and which seats of it are evaluated: the metadata of the sample.

    Attributes:
        game: by name.
        seed: of every draw.
        camp: the side of the seats; `EVERYBODY` where they are all.
        seats: that are evaluated.
        others: how the others play, `METHOD[:OPTIONS][@MODEL]`.
        db: where the match is kept; `:memory:` for nowhere.
        setup: what the game is dealt from.
    """

    game: str
    seed: int
    camp: str
    seats: tuple[Player, ...]
    others: str
    db: str
    setup: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ChosenSeats:
    """Seats of one table.

    Attributes:
        camp: whose side they are on.
        seats: who.
    """

    camp: str
    seats: tuple[Player, ...]


def check_seats(game: str, told: str) -> None:
    """Refuses what names no seats of a game.

    Raises:
        UsageError: naming what there is.
    """
    known = (ONE, EACH, ALL, *find_game(game).teams)
    if told not in known:
        raise UsageError(f"seats={told}: for {game}, seats are one of {', '.join(known)}")


def choose(told: str, setup: GameSetup, seed: int, number: int) -> Iterator[ChosenSeats]:
    """The seats of a table that are evaluated, each choice in a match of its own.

    Args:
        told: `one` goes round the table from match to match, `each` has a match for every seat, `all` is the
            whole table, and a side is all its seats.
        setup: of the table.
        seed: which deals the sides.
        number: of the table, from 0.
    """
    sides = sides_of(setup, seed)
    match told:
        case "one":
            yield _alone(setup.players[number % len(setup.players)], sides)
        case "each":
            yield from (_alone(player, sides) for player in setup.players)
        case "all":
            yield ChosenSeats(camp=EVERYBODY, seats=tuple(setup.players))
        case _:
            if held := tuple(player for player in setup.players if sides[player] == told):
                yield ChosenSeats(camp=told, seats=held)


def sides_of(setup: GameSetup, seed: int) -> Mapping[Player, str]:
    """The side that a seed deals to each player."""
    bare = Setup(game=setup, seed=seed, language=setup.language, seats=())
    return start_state(bare).teams()


def seating(seats: Sequence[Player], method: str, model: str) -> list[str]:
    """The seats as a table is told of them, `NAME=METHOD@MODEL`."""
    return [f"{player}={method}@{model}" for player in seats]


def _alone(player: Player, sides: Mapping[Player, str]) -> ChosenSeats:
    return ChosenSeats(camp=sides[player], seats=(player,))
