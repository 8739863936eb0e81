"""A field of the form that can be complained about."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from parlour.llm import Language
from parlour.web.pages.lobby.draft import TableDraft
from parlour.web.pages.lobby.phrases import PHRASES

Field = ui.select | ui.number | ui.input


def whole(value: object) -> int | None:
    """What stands in a field for a number, as a whole one; None for an empty field."""
    return int(value) if isinstance(value, int | float) else None


NAMES = {"en": "English", "zh": "中文"}


def language_field(draft: TableDraft, language: Language, on_change: Callable[[], object]) -> None:
    """A field for the language in which is played.

    Args:
        draft: the form; kept up to date.
        language: of the page.
        on_change: told when it changes.
    """

    def choose(chosen: object) -> None:
        draft.language = "zh" if chosen == "zh" else "en"
        on_change()

    field = ui.select(NAMES, value=draft.language, label=PHRASES.say("table_language", language))
    field.on_value_change(lambda event: choose(event.value))
