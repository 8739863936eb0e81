"""The laboratory: suites of published experiments, and the runner that plays them."""

from parlour.experiments.adding import with_added, with_all_added
from parlour.experiments.arm import Arm, Place, SetsBudgets, TableArm, TakesMethod
from parlour.experiments.arm_form import ArmForm, TableArmForm
from parlour.experiments.asking import ask_run
from parlour.experiments.cell import Cell, cells
from parlour.experiments.definition import Definition
from parlour.experiments.definition_file import read_definition
from parlour.experiments.definition_schema import definition_schema
from parlour.experiments.execute import (
    CostEstimate,
    Resources,
    aexecute,
    alook_ahead,
    execute,
    look_ahead,
)
from parlour.experiments.judging import CountedVerdicts, Judging
from parlour.experiments.models import models_of_row, read_models
from parlour.experiments.names import whole_names
from parlour.experiments.preflight import Expected
from parlour.experiments.published_table import PublishedTable, table, tables
from parlour.experiments.round_robin import Meeting, RoundRobin
from parlour.experiments.run import RUN, Played, RunDefinition, Started
from parlour.experiments.run_plan import RunPlan, begin, plan_run
from parlour.experiments.run_suite import find_experiment, suite_of
from parlour.experiments.runner import Failed, Watcher
from parlour.experiments.sample_size import SampleSize, StudyDesign, sample_size, sample_sizes
from parlour.experiments.stories import (
    LANGUAGES,
    HasBaselines,
    HasLicences,
    KeylessStories,
    NamesLeftOut,
    Shown,
    Size,
    Stories,
    TableStories,
    Telling,
    stories_of,
)
from parlour.experiments.story import Story
from parlour.experiments.strengths import FULL, Strength, StrengthGrid
from parlour.experiments.suite import (
    SUITES,
    Edition,
    Measured,
    Published,
    PublishedKey,
    StrengthPoint,
    Suite,
    SuiteRow,
    find_suite,
    suites,
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
    "CountedVerdicts",
    "Definition",
    "Edition",
    "Expected",
    "Failed",
    "HasBaselines",
    "HasLicences",
    "Judging",
    "KeylessStories",
    "Measured",
    "Meeting",
    "NamesLeftOut",
    "Place",
    "Played",
    "Published",
    "PublishedKey",
    "PublishedTable",
    "Resources",
    "RoundRobin",
    "RunDefinition",
    "RunPlan",
    "SampleSize",
    "SetsBudgets",
    "Shown",
    "Size",
    "Started",
    "Stories",
    "Story",
    "Strength",
    "StrengthGrid",
    "StrengthPoint",
    "StudyDesign",
    "Suite",
    "SuiteRow",
    "TableArm",
    "TableArmForm",
    "TableStories",
    "TakesMethod",
    "Telling",
    "Watcher",
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
    "models_of_row",
    "plan_run",
    "read_definition",
    "read_models",
    "sample_size",
    "sample_sizes",
    "stories_of",
    "suite_of",
    "suites",
    "table",
    "tables",
    "whole_names",
    "with_added",
    "with_all_added",
]
