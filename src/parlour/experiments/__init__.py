"""The laboratory: suites of published experiments, and the runner that plays them."""

from parlour.experiments.cell import Cell, cells
from parlour.experiments.execute import CostEstimate, Resources, execute, look_ahead
from parlour.experiments.night import Night
from parlour.experiments.pairing import PLAYERS, SIDES, Pairing, Side
from parlour.experiments.preflight import Expected
from parlour.experiments.run import RUN, Played, Run, Started
from parlour.experiments.run_plan import RunPlan, begin, plan_run
from parlour.experiments.runner import Failed, Watcher
from parlour.experiments.sample_size import SampleSize, sample_sizes
from parlour.experiments.stories import Story, find_stories
from parlour.experiments.suite import Arm, Condition, Edition, Measured, Published, Suite, View
from parlour.experiments.suites import find_suite, suites

__all__ = [
    "PLAYERS",
    "RUN",
    "SIDES",
    "Arm",
    "Cell",
    "Condition",
    "CostEstimate",
    "Edition",
    "Expected",
    "Failed",
    "Measured",
    "Night",
    "Pairing",
    "Played",
    "Published",
    "Resources",
    "Run",
    "RunPlan",
    "SampleSize",
    "Side",
    "Started",
    "Story",
    "Suite",
    "View",
    "Watcher",
    "begin",
    "cells",
    "execute",
    "find_stories",
    "find_suite",
    "look_ahead",
    "plan_run",
    "sample_sizes",
    "suites",
]
