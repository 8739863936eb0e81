"""The options by which verbs of the command line set models."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from parlour.llm import ChosenSettings, ReasoningEffort

ModelFile = Annotated[
    Path | None,
    typer.Option(
        "--models", help="Your models, in place of models.toml.", metavar="FILE", exists=True, dir_okay=False
    ),
]
Temperature = Annotated[
    float | None, typer.Option(help="Of everything that models write.", min=0, max=2, show_default=False)
]
Effort = Annotated[
    ReasoningEffort | None,
    typer.Option("--reasoning-effort", help="How much models think before they answer."),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", help="A setting of one model (docs/models.md); can be repeated.", metavar="MODEL.KEY=VALUE"
    ),
]


def read_model_options(
    file: Path | None,
    temperature: float | None = None,
    effort: ReasoningEffort | None = None,
    settings: Sequence[str] | None = None,
) -> ChosenSettings:
    """Returns the settings of a command line, and has its file read in place of the user's.

    Raises:
        UsageError: if a setting is unknown or has an ill value.
    """
    if file:
        os.environ["PARLOUR_MODEL_FILE"] = str(file.resolve())  # which processes of a run inherit
    return ChosenSettings.read(settings or (), temperature=temperature, reasoning_effort=effort)
