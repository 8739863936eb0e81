"""The samples of a task: tables dealt by seeds, and the evaluated seats of each."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from inspect_ai.dataset import MemoryDataset, Sample
from pydantic import BaseModel

from parlour.arena import Setup, start_state
from parlour.core import GameAsked, GameSetup, Player, find_game
from parlour.errors import UsageError
from parlour.llm import Language

ONE, EACH, ALL = "one", "each", "all"
EVERYBODY = "everybody"
"""The camp of a model that plays all seats."""


class SampleTable(BaseModel):
    """The match of a sample and its evaluated seats: the metadata of the sample."""

    game: str
    seed: int
    camp: str
    seats: tuple[Player, ...]
    others: str
    db: str
    setup: Mapping[str, Any]


Seats = tuple[str, tuple[Player, ...]]
"""The camp of the evaluated seats of one table, and these seats."""


def check_seats(game: str, seats: str) -> None:
    """Checks that a choice of seats is valid in a game.

    Raises:
        UsageError: if it is not; the message lists the valid ones.
    """
    valid = (ONE, EACH, ALL, *find_game(game).teams)
    if seats not in valid:
        raise UsageError(f"seats={seats}: for {game}, seats are one of {', '.join(valid)}")


def choose(seats: str, setup: GameSetup, seed: int, number: int) -> Iterator[Seats]:
    """Yields the evaluated seats of a table, each for a match of its own.

    Args:
        seats: `one` goes round the table from match to match, `each` has a match for every seat, `all` is the
            whole table, and a side is all its seats.
        setup: the setup of the table.
        seed: the seed that deals the sides.
        number: the number of the table, from 0.
    """
    sides = sides_of(setup, seed)
    match seats:
        case "one":
            player = setup.players[number % len(setup.players)]
            yield sides[player], (player,)
        case "each":
            yield from ((sides[player], (player,)) for player in setup.players)
        case "all":
            yield EVERYBODY, tuple(setup.players)
        case _:
            if members := tuple(player for player in setup.players if sides[player] == seats):
                yield seats, members


def sides_of(setup: GameSetup, seed: int) -> Mapping[Player, str]:
    """Returns the side that a seed deals to each player."""
    bare = Setup(game=setup, seed=seed, language=setup.language, seats=())
    return start_state(bare).teams()


def seating(seats: Sequence[Player], method: str, model: str) -> list[str]:
    """Returns the assignments of seats as strings, `NAME=METHOD@MODEL`."""
    return [f"{player}={method}@{model}" for player in seats]


Table = tuple[int, GameSetup]
"""A seed and the setup that it deals."""
MOST_EMPTY = 50
"""The greatest number of tables in a row without the evaluated side before the search ends."""


def sample_tables(
    game: str, seats: str, others: str, db: str, tables: Iterable[Table], games: int | None = None
) -> MemoryDataset:
    """Returns the samples of the first tables that have such seats.

    Raises:
        UsageError: if no table has such seats.
    """
    check_seats(game, seats)
    samples = [
        _sample(
            SampleTable(
                game=game,
                seed=seed,
                camp=camp,
                seats=members,
                others=others,
                db=db,
                setup=setup.model_dump(mode="json"),  # pyright: ignore[reportAttributeAccessIssue]
            ),
            setup.story or game,
        )
        for seed, setup, chosen in islice(_with_seats(seats, tables), games)
        for camp, members in chosen
    ]
    if not samples:
        raise UsageError(f"seats={seats}: no table of {game} has such seats, as it is asked for")
    return MemoryDataset(samples, name=game)


def _with_seats(seats: str, tables: Iterable[Table]) -> Iterator[tuple[int, GameSetup, tuple[Seats, ...]]]:
    empty = number = 0
    for seed, setup in tables:
        if chosen := tuple(choose(seats, setup, seed, number)):
            empty, number = 0, number + 1
            yield seed, setup, chosen
        elif (empty := empty + 1) == MOST_EMPTY:
            return


def _sample(table: SampleTable, story: str) -> Sample:
    players = ", ".join(table.seats)
    alone = f"-{players}" if len(table.seats) == 1 else ""
    return Sample(
        id=f"{story}-{table.seed}{alone}",
        input=f"{story}, seed {table.seed}: {players}",
        target=table.camp,
        metadata=table.model_dump(mode="json"),
    )


def deal_tables(game: GameAsked, seed: int, language: Language | None) -> Iterator[Table]:
    """Yields tables of a game without end, with seeds that count up.

    Raises:
        UsageError: if the game cannot be dealt with these options.
    """
    while True:
        yield seed, game.deal(seed, language)
        seed += 1
