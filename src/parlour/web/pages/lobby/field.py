"""A field of the form that can be complained about."""

from nicegui import ui

Field = ui.select | ui.number
