"""Scores, one family per file: pure functions from records to numbers."""

from parlour.evaluation.answers import POINTS, Graded, Score, accuracy, graded, is_right, overall
from parlour.evaluation.audit import Leak, audit
from parlour.evaluation.estimates import Estimate, deviation, estimate, repeats
from parlour.evaluation.metrics import METRICS, Column, Metric, metric
from parlour.evaluation.score import AnswerCount, MatchScore, Spent, VoteCount, score_match
from parlour.evaluation.votes import ballots, verdicts, vote_accuracy, win_rate

__all__ = [
    "METRICS",
    "POINTS",
    "AnswerCount",
    "Column",
    "Estimate",
    "Graded",
    "Leak",
    "MatchScore",
    "Metric",
    "Score",
    "Spent",
    "VoteCount",
    "accuracy",
    "audit",
    "ballots",
    "deviation",
    "estimate",
    "graded",
    "is_right",
    "metric",
    "overall",
    "repeats",
    "score_match",
    "verdicts",
    "vote_accuracy",
    "win_rate",
]
