"""How much of what people type is understood, per game and language, and how long hearing a remark takes.

What is *offered* has no bar: beyond what is understood it holds what is only among the readings shown, of
which whoever typed must choose the right one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure, at_most
from parlour.evaluation import wilson
from tests.language.hearing.scoring import (
    GAMES,
    LANGUAGES,
    Score,
    agreed,
    corpus,
    score,
    scores,
    typed_as_one,
)

LEAST_UNDERSTOOD, MOST_MISREAD, MOST_MS = 0.9, 0.01, 5.0
"""Of remarks that nobody worked on; the last for hearing one."""
AS_ONE, SAID_AS_ONE = 3, 100
"""So many remarks are typed as one, and so many of those are heard."""
HALVES = {"dev": "worked on", "unseen": "unseen"}


def hearing_figures(folder: Path) -> Iterator[Figure]:
    """The figures of both halves of the utterances; a half that is not there has none."""
    del folder
    for half, called in HALVES.items():
        for each in scores(half):
            yield from _figures(each, called)
    yield from _several_at_once()
    yield from _agreement()


def _several_at_once() -> Iterator[Figure]:
    """What is heard of remarks that say several things: the corpus has few, and people type them."""
    for game in GAMES:
        for language in LANGUAGES:
            if lines := corpus("unseen", game, language):
                said = typed_as_one(lines, language, each=AS_ONE, count=SAID_AS_ONE)
                heard, besides = score(game, language, said).acts
                name = f"hearing, unseen, {game} {language}: of {AS_ONE} remarks typed as one,"
                yield Figure(
                    name=f"{name} what is heard of what is meant, and what besides",
                    bar="",
                    measured=f"{heard:.1%}, {besides:.1%}",
                    is_met=None,
                    value=heard,
                )


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
    yield Figure(
        name=f"{name}: its meaning is among the readings offered, and how many are beside the first",
        bar="",
        measured=f"{_told(score.offered, score)}, {score.others:.2f}",
        is_met=None,
        value=score.offered[0],
    )
    yield Figure(
        name=f"{name}: others offered where it is understood for certain, and where nothing is meant",
        bar="0 of the first",
        measured=f"{score.needless:.1%}, {score.idle:.1%}",
        is_met=score.needless == 0,
        value=score.needless,
    )
    yield at_most(f"{name}: a remark, ms", MOST_MS, score.milliseconds)


def _with_interval(score: Score, verdict: str) -> str:
    return _told(score.share(verdict), score)


def _told(shares: tuple[float, float, float], score: Score) -> str:
    share, low, high = shares
    return f"{share:.1%} [{low:.1%}, {high:.1%}] of {len(score.lines)}"
