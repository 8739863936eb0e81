"""The laboratory: suites of published experiments, and the runner that plays them."""

from parlour.experiments.arm import Arm, ArmForm, Place, Story, TableArmForm
from parlour.experiments.definition import definition_schema
from parlour.experiments.execute import CostEstimate, Resources, aexecute, alook_ahead, execute, look_ahead
from parlour.experiments.published_table import PublishedTable, table
from parlour.experiments.run import RUN, Played, RunDefinition, read_models
from parlour.experiments.run_plan import RunPlan, ask_run, begin, find_experiment, plan_run, whole_names
from parlour.experiments.runner import Cell, Failed, cells
from parlour.experiments.sample_size import SampleSize, StudyDesign, sample_size, sample_sizes
from parlour.experiments.stories import LANGUAGES, Shown, Size, Stories, Telling, stories_of
from parlour.experiments.suite import (
    FULL,
    SUITES,
    Published,
    PublishedKey,
    Strength,
    StrengthGrid,
    Suite,
    SuiteRow,
    find_suite,
    suites,
    with_added,
    with_all_added,
)

__all__ = [
    "FULL",
    "LANGUAGES",
    "RUN",
    "SUITES",
    "Arm",
    "ArmForm",
    "Cell",
    "CostEstimate",
    "Failed",
    "Place",
    "Played",
    "Published",
    "PublishedKey",
    "PublishedTable",
    "Resources",
    "RunDefinition",
    "RunPlan",
    "SampleSize",
    "Shown",
    "Size",
    "Stories",
    "Story",
    "Strength",
    "StrengthGrid",
    "StudyDesign",
    "Suite",
    "SuiteRow",
    "TableArmForm",
    "Telling",
    "aexecute",
    "alook_ahead",
    "ask_run",
    "begin",
    "cells",
    "definition_schema",
    "execute",
    "find_experiment",
    "find_suite",
    "look_ahead",
    "plan_run",
    "read_models",
    "sample_size",
    "sample_sizes",
    "stories_of",
    "suites",
    "table",
    "whole_names",
    "with_added",
    "with_all_added",
]
