"""Whose talk is compared: people of each collection, agents that sat with them, and those of a run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.evaluation.richness import TableTalk, table_talk
from parlour.experiments import SuiteRow
from parlour.experiments.likeness.talk import GameTalk, game_talk
from parlour.experiments.report import Results
from parlour.lab.transcripts import CastMember, GameTranscript, find_transcript
from parlour.lab.transcripts.corpora.parlour_export import transcribe
from parlour.store import Store

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
    """

    name: str
    is_people: bool
    games: tuple[GroupSeats, ...]


def recorded_games(store: Store, corpus: str = "") -> list[GameTranscript]:
    """Returns the recorded games of a store, of one corpus or of all."""
    return [find_transcript(store, each) for each in store.recorded.ids(corpus)]


def recorded_groups(games: Iterable[GameTranscript]) -> list[LikenessGroup]:
    """Returns people and agents of recorded games, by corpus; without seats of which nothing is known."""
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
    """Returns the agents that each row of a run covers, in the form of recorded games.

    Args:
        results: the run.
        store: where its matches are.
        conditions: only these rows of its table; empty for all.
    """
    shown = [each.name for each in results.suite.shown if not conditions or each.name in conditions]
    told = (
        LikenessGroup(
            name=f"{results.suite.name}: {name}",
            is_people=False,
            games=tuple(_games_of_row(results, store, results.suite.view(name))),
        )
        for name in shown
    )
    return [each for each in told if each.games]


def _games_of_row(results: Results, store: Store, view: SuiteRow) -> Iterator[GroupSeats]:
    """Yields each match of a row: the seats of its methods, and the talk that its arm covers."""
    arm = results.suite.arm(view.arms[0])
    for match, score in {each.match: each for each in results.scores(view.name)}.items():
        record = store.record(match, with_calls=False)
        talk, said = game_talk(transcribe(record)), table_talk(record)
        seats, heard = _agents(talk.game), arm.heard(said)
        if view.methods:
            seats &= {seat.player for seat in score.seats}
        if heard != said:
            talk = _only_heard(talk, heard)
            seats &= {line.by for line in talk.lines}
        yield GroupSeats(talk=talk, seats=seats)


def _only_heard(talk: GameTalk, heard: TableTalk) -> GameTalk:
    said = {(each.player, each.text) for each in heard.utterances}
    return replace(talk, lines=tuple(line for line in talk.lines if (line.by, line.text) in said))


def _agents(game: GameTranscript) -> frozenset[str]:
    return frozenset(each.player for each in game.cast if each.holder == "model")


def _held_by(member: CastMember) -> str:
    return PEOPLE if member.holder == "person" else member.method or member.model or "agents"
