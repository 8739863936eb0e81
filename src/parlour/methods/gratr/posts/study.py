"""One file judged by one or more methods with one model: what that will take, and its scores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from parlour.agents.memory import (
    BM25,
    LazyRanking,
    LiveLookUp,
    LookUp,
    Query,
    Ranking,
    RecordedLookUp,
    RecordedRanking,
    Segment,
)
from parlour.evaluation import Interval, Parts, interval_of_measure, interval_of_ratio, share
from parlour.llm import NOTHING, Call, CallKey, CallLog, Completion, Language, MatchModels, ModelPool, Usage
from parlour.methods.gratr.posts.analysis import Analysis, JudgedPost, Watch, analyse
from parlour.methods.gratr.posts.approach import Finding
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Contest, Post
from parlour.methods.gratr.posts.files import Posts

TEMPERATURE = 0.3
"""Of section 4.1, for all methods."""
AHEAD = 2
"""Posts that are begun for every call that the model answers at once."""
REHEARSED = 24
"""How many posts a rehearsal judges, spread evenly over the file."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """The judging of one file by one or more methods with one model."""

    posts: Posts
    contest: Contest
    language: Language
    model: str
    methods: tuple[str, ...]
    embedding: str = BM25


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """The expected cost of a study."""

    calls: int
    usage: Usage
    kept: int = 0


async def conduct(
    study: Study, models: ModelPool, log: CallLog | None = None, watch: Callable[[str], Watch] | None = None
) -> list[Analysis]:
    """Judges the file by each method in turn; with a log, equal calls of two methods are made once."""
    return [
        await _judge(study, method, models, log, watch=watch(method) if watch else None)
        for method in study.methods
    ]


async def foresee(study: Study, models: ModelPool, saved: CallLog | None = None) -> Foreseen:
    """Returns the expected cost of a study, from a rehearsal of some posts with each method.

    `saved`: the completions of an earlier run of the same posts; None if there was none.
    """
    posts, study = study.posts.posts, replace(study, embedding=BM25)
    chosen = posts if saved else posts[:: -(-len(posts) // REHEARSED)]
    log = _Shared(saved)
    for method in study.methods:
        await _judge(study, method, models, log, chosen=chosen)
    scale = len(posts) / len(chosen)
    return Foreseen(calls=round(log.calls * scale), usage=_times(log.usage, scale), kept=log.found)


async def _judge(
    study: Study,
    method: str,
    models: ModelPool,
    log: CallLog | None,
    *,
    chosen: Sequence[Post] | None = None,
    watch: Watch | None = None,
) -> Analysis:
    ranking: Ranking = _InTurn(inner=LazyRanking(study.embedding))
    look_up: LookUp = LiveLookUp(study.embedding)
    if log is not None:
        ranking = RecordedRanking(log=log, inner=ranking)
        look_up = RecordedLookUp(log=log, inner=look_up)
    async with MatchModels(models, log=log, temperature=TEMPERATURE) as match_models:
        authors = {author.casefold(): author for author in study.posts.authors}
        asking = Asking(study.contest, match_models.open(study.model), study.language, authors)
        return await analyse(
            study.posts,
            method,
            asking,
            finding=Finding(ranking=ranking, look_up=look_up),
            ahead=AHEAD * models.slots(study.model),
            chosen=chosen,
            watch=watch,
        )


@dataclass(frozen=True, kw_only=True)
class _InTurn:
    inner: Ranking
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def rank(self, query: Query, segments: Sequence[Segment]) -> Sequence[int]:
        async with self._turn:
            return await self.inner.rank(query, segments)


class _Shared:
    def __init__(self, saved: CallLog | None) -> None:
        self.calls, self.found, self.usage = 0, 0, NOTHING
        self._before = saved
        self._completions: dict[CallKey, Completion] = {}

    def find(self, key: CallKey) -> Completion | None:
        if key not in self._completions and self._before and (completion := self._before.find(key)):
            self._completions[key] = completion
            self.found += bool(completion.usage.attempts)
        return self._completions.get(key)

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        del call
        self._completions[key] = completion
        self.calls += bool(completion.usage.attempts)
        self.usage += completion.usage


def _times(usage: Usage, share: float) -> Usage:
    return Usage(
        input_tokens=round(share * usage.input_tokens),
        output_tokens=round(share * usage.output_tokens),
        dollars=None if usage.dollars is None else share * usage.dollars,
    )


METRICS = ("accuracy", "macro_f1")
"""What table 4 and table 5 print."""


@dataclass(frozen=True, kw_only=True)
class IntervalEstimate:
    """A number with its 95 % interval; no interval where there are too few authors."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, kw_only=True)
