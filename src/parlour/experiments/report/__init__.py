"""Reports: ours beside the published, as rows, tables, figures and a page."""

from parlour.experiments.report.results import Results, read_results
from parlour.experiments.report.row import ALL, Row
from parlour.experiments.report.rows import rows
from parlour.experiments.report.table import WIDTH, tables

__all__ = ["ALL", "WIDTH", "Results", "Row", "read_results", "rows", "tables"]
