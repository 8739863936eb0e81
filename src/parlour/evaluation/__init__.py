"""Scores, one family per file: pure functions from records to numbers."""

from parlour.evaluation.answers import POINTS, Graded, Score, accuracy, graded, is_right, overall
from parlour.evaluation.audit import Leak, audit
from parlour.evaluation.deeds import Deed, Stance, deeds
from parlour.evaluation.estimates import Estimate, deviation, estimate, repeats
from parlour.evaluation.guessing import Guess, guessed
from parlour.evaluation.metrics import METRICS, metric
from parlour.evaluation.parts import Column, Cut, Metric, Unit
from parlour.evaluation.reasoning import Label, Reasoned, reasoned
from parlour.evaluation.score import AnswerCount, MatchScore, SeatScore, Spent, VoteCount
from parlour.evaluation.scoring import score_match
from parlour.evaluation.significance import Comparison, matches_needed, matches_needed_alone, t_test
from parlour.evaluation.spending import spent
from parlour.evaluation.survey import BEST, MEASURES, SCALES, SHEET, WORST, Survey, marks_of, mean_mark
from parlour.evaluation.votes import ballots, polls, verdicts, vote_accuracy, win_rate
from parlour.evaluation.weighting import overall_of, points, weighted_deviation, weighted_mean

__all__ = [
    "BEST",
    "MEASURES",
    "METRICS",
    "POINTS",
    "SCALES",
    "SHEET",
    "WORST",
    "AnswerCount",
    "Column",
    "Comparison",
    "Cut",
    "Deed",
    "Estimate",
    "Graded",
    "Guess",
    "Label",
    "Leak",
    "MatchScore",
    "Metric",
    "Reasoned",
    "Score",
    "SeatScore",
    "Spent",
    "Stance",
    "Survey",
    "Unit",
    "VoteCount",
    "accuracy",
    "audit",
    "ballots",
    "deeds",
    "deviation",
    "estimate",
    "graded",
    "guessed",
    "is_right",
    "marks_of",
    "matches_needed",
    "matches_needed_alone",
    "mean_mark",
    "metric",
    "overall",
    "overall_of",
    "points",
    "polls",
    "reasoned",
    "repeats",
    "score_match",
    "spent",
    "t_test",
    "verdicts",
    "vote_accuracy",
    "weighted_deviation",
    "weighted_mean",
    "win_rate",
]