class ClassScore:
    """The scores of one class."""

    name: str
    n: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, kw_only=True)
class PostScore:
    """The agreement of a file's judgements with its labels.

    Attributes:
        accuracy: the share of labelled posts that were judged as labelled, in [0, 1].
        macro_f1: the mean of F1 over the classes that occur as a label or a judgement, in [0, 1].
    """

    accuracy: IntervalEstimate
    macro_f1: IntervalEstimate
    n: int
    faults: int
    classes: tuple[ClassScore, ...]


def score(analysis: Analysis) -> PostScore | None:
    """Returns the score of all labelled posts; None if there are none.

    A post that could not be judged is of no class: it lowers the recall of its label and the precision of
    none. Posts of one author resemble each other, so that intervals are over authors.
    """
    labelled = [judgement for judgement in analysis.judged if judgement.post.label is not None]
    if not labelled:
        return None
    names = [intent.name for intent in analysis.contest.classes]
    by_author = _confusions(labelled, names)
    whole = by_author.sum(axis=0, keepdims=True)
    return PostScore(
        accuracy=_estimate(float(_accuracy(whole)[0]), interval_of_ratio(_shares(by_author), "share")),
        macro_f1=_macro_f1_of(by_author),
        n=len(labelled),
        faults=sum(judgement.intent is None for judgement in labelled),
        classes=_classes(whole, names),
    )


Counts = NDArray[np.float64]


def _confusions(labelled: Sequence[JudgedPost], names: Sequence[str]) -> Counts:
    writers = dict.fromkeys(judgement.post.author for judgement in labelled)
    authors = {name: place for place, name in enumerate(writers)}
    counts: Counts = np.zeros((len(authors), len(names), len(names) + 1))
    for judgement in labelled:
        column = names.index(judgement.intent) if judgement.intent is not None else len(names)
        counts[authors[judgement.post.author], names.index(judgement.post.label or ""), column] += 1
    return counts


def _right(confusions: Counts) -> Counts:
    classes = confusions.shape[1]
    return confusions[:, range(classes), range(classes)]


def _accuracy(confusions: Counts) -> Counts:
    return _right(confusions).sum(axis=1) / confusions.sum(axis=(1, 2))


def _f1(confusions: Counts) -> tuple[Counts, Counts, Counts, NDArray[np.bool_]]:
    right = _right(confusions)
    labelled, judged = confusions.sum(axis=2), confusions.sum(axis=1)[:, :-1]
    precision = np.divide(right, judged, out=np.zeros_like(right), where=judged > 0)
    recall = np.divide(right, labelled, out=np.zeros_like(right), where=labelled > 0)
    both = labelled + judged
    f1 = np.divide(2 * right, both, out=np.zeros_like(right), where=both > 0)
    return precision, recall, f1, both > 0


def _macro_f1(confusions: Counts) -> Counts:
    _, _, f1, occurs = _f1(confusions)
    return f1.sum(axis=1) / occurs.sum(axis=1)


def _shares(by_author: Counts) -> list[Parts]:
    right = _right(by_author).sum(axis=1).tolist()
    return [share(hits, int(n)) for hits, n in zip(right, by_author.sum(axis=(1, 2)), strict=True)]


def _macro_f1_of(by_author: Counts) -> IntervalEstimate:
    whole = by_author.sum(axis=0, keepdims=True)
    value = float(_macro_f1(whole)[0])
    without = _macro_f1(whole - by_author).tolist() if len(by_author) > 1 else [None]
    return _estimate(value, interval_of_measure(value, without, (0.0, 1.0)))


def _estimate(value: float, interval: Interval) -> IntervalEstimate:
    return IntervalEstimate(value=value, low=interval.low, high=interval.high)


def _classes(whole: Counts, names: Sequence[str]) -> tuple[ClassScore, ...]:
    precision, recall, f1, _ = _f1(whole)
    return tuple(
        ClassScore(
            name=name,
            n=int(whole[0, place].sum()),
            precision=float(precision[0, place]),
            recall=float(recall[0, place]),
            f1=float(f1[0, place]),
        )
        for place, name in enumerate(names)
    )
