"""What a match came to as Inspect's scores: each in [0, 1], and none where there was nothing to score."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections.abc import Callable

from inspect_ai.scorer import Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import TaskState

from parlour.integrations.inspect_tasks.result import STORED, Ratio, SeatsResult

BY_CAMP = [accuracy(), stderr(), grouped(accuracy(), "camp", all=False)]


@scorer(metrics=BY_CAMP)
def won() -> Scorer:
    """Of the hidden questions that are scored, the share that their side won; a draw is won by nobody."""
    return _of(lambda result: result.won)


@scorer(metrics=BY_CAMP)
def votes() -> Scorer:
    """The share of the seats' votes that named somebody who is sought; of those who seek alone."""
    return _of(lambda result: result.votes)


@scorer(metrics=BY_CAMP)
def answers() -> Scorer:
    """Of the script's questions, the share answered rightly by the authors' keys; no answer is wrong."""
    return _of(lambda result: result.answers)


@scorer(metrics=[accuracy(), stderr()])
def fallbacks() -> Scorer:
    """The share of the seats' actions that were unreadable or illegal, so that the fallback was played."""
    return _of(lambda result: result.fallbacks)


def _of(part: Callable[[SeatsResult], Ratio]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        del target
        told = state.store.get(STORED)
        if told is None:
            return Score.unscored(explanation="the match did not end")
        result = SeatsResult.model_validate(told)
        share, won_by = part(result), ", ".join(map(str, result.winners.values()))
        about = {"match": result.match, "faults": dict(result.faults), "of": share.of}
        if share.value is None:
            return Score.unscored(explanation="there was nothing to score", metadata=about)
        return Score(value=share.value, answer=won_by, metadata=about)

    return score
