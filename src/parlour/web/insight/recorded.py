"""A recorded game as it went, with its watcher's forecasts, as data and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Setup
from parlour.core import GameSetup, Player
from parlour.lab.transcripts import CastMember
from parlour.lab.watching import VOTE, WIN, FollowedGame, most
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import recorded_game
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import SeatReading
from parlour.web.insight.thoughts import PHRASES, measure_name, stop_name


@dataclass(frozen=True, kw_only=True)
class WatcherForecast:
    """A watcher's forecast of one of several outcomes, and the actual outcome."""

    shares: Mapping[str, float]
    came: frozenset[str] | None

    @property
    def likeliest(self) -> tuple[str, ...]:
        """The outcomes that the watcher held likeliest; empty if it held all equally likely."""
        top = most(self.shares)
        return tuple(each for each in self.shares if each in top) if len(top) < len(self.shares) else ()

    @property
    def is_right(self) -> bool | None:
        """True if all likeliest outcomes came true; None if that is unknown."""
        named = self.likeliest
        return set(named) <= self.came if named and self.came else None


@dataclass(frozen=True, kw_only=True)
class WatcherStop:
    """A watcher's forecasts at one stop."""

    quarter: int
    by: str
    sought: WatcherForecast
    vote: WatcherForecast
    win: WatcherForecast


@dataclass(frozen=True, kw_only=True)
class RecordedView:
    """A recorded game, its votes and its watcher's forecasts."""

    followed: FollowedGame
    ballots: tuple[Mapping[Player, tuple[str, ...]], ...]
    stops: tuple[WatcherStop, ...]

    @property
    def cast(self) -> tuple[CastMember, ...]:
        """The players, with their roles at the start and at the end."""
        return self.followed.transcript.cast

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The sides that won; None if unknown."""
        return self.followed.winners


def recorded_view(setup: Setup, lines: Iterable[FeedLine]) -> RecordedView | None:
    """Returns the game that a match follows, with the forecasts about it; None for a played match."""
    followed = recorded_game(setup.game)
    if followed is None:
        return None
    return RecordedView(
        followed=followed, ballots=tuple(_ballots(followed)), stops=tuple(_stops(followed, lines))
    )


def _ballots(followed: FollowedGame) -> Iterator[Mapping[Player, tuple[str, ...]]]:
    for ballots in followed.ballots():
        yield {each.speaker: each.target for each in ballots if each.speaker}


def _stops(followed: FollowedGame, lines: Iterable[FeedLine]) -> Iterator[WatcherStop]:
    for line in lines:
        if line.type == "thought" and line.kind == BELIEFS:
            held = ElicitedBeliefs.model_validate(line.body)
            quarter = held.round - 1
            ballots = followed.next_vote(quarter)
            yield WatcherStop(
                quarter=quarter,
                by=held.by,
                sought=WatcherForecast(shares=held.probabilities, came=followed.sought),
                vote=WatcherForecast(
                    shares=held.forecasts.get(VOTE, {}), came=most(ballots) if ballots else None
                ),
                win=WatcherForecast(shares=held.forecasts.get(WIN, {}), came=_sides(followed)),
            )


def _sides(followed: FollowedGame) -> frozenset[str] | None:
    won: Sequence[str] | None = followed.winners
    return None if won is None else frozenset(won)


@dataclass(frozen=True, kw_only=True)
class ToldCell:
    """A cell of a table in words; `is_right` marks it."""

    text: str
    is_right: bool = False


@dataclass(frozen=True, kw_only=True)
class ToldTable:
    """A table in words."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[ToldCell, ...], ...]


