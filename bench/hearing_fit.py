"""Fits the weights by which it is told what people mean (`parlour/language/hearing/weights.*.npz`).

`python -m bench.hearing_fit [en|zh]` fits them to the working half of the utterances
(`tests/language/hearing/corpus/dev`), to the paraphrases of `bench/paraphrases` and to the remarks of
`bench/remarks`, and prints what that half comes to, each line read by weights that never saw it.

Three linear models, one upon the other. The first is a ridge regression of the kinds of acts on the words of
a remark; what it says of an utterance that it was fitted to is taken with that utterance and its like left
out, which a ridge regression gives in closed form. The second is a logistic regression of whether an act is
meant, over every act that an utterance may hold; the third weighs sets of these (`hearing_readings.py`). Each
line of the corpus is also fitted to as if the rules heard nothing in it, since the rules were written with
these lines in view.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import lapack
from sklearn.linear_model import LogisticRegression

from bench.hearing_certainty import FOLDS as CERTAINTY_FOLDS
from bench.hearing_certainty import LeftOutReading, certainty_fit, reading
from bench.hearing_packing import pack_weights
from bench.hearing_readings import ReadingTable, WeighedReadings
from bench.paraphrasing import paraphrases
from parlour.language.facts import Language
from parlour.language.hearing import SpokenAct
from parlour.language.hearing import readings as shipped
from parlour.language.hearing.possible import Bearing
from parlour.language.hearing.readings import (
    FittedWeights,
    Reading,
    RemarkEvidence,
    RemarkReadings,
    as_logits,
)
from parlour.language.hearing.ruled import by_rules
from tests.language.hearing.scoring import (
    GAMES,
    LANGUAGES,
    Line,
    agreement,
    compared,
    corpus,
    read_lines,
    table,
)

PARTS, CROSSED = 2, 4
"""In how many parts lines are left out: of the first model for clauses, and of the second."""
RIDGE, BIAS, STRENGTH = 0.3, 0.3, 0.3
"""How strongly the ridge holds weights to 0, its constant feature, and the inverse of the same strength."""
LEAST_SEEN, LEAST_WEIGHT = 2, 0.01
WITHOUT_RULES = 0.6
COUNTS: Mapping[str, float] = {"corpus": 1.0, "remark": 1.0, "paraphrase": 0.7}
READINGS: Mapping[str, float] = {"corpus": 1.0, "remark": 1.0, "paraphrase": 0.5}
"""How much a line counts, and its readings do."""
REMARKS = Path(__file__).parent / "remarks"
FOLDER = Path(shipped.__file__).parent
Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Example:
    """An utterance to fit to.

    Attributes:
        group: those that are left out together.
        source: `corpus`, its working half; `remark`, written to be fitted to; `paraphrase`, by what it means.
    """

    game: str
    line: Line
    group: str
    language: Language
    source: str

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
        own = (True, COUNTS[self.source])
        return (own, (False, WITHOUT_RULES)) if self.source == "corpus" else (own,)

    def fold(self, folds: int) -> int:
        """The fold in which it is left out."""
        return int(hashlib.md5(self.group.encode()).hexdigest(), 16) % folds


def examples(language: Language) -> list[Example]:
    """All that there is to fit to in a language, without remarks that have no words."""
    found = [
        Example(game, line, line.text, language, "corpus")
        for game in GAMES
        for line in corpus("dev", game, language)
    ]
    found += [
        Example(game, line, line.text, language, "remark")
        for game in GAMES
        for line in read_lines(REMARKS / f"{game}-{language}.jsonl")
    ]
    found += [Example(game, line, row, language, "paraphrase") for game, row, line in paraphrases(language)]
    return [each for each in found if each.evidence is not None]


# The kinds of acts


class WordTable:
    """The features of remarks as rows of a matrix: each as much as any other, the whole of length 1."""

    def __init__(self, rows: Sequence[Sequence[str]], groups: Sequence[str]) -> None:
        seen = Counter(
            name
            for name, _ in {(name, group) for row, group in zip(rows, groups, strict=True) for name in row}
        )
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
    def of(
        cls,
        rows: Sequence[Sequence[str]],
        kinds: Sequence[set[str]],
        groups: Sequence[str],
    ) -> KindFit:
        """Fits to rows of features."""
        words = WordTable(rows, groups)
        data: Any = words.matrix(rows)
        names = tuple(sorted({name for each in kinds for name in each}))
        holds = np.array([[float(name in each) for name in names] for each in kinds], np.float32)
        kernel: Floats = (data @ data.T).toarray() + np.float32(BIAS)
        kernel[np.diag_indices_from(kernel)] += np.float32(RIDGE)
        inverse = _inverse(kernel)
        duals: Floats = inverse @ holds
        left_out = np.zeros_like(holds)
        members: dict[str, list[int]] = {}
        for n, group in enumerate(groups):
            members.setdefault(group, []).append(n)
        for own in members.values():
            left_out[own] = holds[own] - np.linalg.solve(inverse[np.ix_(own, own)], duals[own])
        return cls(words.columns, names, np.asarray(data.T @ duals), BIAS * duals.sum(axis=0), left_out)


def _inverse(kernel: Floats) -> Floats:
    """The inverse of a positive definite matrix, in half the time and room of any other's."""
    solver: Any = lapack
    factor, _ = solver.spotrf(kernel, lower=True, overwrite_a=True)
    lower, _ = solver.spotri(factor, lower=True, overwrite_c=True)
    inverse: Floats = np.tril(lower)
    return inverse + np.tril(inverse, -1).T


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
    data = np.array(values, np.float32), np.array(places, np.int32), np.array(ends, np.int32)
    return sparse.csr_matrix(data, shape=(len(rows), len(columns)))


