"""The look of all pages: the style sheet, the frame, text elements, and pickers of methods and models."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import resources
from typing import cast

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from pydantic import TypeAdapter, ValidationError

from parlour.agents import METHODS, method_words
from parlour.arena import HUMAN, REMOTE
from parlour.errors import NoEntry, UnknownMatch
from parlour.language.wording import GamePhrases, Phrases
from parlour.llm import BUILT_IN, Language, approved_models
from parlour.web.gate import HTML_LANGUAGE, language_of
from parlour.web.insight.visit import Visit

PHRASES = Phrases("parlour.web.pages")
LONGEST_BUILD = 300
"""The seconds that building the page of a finished match may take; a busy machine once took over 30."""
_NOTICES = "lost", "reconnecting", "too_long", "shorten"
"""The keys of NiceGUI's notices, in its order."""


@contextmanager
def shell(title: str, language: Language = "en", *, is_heading: bool = False) -> Generator[None]:
    """Opens the frame of a page: its title, its header, and a main part filled within the `with` block."""
    ui.page_title(title)
    ui.add_css(style("look.css"))
    ui.run_javascript(_in_language(language))
    with ui.element("header").classes("masthead"):
        ui.link("Parlour", "/").classes("masthead-name")
        add_text("h1" if is_heading else "span", title, "masthead-title")
    with ui.element("div").classes("room"):
        yield


def _in_language(language: Language) -> str:
    notices = json.dumps([PHRASES.say(key, language) for key in _NOTICES])
    return f"""
        document.documentElement.lang = '{HTML_LANGUAGE[language]}';
        document.querySelectorAll('.nicegui-error-popup span').forEach((span, n) => {{
            span.textContent = {notices}[n];
        }});
    """


@cache
def style(file: str) -> str:
    """Returns a style sheet, or another text beside the pages, such as `host/host.css`."""
    return (resources.files("parlour.web.pages") / file).read_text(encoding="utf-8")


def add_script(file: str) -> None:
    """Adds a script beside the pages, such as `table/voice.js`, to a page."""
    ui.add_head_html(f"<script>{style(file)}</script>")


def find_phrase(game: GamePhrases, page: Phrases, language: Language, key: str, **variables: object) -> str:
    """Returns a phrase of a game, else of a page, else the last words of the key."""
    if phrase := game.find(key, **variables):
        return phrase
    is_ours = key in page.all(language)
    return page.say(key, language, **variables) if is_ours else game.say(key)


def add_text(tag: str, text: str, classes: str = "", **attributes: str) -> TextElement:
    """Creates an element with text."""
    element = TextElement(tag=tag, text=text).classes(classes)
    set_attributes(element, attributes)
    return element


def set_attributes(element: ui.element, attributes: Mapping[str, str]) -> None:
    """Sets HTML attributes by names with `_` in place of `-`."""
    for name, value in attributes.items():
        element.props[name.replace("_", "-")] = value


def local_time(moment: str) -> TextElement:
    """Creates an element with a time in the browser's time zone, in UTC until the browser sets it."""
    element = add_text("time", f"{moment[:16].replace('T', ' ')} UTC", datetime=moment)
    ui.run_javascript(
        f"const time = getHtmlElement({element.id}), at = new Date(time?.dateTime);"
        "if (time && !isNaN(at)) time.textContent = at.toLocaleString(document.documentElement.lang,"
        " {dateStyle: 'medium', timeStyle: 'short'});"
    )
    return element


def enter_visit(enter: Callable[[], Visit], *, closed: str = "no_link") -> Visit | None:
    """Returns the visit, or None after showing the refusal on the page in the browser's language."""
    try:
        return enter()
    except UnknownMatch:
        _turn_away("no_match", 404)
    except NoEntry:
        _turn_away(closed, 404 if closed == "no_link" else 403)
    return None


def _turn_away(why: str, status: int) -> None:
    client = ui.context.client
    client.status_code = status
    language = language_of(client.request)
    with shell(PHRASES.say("turned_away", language), language, is_heading=True):
        add_text("p", PHRASES.say(why, language), "sheet")