class RecordedWords:
    """The words about a recorded game."""

    def __init__(self, view: RecordedView, setup: GameSetup) -> None:
        self._view = view
        self._chair = next((name for name in setup.players if name in view.followed.players), None)
        self._language: Language = setup.language
        self._phrases = GamePhrases(setup.name, setup.language)

    @property
    def heading(self) -> str:
        """The heading of the section."""
        return self._say("recorded")

    def lines(self) -> Iterator[str]:
        """Yields the source, the watcher's seat, the winner, and the cards in the centre."""
        source = self._view.followed.transcript.source
        yield self._say("recorded_from", name=source.name, file=source.file, licence=source.licence)
        key = "recorded_in_chair" if self._chair else "recorded_beside"
        yield self._say(key, player=self._chair)
        if self._view.followed.subject.has_winner:
            yield self._won()
        if centre := self._view.followed.transcript.centre:
            yield self._say("centre", roles=self._join([self._role(role) for role in centre]))

    def notes(self, between: Iterable[SeatReading]) -> Iterator[str]:
        """Yields the notes on the readings beside the lines."""
        if self._view.stops:
            yield self._say("strips_stops")
        for key in dict.fromkeys((each.measure, each.case) for each in between):
            yield self._say("strips_events", measure=measure_name(*key, self._language))

    def seats(self) -> ToldTable:
        """Returns the roles of each player at the start and at the end, and the votes."""
        ballots = self._view.ballots
        votes = (
            [self._say("votes")]
            if len(ballots) == 1
            else [self._say("votes_of", number=number) for number in range(1, len(ballots) + 1)]
        )
        heads = [self._say(key) for key in ("player", "dealt", "ended")]
        rows = (self._seat(member) for member in self._view.cast)
        return ToldTable(caption=self.heading, heads=(*heads, *votes), rows=tuple(rows))

    def foretold(self) -> ToldTable | None:
        """Returns the likeliest forecast at each stop beside the outcome; None without stops."""
        if not self._view.stops:
            return None
        kinds = ["is_sought", "foretold_vote", "foretold_win"]
        if not self._view.followed.subject.has_ballots:
            kinds.remove("foretold_vote")
        if not self._view.followed.subject.has_winner:
            kinds.remove("foretold_win")
        heads = [self._say(key) for key in ("stop", *kinds)]
        rows = (self._stop(each) for each in self._view.stops)
        return ToldTable(caption=self._say("foretold"), heads=tuple(heads), rows=tuple(rows))

    def _seat(self, member: CastMember) -> tuple[ToldCell, ...]:
        unknown = self._say("unknown")
        roles = (self._role(role) if role else unknown for role in (member.start, member.end))
        voted = [
            ToldCell(
                text=self._join(chosen) if (chosen := ballot.get(member.player)) else "–",
                is_right=bool(set(chosen or ()) & self._view.followed.sought),
            )
            for ballot in self._view.ballots
        ]
        return (ToldCell(text=member.player), *(ToldCell(text=role) for role in roles), *voted)

    def _stop(self, stop: WatcherStop) -> tuple[ToldCell, ...]:
        told = [self._likeliest(stop.sought, stop)]
        if self._view.followed.subject.has_ballots:
            told.append(self._likeliest(stop.vote, stop))
        if self._view.followed.subject.has_winner:
            told.append(self._likeliest(stop.win, stop, is_side=True))
        return (ToldCell(text=stop_name(stop.quarter, self._language)), *told)

    def _likeliest(self, held: WatcherForecast, stop: WatcherStop, *, is_side: bool = False) -> ToldCell:
        if not held.shares:
            return ToldCell(text=self._say("not_read") if stop.by == "unreadable" else "–")
        named = held.likeliest
        if not named:
            return ToldCell(text=self._say("all_alike"))
        told = self._join([self._phrases.side(each) if is_side else each for each in named])
        return ToldCell(text=f"{told} {held.shares[named[0]]:.0%}", is_right=held.is_right is True)

    def _won(self) -> str:
        winners = self._view.winners
        if winners is None:
            return self._say("won_unknown")
        sides = self._join([self._phrases.side(side) for side in winners])
        return self._say("won", sides=sides) if sides else self._say("won_nobody")

    def _role(self, role: str) -> str:
        return self._phrases.find(f"card_{role}") or self._phrases.role(role)

    def _join(self, names: Sequence[str]) -> str:
        return self._say("listing").join(names)

    def _say(self, key: str, **variables: object) -> str:
        return PHRASES.say(key, self._language, **variables)