# The acts


def fit(lines: Sequence[Example], language: Language) -> FittedWeights:
    """The weights that fit some examples; what they come to on those left out is printed."""
    whole = KindFit.of(
        [_evidence(each).words(by_rules=by) for each in lines for by, _ in each.views],
        [each.kinds for each in lines for _ in each.views],
        [each.group for each in lines for _ in each.views],
    )
    weighed = [*_weighed(lines, whole)]
    rows = [row for each in weighed for row in each.rows]
    seen = Counter(name for row in rows for name in row)
    columns = {name: n for n, name in enumerate(sorted(n for n, count in seen.items() if count > LEAST_SEEN))}
    acts = ActTable(weighed, _matrix(rows, columns))
    model = acts.model(range(len(weighed)))
    readings = ReadingTable([*acts.left_out(whole)])
    ranked = [*_ranked(acts.whole, readings)]
    certain = certainty_fit([*_left_out(ranked, frozenset(whole.columns))])
    for game, tally in certain.figures.items():
        shares = {name: f"{count / tally['lines']:.1%}" for name, count in tally.items() if name != "lines"}
        print(game, language, shares, tally["lines"], flush=True)
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
        by_reading=readings.weights(),
        by_look=certain.by_look,
        least_certainty=certain.least,
    )


@dataclass(frozen=True)
class WeighedExample:
    """An utterance with the acts that it may hold.

    Attributes:
        by_rules: whether it is taken with what the rules hear.
    """

    example: Example
    by_rules: bool
    count: float
    acts: Sequence[SpokenAct]
    rows: Sequence[dict[str, float]]
    meant: Sequence[bool]


def _weighed(lines: Sequence[Example], whole: KindFit) -> Iterator[WeighedExample]:
    """Each example as the second model is fitted to it."""
    by_clause = _clauses(lines)
    views = ((each, *view) for each in lines for view in each.views)
    for place, (each, by, count) in enumerate(views):
        found = _evidence(each)
        chances = dict(zip(whole.kinds, as_logits(whole.left_out[place]), strict=True))
        acts = found.possible(chances, by_rules=by)
        ruled = found.ruled if by else ()
        bearing = Bearing(spoken=found.spoken, ruled=ruled, chances=chances, by_clause=by_clause[id(each)])
        yield WeighedExample(each, by, count, acts, [*map(bearing.of, acts)], _meant(each, acts))


