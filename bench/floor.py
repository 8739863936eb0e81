"""Free discussion beside turns: who wins, who speaks, whether questions are answered, and what it costs.

`python -m bench.floor` prints the tables of docs/free-talk.md: the same deals, discussed in each way by the
reader. A match is the unit of every interval.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import get_args

from rich.console import Console
from rich.table import Table

from parlour.arena import Record, Seat, hold, lay_table
from parlour.core import Event, GameSetup, Player, Talk, event_kinds, find_game, is_named, sentence_ends
from parlour.evaluation import interval_of_mean, wilson
from parlour.library.match import outcome_of
from parlour.llm import BUILT_IN, ModelPool
from parlour.store import play_in_memory

GAMES, PLAYERS, METHOD, WINDOW = 100, 8, "plain", 32768
WINNERS: Mapping[str, str] = {"werewolf": "good", "onenight": "village", "avalon": "good"}
"""Whose victories are counted."""
_TALK = (event_kinds.SPOKE, event_kinds.PASSED, event_kinds.INTERRUPTED)


@dataclass(frozen=True, kw_only=True)
class Turn:
    """Somebody's turn to speak."""

    by: Player
    text: str


@dataclass(frozen=True, kw_only=True)
class TalkCounts:
    """What one match came to; shares are of its discussions together.

    Attributes:
        is_won: whether the side won whose victories are counted.
        heard: speakers by speeches: 1 where nobody spoke twice.
    """

    is_won: float
    heard: float
    loudest: float
    answered: float
    cuts: float
    calls: float


def counted(record: Record, winner: str) -> TalkCounts:
    """What a match came to."""
    told = record.events
    talks = list(discussions(told))
    turns = sum(map(len, talks))
    speakers = [Counter(turn.by for turn in talk) for talk in talks]
    puts = [(turn, talk[n + 1 : n + 2]) for talk in talks for n, turn in enumerate(talk)]
    asked = [(asked, after) for turn, after in puts if (asked := addressees(turn, record.setup.game.players))]
    return TalkCounts(
        is_won=float(outcome_of(record).winner == winner),
        heard=sum(map(len, speakers)) / turns,
        loudest=sum(max(each.values()) for each in speakers) / len(talks),
        answered=sum(bool(after) and after[0].by in names for names, after in asked) / max(1, len(asked)),
        cuts=float(sum(event.kind is event_kinds.INTERRUPTED for event in told)),
        calls=float(len(record.calls)),
    )


def discussions(told: Sequence[Event]) -> Iterator[list[Turn]]:
    """The turns of each discussion: what is said without anything else between; two parts of one are one."""
    public = [event for event in told if event.visible_to is None]
    for is_talk, run in groupby(public, lambda event: event.kind in _TALK):
        spoken = [event for event in run if event.actor and event.kind is not event_kinds.INTERRUPTED]
        if is_talk and spoken:
            turns = groupby(spoken, lambda event: event.actor)
            yield [Turn(by=by or "", text=" ".join(each.text for each in said)) for by, said in turns]


def addressees(turn: Turn, players: Sequence[Player]) -> set[Player]:
    """Whom a speech asks something, by name."""
    ends = sentence_ends(turn.text)
    sentences = (turn.text[begin:end].strip() for begin, end in zip([0, *ends], ends, strict=False))
    asking = [each for each in sentences if each[-1:] in "?？"]
    return {name for name in players if name != turn.by and any(is_named(name, each) for each in asking)}


async def played(game: str, talk: Talk, seeds: range, method: str) -> list[TalkCounts]:
    """Those matches of a game, with seats that differ in nothing."""
    found = find_game(game)
    names = found.seat_names(PLAYERS, "en") if found.seat_names else ()
    setup: GameSetup = found.read_setup({"name": game, "players": names, "talk": talk})
    seats = tuple(Seat(player=name, **vars(hold(name, method, BUILT_IN, lambda _: WINDOW))) for name in names)
    async with ModelPool() as models:
        records = [await play_in_memory(lay_table(setup, seed, seats), models, {}) for seed in seeds]
    return [counted(record, WINNERS[game]) for record in records]


def shown(matches: Sequence[TalkCounts], measure: str) -> str:
    """A mean with its interval."""
    values = [float(getattr(each, measure)) for each in matches]
    mean = sum(values) / len(values)
    if measure == "is_won":
        low, high = wilson(mean, len(values))
        return f"{mean:.2f} [{low:.2f}, {high:.2f}]"
    found = interval_of_mean(values)
    bounds = "" if found.low is None or found.high is None else f" [{found.low:.2f}, {found.high:.2f}]"
    return f"{mean:.2f}{bounds}"


def main() -> None:
    """Prints a table a game: a row for each measure, a column for each way to discuss."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=GAMES)
    asked.add_argument("--game", action="append", choices=list(WINNERS), default=None)
    asked.add_argument("--method", default=METHOD)
    told = asked.parse_args()
    for game in told.game or ("werewolf", "onenight"):
        ways: dict[Talk, list[TalkCounts]] = {
            talk: asyncio.run(played(game, talk, range(told.games), told.method)) for talk in get_args(Talk)
        }
        table = Table("", *ways, title=f"{game}, {told.method}, {told.games} deals")
        for measure in TalkCounts.__dataclass_fields__:
            table.add_row(measure, *(shown(matches, measure) for matches in ways.values()))
        Console(width=110).print(table)


if __name__ == "__main__":
    main()
