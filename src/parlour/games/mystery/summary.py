"""The summary of a mystery: the accusations, and the answers to the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from parlour.arena import Record
from parlour.core import Player
from parlour.evaluation import Score, ballots, verdicts, vote_accuracy, win_rate
from parlour.games.mystery.answers import Graded, accuracy, grade_answers, overall
from parlour.games.mystery.script import Category
from parlour.games.mystery.setup import Team


class AccusationLine(BaseModel):
    """One ballot on a victim's murderer; `choice` is null for an abstention."""

    voter: Player
    victim: str
    choice: Player | None


class MysterySummary:
    """Sums up mysteries."""

    def votes(self, record: Record) -> Sequence[BaseModel]:
        return [
            AccusationLine(
                voter=vote.actor or "", victim=vote.case or "", choice=next(iter(vote.chosen), None)
            )
            for vote in ballots(record)
        ]

    def scores(self, record: Record) -> Mapping[str, Score]:
        """Returns the scores of all players; those of civilians only as a second column."""
        answers = grade_answers(record)
        civilians = [answer for answer in answers if answer.team is Team.CIVILIAN]
        return {
            **_answer_scores(answers, ""),
            "cases_won": win_rate(verdicts(record), Team.CIVILIAN),
            "vote_accuracy": vote_accuracy(record),
            **_answer_scores(civilians, "civilians."),
        }


PART = MysterySummary()


def _answer_scores(answers: Sequence[Graded], prefix: str) -> dict[str, Score]:
    if not answers:
        return {}
    by_category = {f"{prefix}{category}": accuracy(answers, category) for category in Category}
    return {f"{prefix}overall": overall(answers), **by_category}
