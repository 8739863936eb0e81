"""Matches and runs as data: exported, imported again, and deleted."""

from parlour.store.archive.exporting import Subject, describe_deletion, export, foreseen
from parlour.store.archive.files import FORMS, Form
from parlour.store.archive.importing import ImportedMatches, import_export
from parlour.store.archive.records import MatchRows
from parlour.store.archive.rows import TABLES, published_schema

__all__ = [
    "FORMS",
    "TABLES",
    "Form",
    "ImportedMatches",
    "MatchRows",
    "Subject",
    "describe_deletion",
    "export",
    "foreseen",
    "import_export",
    "published_schema",
]
