"""Matches and runs as data: exported, imported again, and deleted."""

from parlour.archive.describing import MatchRows
from parlour.archive.exporting import export
from parlour.archive.files import FORMS, Form, Manifest
from parlour.archive.forgetting import foreseen, told
from parlour.archive.importing import ImportedMatches, import_export
from parlour.archive.rows import TABLES, VERSION, Exported
from parlour.archive.schema import described, published_schema
from parlour.archive.subject import Subject, find_subject
from parlour.archive.transcribing import transcribed

__all__ = [
    "FORMS",
    "TABLES",
    "VERSION",
    "Exported",
    "Form",
    "ImportedMatches",
    "Manifest",
    "MatchRows",
    "Subject",
    "described",
    "export",
    "find_subject",
    "foreseen",
    "import_export",
    "published_schema",
    "told",
    "transcribed",
]
