"""How much of what people type is among the chips, by game and language, and how long hearing takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.figure import Figure, at_most
from parlour.evaluation import wilson
from tests.language.hearing.scoring import (
    GAMES,
    LANGUAGES,
    Score,
    Verdict,
    agreed,
    corpus,
    is_reversed,
    reversible,
    score,
    scores,
    typed_as_one,
)

LEAST_OFFERED, MOST_MISREAD, MOST_MS = 0.9, 0.005, 5.0
"""Of remarks that nobody worked on; the last for hearing one."""
AS_ONE, SAID_AS_ONE = 3, 100
"""So many remarks are typed as one, and so many of those are heard."""
SETS = {"dev": "worked on", "unseen": "unseen", "typed": "typed in the middle of games"}


def hearing_figures(folder: Path) -> Iterator[Figure]:
    """The figures of both halves of the utterances and of those as typed; one that is not there has none."""
    del folder
    for half, called in SETS.items():
        for each in scores(half):
            yield from _figures(each, called)
    yield _reversed()
    yield from _several_at_once()
    yield from _agreement()


def _reversed() -> Figure:
    """Of 200 sentences of negation, contrast and hearsay, those of which a chip is lit that is not meant."""
    lines = [*reversible()]
    count = sum(is_reversed(game, language, line, may) for game, language, line, may in lines)
    return Figure(
        name="hearing: reversed without a tap",
        bar="0",
        measured=f"{count} of {len(lines)}",
        is_met=not count,
        value=count,
    )


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


_OFFERED: Mapping[Verdict, str] = {
    "one tap": "all that is meant, and nothing else, is said after at most one tap",
    "offered": "all that is meant is among the chips",
}


def _figures(score: Score, half: str) -> Iterator[Figure]:
    name = f"hearing, {half}, {score.game} {score.language}"
    misread, is_unseen = score.share("misread")[0], half == SETS["unseen"]
    for verdict, called in _OFFERED.items():
        share = score.share(verdict)[0]
        yield Figure(
            name=f"{name}: {called}",
            bar=f"≥ {LEAST_OFFERED:.0%}" if is_unseen else "",
            measured=_with_interval(score, verdict),
            is_met=share >= LEAST_OFFERED if is_unseen else None,
            value=share,
        )
    yield Figure(
        name=f"{name}: said wrongly without a tap",
        bar=f"≤ {MOST_MISREAD:.1%}" if is_unseen else "",
        measured=_with_interval(score, "misread"),
        is_met=misread <= MOST_MISREAD if is_unseen else None,
    )
    yield Figure(
        name=f"{name}: the likeliest reading is all that is meant, and a chip is lit",
        bar="",
        measured=f"{_with_interval(score, 'understood')}, {score.share('lit')[0]:.1%}",
        is_met=None,
    )
    yield at_most(f"{name}: a remark, ms", MOST_MS, score.milliseconds)


def _with_interval(score: Score, verdict: Verdict) -> str:
    share, low, high = score.share(verdict)
    return f"{share:.1%} [{low:.1%}, {high:.1%}] of {len(score.lines)}"
