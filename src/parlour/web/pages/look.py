"""How all pages look: one sheet of colours and forms, and the frame around every page."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from importlib import resources

from nicegui import ui

from parlour.llm import Language
from parlour.wording import Phrases

PHRASES = Phrases("parlour.web.pages")
_NOTICES = "lost", "reconnecting", "too_long", "shorten"
"""In the order in which NiceGUI's page has them."""
_HTML_LANGUAGE = {"en": "en", "zh": "zh-Hans"}


@contextmanager
def shell(title: str, language: Language = "en") -> Generator[None]:
    """The frame of a page: its title, its header, and a main part that is filled within the `with` block."""
    ui.page_title(title)
    ui.add_css(_sheet())
    ui.run_javascript(_in_language(language))
    with ui.element("header").classes("masthead"):
        ui.link("Parlour", "/").classes("masthead-name")
        ui.label(title).classes("masthead-title")
    with ui.element("div").classes("room"):
        yield


def _in_language(language: Language) -> str:
    """A script that says which language the page is in, and puts NiceGUI's own notices into it."""
    said = json.dumps([PHRASES.say(key, language) for key in _NOTICES])
    return f"""
        document.documentElement.lang = '{_HTML_LANGUAGE[language]}';
        document.querySelectorAll('.nicegui-error-popup span').forEach((span, n) => {{
            span.textContent = {said}[n];
        }});
    """


@cache
def _sheet() -> str:
    return (resources.files("parlour.web.pages") / "look.css").read_text(encoding="utf-8")
