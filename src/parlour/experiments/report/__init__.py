"""Reports: ours beside the published, as rows, tables, figures and a page."""

from parlour.experiments.report.calibration import calibration_rows, calibration_table
from parlour.experiments.report.comparison import Difference, compare, comparison, side_by_side
from parlour.experiments.report.contrast_tables import contrast_tables, mixed_table
from parlour.experiments.report.contrasts import contrasts
from parlour.experiments.report.dialogues import exchanges
from parlour.experiments.report.files import markdown, write_comparison, write_report
from parlour.experiments.report.finding import (
    RunSummary,
    find_run,
    find_subject,
    held_plan,
    runs,
    suite_named,
)
from parlour.experiments.report.labelling import REPORTS, LabelsAsked, labelled_suites, labelling_of
from parlour.experiments.report.latex import bibtex, latex, papers_of
from parlour.experiments.report.mixed import mixed_effects
from parlour.experiments.report.notes import UNLIKE, RowNotes
from parlour.experiments.report.page import sections_of
from parlour.experiments.report.provenance import provenance
from parlour.experiments.report.results import Results, check_metrics, read_results
from parlour.experiments.report.rich_results import (
    Embedded,
    RichResults,
    TextVectors,
    check_judge,
    rich_results,
    text_vectors,
)
from parlour.experiments.report.row import SEPARATOR, Row
from parlour.experiments.report.rows import rows
from parlour.experiments.report.spelling import plural
from parlour.experiments.report.table import WIDTH, tables

__all__ = [
    "REPORTS",
    "SEPARATOR",
    "UNLIKE",
    "WIDTH",
    "Difference",
    "Embedded",
    "LabelsAsked",
    "Results",
    "RichResults",
    "Row",
    "RowNotes",
    "RunSummary",
    "TextVectors",
    "bibtex",
    "calibration_rows",
    "calibration_table",
    "check_judge",
    "check_metrics",
    "compare",
    "comparison",
    "contrast_tables",
    "contrasts",
    "exchanges",
    "find_run",
    "find_subject",
    "held_plan",
    "labelled_suites",
    "labelling_of",
    "latex",
    "markdown",
    "mixed_effects",
    "mixed_table",
    "papers_of",
    "plural",
    "provenance",
    "read_results",
    "rich_results",
    "rows",
    "runs",
    "sections_of",
    "side_by_side",
    "suite_named",
    "tables",
    "text_vectors",
    "write_comparison",
    "write_report",
]
