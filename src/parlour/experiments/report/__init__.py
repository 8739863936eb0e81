"""Reports: ours beside the published, as rows, tables, figures and a page."""

from parlour.experiments.report.calibration import calibration_rows, calibration_table
from parlour.experiments.report.comparison import compare, comparison, exchanges, side_by_side
from parlour.experiments.report.contrasts import contrast_tables, contrasts, mixed_effects, mixed_table
from parlour.experiments.report.files import (
    bibtex,
    latex,
    markdown,
    papers_of,
    write_comparison,
    write_report,
)
from parlour.experiments.report.finding import (
    REPORTS,
    LabelsAsked,
    RunSummary,
    find_run,
    find_subject,
    labelled_suites,
    labelling_of,
    runs,
    stored_plan,
    suite_named,
)
from parlour.experiments.report.results import Results, check_metrics, provenance, read_results
from parlour.experiments.report.rich_results import (
    Embedded,
    RichResults,
    check_judge,
    rich_results,
    text_vectors,
)
from parlour.experiments.report.row import SEPARATOR, Row, plural
from parlour.experiments.report.rows import UNLIKE, rows
from parlour.experiments.report.table import WIDTH, RowNotes, sections_of, tables

__all__ = [
    "REPORTS",
    "SEPARATOR",
    "UNLIKE",
    "WIDTH",
    "Embedded",
    "LabelsAsked",
    "Results",
    "RichResults",
    "Row",
    "RowNotes",
    "RunSummary",
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
    "stored_plan",
    "suite_named",
    "tables",
    "text_vectors",
    "write_comparison",
    "write_report",
]
