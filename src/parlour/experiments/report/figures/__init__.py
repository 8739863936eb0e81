"""Figures of a report in the papers' forms, drawn with matplotlib (extra `report`)."""

from parlour.experiments.report.figures.figure import (
    draw_calibration_files,
    draw_figure,
    draw_files,
    draw_marks,
)

__all__ = ["draw_calibration_files", "draw_figure", "draw_files", "draw_marks"]