_PREFIX = "parlour.table."
_MOST = 200
_NEWEST = f"""
Object.entries(localStorage)
  .filter(([key]) => key.startsWith({json.dumps(_PREFIX)}))
  .sort(([, one], [, other]) => Number(other) - Number(one))
  .map(([key]) => key.slice({len(_PREFIX)}))
"""
_TOKENS = TypeAdapter(list[str])


async def own_tokens() -> list[str]:
    """Returns the tokens that this browser stores, newest first."""
    try:
        newest = cast("object", await ui.run_javascript(f"JSON.stringify({_NEWEST})", timeout=10))
        return _TOKENS.validate_json(str(newest))[:_MOST]
    except (TimeoutError, ValidationError):  # a browser that is gone, or one that keeps nothing
        return []


def keep_token(token: str) -> None:
    """Stores the token of a host or a seat in the browser; the page must stay open."""
    ui.run_javascript(_storage_script(token))


async def keep_and_go(token: str, address: str) -> None:
    """Stores a token in the browser and then opens another page."""
    with suppress(TimeoutError):
        await ui.run_javascript(_storage_script(token), timeout=10)
    ui.navigate.to(address)


def _storage_script(token: str) -> str:
    return f"localStorage.setItem({json.dumps(_PREFIX + token)}, Date.now())"


Changed = Callable[[], object]


def method_names(language: Language) -> dict[str, str]:
    """Returns the installed methods with their summaries."""
    return {
        name: f"{name} · {method_words(name, language).get('summary', method.summary)}"
        for name, method in METHODS.load_all().items()
    }


def told_mind(method: str, model: str, language: Language) -> str:
    """Returns a seat's method and model in a few words."""
    if method in (HUMAN, REMOTE):
        return PHRASES.say(method, language)
    return PHRASES.say("on_model", language, method=method, model=model) if model else method


EASY_GOING = f"{BUILT_IN}:attention=.5"
"""The reader that misses part of what is said."""


class ModelPicker:
    """A choice among the approved models, the reader sharp and easy-going."""

    def __init__(self, language: Language, on_change: Changed, *, allows_default: bool = False) -> None:
        say = PHRASES.all(language)
        readers = {BUILT_IN: say["reader"], EASY_GOING: say["reader_easy_going"]}
        names = [name for model in approved_models() for name in (readers if model == BUILT_IN else [model])]
        options = {name: readers.get(name, name) for name in names}
        if allows_default:
            options = {"": say["as_table"], **options}
        with ui.element("div").classes("model-picker"):
            self.choice = ui.select(options, value=next(iter(options)), label=say["model"])
        self.choice.on_value_change(lambda _: on_change())

    @property
    def value(self) -> str:
        """The model string; empty for the table's."""
        return str(self.choice.value or "")


class MindPicker:
    """A choice of a method and a model, a person, or a program."""

    def __init__(
        self,
        language: Language,
        on_change: Changed,
        *,
        label: str,
        first: str = "agent",
        allows_default: bool = True,
    ) -> None:
        say = PHRASES.all(language)
        kinds = ("agent", "own", HUMAN, REMOTE) if allows_default else ("own", HUMAN, REMOTE)
        with ui.element("div").classes("mind-picker"):
            self.kind = ui.select({kind: say[kind] for kind in kinds}, value=first, label=label)
            with ui.element("div").classes("mind-own") as own:
                self.method = ui.select(method_names(language), value=METHODS.default, label=say["method"])
                self.model = ModelPicker(language, on_change, allows_default=allows_default)
            own.bind_visibility_from(self.kind, "value", value="own")
        self.kind.on_value_change(lambda _: on_change())
        self.method.on_value_change(lambda _: on_change())

    @property
    def value(self) -> tuple[str, str]:
        """The method, or `human` or `remote`, and the model; empty for the table's."""
        match self.kind.value:
            case "own":
                return str(self.method.value), self.model.value
            case "agent":
                return "", ""
            case kind:
                return str(kind), ""
