"""What an interval is over: matches that depend on each other are drawn together."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.evaluation.score import MatchScore


def sampling_units(scores: Sequence[MatchScore]) -> list[list[MatchScore]]:
    """Matches each by itself; tables with all their games where seats are scored; stories drawn together."""
    told: dict[tuple[str, str], list[MatchScore]] = {}
    for number, score in enumerate(scores):
        common = score.drawn_as or (score.script if score.seats else "")
        told.setdefault((common, score.language) if common else (str(number), ""), []).append(score)
    return list(told.values())
