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
        return (line for line in self.lines if line.by in seats)


def game_talk(game: GameTranscript) -> GameTalk:
    """Returns the lines and votes of a recorded game."""
    sought = sought_seats(game)
    accused: dict[int, set[str]] = {}
    for stance in stances(game, sought.roles):
        if stance.kind == "accuses":
            accused.setdefault(stance.number, set()).add(stance.about)
    return GameTalk(
        game=game, lines=tuple(_lines(game, accused)), ballots=tuple(_ballots(game)), sought=sought
    )


def with_shuffled_speakers(talk: GameTalk, draw: int = 0) -> GameTalk:
    """Returns the same lines in the same order, with their speakers shuffled."""
    speakers = [line.by for line in talk.lines]
    chance(draw, talk.game.id, "shuffled speakers").shuffle(speakers)
    lines = (replace(line, by=by) for line, by in zip(talk.lines, speakers, strict=True))
    return replace(talk, lines=tuple(lines))


def _lines(game: GameTranscript, accused: Mapping[int, set[str]]) -> Iterator[SpokenLine]:
    for speech in public_speeches(game):
        names = named_in(speech.text, game.players)
        others = [name for name in names if name != speech.speaker]
        yield SpokenLine(
            number=speech.number,
            by=speech.speaker or "",
            text=speech.text,
            words=len(words_in(speech.text)),
            is_question=any(mark in speech.text for mark in _MARKS),
            to=speech.to or (others[0] if len(others) == 1 else None),
            named=names,
            accused=frozenset(accused.get(speech.number, ())),
        )


def _ballots(game: GameTranscript) -> Iterator[Ballot]:
    players = frozenset(game.players)
    valid_votes = [vote for vote in game.votes if vote.speaker and players.issuperset(vote.target)]
    for vote in valid_votes:
        together = [other for other in valid_votes if (other.round, other.deed) == (vote.round, vote.deed)]
        voters = {other.speaker or "" for other in together}
        among = frozenset(voters.union(*(other.target for other in together)) - {vote.speaker or ""})
        for target in vote.target:
            yield Ballot(number=vote.number, by=vote.speaker or "", target=target, among=among)


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
    return [find_transcript(store, game_id) for game_id in store.recorded_games.ids(corpus)]


def recorded_groups(games: Iterable[GameTranscript]) -> list[LikenessGroup]:
    """Returns people and agents of recorded games, by corpus; without seats of which nothing is known."""
    by_group: dict[tuple[str, bool], list[GroupSeats]] = {}
    for talk in map(game_talk, games):
        seats_by_group: dict[tuple[str, bool], set[str]] = {}
        for member in talk.game.cast:
            if member.holder != "unknown":
                group_name = f"{talk.game.corpus}: {_held_by(member)}"
                seats_by_group.setdefault((group_name, member.holder == "person"), set()).add(member.player)
        for key, seats in seats_by_group.items():
            by_group.setdefault(key, []).append(GroupSeats(talk=talk, seats=frozenset(seats)))
    return [
        LikenessGroup(name=name, is_people=is_people, games=tuple(games))
        for (name, is_people), games in sorted(
            by_group.items(), key=lambda entry: (not entry[0][1], entry[0][0])
        )
    ]


def run_groups(results: Results, store: Store, conditions: Sequence[str] = ()) -> list[LikenessGroup]:
    """Returns the agents that each row of a run covers, in the form of recorded games.

    Args:
        results: the run.
        store: where its matches are.
        conditions: only these rows of its table; empty for all.
    """
    names = [view.name for view in results.suite.rows if not conditions or view.name in conditions]
    groups = (
        LikenessGroup(
            name=f"{results.suite.name}: {name}",
            is_people=False,
            games=tuple(_games_of_row(results, store, results.suite.view(name))),
        )
        for name in names
    )
    return [group for group in groups if group.games]


def _games_of_row(results: Results, store: Store, view: SuiteRow) -> Iterator[GroupSeats]:
    """Yields each match of a row: the seats of its methods, and the talk that its arm covers."""
    arm = results.suite.arm(view.arms[0])
    for match, score in {score.match: score for score in results.scores(view.name)}.items():
        record = store.record(match, with_calls=False)
        talk, all_talk = game_talk(transcribe(record)), table_talk(record)
        seats, selected_talk = _agents(talk.game), arm.select_talk(all_talk)
        if view.methods:
            seats &= {seat.player for seat in score.seats}
        if selected_talk != all_talk:
            talk = _only_selected(talk, selected_talk)
            seats &= {line.by for line in talk.lines}
        yield GroupSeats(talk=talk, seats=seats)


def _only_selected(talk: GameTalk, selected: TableTalk) -> GameTalk:
    texts = {(utterance.player, utterance.text) for utterance in selected.utterances}
    return replace(talk, lines=tuple(line for line in talk.lines if (line.by, line.text) in texts))


def _agents(game: GameTranscript) -> frozenset[str]:
    return frozenset(member.player for member in game.cast if member.holder == "model")


def _held_by(member: CastMember) -> str:
    return PEOPLE if member.holder == "person" else member.method or member.model or "agents"
