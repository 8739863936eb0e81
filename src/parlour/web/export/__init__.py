"""Exports of a match: the record as JSON, or one page that opens without a server."""

from parlour.web.export.page import page_of, page_seen, record_json, record_of

__all__ = ["page_of", "page_seen", "record_json", "record_of"]
