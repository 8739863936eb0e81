"""Whose talk is compared: people of each collection, agents that sat with them, and those of a run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour.archive import transcribed
from parlour.experiments.report import Results
from parlour.likeness.talk import GameTalk, game_talk
from parlour.store import Store
from parlour.transcripts import CastMember, GameTranscript, find_transcript

PEOPLE = "people"


@dataclass(frozen=True, kw_only=True)
class GroupSeats:
    """The seats of one game that belong to a group."""

    talk: GameTalk
    seats: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class LikenessGroup:
    """Those whose talk is one row of the comparison.

    Attributes:
        name: `people`, or a method, a model or a condition, with where they played before it.
        is_people: whether people sat there.
        games: their games.
    """

    name: str
    is_people: bool
    games: tuple[GroupSeats, ...]


def recorded_games(store: Store, corpus: str = "") -> list[GameTranscript]:
    """The recorded games of a store, of one corpus or of all."""
    return [find_transcript(store, each) for each in store.recorded.ids(corpus)]


def recorded_groups(games: Iterable[GameTranscript]) -> list[LikenessGroup]:
    """People and agents of recorded games, each corpus by itself; without seats of which nothing is known."""
    found: dict[tuple[str, bool], list[GroupSeats]] = {}
    for talk in map(game_talk, games):
        named: dict[tuple[str, bool], set[str]] = {}
        for member in talk.game.cast:
            if member.holder != "unknown":
                who = f"{talk.game.corpus}: {_held_by(member)}"
                named.setdefault((who, member.holder == "person"), set()).add(member.player)
        for key, seats in named.items():
            found.setdefault(key, []).append(GroupSeats(talk=talk, seats=frozenset(seats)))
    return [
        LikenessGroup(name=name, is_people=is_people, games=tuple(games))
        for (name, is_people), games in sorted(found.items(), key=lambda each: (not each[0][1], each[0][0]))
    ]


def run_groups(results: Results, store: Store, conditions: Sequence[str] = ()) -> list[LikenessGroup]:
    """The agents of each condition of a run, put into the form of recorded games.

    Args:
        results: the run.
        store: where its matches are.
        conditions: only these rows of its table; empty for all.
    """
    shown = [each.name for each in results.suite.shown if not conditions or each.name in conditions]
    told: list[LikenessGroup] = []
    for name in shown:
        matches = dict.fromkeys(score.match for score in results.scores(name))
        talks = [game_talk(transcribed(store.record(each, with_calls=False))) for each in matches]
        games = tuple(GroupSeats(talk=each, seats=_agents(each.game)) for each in talks)
        told.append(LikenessGroup(name=f"{results.suite.name}: {name}", is_people=False, games=games))
    return [each for each in told if each.games]


def _agents(game: GameTranscript) -> frozenset[str]:
    return frozenset(each.player for each in game.cast if each.holder == "model")


def _held_by(member: CastMember) -> str:
    """How a group of seats is called."""
    return PEOPLE if member.holder == "person" else member.method or member.model or "agents"
