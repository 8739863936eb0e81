"""Elements of HTML that hold plain text, and the style sheet beside these pages."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from nicegui import ui

from parlour.language.wording import Phrases
from parlour.web.pages.look import said, style

PHRASES = Phrases("parlour.web.pages.god")


@contextmanager
def data_table(caption: str, heads: Sequence[str]) -> Generator[None]:
    """A table that scrolls by itself where it is too wide; its rows are made within the `with` block."""
    with ui.element("div").classes("wide") as frame, ui.element("table").classes("data"):
        frame.props["tabindex"] = 0
        frame.props["role"] = "region"
        frame.props["aria-label"] = caption
        said("caption", caption)
        with ui.element("thead"), ui.element("tr"):
            for head in heads:
                said("th", head, scope="col")
        with ui.element("tbody"):
            yield


def dress() -> None:
    """Gives a page that looks back at a match its colours and its style."""
    ui.colors(primary="var(--brass)")
    ui.add_css(style("god/god.css"))
