"""PLAYER* (2025) and Questum (2024): sensors, information gain and a pruned suspect list."""

from parlour.methods.player_star.information_gain import (
    BETA,
    EPSILON,
    AddresseeChoice,
    InformationGain,
    RoundGain,
    SuspectList,
    choose,
    score,
)
from parlour.methods.player_star.method import METHOD

__all__ = [
    "BETA",
    "EPSILON",
    "METHOD",
    "AddresseeChoice",
    "InformationGain",
    "RoundGain",
    "SuspectList",
    "choose",
    "score",
]
