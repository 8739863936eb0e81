"""Metrics of watchers' opinions, in all and by quarter, and the baselines that a watcher has to beat.

Beliefs are of which players are sought; a ballot of which none of them is, or all are, still counts
for proper scores, since a watcher does not know that, and cannot count for AUC. Baselines are rules of thumb,
and a regression over words and labels; their rates over games are counted over all other games, never over
the game itself.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import product
from statistics import fmean
from typing import Any

import numpy as np

from parlour.core import words_in
from parlour.errors import MissingExtra
from parlour.evaluation import HeldBeliefs, MatchScore, Metric, MetricFamily
from parlour.evaluation.metrics import LEAST
from parlour.evaluation.parts import Cut, Parts, Unit, share
from parlour.lab.transcripts import Happening, named_in
from parlour.lab.watching.followed import (
    QUARTERS,
    VOTE,
    WIN,
    FollowedGame,
    Rule,
    Shares,
    WatcherOpinion,
    alike,
    by_weight,
    score_of,
)
from parlour.llm import Language

EVEN = 0.5
Read = Callable[[MatchScore], Sequence[HeldBeliefs]]
Measure = Callable[[HeldBeliefs], Iterable[float]]
"""The contributions of one ballot to a mean."""


def ending(quarter: int) -> str:
    """Returns the ending of a metric's name at one stop: `.at0`, `.at25` to `.at100`."""
    return f".at{100 * quarter // QUARTERS[-1]}"


def log_losses(beliefs: HeldBeliefs) -> Iterator[float]:
    """-ln p of what was true, for each player."""
    return (_log_loss(p if is_so else 1 - p) for p, is_so in _pairs(beliefs))


def brier(beliefs: HeldBeliefs) -> Iterator[float]:
    """(p - y)² for each player."""
    return ((p - is_so) ** 2 for p, is_so in _pairs(beliefs))


def right(beliefs: HeldBeliefs) -> Iterator[float]:
    """Yields for each player whether it was taken for what it is; even odds are half right."""
    return (EVEN if p == EVEN else float((p > EVEN) == is_so) for p, is_so in _pairs(beliefs))


def rank_pairs(beliefs: HeldBeliefs) -> Iterator[float]:
    """Yields for each pair of a sought player and another whether the sought one is held likelier."""
    pairs = product(beliefs.of(is_sought=True), beliefs.of(is_sought=False))
    return (1.0 if first > other else EVEN if first == other else 0.0 for first, other in pairs)


def hit(beliefs: HeldBeliefs) -> Iterator[float]:
    """Yields the share of those held likeliest who are sought."""
    top = max(beliefs.probabilities, default=0.0)
    likeliest = [is_so for p, is_so in _pairs(beliefs) if p == top]
    if likeliest:
        yield sum(likeliest) / len(likeliest)


def surprise(beliefs: HeldBeliefs) -> Iterator[float]:
    """-ln of what was given to what came, of probabilities made to come to 1."""
    whole = sum(beliefs.probabilities)
    if whole:
        yield _log_loss(sum(beliefs.of(is_sought=True)) / whole)


def _pairs(beliefs: HeldBeliefs) -> Iterator[tuple[float, bool]]:
    return zip(beliefs.probabilities, beliefs.sought, strict=True)


def _log_loss(of_truth: float) -> float:
    return -math.log(min(1 - LEAST, max(LEAST, of_truth)))


def _beliefs(score: MatchScore) -> Sequence[HeldBeliefs]:
    return score.beliefs


def _forecasts(case: str) -> Read:
    return lambda score: [forecast for forecast in score.forecasts if forecast.case == case]


def _metric(name: str, label: str, unit: Unit, read: Read, measure: Measure, quarter: int | None) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        beliefs = (belief for belief in read(score) if quarter is None or belief.round == quarter + 1)
        values = [value for belief in beliefs for value in measure(belief)]
        return share(sum(values), len(values))

    label_suffix = "" if quarter is None else f", {100 * quarter // QUARTERS[-1]} %"
    suffix = "" if quarter is None else ending(quarter)
    is_loss = measure in (log_losses, brier, surprise)
    return Metric(
        name=f"watch.{name}{suffix}",
        label=f"{label}{label_suffix}",
        unit=unit,
        parts=parts,
        better="less" if is_loss else "more",
        chance=EVEN if measure is rank_pairs else None,
    )


