"""A figure of trust graphs at chosen rounds, as a file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from parlour.errors import MissingExtra, UsageError
from parlour.methods.gratr.views.history import TrustHistory

FORMATS = (".png", ".svg", ".pdf")


class _Draughtsman(Protocol):
    def draw(self, histories: Sequence[TrustHistory], rounds: Sequence[int] | None, file: Path) -> None: ...


def check_figure(file: Path) -> None:
    """Checks that a figure of that name can be drawn.

    Raises:
        UsageError: if the format is none of PNG, SVG and PDF.
        MissingExtra: if matplotlib is not installed.
    """
    if file.suffix.lower() not in FORMATS:
        raise UsageError(f"{file}: a figure is {', '.join(FORMATS)}")
    if not find_spec("matplotlib"):
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'")


def trust_figure(histories: Sequence[TrustHistory], file: Path, rounds: Sequence[int] | None = None) -> Path:
    """Draws trust graphs over time: a row for each history, a panel for the start and each round's end.

    `rounds`: the rounds; None for at most three, from the first to the last.

    Raises:
        UsageError: if there is nothing to draw, or the format is none of PNG, SVG and PDF.
        MissingExtra: if matplotlib is not installed.
    """
    if not histories:
        raise UsageError("there is no trust graph to draw")
    check_figure(file)
    try:
        draughtsman = cast("_Draughtsman", import_module("parlour.methods.gratr.views.drawing"))
    except ImportError as error:
        raise MissingExtra("figures need matplotlib: pip install 'parlour[report]'") from error
    draughtsman.draw(histories, rounds, file)
    return file
