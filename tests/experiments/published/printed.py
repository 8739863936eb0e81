"""The cells of a published table, as its paper prints them and as they must have been meant."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.experiments import Published, PublishedTable


def cells_of(table: PublishedTable, column: str, metric: str) -> Mapping[str, Published]:
    """Returns a column's cells for a metric as printed, by the printed label of their row."""
    place = table.columns.index(column)
    return {row.label: row.cells[place] for row in table.rows if row.metric == metric}


def as_meant(table: PublishedTable, column: str, metric: str) -> Mapping[str, Published]:
    """Returns a column's cells for a metric, by story."""
    cells = cells_of(table, column, metric)
    return {table.labels.get(label, label): cell for label, cell in cells.items()}