class ActTable:
    """All acts that examples may hold, as rows of a matrix."""

    def __init__(self, examples: Sequence[WeighedExample], data: Any) -> None:
        self.examples, self.data = examples, data
        self.ends = [*itertools.accumulate((len(each.acts) for each in examples), initial=0)]
        self.meant = np.array([meant for each in examples for meant in each.meant])
        self.counts = np.array([each.count for each in examples for _ in each.acts])

    def model(self, places: Iterable[int]) -> Any:
        """The second model, fitted to some of the examples."""
        own = np.concatenate([np.arange(self.ends[n], self.ends[n + 1]) for n in places])
        model: Any = LogisticRegression(C=STRENGTH, solver="liblinear", tol=1e-3)
        return model.fit(self.data[own], self.meant[own], sample_weight=self.counts[own])

    @property
    def whole(self) -> list[Example]:
        """Those that are taken with what the rules hear, each once."""
        return [each.example for each in self.examples if each.by_rules]

    def left_out(self, kinds: KindFit) -> Iterator[WeighedReadings]:
        """The readings of each of these by a model that was fitted without it."""
        folds = [each.example.fold(CROSSED) for each in self.examples]
        models = [self.model(n for n, each in enumerate(folds) if each != fold) for fold in range(CROSSED)]
        for n, each in enumerate(self.examples):
            if not each.by_rules:
                continue
            start, end = self.ends[n], self.ends[n + 1]
            chances: list[float] = (
                models[folds[n]].predict_proba(self.data[start:end])[:, 1].tolist() if end > start else []
            )
            own = as_logits(kinds.left_out[n])
            readings = RemarkReadings(
                evidence=_evidence(each.example),
                ranked=sorted(zip(chances, each.acts, strict=True), key=lambda one: -one[0]),
                kinds=dict(zip(kinds.kinds, own, strict=True)),
            )
            yield WeighedReadings(
                readings=readings,
                meant={told: _is_all(each.example, readings.acts(told)) for told in readings},
                count=READINGS[each.example.source],
                fold=folds[n],
            )


@dataclass(frozen=True, kw_only=True)
class LeftOutRanking:
    """A remark's readings as weights that never saw it rank them."""

    line: Line
    readings: RemarkReadings
    chances: Sequence[tuple[Reading, float]]


def _ranked(examples: Sequence[Example], table: ReadingTable) -> Iterator[tuple[Example, LeftOutRanking]]:
    """How the readings of each line of the corpus, and of each remark, are ranked without it."""
    places = [n for n, each in enumerate(examples) if each.source != "paraphrase"]
    for n, chances in table.left_out(places).items():
        readings = table.remarks[n].readings
        yield examples[n], LeftOutRanking(line=examples[n].line, readings=readings, chances=chances)


def _left_out(
    ranked: Sequence[tuple[Example, LeftOutRanking]], known: frozenset[str]
) -> Iterator[LeftOutReading]:
    """How each of them is read by weights that were fitted without it."""
    for each, told in ranked:
        chosen, alone = told.chances[0]
        yield reading(
            each.line,
            each.game,
            each.source,
            told.readings,
            chosen,
            alone,
            fold=each.fold(CERTAINTY_FOLDS),
            known=known,
        )


def _is_all(example: Example, acts: Sequence[SpokenAct]) -> bool:
    """Whether some acts are all that an utterance means."""
    return compared(example.line, acts, table(example.line, example.game, example.language)) == (0, 0)


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
        model = KindFit.of(
            rows,
            [each.kinds for each in others],
            [each.group for each in others],
        )
        own = [each for each in lines if each.fold(PARTS) == part]
        words = [(each, n, row) for each in own for n, row in _evidence(each).clause_words.items()]
        data = _matrix(
            [dict.fromkeys(row, 1 / math.sqrt(max(len(row), 1))) for _, _, row in words], model.columns
        )
        for (each, n, _), scores in zip(words, data @ model.weights + model.bias, strict=True):
            told = dict(zip(model.kinds, as_logits(scores), strict=True))
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


def main() -> None:
    """Fits and ships."""
    for language in LANGUAGES:
        if {*LANGUAGES} & {*sys.argv} and language not in sys.argv:
            continue
        shipping = pack_weights(fit(examples(language), language))
        (FOLDER / f"weights.{language}.npz").write_bytes(shipping)
        print(language, len(shipping))


if __name__ == "__main__":
    main()
