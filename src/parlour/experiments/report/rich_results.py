"""What was said in the matches of a run, embedded and judged, as the measures of richness want it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.errors import UsageError
from parlour.evaluation.richness import (
    RICHNESS,
    RichEstimate,
    TableTalk,
    judged_estimates,
    judgement_estimates,
    table_talk,
    text_estimates,
)
from parlour.experiments.judging import CountedVerdicts
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import SEPARATOR
from parlour.experiments.suite import Suite, suites
from parlour.experiments.text_vectors import TextVectors, text_vectors
from parlour.llm import READER, ModelPool, Tally, open_embedding
from parlour.store import Store

TEXT, VOTES = "text", "judgement"
EMBEDDED_BY, JUDGE = "text-embedding-3-small", "gpt-4o"
"""What the paper measures by."""
CLOUDLESS = "no word cloud of Chinese, which is written without spaces: its words would be guessed"
UNJUDGED = "nobody judged: name a model with --judge"


@dataclass(frozen=True, kw_only=True)
class RichResults:
    """The measures of richness of a run, row by row of its table.

    Attributes:
        talks: the matches of each row.
        kinds: what kinds of measures the table asks for.
        vectors: of all that was said; None where no embedding can be had.
        embedded_by: the embedding's name.
        unembedded: why there are none.
        remark: what else to know of what was said.
        verdicts: what a judge found; None where nobody judged.
        judged_by: the judge's name.
        judging: what the judge took this time; what was kept from before costs nothing.
    """

    talks: Mapping[str, Sequence[TableTalk]]
    kinds: frozenset[str] = frozenset()
    vectors: TextVectors | None = None
    embedded_by: str = ""
    unembedded: str = ""
    remark: str = ""
    verdicts: CountedVerdicts | None = None
    judged_by: str = ""
    judging: Tally | None = None

    def estimate(self, view: str, metric: str) -> RichEstimate:
        """A measure over the matches of a row; without a value where it cannot be had."""
        return self._estimates.get(view, {}).get(metric, RichEstimate())

    def note(self, metric: str) -> str:
        """What a reader of a measure should know, or why there is none."""
        kind = metric.partition(".")[0]
        if kind == TEXT:
            return SEPARATOR.join(filter(None, (self.unembedded, self.remark)))
        if kind == VOTES:
            return ""
        if self.verdicts is None:
            return UNJUDGED
        unread = self.verdicts.unreadable
        times, asked = self.verdicts.times, self.verdicts.asked
        return f"judged by {self.judged_by}, {times} times, {unread} of {asked} replies unreadable"

    def means(self, metric: str) -> str:
        """By what it was measured, if not by what the paper measures it by; empty if by the same."""
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
        return {view: self._of(talks) for view, talks in self.talks.items()}

    def _of(self, talks: Sequence[TableTalk]) -> Mapping[str, RichEstimate]:
        texts = text_estimates(talks, self.vectors) if self.vectors else {}
        votes = judgement_estimates(talks) if VOTES in self.kinds else {}
        judged = judged_estimates(talks, self.verdicts) if self.verdicts else {}
        return {**texts, **votes, **judged}


def check_judge(suite: Suite, model: str) -> None:
    """Refuses a judge that could not judge, before anything is played or asked.

    Raises:
        UsageError: if the table has nothing to judge, or the model is the reader.
    """
    if model and not suite.judging:
        judged = ", ".join(each.name for each in suites() if each.judging) or "no suite"
        raise UsageError(f"{suite.name} has nothing to judge: {judged} has")
    if model == READER:
        raise UsageError("the reader does not judge: name a model that does (`parlour models`)")


def _kinds(suite: Suite) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in suite.metrics if name in RICHNESS)


async def rich_results(
    results: Results, store: Store, *, judge_model: str = "", budget: float | None = None
) -> RichResults | None:
    """Reads, embeds and has judged what the table of a run asks for; None where it asks for none of that.

    Args:
        results: the run.
        store: where its records are.
        judge_model: what judges; empty for nobody.
        budget: dollars that the judge may cost.

    Raises:
        UsageError: if the run's table has nothing to judge, or the model does not judge.
        ModelUnavailable: if the embedding or the judge cannot be asked.
    """
    check_judge(results.suite, judge_model)
    kinds = _kinds(results.suite)
    if not kinds:
        return None
    talks = {view.name: _talks(results, store, view.name) for view in results.suite.shown}
    every = [talk for told in talks.values() for talk in told]
    has_chinese = any(talk.language == "zh" for talk in every)
    remark = CLOUDLESS if has_chinese and results.suite.figure == "clouds" else ""
    found = RichResults(talks=talks, kinds=kinds, remark=remark)
    if TEXT in kinds and every:
        found = await _embedded(found, every, results.run.embedding)
    judging = results.suite.judging
    if judging and judge_model and every:
        async with ModelPool(budget=budget) as models:
            verdicts = await judging(every, judge_model, results.run.id, store, models)
            took = models.ledger.total
        found = replace(found, verdicts=verdicts, judged_by=judge_model, judging=took)
    return found


async def _embedded(found: RichResults, talks: Sequence[TableTalk], name: str) -> RichResults:
    try:
        vectors = await text_vectors(talks, open_embedding(name))
    except UsageError as error:
        return replace(found, unembedded=f"no text distance without an embedding: {error}")
    return replace(found, vectors=vectors, embedded_by=name)


def _talks(results: Results, store: Store, view: str) -> list[TableTalk]:
    told = [table_talk(store.record(score.match, with_calls=False)) for score in results.scores(view)]
    arm = results.suite.arm(results.suite.view(view).arms[0])
    return [arm.heard(talk) for talk in told]
