"""A recorded game as it went, beside what its watcher held at each stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Setup
from parlour.core import Player
from parlour.lab.transcripts import CastMember
from parlour.lab.watching import VOTE, WIN, FollowedGame, most
from parlour.views import recorded_game
from parlour.web.hosting import FeedLine


@dataclass(frozen=True, kw_only=True)
class WatcherForecast:
    """What a watcher held likeliest of several things, and what came.

    Attributes:
        shares: how likely it held each; none where it could not be asked or read.
        came: what it was in the end; None where that never came, or is not on record.
    """

    shares: Mapping[str, float]
    came: frozenset[str] | None

    @property
    def likeliest(self) -> tuple[str, ...]:
        """What it held likeliest, all of several; nothing where it held all alike."""
        top = most(self.shares)
        return tuple(each for each in self.shares if each in top) if len(top) < len(self.shares) else ()

    @property
    def is_right(self) -> bool | None:
        """Whether all that it held likeliest came; None where that cannot be told."""
        named = self.likeliest
        return set(named) <= self.came if named and self.came else None


@dataclass(frozen=True, kw_only=True)
class WatcherStop:
    """What a watcher held when it was asked.

    Attributes:
        quarter: how many quarters of the talk were over.
        by: who answered, or why nobody did (`ElicitedBeliefs.by`).
        sought: who is what is sought.
        vote: who will have most votes next.
        win: which side wins.
    """

    quarter: int
    by: str
    sought: WatcherForecast
    vote: WatcherForecast
    win: WatcherForecast


@dataclass(frozen=True, kw_only=True)
class RecordedView:
    """A recorded game with everything that is known of it, for whoever may see everything.

    Attributes:
        followed: the game.
        ballots: every vote on players, in order: who voted for whom.
        stops: what the watcher held, stop by stop.
    """

    followed: FollowedGame
    ballots: tuple[Mapping[Player, tuple[str, ...]], ...]
    stops: tuple[WatcherStop, ...]

    @property
    def cast(self) -> tuple[CastMember, ...]:
        """Who sat at the table, with what they were dealt and what they ended as."""
        return self.followed.transcript.cast

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The sides that won; None where that cannot be known."""
        return self.followed.winners


def recorded_view(setup: Setup, lines: Iterable[FeedLine]) -> RecordedView | None:
    """The game that a match follows, beside what was held of it; None of a match that is played."""
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
