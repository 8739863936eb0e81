"""Measures of a report that need a model or an embedding: dialogues read by a judge, texts as vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parlour.errors import UsageError
from parlour.evaluation.richness import (
    CONTROLLED,
    RICHNESS,
    Embeds,
    RichEstimate,
    TableTalk,
    TextControls,
    coin_flips,
    common_length,
    control_estimates,
    judged_estimates,
    judgement_estimates,
    role_shares,
    table_talk,
    text_estimates,
)
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import SEPARATOR
from parlour.experiments.suite import CountedVerdicts, Suite, suites
from parlour.llm import Embedding, ModelPool, Tally, is_rule_based, open_embedding
from parlour.store import Store

TEXT, VOTES = "text", "judgement"
EMBEDDED_BY, JUDGE = "text-embedding-3-small", "gpt-4o-mini"
"""The paper's embedding and judge."""
CONTROLS = frozenset({"text.equal", "text.salad", "text.position", "text.voices", "text.voices.shuffled"})
BY_CHANCE = ("judgement.variation", "judgement.variation.sample")
MADE: Mapping[str, str] = {
    "text.equal": "the first {words} words of what has so many, in {games} games or all, diagonal left out",
    "text.salad": "as long as what is said in {games} games or all, of its words by lot, diagonal left out",
    "text.position": "1 is word salad, which says nothing, and 0 one text said over and over",
    "text.voices": "texts of two speakers of a game less those of one, 0 if all speak alike",
    "text.voices.shuffled": "the same texts as if others of the game had said them: 0 but for chance",
}
"""The descriptions of controls for readers."""
CLOUDLESS = "no word cloud of Chinese, which is written without spaces: its words would be guessed"
UNJUDGED = "nobody judged: name a model with --judge"


