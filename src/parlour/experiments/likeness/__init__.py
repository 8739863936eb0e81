"""Comparisons of agents' talk and votes with people's, and a classifier that tells them apart."""

from parlour.experiments.likeness.comparison import (
    PASSAGE,
    LikenessRow,
    likeness_rows,
    passages,
    reference_people,
)
from parlour.experiments.likeness.groups import (
    GroupSeats,
    LikenessGroup,
    recorded_games,
    recorded_groups,
    run_groups,
)
from parlour.experiments.likeness.talk import GameTalk, game_talk, with_shuffled_speakers
from parlour.experiments.likeness.traits import TRAITS, TalkTrait
from parlour.experiments.likeness.turing import FEWEST_TABLES, TuringScore, turing_scores

__all__ = [
    "FEWEST_TABLES",
    "PASSAGE",
    "TRAITS",
    "GameTalk",
    "GroupSeats",
    "LikenessGroup",
    "LikenessRow",
    "TalkTrait",
    "TuringScore",
    "game_talk",
    "likeness_rows",
    "passages",
    "recorded_games",
    "recorded_groups",
    "reference_people",
    "run_groups",
    "turing_scores",
    "with_shuffled_speakers",
]
