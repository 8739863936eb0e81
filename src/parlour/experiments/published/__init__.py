"""The papers' numbers as data: one file per table, as printed; errors are put right on reading."""

from parlour.experiments.published.stories import StoryFacts, published_name, stories
from parlour.experiments.published.table import Cell, Doubt, Table, table, tables

__all__ = ["Cell", "Doubt", "StoryFacts", "Table", "published_name", "stories", "table", "tables"]
