"""What can be read off a match by who may see everything: who suspected whom, who was right, what it cost."""

from parlour.web.insight.costs import SeatCost, seat_costs
from parlour.web.insight.grids import Cell, Grid, over_rounds, standing
from parlour.web.insight.knowing import Belief, Knew, knew
from parlour.web.insight.readings import SeatReading, measure, readings, spelled
from parlour.web.insight.thoughts import heading, in_words, measure_name
from parlour.web.insight.visit import ForkPoint, Visit, visit, visit_match

__all__ = [
    "Belief",
    "Cell",
    "ForkPoint",
    "Grid",
    "Knew",
    "SeatCost",
    "SeatReading",
    "Visit",
    "heading",
    "in_words",
    "knew",
    "measure",
    "measure_name",
    "over_rounds",
    "readings",
    "seat_costs",
    "spelled",
    "standing",
    "visit",
    "visit_match",
]
