"""Baselines that a watcher has to beat: rules of thumb, and a regression over words and labels.

Rates over games (how many culprits there are, which side wins) are counted over all other games, never over
the game itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from statistics import fmean
from typing import Any

import numpy as np

from parlour.core import words_in
from parlour.errors import MissingExtra
from parlour.evaluation import MatchScore
from parlour.lab.transcripts import Happening, named_in
from parlour.lab.watching.followed import (
    QUARTERS,
    FollowedGame,
    Rule,
    Shares,
    WatcherOpinion,
    alike,
    by_weight,
    score_of,
)
from parlour.llm import Language

LOT, PRIORS, ACCUSED = "lot", "priors", "most accused"
QUIETEST, VOTED = "quietest", "the table's votes"
_ACCUSING = "accus"
"""The beginning of annotators' labels for an accusation."""


def priors(games: Sequence[FollowedGame], sides: Sequence[str]) -> tuple[float, Mapping[str, float]]:
    """Returns the mean share of sought players, and how likely each side wins; even odds without a game."""
    won = Counter(side for game in games for side in game.winners or ())
    shares = [len(game.sought_players) / len(game.candidates) for game in games]
    wins = by_weight({side: float(won[side]) for side in sides})
    return fmean(shares) if shares else 0.0, wins


def rules_of_thumb(game: FollowedGame, others: Sequence[FollowedGame]) -> dict[str, Rule]:
    """Every rule, by name, for one game."""
    share, wins = priors(others, game.subject.sides)

    def by(count: Counter[str], names: Sequence[str], sign: float = 1.0) -> WatcherOpinion:
        top = max(count.values(), default=0)
        weights = {name: float(count[name] if sign > 0 else top - count[name]) for name in names}
        held = by_weight(weights, share * len(names) or 1.0)
        return WatcherOpinion(sought=held, vote=by_weight(weights), win=wins)

    def lot(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        names = followed.others(quarter)
        return WatcherOpinion(sought=alike(names), vote=alike(names), win=alike(followed.subject.sides))

    def prior(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        return by(Counter(), followed.others(quarter))

    def most_accused(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        return by(accusations(followed, quarter), followed.others(quarter))

    def quietest(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        said = Counter(each.speaker or "" for each in followed.talk(quarter))
        return by(said, followed.others(quarter), sign=-1.0)

    def by_votes(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        """Until the talk is over by what was voted before, and then by all votes, the last among them."""
        until = None if quarter == QUARTERS[-1] else followed.stops[quarter]
        told = by(followed.votes(until), followed.others(quarter))
        return WatcherOpinion(sought=told.sought, win=told.win)

    return {LOT: lot, PRIORS: prior, ACCUSED: most_accused, QUIETEST: quietest, VOTED: by_votes}


def accusations(game: FollowedGame, quarter: int) -> Counter[str]:
    """Counts the accusations of each player by the end of a quarter.

    If annotators marked accusations, the players named in them count. Elsewhere every naming counts, since
    more is said against players who are often named than for them.
    """
    talk = game.talk(quarter)
    if any(is_accusing(each) for each in game.transcript.events):
        talk = [each for each in talk if is_accusing(each)]
    return namings(talk, game.players)


def namings(talk: Sequence[Happening], players: Sequence[str]) -> Counter[str]:
    """Counts the utterances of others that name each player."""
    return Counter(name for each in talk for name in named_in(each.text, players) if name != each.speaker)


def is_accusing(each: Happening) -> bool:
    """Returns true if annotators marked an accusation."""
    return any(label.casefold().startswith(_ACCUSING) for label in each.labels)


REGRESSION = "regression"
_WORDS = 2**11
"""Into so many columns words fall, by their digest: nothing is learned of a game that is left out."""
_STRENGTH = 0.1
"""The inverse of how strongly coefficients are held near 0; there are more columns than players."""


def regress(games: Sequence[FollowedGame], quarter: int) -> list[Shares]:
    """Returns for each game the probability of each candidate left, fitted on all other games.

    Logistic regression over who speaks how much, is named and accused by how many, with which labels and in
    which words, each as a share of its game's. A game is never among those that it is judged by.

    Raises:
        MissingExtra: if scikit-learn is not installed.
    """
    rows = [(n, name) for n, game in enumerate(games) for name in game.others(quarter)]
    if not rows:
        return [{} for _ in games]
    told = [name in games[n].sought_players for n, name in rows]
    of = np.array([n for n, _ in rows])
    features = _features(games, rows, quarter)
    found: list[Shares] = []
    for n, game in enumerate(games):
        elsewhere = np.flatnonzero(of != n)
        known, names = [told[row] for row in elsewhere], game.others(quarter)
        if not names or len(set(known)) < 2:
            found.append({name: sum(known) / len(known) if known else 1 / len(names) for name in names})
            continue
        model = _sklearn("linear_model").LogisticRegression(C=_STRENGTH, solver="liblinear", random_state=0)
        model.fit(features[elsewhere], known)
        likely = model.predict_proba(features[np.flatnonzero(of == n)])[:, 1]
        found.append(dict(zip(names, map(float, likely), strict=True)))
    return found


def _features(games: Sequence[FollowedGame], rows: Sequence[tuple[int, str]], quarter: int) -> Any:  # noqa: ANN401
    """A sparse row for each player: counts, labels and words."""
    library = _sklearn("feature_extraction")
    sparse: Any = import_module("scipy.sparse")
    counts: list[dict[str, float]] = []
    texts: list[str] = []
    told = [dict(_counts(game, quarter)) for game in games]
    for n, name in rows:
        counts.append({feature: share for (player, feature), share in told[n].items() if player == name})
        texts.append(" ".join(each.text for each in games[n].talk(quarter) if each.speaker == name))
    hashed = _sklearn("feature_extraction.text").HashingVectorizer(
        n_features=_WORDS, alternate_sign=False, norm="l2", tokenizer=_tokens, token_pattern=None
    )
    numbers = library.DictVectorizer().fit_transform(counts)
    return sparse.hstack([numbers, hashed.transform(texts)]).tocsr()


def _counts(game: FollowedGame, quarter: int) -> Iterator[tuple[tuple[str, str], float]]:
    talk, players = game.talk(quarter), game.players
    said = Counter(each.speaker or "" for each in talk)
    about = namings(talk, players)
    labelled = Counter((each.speaker or "", label) for each in talk for label in each.labels)
    accused, voted = accusations(game, quarter), game.votes(game.stops[quarter])
    for name in players:
        mine = said[name]
        for feature, count in (("said", said), ("named", about), ("accused", accused), ("voted", voted)):
            yield (name, feature), count[name] * len(players) / (sum(count.values()) or 1) - 1.0
        words = sum(len(words_in(each.text)) for each in talk if each.speaker == name)
        yield (name, "length"), np.log1p(words / mine) if mine else 0.0
        for (speaker, label), count in labelled.items():
            if speaker == name:
                yield (name, f"label {label}"), count / mine


def _tokens(text: str) -> list[str]:
    return [word.casefold() for word in words_in(text)]


def _sklearn(module: str) -> Any:  # noqa: ANN401 - without types
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise MissingExtra("the regression needs scikit-learn: pip install 'parlour[report]'") from error


def baselines(games: Sequence[tuple[FollowedGame, Language]]) -> dict[str, tuple[MatchScore, ...]]:
    """Every rule by name, and of each what it comes to in each game.

    Priors and the regression of a game come from all the others. Without scikit-learn there is no regression.
    """
    followed = [game for game, _ in games]
    try:
        learned = [regress(followed, quarter) for quarter in QUARTERS]
    except MissingExtra:
        learned = []
    found: dict[str, list[MatchScore]] = {}
    for n, (game, language) in enumerate(games):
        others = [*followed[:n], *followed[n + 1 :]]
        rules = rules_of_thumb(game, others)
        for name, rule in rules.items():
            found.setdefault(name, []).append(score_of(game, name, language, rule))
        if learned:
            by_quarter = [learned[quarter][n] for quarter in QUARTERS]
            score = score_of(game, REGRESSION, language, _as_rule(by_quarter, others))
            found.setdefault(REGRESSION, []).append(score)
    return {name: tuple(scores) for name, scores in found.items()}


def _as_rule(sought: Sequence[Shares], others: Sequence[FollowedGame]) -> Rule:
    """A regression's probabilities as a rule; of the vote it knows nothing, and who wins is prior."""

    def rule(game: FollowedGame, quarter: int) -> WatcherOpinion:
        _, wins = priors(others, game.subject.sides)
        return WatcherOpinion(sought=sought[quarter], vote=alike(game.others(quarter)), win=wins)

    return rule
