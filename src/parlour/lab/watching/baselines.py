"""All lines that a watcher has to beat, game by game, as matches of such watchers would be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.errors import MissingExtra
from parlour.evaluation import MatchScore
from parlour.lab.watching.followed import QUARTERS, FollowedGame
from parlour.lab.watching.opinions import Shares, WatcherOpinion, alike, score_of
from parlour.lab.watching.regression import REGRESSION, regressed
from parlour.lab.watching.rules_of_thumb import Priors, rules_of_thumb
from parlour.llm import Language


def baselines(games: Sequence[tuple[FollowedGame, Language]]) -> dict[str, tuple[MatchScore, ...]]:
    """Every rule by name, and of each what it comes to in each game.

    Priors and the regression of a game come from all the others. Without scikit-learn there is no regression.
    """
    followed = [game for game, _ in games]
    learned = _learned(followed)
    found: dict[str, list[MatchScore]] = {}
    for n, (game, language) in enumerate(games):
        others = [*followed[:n], *followed[n + 1 :]]
        rules = rules_of_thumb(game, others)
        for name, rule in rules.items():
            found.setdefault(name, []).append(score_of(game, name, language, rule))
        if learned:
            by_quarter = [learned[quarter][n] for quarter in QUARTERS]
            score = score_of(game, REGRESSION, language, _Learned(by_quarter, others))
            found.setdefault(REGRESSION, []).append(score)
    return {name: tuple(scores) for name, scores in found.items()}


def _learned(games: Sequence[FollowedGame]) -> list[list[Shares]]:
    """What a regression holds after each quarter; nothing where it cannot be made."""
    try:
        return [regressed(games, quarter) for quarter in QUARTERS]
    except MissingExtra:
        return []


class _Learned:
    """A regression's probabilities as a rule; of the vote it knows nothing, and who wins is prior."""

    def __init__(self, sought: Sequence[Shares], others: Sequence[FollowedGame]) -> None:
        self._sought, self._others = sought, others

    def __call__(self, game: FollowedGame, quarter: int) -> WatcherOpinion:
        wins: Mapping[str, float] = Priors.of(self._others, game.subject.sides).wins
        return WatcherOpinion(sought=self._sought[quarter], vote=alike(game.others(quarter)), win=wins)