_MEASURES: tuple[tuple[str, str, Unit, Read, Measure], ...] = (
    ("log_loss", "Log loss", "points", _beliefs, log_losses),
    ("brier", "Brier score", "share", _beliefs, brier),
    ("auc", "AUC", "share", _beliefs, rank_pairs),
    ("accuracy", "Players told right", "share", _beliefs, right),
    ("hit", "Likeliest is one", "share", _beliefs, hit),
    ("vote.hit", "Most voted foretold", "share", _forecasts(VOTE), hit),
    ("vote.log_loss", "Log loss of the vote", "points", _forecasts(VOTE), surprise),
    ("win.hit", "Winner foretold", "share", _forecasts(WIN), hit),
    ("win.log_loss", "Log loss of the winner", "points", _forecasts(WIN), surprise),
)


OPINIONS = frozenset(
    f"watch.{name}{suffix}" for name, *_ in _MEASURES for suffix in ("", *map(ending, QUARTERS))
)
"""The metrics of opinions, of any watcher."""


def _aside(score: MatchScore, cut: Cut) -> Parts:
    return share(sum(belief.is_aside for belief in score.beliefs), len(score.beliefs))


def _amount(name: str) -> Callable[[MatchScore, Cut], Parts]:

    def parts(score: MatchScore, cut: Cut) -> Parts:
        amount = score.amounts.get(name)
        return Parts(reached=amount.reached, possible=amount.possible, n=amount.n) if amount else share(0, 0)

    return parts


REUSED, SAME_VOTE, OWN_PICK, THEIR_PICK = "watch.reused", "watch.same_vote", "watch.pick", "watch.their_pick"
_AMOUNTS = {
    REUSED: "Input tokens reused after the first quarter",
    SAME_VOTE: "Votes as the player did",
    OWN_PICK: "Its vote at the end is right",
    THEIR_PICK: "The player's vote is right",
}

