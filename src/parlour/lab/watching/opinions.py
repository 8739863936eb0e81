"""What a watcher holds of a recorded game at each quarter, whoever it is, and the same beside the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.core import Player
from parlour.evaluation import HeldBeliefs, MatchScore
from parlour.lab.watching.followed import QUARTERS, FollowedGame, most
from parlour.llm import Language

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
