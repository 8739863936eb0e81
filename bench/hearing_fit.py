"""Fits the weights by which it is told what people mean (`parlour/hearing/weights.*.npz`).

`python -m bench.hearing_fit [en|zh]` fits them to the working half of the utterances
(`tests/hearing/corpus/dev`) and to the paraphrases of `bench/paraphrases`; `… folds` prints what three folds
of the working half come to, each heard with weights that never saw it.

Two linear models, one upon the other. The first is a ridge regression of the kinds of acts on the words of a
remark; what it says of an utterance that it was fitted to is taken with that utterance and its like left out,
which a ridge regression gives in closed form. The second is a logistic regression of whether an act is meant,
over every act that an utterance may hold. Each line of the corpus is also fitted to as if the rules heard
nothing in it, since the rules were written with these lines in view.
"""

from __future__ import annotations

import hashlib
import math
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from bench.paraphrasing import paraphrases
from parlour.facts import Language
from parlour.hearing import SpokenAct
from parlour.hearing import weights as shipped
from parlour.hearing.ruled import by_rules
from parlour.hearing.weighing import RemarkEvidence
from parlour.hearing.weights import FittedWeights, as_logit, packed
from tests.hearing.scoring import GAMES, LANGUAGES, Line, agreement, corpus, score, table

FOLDS, PARTS = 3, 3
RIDGE, BIAS, STRENGTH = 0.3, 0.3, 0.3
"""How strongly the ridge holds weights to 0, its constant feature, and the inverse of the same strength."""
LEAST_SEEN, LEAST_WEIGHT = 2, 0.01
OF_CORPUS, WITHOUT_RULES, OF_PARAPHRASES = 1.0, 0.6, 0.7
"""How much a line counts."""
FOLDER = Path(shipped.__file__).parent
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Example:
    """An utterance to fit to.

    Attributes:
        game: at whose table it is said.
        line: it, with what it means.
        group: those that are left out together.
        is_paraphrase: whether it was written by what it means.
    """

    game: str
    line: Line
    group: str
    language: Language
    is_paraphrase: bool

    @cached_property
    def evidence(self) -> RemarkEvidence | None:
        """What it is weighed by."""
        return by_rules(self.line.text, table(self.line, self.game, self.language))[1]

    @property
    def kinds(self) -> set[str]:
        """The kinds of acts in it."""
        return {act["act"] for act in self.line.means}

    @property
    def views(self) -> tuple[tuple[bool, float], ...]:
        """Whether it is taken with what the rules hear, and how much that counts."""
        return (
            ((True, OF_PARAPHRASES),) if self.is_paraphrase else ((True, OF_CORPUS), (False, WITHOUT_RULES))
        )

    def fold(self, folds: int) -> int:
        """The fold in which it is left out."""
        return int(hashlib.md5(self.group.encode()).hexdigest(), 16) % folds


def examples(language: Language) -> list[Example]:
    """All that there is to fit to in a language, without remarks that have no words."""
    found = [
        Example(game, line, line.text, language, is_paraphrase=False)
        for game in GAMES
        for line in corpus("dev", game, language)
    ]
    found += [
        Example(game, line, row, language, is_paraphrase=True) for game, row, line in paraphrases(language)
    ]
    return [each for each in found if each.evidence is not None]


# The kinds of acts


