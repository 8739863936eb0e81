"""What anybody could hold of a recorded game without understanding it: the lines that a watcher has to beat.

What is counted over games (how many are what is sought, who wins) is counted over all others, never over the
game itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from parlour.lab.transcripts import Happening, named_in
from parlour.lab.watching.followed import QUARTERS, FollowedGame
from parlour.lab.watching.opinions import Rule, WatcherOpinion, alike, by_weight

LOT, PRIORS, ACCUSED = "lot", "priors", "most accused"
QUIETEST, VOTED = "quietest", "the table's votes"
_ACCUSING = "accus"
"""How the label begins by which annotators call an accusation."""


@dataclass(frozen=True, kw_only=True)
class Priors:
    """How it comes out as a rule.

    Attributes:
        share: of the candidates that are what is sought.
        wins: how often each side has won, with one game more for each.
    """

    share: float
    wins: Mapping[str, float]

    @staticmethod
    def of(games: Sequence[FollowedGame], sides: Sequence[str]) -> Priors:
        """Over some games; even odds of one in so many where there is none."""
        won = Counter(side for game in games for side in game.winners or ())
        shares = [len(game.sought) / len(game.candidates) for game in games]
        wins = by_weight({side: float(won[side]) for side in sides})
        return Priors(share=fmean(shares) if shares else 0.0, wins=wins)

    def expected(self, players: Sequence[str]) -> float:
        """How many of so many players are expected to be what is sought."""
        return self.share * len(players) or 1.0


def rules_of_thumb(game: FollowedGame, others: Sequence[FollowedGame]) -> dict[str, Rule]:
    """Every rule, by name, for one game.

    Args:
        game: the one that is watched.
        others: from which the priors come.
    """
    priors = Priors.of(others, game.subject.sides)

    def by(count: Counter[str], names: Sequence[str], sign: float = 1.0) -> WatcherOpinion:
        top = max(count.values(), default=0)
        weights = {name: float(count[name] if sign > 0 else top - count[name]) for name in names}
        held = by_weight(weights, priors.expected(names))
        return WatcherOpinion(sought=held, vote=by_weight(weights), win=priors.wins)

    def lot(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        names = followed.others(quarter)
        return WatcherOpinion(sought=alike(names), vote=alike(names), win=alike(followed.subject.sides))

    def prior(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        return by(Counter(), followed.others(quarter))

    def accused(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        return by(accusations(followed, quarter), followed.others(quarter))

    def quietest(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        said = Counter(each.speaker or "" for each in followed.talk(quarter))
        return by(said, followed.others(quarter), sign=-1.0)

    def voted(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        """Until the talk is over by what was voted before, and then by all votes, the last among them."""
        until = None if quarter == QUARTERS[-1] else followed.stops[quarter]
        told = by(followed.votes(until), followed.others(quarter))
        return WatcherOpinion(sought=told.sought, win=told.win)

    return {LOT: lot, PRIORS: prior, ACCUSED: accused, QUIETEST: quietest, VOTED: voted}


def accusations(game: FollowedGame, quarter: int) -> Counter[str]:
    """How many utterances have accused whom by the end of a quarter.

    Where annotators marked accusations, it is whoever somebody else names in one. Elsewhere every naming
    counts, since of somebody who is named more often more is said against them than for them.
    """
    talk = game.talk(quarter)
    if has_accusations(game):
        talk = [each for each in talk if is_accusing(each)]
    return namings(talk, game.players)


def namings(talk: Sequence[Happening], players: Sequence[str]) -> Counter[str]:
    """How many utterances of others name whom."""
    return Counter(name for each in talk for name in named_in(each.text, players) if name != each.speaker)


def has_accusations(game: FollowedGame) -> bool:
    """Whether annotators marked accusations in a game."""
    return any(is_accusing(each) for each in game.transcript.events)


def is_accusing(each: Happening) -> bool:
    """Whether annotators called it an accusation."""
    return any(label.casefold().startswith(_ACCUSING) for label in each.labels)
