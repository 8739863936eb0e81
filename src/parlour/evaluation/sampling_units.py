"""What an interval is over: matches that depend on each other are drawn together."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.evaluation.score import MatchScore


def sampling_units(scores: Sequence[MatchScore]) -> list[list[MatchScore]]:
    """Matches each by itself, or tables with all their games where seats are scored one by one."""
    told: dict[tuple[str, str], list[MatchScore]] = {}
    for number, score in enumerate(scores):
        key = (score.script, score.language) if score.seats else (str(number), "")
        told.setdefault(key, []).append(score)
    return list(told.values())