class WordTable:
    """The features of remarks as rows of a matrix: each as much as any other, the whole of length 1."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        seen = Counter(name for row in rows for name in dict.fromkeys(row))
        names = sorted(name for name, count in seen.items() if count >= LEAST_SEEN)
        self.columns = {name: n for n, name in enumerate(names)}

    def matrix(self, rows: Sequence[Sequence[str]]) -> Any:
        """The rows of a matrix."""
        return _matrix([dict.fromkeys(row, 1 / math.sqrt(max(len(row), 1))) for row in rows], self.columns)


@dataclass(frozen=True)
class KindFit:
    """The first model, and what it says of each row with its group left out."""

    columns: Mapping[str, int]
    kinds: tuple[str, ...]
    weights: Floats
    bias: Floats
    left_out: Floats

    @classmethod
    def of(cls, rows: Sequence[Sequence[str]], kinds: Sequence[set[str]], groups: Sequence[str]) -> KindFit:
        """Fits to rows of features."""
        words = WordTable(rows)
        data: Any = words.matrix(rows)
        names = tuple(sorted({name for each in kinds for name in each}))
        holds = np.array([[float(name in each) for name in names] for each in kinds])
        kernel: Floats = (data @ data.T).toarray() + BIAS
        kernel[np.diag_indices_from(kernel)] += RIDGE
        inverse: Floats = np.linalg.inv(kernel)
        duals: Floats = inverse @ holds
        left_out = np.zeros_like(holds)
        members: dict[str, list[int]] = {}
        for n, group in enumerate(groups):
            members.setdefault(group, []).append(n)
        for own in members.values():
            left_out[own] = holds[own] - np.linalg.solve(inverse[np.ix_(own, own)], duals[own])
        return cls(words.columns, names, np.asarray(data.T @ duals), BIAS * duals.sum(axis=0), left_out)


def _matrix(rows: Sequence[Mapping[str, float]], columns: Mapping[str, int]) -> Any:
    ends: list[int] = [0]
    places: list[int] = []
    values: list[float] = []
    for row in rows:
        for name, value in row.items():
            if name in columns:
                places.append(columns[name])
                values.append(value)
        ends.append(len(places))
    data = np.array(values, np.float64), np.array(places, np.int32), np.array(ends, np.int32)
    return sparse.csr_matrix(data, shape=(len(rows), len(columns)))


# The acts


def fit(lines: Sequence[Example], language: Language) -> FittedWeights:
    """The weights that fit some examples."""
    del language
    viewed = [(each, by) for each in lines for by, _ in each.views]
    evidence = [each.evidence for each in lines if each.evidence]
    whole = KindFit.of(
        [_evidence(each).words(by_rules=by) for each, by in viewed],
        [each.kinds for each, _ in viewed],
        [each.group for each, _ in viewed],
    )
    by_clause = _clauses(lines)
    rows: list[dict[str, float]] = []
    meant: list[bool] = []
    counts: list[float] = []
    place = 0
    for each, found in zip(lines, evidence, strict=True):
        for by, count in each.views:
            chances = dict(zip(whole.kinds, map(as_logit, whole.left_out[place].tolist()), strict=True))
            place += 1
            acts = found.possible(chances, by_rules=by)
            bearing = found.bearing(chances, by_clause[id(each)], by_rules=by)
            rows += map(bearing.of, acts)
            meant += _meant(each, acts)
            counts += [count] * len(acts)
    seen = Counter(name for row in rows for name in row)
    columns = {name: n for n, name in enumerate(sorted(n for n, count in seen.items() if count > LEAST_SEEN))}
    model: Any = LogisticRegression(C=STRENGTH, solver="liblinear", tol=1e-3)
    model.fit(_matrix(rows, columns), np.array(meant), sample_weight=np.array(counts))
    kept = {name: float(model.coef_[0][n]) for name, n in columns.items()}
    kept = {name: weight for name, weight in kept.items() if abs(weight) >= LEAST_WEIGHT}
    return FittedWeights(
        kinds=whole.kinds,
        words=whole.columns,
        by_word=whole.weights.astype(np.float32),
        kind_bias=whole.bias.astype(np.float32),
        bearings={name: n for n, name in enumerate(kept)},
        by_bearing=list(kept.values()),
        act_bias=float(model.intercept_[0]),
    )


def _evidence(example: Example) -> RemarkEvidence:
    if example.evidence is None:
        raise ValueError(f"a remark without words: {example.line.text!r}")
    return example.evidence


def _clauses(lines: Sequence[Example]) -> dict[int, dict[int, dict[str, float]]]:
    """What the first model says of each clause, fitted without its part of the lines."""
    found: dict[int, dict[int, dict[str, float]]] = {}
    for part in range(PARTS):
        others = [each for each in lines if each.fold(PARTS) != part]
        rows = [_evidence(each).words(by_rules=False) for each in others]
        model = KindFit.of(rows, [each.kinds for each in others], [each.group for each in others])
        own = [each for each in lines if each.fold(PARTS) == part]
        words = [(each, n, row) for each in own for n, row in _evidence(each).clause_words.items()]
        data = _matrix(
            [dict.fromkeys(row, 1 / math.sqrt(max(len(row), 1))) for _, _, row in words], model.columns
        )
        for (each, n, _), scores in zip(words, data @ model.weights + model.bias, strict=True):
            told = dict(zip(model.kinds, map(as_logit, scores.tolist()), strict=True))
            found.setdefault(id(each), {})[n] = told
        for each in own:
            found.setdefault(id(each), {})
    return found


def _meant(example: Example, acts: Sequence[SpokenAct]) -> list[bool]:
    """Which acts are those that the line means: of those that fit, the one that says most of it."""
    meant = [False] * len(acts)
    at = table(example.line, example.game, example.language)
    for gold in example.line.means:
        fitting = [
            (found, -n)
            for n, act in enumerate(acts)
            if not meant[n] and (found := agreement(gold, act, at)) is not None
        ]
        if fitting:
            meant[-max(fitting)[1]] = True
    return meant


# What it comes to


@contextmanager
def heard_with(weights: FittedWeights) -> Generator[None]:
    """Hearing by other weights than those that are shipped."""
    hearing = sys.modules["parlour.hearing.hear"]
    before = hearing.fitted  # pyright: ignore[reportAttributeAccessIssue]

    def fitted(language: Language) -> FittedWeights:
        del language
        return weights

    hearing.fitted = fitted  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        hearing.fitted = before  # pyright: ignore[reportAttributeAccessIssue]


def crossed(language: Language, folds: Iterable[int]) -> None:
    """What some folds of the working half come to."""
    lines = examples(language)
    tallies: dict[str, Counter[str]] = {}
    for fold in folds:
        kept = [each for each in lines if each.is_paraphrase or each.fold(FOLDS) != fold]
        with heard_with(fit(kept, language)):
            for game in GAMES:
                held = [
                    each.line
                    for each in lines
                    if not each.is_paraphrase and each.game == game and each.fold(FOLDS) == fold
                ]
                tally = tallies.setdefault(game, Counter())
                for heard in score(game, language, held).lines:
                    tally[heard.verdict] += 1
                    tally["shown"] += heard.verdict == "understood" and heard.shown
    for game, tally in tallies.items():
        total = sum(tally.values()) - tally["shown"]
        print(game, language, {each: f"{count / total:.1%}" for each, count in tally.items()}, total)


def main() -> None:
    """Fits and ships, or crosses the folds where `folds` is said."""
    for language in LANGUAGES:
        if {*LANGUAGES} & {*sys.argv} and language not in sys.argv:
            continue
        if "folds" in sys.argv:
            crossed(language, range(FOLDS))
            continue
        shipping = packed(fit(examples(language), language))
        (FOLDER / f"weights.{language}.npz").write_bytes(shipping)
        print(language, len(shipping))


if __name__ == "__main__":
    main()
