"""Fits the weights by which the kinds of acts in a remark are told (`parlour/hearing/kinds.*.json.gz`).

`python -m bench.hearing_fit` fits them to the working half of the utterances (`tests/hearing/corpus/dev`);
`python -m bench.hearing_fit folds` prints what five folds of it come to, each heard with weights that never
saw it.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from parlour.facts import Language
from parlour.hearing import kinds
from parlour.hearing.hear import by_rules
from tests.hearing.scoring import GAMES, LANGUAGES, Line, corpus, score, table

FOLDS = 5
STRENGTH = 3.0
"""The inverse of how strongly weights are held to 0."""
LEAST_WEIGHT = 0.05
FOLDER = Path(kinds.__file__).parent


def fit(lines: Sequence[tuple[str, Line]], language: Language) -> dict[str, Any]:
    """The weights that fit some utterances, as they are shipped."""
    told = [_by_rules(line, game, language) for game, line in lines]
    vectors: Any = DictVectorizer()
    data: Any = vectors.fit_transform([dict.fromkeys(features, 1.0) for features in told])
    data.indices, data.indptr = data.indices.astype(np.int32), data.indptr.astype(np.int32)
    names = sorted({act["act"] for _, line in lines for act in line.means})
    bias: list[int] = []
    weights: dict[str, dict[str, int]] = {}
    columns = vectors.get_feature_names_out()
    for n, name in enumerate(names):
        holds = np.array([any(act["act"] == name for act in line.means) for _, line in lines])
        model: Any = LogisticRegression(C=STRENGTH, solver="liblinear")
        model.fit(data, holds)
        bias.append(round(100 * float(model.intercept_[0])))
        for column, weight in zip(columns, model.coef_[0], strict=True):
            if abs(weight) >= LEAST_WEIGHT:
                weights.setdefault(str(column), {})[str(n)] = round(100 * float(weight))
    return {"kinds": names, "bias": bias, "weights": weights}


@cache
def _by_rules(line: Line, game: str, language: Language) -> list[str]:
    return by_rules(line.text, table(line, game, language))[1]


def utterances(language: Language) -> list[tuple[str, Line]]:
    """The working half of a language, by game."""
    return [(game, line) for game in GAMES for line in corpus("dev", game, language)]


@contextmanager
def heard_with(told: dict[str, Any]) -> Generator[None]:
    """Hearing by other weights than those that are shipped."""
    shipped = kinds.model
    fitted = kinds.read(told)

    def model(language: Language) -> kinds.KindModel:
        del language
        return fitted

    kinds.model = model  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        kinds.model = shipped


def crossed(language: Language) -> None:
    """What five folds come to."""
    lines = utterances(language)
    tallies: dict[str, dict[str, int]] = {}
    for fold in range(FOLDS):
        with heard_with(fit([each for n, each in enumerate(lines) if n % FOLDS != fold], language)):
            for game in GAMES:
                held = [line for n, (each, line) in enumerate(lines) if n % FOLDS == fold and each == game]
                for heard in score(game, language, held).lines:
                    tally = tallies.setdefault(game, {})
                    tally[heard.verdict] = tally.get(heard.verdict, 0) + 1
                    if heard.verdict == "understood" and heard.shown:
                        tally["shown"] = tally.get("shown", 0) + 1
    for game, tally in tallies.items():
        total = sum(tally[each] for each in ("understood", "misread", "asked back") if each in tally)
        print(game, language, {each: f"{count / total:.1%}" for each, count in tally.items()}, total)


def main() -> None:
    """Fits and ships, or crosses the folds where `folds` is said."""
    for language in LANGUAGES:
        if "folds" in sys.argv:
            crossed(language)
            continue
        told = json.dumps(fit(utterances(language), language), ensure_ascii=False, separators=(",", ":"))
        packed = gzip.compress(told.encode(), mtime=0)
        (FOLDER / f"kinds.{language}.json.gz").write_bytes(packed)
        print(language, len(packed))


if __name__ == "__main__":
    main()
