"""How much of what people type is understood, per game and language, and how long hearing a remark takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure, at_most
from tests.hearing.scoring import Score, scores

MOST_MS = 5.0
"""For hearing a remark."""
HALVES = {"dev": "worked on", "unseen": "unseen"}


def hearing_figures(folder: Path) -> Iterator[Figure]:
    """The figures of both halves of the utterances; a half that is not there has none."""
    del folder
    for half, called in HALVES.items():
        for score in scores(half):
            yield from _figures(score, called)


def _figures(score: Score, half: str) -> Iterator[Figure]:
    name = f"hearing, {half}, {score.game} {score.language}"
    yield Figure(
        name=f"{name}: understood, of them shown first",
        bar="",
        measured=f"{_with_interval(score, 'understood')}, {score.shown:.1%}",
        is_met=None,
    )
    yield Figure(name=f"{name}: misread", bar="", measured=_with_interval(score, "misread"), is_met=None)
    yield at_most(f"{name}: a remark, ms", MOST_MS, score.milliseconds)


def _with_interval(score: Score, verdict: str) -> str:
    share, low, high = score.share(verdict)
    return f"{share:.1%} [{low:.1%}, {high:.1%}] of {len(score.lines)}"