@dataclass(frozen=True, kw_only=True)
class RichResults:
    """The measures of richness of a run, row by row of its table.

    Attributes:
        vectors: of all talk; None without an embedding.
        verdicts: of the judge; None without one.
    """

    talks: Mapping[str, Sequence[TableTalk]]
    kinds: frozenset[str] = frozenset()
    vectors: Embeds | None = None
    embedded_by: str = ""
    unembedded: str = ""
    remark: str = ""
    controls: Mapping[str, TextControls] = field(default_factory=dict[str, TextControls])
    words: int = 0
    theirs: int = 0
    verdicts: CountedVerdicts | None = None
    judged_by: str = ""
    judging: Tally | None = None

    def estimate(self, view: str, metric: str) -> RichEstimate:
        """Returns a measure over the matches of a row; without a value where it cannot be had."""
        return self._estimates.get(view, {}).get(metric, RichEstimate())

    def note(self, view: str, metric: str) -> str:
        """Returns the note on a row's measure, or on its absence."""
        kind = metric.partition(".")[0]
        if kind == TEXT:
            template = MADE.get(metric, "") if self.controls else ""
            control = template.format(words=self.words, games=CONTROLLED)
            return SEPARATOR.join(filter(None, (self.unembedded, self.remark, control)))
        if kind == VOTES:
            return self._by_chance(view) if metric in BY_CHANCE else ""
        if self.verdicts is None:
            return UNJUDGED
        unread = self.verdicts.unreadable
        times, requests = self.verdicts.times, self.verdicts.requests
        return f"judged by {self.judged_by}, {times} times, {unread} of {requests} replies unreadable"

    def _by_chance(self, view: str) -> str:
        """Returns the values expected of coin flips, for our number of votes and for the paper's."""
        talks = self.talks.get(view, ())
        votes = sum(len(talk.votes) for talk in talks)
        if not votes:
            return ""
        counts = [(votes, "")]
        if self.theirs and self.theirs != len(talks):
            counts.append((votes * self.theirs // len(talks), ", as many as theirs"))
        shares = role_shares(talks)
        flips = ((coin_flips(shares, count), count, remark) for count, remark in counts)
        expected = [f"{value:.0f} of {count:,} votes{remark}" for value, count, remark in flips if value]
        return f"by coin flips one expects {' and '.join(expected)}" if expected else ""

    def means(self, metric: str) -> str:
        """Returns the embedding or judge where it differs from the paper's; empty where it is the same."""
        kind = metric.partition(".")[0]
        if kind == TEXT and EMBEDDED_BY not in self.embedded_by:
            return f"texts are embedded by {self.embedded_by}, theirs by {EMBEDDED_BY}"
        if kind in (TEXT, VOTES):
            return ""
        if self.judged_by and JUDGE not in self.judged_by:
            return f"the judge is {self.judged_by}, theirs {JUDGE}"
        return ""

    @cached_property
    def _estimates(self) -> Mapping[str, Mapping[str, RichEstimate]]:
        return {view: self._of(view) for view in self.talks}

    def _of(self, view: str) -> Mapping[str, RichEstimate]:
        talks, vectors = self.talks[view], self.vectors
        estimates = text_estimates(talks, vectors) if vectors else {}
        if VOTES in self.kinds:
            estimates |= judgement_estimates(talks)
        if self.verdicts:
            estimates |= judged_estimates(talks, self.verdicts)
        if vectors and view in self.controls:
            estimates |= control_estimates(talks, self.controls[view], vectors)
        return estimates


def check_judge(suite: Suite, model: str) -> None:
    """Refuses an unsuitable judge, before anything is played or requested.

    Raises:
        UsageError: if the table has nothing to judge, or the model is the reader.
    """
    if model and not suite.judging:
        suite_names = ", ".join(other.name for other in suites() if other.judging) or "no suite"
        raise UsageError(f"{suite.name} has nothing to judge: {suite_names} has")
    if is_rule_based(model):
        raise UsageError("the reader does not judge: name a model that does (`parlour models`)")


def _kinds(suite: Suite) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in suite.metrics if name in RICHNESS)


async def rich_results(
    results: Results,
    store: Store,
    *,
    judge_model: str = "",
    budget: float | None = None,
    embedded: Embedded | None = None,
) -> RichResults | None:
    """Computes the measures of richness that the table of a run asks for; None where it asks for none.

    Args:
        results: the run.
        store: where its records are.
        judge_model: the judge; empty for none.
        budget: dollars that the judge may cost.
        embedded: receives the progress of the embedding.

    Raises:
        UsageError: if the run's table has nothing to judge, or the model does not judge.
        ModelUnavailable: if the embedding or the judge cannot be reached.
    """
    check_judge(results.suite, judge_model)
    kinds = _kinds(results.suite)
    if not kinds:
        return None
    talks = {view.name: _talks(results, store, view.name) for view in results.suite.rows}
    all_talks = [talk for view_talks in talks.values() for talk in view_talks]
    has_chinese = any(talk.language == "zh" for talk in all_talks)
    remark = CLOUDLESS if has_chinese and results.suite.figure == "clouds" else ""
    measured = results.beside().measured
    rich = RichResults(talks=talks, kinds=kinds, remark=remark, theirs=measured.games if measured else 0)
    if TEXT in kinds and all_talks:
        if CONTROLS.intersection(results.suite.metrics):
            rich = _with_controls(rich, results.suite)
        rich = await _embed(rich, results.run.embedding, embedded)
    judging = results.suite.judging
    if judging and judge_model and all_talks:
        async with ModelPool(budget=budget) as models:
            verdicts = await judging(all_talks, judge_model, results.run.id, store, models)
            cost = models.ledger.total
        rich = replace(rich, verdicts=verdicts, judged_by=judge_model, judging=cost)
    return rich


def _with_controls(rich: RichResults, suite: Suite) -> RichResults:
    lots = {view.name for view in suite.rows if suite.arm(view.arms[0]).is_by_lot}
    words = common_length([talks for view, talks in rich.talks.items() if view not in lots])
    controls = {view: TextControls.of(talks, words) for view, talks in rich.talks.items()}
    return replace(rich, controls=controls, words=words)


async def _embed(rich: RichResults, name: str, embedded: Embedded | None) -> RichResults:
    control_talks = [
        game
        for control in rich.controls.values()
        for talks in (control.equal, control.salad)
        for game in talks
    ]
    all_talks = [talk for talks in rich.talks.values() for talk in talks]
    try:
        vectors = await text_vectors([*all_talks, *control_talks], open_embedding(name), embedded)
    except UsageError as error:
        return replace(rich, unembedded=f"no text distance without an embedding: {error}")
    return replace(rich, vectors=vectors, embedded_by=name)


def _talks(results: Results, store: Store, view: str) -> list[TableTalk]:
    talks = [table_talk(store.record(score.match, with_calls=False)) for score in results.scores(view)]
    arm = results.suite.arm(results.suite.view(view).arms[0])
    return [arm.select_talk(talk) for talk in talks]


AT_ONCE = 256
"""Texts that are embedded, and remembered, together."""


Embedded = Callable[[int, int], None]
"""Told how many texts are embedded, and of how many."""


async def text_vectors(
    talks: Sequence[TableTalk], embedding: Embedding, embedded: Embedded | None = None
) -> Embeds:
    """Embeds the talk of games, the same words once.

    Raises:
        ModelUnavailable: if it cannot be reached.
    """
    texts = list(dict.fromkeys(utterance.text for talk in talks for utterance in talk.utterances))
    vectors: dict[str, NDArray[np.float32]] = {}
    for start in range(0, len(texts), AT_ONCE):
        if embedded:
            embedded(start, len(texts))
        batch = texts[start : start + AT_ONCE]
        vectors |= zip(batch, await embedding.embed(batch, is_query=False), strict=True)
    if embedded:
        embedded(len(texts), len(texts))
    return lambda texts: np.stack([vectors[text] for text in texts])
