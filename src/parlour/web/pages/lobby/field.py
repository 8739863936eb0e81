"""A field of the form that can be complained about."""

from __future__ import annotations

from nicegui import ui

Field = ui.select | ui.number | ui.input


def whole(value: object) -> int | None:
    """What stands in a field for a number, as a whole one; None for an empty field."""
    return int(value) if isinstance(value, int | float) else None
