"""Counterfactuals: matches played again from some step with a change in one seat, and its effects."""

from parlour.experiments.what_if.effects import (
    EffectRow,
    ForkBeside,
    asked_of_run,
    beside,
    check_compared,
    effects,
    metrics_of,
    notes,
    what_if_rows,
)
from parlour.experiments.what_if.playing import (
    ForkOrigins,
    ForkRunner,
    dollars_spent,
    look_ahead_forks,
    play_forks,
)
from parlour.experiments.what_if.question import (
    AskedMatches,
    ForkPlan,
    WhatIf,
    plan_forks,
    read_change,
    read_deed,
    read_question,
    read_step,
    with_model,
)

__all__ = [
    "AskedMatches",
    "EffectRow",
    "ForkBeside",
    "ForkOrigins",
    "ForkPlan",
    "ForkRunner",
    "WhatIf",
    "asked_of_run",
    "beside",
    "check_compared",
    "dollars_spent",
    "effects",
    "look_ahead_forks",
    "metrics_of",
    "notes",
    "plan_forks",
    "play_forks",
    "read_change",
    "read_deed",
    "read_question",
    "read_step",
    "what_if_rows",
    "with_model",
]
