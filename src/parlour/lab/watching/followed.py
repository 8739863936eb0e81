"""A recorded game as a watcher follows it: where it is asked, what was true, and the opinions it gave.

Quarters count public utterances: a quarter ends when that share of them has been heard. The end is the last
utterance, so that a last ballot without a further word is still to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.core import Player
from parlour.evaluation import HeldBeliefs, MatchScore
from parlour.lab.transcripts import ABSTAINED, GameTranscript, Happening
from parlour.llm import Language

QUARTERS = (0, 1, 2, 3, 4)
"""The stops of a watcher: before the talk, and after each quarter of it."""
OUT = "out"
"""The deed of news that a player is out of the game."""


@dataclass(frozen=True, kw_only=True)
class WatchedSubject:
    """The questions to the watchers of a kind of game."""

    case: str
    sought: frozenset[str]
    sides: tuple[str, ...]
    has_ballots: bool = True
    has_winner: bool = True


@dataclass(frozen=True)
class FollowedGame:
    """A recorded game with the questions about it.

    Attributes:
        chair: the player whose seat the watcher has; None for a spectator.
    """

    transcript: GameTranscript
    subject: WatchedSubject
    chair: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.transcript.players

    @property
    def candidates(self) -> tuple[str, ...]:
        """The players who can be sought, for the watcher: all but the player in its seat."""
        return tuple(name for name in self.players if name != self.chair)

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """For each of `QUARTERS` how many events have happened when it is over."""
        spoken = [event.number for event in self.transcript.events if event.is_public_speech]
        if not spoken:
            return tuple(0 for _ in QUARTERS)
        last = QUARTERS[-1]
        counts = [-(-len(spoken) * quarter // last) for quarter in QUARTERS]
        return tuple(spoken[count - 1] + 1 if count else spoken[0] for count in counts)

    def talk(self, quarter: int) -> list[Happening]:
        """Returns the public speeches of the cast by the end of a quarter."""
        events = self.transcript.events[: self.stops[quarter]]
        return [event for event in events if event.is_public_speech and event.speaker]

    def living(self, quarter: int) -> tuple[str, ...]:
        """Who is still in the game when a quarter is over, as the table was told."""
        events = self.transcript.events[: self.stops[quarter]]
        gone = {name for event in events if is_out(event) for name in event.target}
        return tuple(name for name in self.players if name not in gone)

    def others(self, quarter: int) -> tuple[str, ...]:
        """The candidates who are still in the game when a quarter is over: of them something is asked."""
        return tuple(name for name in self.living(quarter) if name in self.candidates)

    def is_asked(self, quarter: int) -> bool:
        """Returns true if there are candidates to choose between, and the watcher's seat is in the game."""
        return len(self.others(quarter)) > 1 and self.chair in (None, *self.living(quarter))

    @cached_property
    def sought_players(self) -> frozenset[str]:
        """The players who are sought, by the role at the end."""
        return frozenset(
            member.player for member in self.transcript.cast if member.end in self.subject.sought
        )

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The sides that won; None where that cannot be known."""
        return self.transcript.outcome.winners

    def votes(self, until: int | None = None) -> Counter[str]:
        """Counts the votes for each player among the first events, or in all of them."""
        return Counter(
            name
            for ballot in self.transcript.events[:until]
            if is_ballot(ballot, self.players)
            for name in ballot.target
            if name in self.players
        )

    def next_vote(self, quarter: int) -> Counter[str] | None:
        """Returns the votes of the first ballot after a quarter; None without one, or without a target."""
        for ballots in self.ballots():
            if ballots[0].number >= self.stops[quarter]:
                named = (name for ballot in ballots for name in ballot.target if name in self.players)
                return Counter(named) or None
        return None

    def ballots(self) -> Iterator[Sequence[Happening]]:
        """The votes on players, round by round."""
        by_phase: dict[tuple[int, str], list[Happening]] = {}
        for event in self.transcript.events:
            if is_ballot(event, self.players):
                by_phase.setdefault((event.round, event.phase), []).append(event)
        yield from by_phase.values()


def unwatchable(game: FollowedGame) -> str:
    """Returns why a game cannot be asked about, in a clause; empty if it can."""
    if not any(event.is_public_speech for event in game.transcript.events):
        return "nothing that was said aloud is on record"
    if lacking := [member.player for member in game.transcript.cast if member.end is None]:
        return f"the role of {', '.join(lacking)} at the end is not known"
    return ""


def is_ballot(event: Happening, players: Sequence[str]) -> bool:
    """Returns true for a vote on players: for one of them, or an abstention."""
    return event.kind == "vote" and any(name in players or name == ABSTAINED for name in event.target)


def is_out(event: Happening) -> bool:
    """Returns true if an event announces that a player is out of the game."""
    return event.kind == "news" and event.deed == OUT and event.visible_to is None


def most(counted: Mapping[str, float]) -> frozenset[str]:
    """Returns the keys with the most, ties included; none if all have nothing."""
    top = max(counted.values(), default=0.0)
    return frozenset(name for name, count in counted.items() if count == top and top > 0)


VOTE, WIN = "vote", "win"
"""The cases of forecasts: who will be voted for most at the next vote, and which side wins."""
MOST_SURE = 0.95
"""Beyond which no rule of thumb holds anybody for what is sought."""
Shares = Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class WatcherOpinion:
    """A watcher's opinion at the end of a quarter.

    Attributes:
        sought: of each candidate still in the game, how likely it is that they are what is sought.
        vote: how likely each has most votes at the next vote; none where nothing is said of that.
        win: how likely each side wins; none where nothing is said of that.
    """

    sought: Shares
    vote: Shares = field(default_factory=dict[str, float])
    win: Shares = field(default_factory=dict[str, float])


Rule = Callable[[FollowedGame, int], WatcherOpinion]
"""A rule: the opinion on a game at the end of a quarter, from what was public by then."""


def by_weight(weights: Shares, total: float = 1.0) -> dict[str, float]:
    """Returns probabilities proportional to weights, of the given total; uniform without weights.

    Args:
        weights: of each, 0 or more; one is added to each, so that no player is ruled out.
        total: how many of them are expected to be what is asked for.
    """
    whole = sum(weights.values()) + len(weights)
    return {name: min(MOST_SURE, total * (weight + 1) / whole) for name, weight in weights.items()}


def alike(names: Sequence[str], total: float = 1.0) -> dict[str, float]:
    """The same probability for each."""
    return by_weight(dict.fromkeys(names, 0.0), total)


def score_of(game: FollowedGame, name: str, language: Language, rule: Rule) -> MatchScore:
    """Scores a rule's opinions of a game at each stop, as a match of a watcher of that name."""
    opinions = [(quarter, rule(game, quarter)) for quarter in QUARTERS if game.is_asked(quarter)]
    beliefs = (judged_beliefs(game, name, quarter, opinion.sought) for quarter, opinion in opinions)
    notes = (
        forecast
        for quarter, opinion in opinions
        for forecast in judged_forecasts(game, name, quarter, {VOTE: opinion.vote, WIN: opinion.win})
    )
    return MatchScore(
        match=name,
        script=game.transcript.id,
        language=language,
        beliefs=tuple(beliefs),
        forecasts=tuple(notes),
    )


def judged_beliefs(game: FollowedGame, by: Player, quarter: int, shares: Shares) -> HeldBeliefs:
    """Returns beliefs about players beside the truth."""
    return HeldBeliefs(
        player=by,
        case=game.subject.case,
        round=quarter + 1,
        probabilities=tuple(shares.values()),
        sought=tuple(name in game.sought_players for name in shares),
    )


def judged_forecasts(
    game: FollowedGame, by: Player, quarter: int, opinions: Mapping[str, Shares]
) -> Iterable[HeldBeliefs]:
    """Yields forecasts beside the outcomes; none for what never came, or is not on record."""
    ballots = game.next_vote(quarter)
    came = {VOTE: most(ballots) if ballots else None, WIN: game.winners}
    for case, shares in opinions.items():
        truth = came.get(case)
        if shares and truth is not None:
            yield HeldBeliefs(
                player=by,
                case=case,
                round=quarter + 1,
                probabilities=tuple(shares.values()),
                sought=tuple(name in truth for name in shares),
            )
