"""A regression over words and labels, learned from all other games: what the surface of talk gives away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from parlour.core import words_in
from parlour.errors import MissingExtra
from parlour.lab.watching.followed import FollowedGame
from parlour.lab.watching.opinions import Shares
from parlour.lab.watching.rules_of_thumb import accusations, namings

REGRESSION = "regression"
_WORDS = 2**11
"""Into so many columns words fall, by their digest: nothing is learned of a game that is left out."""
_STRENGTH = 0.1
"""The inverse of how strongly coefficients are held near 0; there are more columns than players."""
Matrix = NDArray[np.float64]


class _Classifier(Protocol):
    def fit(self, rows: Any, told: Sequence[bool]) -> object: ...  # noqa: ANN401 - scikit-learn's
    def predict_proba(self, rows: Any) -> Matrix: ...  # noqa: ANN401


def regressed(games: Sequence[FollowedGame], quarter: int) -> list[Shares]:
    """Of each game, how likely each candidate still in it is what is sought, by all other games.

    Logistic regression over who speaks how much, is named and accused by how many, with which labels and in
    which words, each as a share of its game's. A game is never among those that it is judged by.

    Args:
        games: all of them.
        quarter: after which one.

    Raises:
        MissingExtra: if scikit-learn is not installed.
    """
    rows = [(n, name) for n, game in enumerate(games) for name in game.others(quarter)]
    if not rows:
        return [{} for _ in games]
    told = [name in games[n].sought for n, name in rows]
    of = np.array([n for n, _ in rows])
    features = _features(games, rows, quarter)
    found: list[Shares] = []
    for n, game in enumerate(games):
        elsewhere = np.flatnonzero(of != n)
        known, names = [told[row] for row in elsewhere], game.others(quarter)
        if not names or len(set(known)) < 2:
            found.append({name: sum(known) / len(known) if known else 1 / len(names) for name in names})
            continue
        model = _classifier()
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
    told = [dict(_counted(game, quarter)) for game in games]
    for n, name in rows:
        counts.append({feature: share for (player, feature), share in told[n].items() if player == name})
        texts.append(" ".join(each.text for each in games[n].talk(quarter) if each.speaker == name))
    hashed = _sklearn("feature_extraction.text").HashingVectorizer(
        n_features=_WORDS, alternate_sign=False, norm="l2", tokenizer=_tokens, token_pattern=None
    )
    numbers = library.DictVectorizer().fit_transform(counts)
    return sparse.hstack([numbers, hashed.transform(texts)]).tocsr()


def _counted(game: FollowedGame, quarter: int) -> Iterator[tuple[tuple[str, str], float]]:
    """Shares of what was said and done, by player and feature."""
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


def _classifier() -> _Classifier:
    made: Any = _sklearn("linear_model").LogisticRegression(C=_STRENGTH, solver="liblinear", random_state=0)
    return cast("_Classifier", made)


def _sklearn(module: str) -> Any:  # noqa: ANN401 - without types
    try:
        return import_module(f"sklearn.{module}")
    except ImportError as error:
        raise MissingExtra("the regression needs scikit-learn: pip install 'parlour[report]'") from error
