"""The laboratory: suites of published experiments, and the runner that plays them."""

from parlour.experiments.cell import Cell, Story, cells
from parlour.experiments.run import RUN, Played, Run, Started
from parlour.experiments.suite import Condition, Published, Suite

__all__ = ["RUN", "Cell", "Condition", "Played", "Published", "Run", "Started", "Story", "Suite", "cells"]
