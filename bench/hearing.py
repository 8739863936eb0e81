"""How much of what people type is understood, per game and language, and how long hearing a remark takes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure, at_most
from parlour.evaluation import wilson
from tests.hearing.scoring import GAMES, LANGUAGES, Score, agreed, scores

LEAST_UNDERSTOOD, MOST_MISREAD, MOST_MS = 0.9, 0.01, 5.0
"""Of remarks that nobody worked on; the last for hearing one."""
HALVES = {"dev": "worked on", "unseen": "unseen"}


def hearing_figures(folder: Path) -> Iterator[Figure]:
    """The figures of both halves of the utterances; a half that is not there has none."""
    del folder
    for half, called in HALVES.items():
        for score in scores(half):
            yield from _figures(score, called)
    yield from _agreement()


def _agreement() -> Iterator[Figure]:
    """How often a second reader says that remarks mean the same: hardly more can be understood."""
    for game in GAMES:
        for language in LANGUAGES:
            same, count = agreed(game, language)
            low, high = wilson(same / count, count)
            yield Figure(
                name=f"hearing, {game} {language}: a second reader says that it means the same",
                bar="",
                measured=f"{same / count:.1%} [{low:.1%}, {high:.1%}] of {count}",
                is_met=None,
            )


def _figures(score: Score, half: str) -> Iterator[Figure]:
    name = f"hearing, {half}, {score.game} {score.language}"
    understood, misread = score.share("understood")[0], score.share("misread")[0]
    is_unseen = half == HALVES["unseen"]
    yield Figure(
        name=f"{name}: understood, and of all so only when shown first",
        bar=f"≥ {LEAST_UNDERSTOOD:.0%}" if is_unseen else "",
        measured=f"{_with_interval(score, 'understood')}, {score.shown:.1%}",
        is_met=understood >= LEAST_UNDERSTOOD if is_unseen else None,
    )
    yield Figure(
        name=f"{name}: misread",
        bar=f"≤ {MOST_MISREAD:.0%}" if is_unseen else "",
        measured=_with_interval(score, "misread"),
        is_met=misread <= MOST_MISREAD if is_unseen else None,
    )
    yield at_most(f"{name}: a remark, ms", MOST_MS, score.milliseconds)


def _with_interval(score: Score, verdict: str) -> str:
    share, low, high = score.share(verdict)
    return f"{share:.1%} [{low:.1%}, {high:.1%}] of {len(score.lines)}"