METRICS = MetricFamily(
    metrics=(
        *(_metric(*row, quarter) for row in _MEASURES for quarter in (None, *QUARTERS)),
        Metric(name="watch.aside", label="Ballots set aside", unit="share", parts=_aside, better=""),
        *(
            Metric(name=name, label=label, unit="share", parts=_amount(name))
            for name, label in _AMOUNTS.items()
        ),
    )
)


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
        shares = by_weight(weights, share * len(names) or 1.0)
        return WatcherOpinion(sought=shares, vote=by_weight(weights), win=wins)

    def lot(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        names = followed.others(quarter)
        return WatcherOpinion(sought=alike(names), vote=alike(names), win=alike(followed.subject.sides))

    def prior(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        return by(Counter(), followed.others(quarter))

    def most_accused(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        return by(accusations(followed, quarter), followed.others(quarter))

    def quietest(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        counts = Counter(event.speaker or "" for event in followed.talk(quarter))
        return by(counts, followed.others(quarter), sign=-1.0)

    def by_votes(followed: FollowedGame, quarter: int) -> WatcherOpinion:
        """Until the talk is over by what was voted before, and then by all votes, the last among them."""
        until = None if quarter == QUARTERS[-1] else followed.stops[quarter]
        counts = by(followed.votes(until), followed.others(quarter))
        return WatcherOpinion(sought=counts.sought, win=counts.win)

    return {LOT: lot, PRIORS: prior, ACCUSED: most_accused, QUIETEST: quietest, VOTED: by_votes}


def accusations(game: FollowedGame, quarter: int) -> Counter[str]:
    """Counts the accusations of each player by the end of a quarter.

    If annotators marked accusations, the players named in them count. Elsewhere every naming counts, since
    more is said against players who are often named than for them.
    """
    talk = game.talk(quarter)
    if any(is_accusing(event) for event in game.transcript.events):
        talk = [event for event in talk if is_accusing(event)]
    return namings(talk, game.players)


def namings(talk: Sequence[Happening], players: Sequence[str]) -> Counter[str]:
    """Counts the utterances of others that name each player."""
    return Counter(name for event in talk for name in named_in(event.text, players) if name != event.speaker)


def is_accusing(event: Happening) -> bool:
    """Returns true if annotators marked an accusation."""
    return any(label.casefold().startswith(_ACCUSING) for label in event.labels)


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
    is_sought = [name in games[n].sought_players for n, name in rows]
    of = np.array([n for n, _ in rows])
    features = _features(games, rows, quarter)
    shares: list[Shares] = []
    for n, game in enumerate(games):
        elsewhere = np.flatnonzero(of != n)
        labels, names = [is_sought[row] for row in elsewhere], game.others(quarter)
        if not names or len(set(labels)) < 2:
            shares.append({name: sum(labels) / len(labels) if labels else 1 / len(names) for name in names})
            continue
        model = _sklearn("linear_model").LogisticRegression(C=_STRENGTH, solver="liblinear", random_state=0)
        model.fit(features[elsewhere], labels)
        likely = model.predict_proba(features[np.flatnonzero(of == n)])[:, 1]
        shares.append(dict(zip(names, map(float, likely), strict=True)))
    return shares


def _features(games: Sequence[FollowedGame], rows: Sequence[tuple[int, str]], quarter: int) -> Any:  # noqa: ANN401
    """A sparse row for each player: counts, labels and words."""
    library = _sklearn("feature_extraction")
    sparse: Any = import_module("scipy.sparse")
    counts: list[dict[str, float]] = []
    texts: list[str] = []
    features = [dict(_counts(game, quarter)) for game in games]
    for n, name in rows:
        counts.append({feature: share for (player, feature), share in features[n].items() if player == name})
        texts.append(" ".join(event.text for event in games[n].talk(quarter) if event.speaker == name))
    hashed = _sklearn("feature_extraction.text").HashingVectorizer(
        n_features=_WORDS, alternate_sign=False, norm="l2", tokenizer=_tokens, token_pattern=None
    )
    numbers = library.DictVectorizer().fit_transform(counts)
    return sparse.hstack([numbers, hashed.transform(texts)]).tocsr()


def _counts(game: FollowedGame, quarter: int) -> Iterator[tuple[tuple[str, str], float]]:
    talk, players = game.talk(quarter), game.players
    counts = Counter(event.speaker or "" for event in talk)
    about = namings(talk, players)
    labelled = Counter((event.speaker or "", label) for event in talk for label in event.labels)
    accused, voted = accusations(game, quarter), game.votes(game.stops[quarter])
    for name in players:
        mine = counts[name]
        for feature, count in (("said", counts), ("named", about), ("accused", accused), ("voted", voted)):
            yield (name, feature), count[name] * len(players) / (sum(count.values()) or 1) - 1.0
        words = sum(len(words_in(event.text)) for event in talk if event.speaker == name)
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
    groups: dict[str, list[MatchScore]] = {}
    for n, (game, language) in enumerate(games):
        others = [*followed[:n], *followed[n + 1 :]]
        rules = rules_of_thumb(game, others)
        for name, rule in rules.items():
            groups.setdefault(name, []).append(score_of(game, name, language, rule))
        if learned:
            by_quarter = [learned[quarter][n] for quarter in QUARTERS]
            score = score_of(game, REGRESSION, language, _as_rule(by_quarter, others))
            groups.setdefault(REGRESSION, []).append(score)
    return {name: tuple(scores) for name, scores in groups.items()}


def _as_rule(sought: Sequence[Shares], others: Sequence[FollowedGame]) -> Rule:
    """A regression's probabilities as a rule; of the vote it knows nothing, and who wins is prior."""

    def rule(game: FollowedGame, quarter: int) -> WatcherOpinion:
        _, wins = priors(others, game.subject.sides)
        return WatcherOpinion(sought=sought[quarter], vote=alike(game.others(quarter)), win=wins)

    return rule
