"""Scores, one family per file: pure functions from records to numbers."""

from parlour.evaluation.answers import Graded, Score, accuracy, graded, is_right, overall
from parlour.evaluation.audit import Leak, audit
from parlour.evaluation.votes import ballots, verdicts, vote_accuracy, win_rate

__all__ = [
    "Graded",
    "Leak",
    "Score",
    "accuracy",
    "audit",
    "ballots",
    "graded",
    "is_right",
    "overall",
    "verdicts",
    "vote_accuracy",
    "win_rate",
]
