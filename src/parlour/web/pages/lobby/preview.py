"""What a form would open, as everybody may know it."""

from __future__ import annotations

from nicegui import ui

from parlour.language.wording import GamePhrases, word
from parlour.llm import Language
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.look import said
from parlour.web.preview import Preview


def show_preview(seen: Preview, language: Language, *, is_readable: bool) -> None:
    """Shows a table that is not opened yet.

    Args:
        seen: the table.
        language: of the page.
        is_readable: whether the model that is chosen can play it.
    """
    comma, phrases = word("comma", language), GamePhrases(seen.game, language)
    said("p", PHRASES.say("your_table", language), "brass small caps")
    said("h3", seen.title or phrases.title)
    if seen.warning:
        said("p", word("content_warning", language, warning=seen.warning), "warning small")
    if seen.synopsis:
        said("p", seen.synopsis, "synopsis")
    with ui.element("dl"):
        _row(PHRASES.say("players", language), comma.join(seen.players))
        if seen.victims:
            _row(PHRASES.say("victims", language), comma.join(seen.victims))
        if seen.roles:
            roles = [
                word("counted_role", language, count=count, role=phrases.role(role))
                for role, count in seen.roles.items()
            ]
            _row(PHRASES.say("roles", language), comma.join(roles))
    if not is_readable:
        said("p", PHRASES.say("not_for_the_reader", language), "wine small")


def _row(name: str, value: str) -> None:
    said("dt", name)
    said("dd", value)
