"""Comparisons of agents' talk and votes with people's, and a classifier that tells them apart."""

from parlour.experiments.likeness.comparison import LikenessRow, likeness_rows, passages, reference_people
from parlour.experiments.likeness.talk import LikenessGroup, recorded_games, recorded_groups, run_groups
from parlour.experiments.likeness.turing import TuringScore, turing_scores

__all__ = [
    "LikenessGroup",
    "LikenessRow",
    "TuringScore",
    "likeness_rows",
    "passages",
    "recorded_games",
    "recorded_groups",
    "reference_people",
    "run_groups",
    "turing_scores",
]
