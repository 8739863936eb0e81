"""Analyses of a match for viewers who may see everything: suspicions, beliefs, and costs."""

from parlour.web.insight.readings import (
    Cell,
    Grid,
    SeatReading,
    measure,
    over_rounds,
    readings,
    spell,
    standing,
    tint,
)
from parlour.web.insight.recorded import RecordedWords, ToldTable, recorded_words
from parlour.web.insight.review import Belief, Knew, SeatCost, knew, seat_costs
from parlour.web.insight.stage import StageArrow, StageState, is_vote, kind_of, suspicions
from parlour.web.insight.thoughts import (
    NO_STRIPS,
    Strip,
    heading,
    in_words,
    measure_name,
    readings_between,
    stop_name,
    stretch_name,
    strip_name,
    strips,
)
from parlour.web.insight.visit import ForkPoint, Visit, visit, visit_match

__all__ = [
    "NO_STRIPS",
    "Belief",
    "Cell",
    "ForkPoint",
    "Grid",
    "Knew",
    "RecordedWords",
    "SeatCost",
    "SeatReading",
    "StageArrow",
    "StageState",
    "Strip",
    "ToldTable",
    "Visit",
    "heading",
    "in_words",
    "is_vote",
    "kind_of",
    "knew",
    "measure",
    "measure_name",
    "over_rounds",
    "readings",
    "readings_between",
    "recorded_words",
    "seat_costs",
    "spell",
    "standing",
    "stop_name",
    "stretch_name",
    "strip_name",
    "strips",
    "suspicions",
    "tint",
    "visit",
    "visit_match",
]
