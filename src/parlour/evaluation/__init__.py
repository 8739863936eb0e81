"""Scores, one family per file: pure functions from records to numbers."""

from parlour.evaluation.audit import Leak, Secrets, audit
from parlour.evaluation.effects import Effect, effect
from parlour.evaluation.estimates import Estimate, deviation, estimate, repeats
from parlour.evaluation.metrics import METRIC_FAMILIES, MetricFamily, metric, metrics
from parlour.evaluation.parts import Column, Cut, Metric, Parts, Score, Unit, pooled, share
from parlour.evaluation.rewards import REWARD, Sides
from parlour.evaluation.score import (
    SEEKERS,
    SOUGHT,
    AnswerCount,
    MatchScore,
    SeatScore,
    Spent,
    VoteCount,
    is_held_by,
)
from parlour.evaluation.scoring import (
    PlainScoring,
    Scoring,
    count_votes,
    counted,
    score_match,
    scoring_of,
    spent,
    verdicts,
    vote_accuracy,
    win_rate,
)
from parlour.evaluation.significance import Comparison, matches_needed, matches_needed_alone, t_test
from parlour.evaluation.survey import BEST, MEASURES, SCALES, SHEET, WORST, Survey, marks_of, mean_mark
from parlour.evaluation.votes import ballots, dealt_roles, outcomes, polls

__all__ = [
    "BEST",
    "MEASURES",
    "METRIC_FAMILIES",
    "REWARD",
    "SCALES",
    "SEEKERS",
    "SHEET",
    "SOUGHT",
    "WORST",
    "AnswerCount",
    "Column",
    "Comparison",
    "Cut",
    "Effect",
    "Estimate",
    "Leak",
    "MatchScore",
    "Metric",
    "MetricFamily",
    "Parts",
    "PlainScoring",
    "Score",
    "Scoring",
    "SeatScore",
    "Secrets",
    "Sides",
    "Spent",
    "Survey",
    "Unit",
    "VoteCount",
    "audit",
    "ballots",
    "count_votes",
    "counted",
    "dealt_roles",
    "deviation",
    "effect",
    "estimate",
    "is_held_by",
    "marks_of",
    "matches_needed",
    "matches_needed_alone",
    "mean_mark",
    "metric",
    "metrics",
    "outcomes",
    "polls",
    "pooled",
    "repeats",
    "score_match",
    "scoring_of",
    "share",
    "spent",
    "t_test",
    "verdicts",
    "vote_accuracy",
    "win_rate",
]
