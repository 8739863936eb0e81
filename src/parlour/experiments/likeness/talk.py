"""A recorded game as the input of likeness measures: the public speeches and the votes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from parlour.core import chance, words_in
from parlour.lab.transcripts import (
    GameTranscript,
    SoughtSeats,
    named_in,
    public_speeches,
    sought_seats,
    stances,
)

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
        """Yields the lines of some seats."""
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
