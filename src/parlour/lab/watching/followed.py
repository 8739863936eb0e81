"""A recorded game as a watcher follows it: where it is asked, what was true, and the opinions it gave."""

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
"""Where a watcher is asked: before anything is said, after each quarter of the talk, the last at its end."""
OUT = "out"
"""The deed of news that somebody is out of the game."""


@dataclass(frozen=True, kw_only=True)
class WatchedSubject:
    """What watchers of some sort of game are asked.

    Attributes:
        case: the hidden question.
        sought: the roles whose holders are the answer.
        sides: who can win, first that of those who seek.
        has_ballots: whether players are voted for, so that it can be foretold who will be.
        has_winner: whether it can be foretold which side wins.
    """

    case: str
    sought: frozenset[str]
    sides: tuple[str, ...]
    has_ballots: bool = True
    has_winner: bool = True


@dataclass(frozen=True)
class FollowedGame:
    """A recorded game with what is asked about it.

    Attributes:
        transcript: the game.
        subject: what is asked.
        chair: whose seat whoever follows it sits in; None for a spectator.
    """

    transcript: GameTranscript
    subject: WatchedSubject
    chair: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The seats, in order."""
        return self.transcript.players

    @property
    def candidates(self) -> tuple[str, ...]:
        """Who can be what is sought, to whoever follows the game: all but the chair's player."""
        return tuple(name for name in self.players if name != self.chair)

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """For each of `QUARTERS` how many events have happened when it is over."""
        spoken = [each.number for each in self.transcript.events if each.is_public_speech]
        if not spoken:
            return tuple(0 for _ in QUARTERS)
        last = QUARTERS[-1]
        heard = [-(-len(spoken) * quarter // last) for quarter in QUARTERS]
        return tuple(spoken[count - 1] + 1 if count else spoken[0] for count in heard)

    def talk(self, quarter: int) -> list[Happening]:
        """What has been said aloud by somebody of the cast when a quarter is over."""
        heard = self.transcript.events[: self.stops[quarter]]
        return [each for each in heard if each.is_public_speech and each.speaker]

    def living(self, quarter: int) -> tuple[str, ...]:
        """Who is still in the game when a quarter is over, as the table was told."""
        told = self.transcript.events[: self.stops[quarter]]
        gone = {name for each in told if is_out(each) for name in each.target}
        return tuple(name for name in self.players if name not in gone)

    def others(self, quarter: int) -> tuple[str, ...]:
        """The candidates who are still in the game when a quarter is over: of them something is asked."""
        return tuple(name for name in self.living(quarter) if name in self.candidates)

    def is_asked(self, quarter: int) -> bool:
        """Whether there is something to choose between, and the chair's player is in the game."""
        return len(self.others(quarter)) > 1 and self.chair in (None, *self.living(quarter))

    @cached_property
    def sought(self) -> frozenset[str]:
        """Who is the answer: by the role at the end."""
        return frozenset(each.player for each in self.transcript.cast if each.end in self.subject.sought)

    @property
    def winners(self) -> tuple[str, ...] | None:
        """The sides that won; None where that cannot be known."""
        return self.transcript.outcome.winners

    def votes(self, until: int | None = None) -> Counter[str]:
        """How often whom has been voted for among the first events; in all of them if left out."""
        return Counter(
            name
            for ballot in self.transcript.events[:until]
            if is_ballot(ballot, self.players)
            for name in ballot.target
            if name in self.players
        )

    def next_vote(self, quarter: int) -> Counter[str] | None:
        """The first vote that begins after a quarter; None where none does, or nobody is voted for."""
        for ballots in self.ballots():
            if ballots[0].number >= self.stops[quarter]:
                named = (name for each in ballots for name in each.target if name in self.players)
                return Counter(named) or None
        return None

    def ballots(self) -> Iterator[Sequence[Happening]]:
        """The votes on players, round by round."""
        held: dict[tuple[int, str], list[Happening]] = {}
        for each in self.transcript.events:
            if is_ballot(each, self.players):
                held.setdefault((each.round, each.phase), []).append(each)
        yield from held.values()


def unwatchable(game: FollowedGame) -> str:
    """Why nobody can be asked about a game, in a clause; empty where one can."""
    if not any(each.is_public_speech for each in game.transcript.events):
        return "nothing that was said aloud is on record"
    if lacking := [each.player for each in game.transcript.cast if each.end is None]:
        return f"the role of {', '.join(lacking)} at the end is not known"
    return ""


def is_ballot(each: Happening, players: Sequence[str]) -> bool:
    """Whether it is a vote on players: cast for one of them, or for nobody."""
    return each.kind == "vote" and any(name in players or name == ABSTAINED for name in each.target)


def is_out(each: Happening) -> bool:
    """Whether the table is told that somebody is out of the game."""
    return each.kind == "news" and each.deed == OUT and each.visible_to is None


def most(counted: Mapping[str, float]) -> frozenset[str]:
    """Those with the most, all of them if several have as much; nobody if all have nothing."""
    top = max(counted.values(), default=0.0)
    return frozenset(name for name, count in counted.items() if count == top and top > 0)


VOTE, WIN = "vote", "win"
"""The cases of forecasts: who will be voted for most at the next vote, and which side wins."""
MOST_SURE = 0.95
"""Beyond which no rule of thumb holds anybody for what is sought."""
Shares = Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class WatcherOpinion:
    """What is held when a quarter is over.

    Attributes:
        sought: of each candidate still in the game, how likely it is that they are what is sought.
        vote: how likely each has most votes at the next vote; none where nothing is said of that.
        win: how likely each side wins; none where nothing is said of that.
    """

    sought: Shares
    vote: Shares = field(default_factory=dict[str, float])
    win: Shares = field(default_factory=dict[str, float])


Rule = Callable[[FollowedGame, int], WatcherOpinion]
"""What somebody holds of a game when a quarter is over, by what was public by then."""


def by_weight(weights: Shares, total: float = 1.0) -> dict[str, float]:
    """Probabilities that go by weights, and together come to what there is; all alike where there are none.

    Args:
        weights: of each, 0 or more; each counts one more than it is, so that nobody is ruled out.
        total: how many of them are expected to be what is asked for.
    """
    whole = sum(weights.values()) + len(weights)
    return {name: min(MOST_SURE, total * (weight + 1) / whole) for name, weight in weights.items()}


def alike(names: Sequence[str], total: float = 1.0) -> dict[str, float]:
    """The same probability for each."""
    return by_weight(dict.fromkeys(names, 0.0), total)


def score_of(game: FollowedGame, name: str, language: Language, rule: Rule) -> MatchScore:
    """What a rule holds of a game where a watcher is asked, as a match of one of that name is scored."""
    held = [(quarter, rule(game, quarter)) for quarter in QUARTERS if game.is_asked(quarter)]
    beliefs = (judged_beliefs(game, name, quarter, opinion.sought) for quarter, opinion in held)
    told = (
        forecast
        for quarter, opinion in held
        for forecast in judged_forecasts(game, name, quarter, {VOTE: opinion.vote, WIN: opinion.win})
    )
    return MatchScore(
        match=name,
        script=game.transcript.id,
        language=language,
        beliefs=tuple(beliefs),
        forecasts=tuple(told),
    )


def judged_beliefs(game: FollowedGame, by: Player, quarter: int, held: Shares) -> HeldBeliefs:
    """What was held of players, beside what they were."""
    return HeldBeliefs(
        player=by,
        case=game.subject.case,
        round=quarter + 1,
        probabilities=tuple(held.values()),
        sought=tuple(name in game.sought for name in held),
    )


def judged_forecasts(
    game: FollowedGame, by: Player, quarter: int, held: Mapping[str, Shares]
) -> Iterable[HeldBeliefs]:
    """What was expected, beside what came; nothing of what never came, or is not on record."""
    ballots = game.next_vote(quarter)
    came = {VOTE: most(ballots) if ballots else None, WIN: game.winners}
    for case, shares in held.items():
        truth = came.get(case)
        if shares and truth is not None:
            yield HeldBeliefs(
                player=by,
                case=case,
                round=quarter + 1,
                probabilities=tuple(shares.values()),
                sought=tuple(name in truth for name in shares),
            )
