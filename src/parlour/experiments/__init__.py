"""The laboratory: suites of published experiments, and the runner that plays them."""

from parlour.experiments.agenda import Agenda, agenda, begin
from parlour.experiments.cell import Cell, cells
from parlour.experiments.conduct import Means, Outlook, conduct, look_ahead
from parlour.experiments.night import Night
from parlour.experiments.pairing import PLAYERS, SIDES, Pairing, Side
from parlour.experiments.preflight import Expected
from parlour.experiments.run import RUN, Played, Run, Started
from parlour.experiments.runner import Failed, Watcher
from parlour.experiments.sample_size import SampleSize, sample_sizes
from parlour.experiments.stories import Story, find_stories
from parlour.experiments.suite import Arm, Condition, Edition, Measured, Published, Suite, View
from parlour.experiments.suites import find_suite, suites

__all__ = [
    "PLAYERS",
    "RUN",
    "SIDES",
    "Agenda",
    "Arm",
    "Cell",
    "Condition",
    "Edition",
    "Expected",
    "Failed",
    "Means",
    "Measured",
    "Night",
    "Outlook",
    "Pairing",
    "Played",
    "Published",
    "Run",
    "SampleSize",
    "Side",
    "Started",
    "Story",
    "Suite",
    "View",
    "Watcher",
    "agenda",
    "begin",
    "cells",
    "conduct",
    "find_stories",
    "find_suite",
    "look_ahead",
    "sample_sizes",
    "suites",
]
