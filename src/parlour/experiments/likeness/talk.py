"""A recorded game as the input of likeness measures, and the groups whose talk is compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.core import chance, words_in
from parlour.evaluation.richness import TableTalk, table_talk
from parlour.experiments import SuiteRow
from parlour.experiments.report import Results
from parlour.lab.transcripts import (
    CastMember,
    GameTranscript,
    SoughtSeats,
    find_transcript,
    named_in,
    public_speeches,
    sought_seats,
    stances,
)
from parlour.lab.transcripts.corpora.parlour_export import transcribe
from parlour.store import Store

_MARKS = ("?", "？")


@dataclass(frozen=True, kw_only=True)
class SpokenLine:
    """A line that was spoken to all players.

    Attributes:
        to: the player addressed, by the source or as the only one named; None if there is no single one.
        accused: the players it accuses, as far as a lexicon or a label tells (`stances`).
    """

    number: int
    by: str
    text: str
    words: int
    is_question: bool
    to: str | None
    named: tuple[str, ...]
    accused: frozenset[str]

    @property
    def others(self) -> frozenset[str]:
        """The seats but its speaker's that it names."""
        return frozenset(self.named) - {self.by}


@dataclass(frozen=True, kw_only=True)
class Ballot:
    """A vote for a player.

    Attributes:
        among: the other possible targets: players who voted, or got votes, at the same time.
    """

    number: int
    by: str
    target: str
    among: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class GameTalk:
    """A recorded game."""

    game: GameTranscript
    lines: tuple[SpokenLine, ...]
    ballots: tuple[Ballot, ...]
    sought: SoughtSeats

    def of(self, seats: frozenset[str]) -> Iterator[SpokenLine]:
        return (each for each in self.lines if each.by in seats)


def game_talk(game: GameTranscript) -> GameTalk:
    """Returns the lines and votes of a recorded game."""
    sought = sought_seats(game)
    accused: dict[int, set[str]] = {}
    for each in stances(game, sought.roles):
        if each.kind == "accuses":
            accused.setdefault(each.number, set()).add(each.about)
    return GameTalk(
        game=game, lines=tuple(_lines(game, accused)), ballots=tuple(_ballots(game)), sought=sought
    )


def with_shuffled_speakers(talk: GameTalk, draw: int = 0) -> GameTalk:
    """Returns the same lines in the same order, with their speakers shuffled."""
    speakers = [each.by for each in talk.lines]
    chance(draw, talk.game.id, "shuffled speakers").shuffle(speakers)
    lines = (replace(each, by=by) for each, by in zip(talk.lines, speakers, strict=True))
    return replace(talk, lines=tuple(lines))


def _lines(game: GameTranscript, accused: Mapping[int, set[str]]) -> Iterator[SpokenLine]:
    for each in public_speeches(game):
        named = named_in(each.text, game.players)
        others = [name for name in named if name != each.speaker]
        yield SpokenLine(
            number=each.number,
            by=each.speaker or "",
            text=each.text,
            words=len(words_in(each.text)),
            is_question=any(mark in each.text for mark in _MARKS),
            to=each.to or (others[0] if len(others) == 1 else None),
            named=named,
            accused=frozenset(accused.get(each.number, ())),
        )


def _ballots(game: GameTranscript) -> Iterator[Ballot]:
    players = frozenset(game.players)
    known = [each for each in game.votes if each.speaker and players.issuperset(each.target)]
    for each in known:
        together = [other for other in known if (other.round, other.deed) == (each.round, each.deed)]
        voters = {other.speaker or "" for other in together}
        among = frozenset(voters.union(*(other.target for other in together)) - {each.speaker or ""})
        for target in each.target:
            yield Ballot(number=each.number, by=each.speaker or "", target=target, among=among)


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
    return [find_transcript(store, each) for each in store.recorded_games.ids(corpus)]


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
    shown = [each.name for each in results.suite.rows if not conditions or each.name in conditions]
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
        seats, heard = _agents(talk.game), arm.select_talk(said)
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
