"""What can be read off a match by who may see everything: who suspected whom, who was right, what it cost."""

from parlour.web.insight.costs import SeatCost, seat_costs
from parlour.web.insight.grids import Cell, Grid, over_rounds, standing
from parlour.web.insight.knowing import Belief, Knew, knew
from parlour.web.insight.readings import SeatReading, measure, readings, spelled, tint
from parlour.web.insight.recorded import RecordedView, WatcherForecast, WatcherStop, recorded_view
from parlour.web.insight.recorded_words import RecordedWords, ToldCell, ToldTable
from parlour.web.insight.stage import StageArrow, StageState, is_vote, kind_of, suspicions
from parlour.web.insight.strips import NO_STRIPS, Strip, readings_between, strips
from parlour.web.insight.thoughts import heading, in_words, measure_name, stop_name, stretch_name, strip_name
from parlour.web.insight.visit import ForkPoint, Visit, visit, visit_match

__all__ = [
    "NO_STRIPS",
    "Belief",
    "Cell",
    "ForkPoint",
    "Grid",
    "Knew",
    "RecordedView",
    "RecordedWords",
    "SeatCost",
    "SeatReading",
    "StageArrow",
    "StageState",
    "Strip",
    "ToldCell",
    "ToldTable",
    "Visit",
    "WatcherForecast",
    "WatcherStop",
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
    "recorded_view",
    "seat_costs",
    "spelled",
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
