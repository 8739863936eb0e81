"""The form that opens a table, and the preview of that table."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from parlour.agents import METHODS
from parlour.arena import HUMAN
from parlour.core import find_game
from parlour.errors import FieldError, ParlourError
from parlour.language.wording import GamePhrases, word
from parlour.llm import Language
from parlour.web.hosting import MOST_SECONDS, TableServer
from parlour.web.pages.lobby.draft import PHRASES, Rule, TableDraft, has_story, rules_of
from parlour.web.pages.lobby.fields import (
    OF_SEATS,
    Choices,
    CircleFields,
    Field,
    RuleFields,
    SeatFields,
    StoryFields,
    whole,
)
from parlour.web.pages.look import ModelPicker, add_text, method_names
from parlour.web.table_request import Preview, askable, broken


class OpeningForm:
    """The form of a table: the game, the story or the roles, the seats, and the rules."""

    def __init__(self, server: TableServer, language: Language) -> None:
        self._server = server
        self._language: Language = language
        self._say = partial(PHRASES.say, language=language)
        self._draft = TableDraft(language=language, seats={1: (HUMAN, "")})
        self._preview: Preview | None = None
        self._asked_for = 0
        self._is_opened = False
        self._circle: CircleFields | None = None
        self._fields: dict[str, Field] = {}
        self._seed: ui.number | None = None
        with ui.element("div").classes("opening"):
            with ui.element("div").classes("opening-form"):
                self._games()
                self._dealing = ui.element("div").classes("stack")
                add_text("h3", self._say("who_plays"))
                add_text("p", self._say("who_plays_hint"), "faded small")
                self._seats = SeatFields(language, self._draft.seats, self._show)
                self._minds()
                with ui.expansion(self._say("rules")).classes("rules"):
                    self._rules = ui.element("div").classes("fields")
            with ui.element("aside").classes("opening-preview"):
                self._preview_box = ui.element("div").classes("sheet preview")
                self._alert = add_text("p", "", "wine", role="alert")
                self._button = ui.button(self._say("open"), on_click=self._open, color=None).classes("big")
        self._draw_game()

    def _games(self) -> None:
        add_text("h3", self._say("which_game"))
        self._cards = Choices[str](self._say("which_game"), "choices", self._choose)
        for game in askable():
            phrases = GamePhrases(game, self._language)
            self._cards.add(game, phrases.title, [about_game(game, self._language)])
        for sentence in broken():
            add_text("p", sentence, "wine small")

    def _minds(self) -> None:
        draft = self._draft
        with ui.element("fieldset").classes("fields"):
            add_text("legend", self._say("agents"))
            names = method_names(self._language)
            method = ui.select(names, value=METHODS.default, label=self._say("method"))
            method.on_value_change(lambda event: self._set_method(str(event.value)))
            model = ModelPicker(self._language, lambda: self._set_model(model.value))
            draft.model = model.value
            for error in METHODS.broken():
                add_text("p", str(error), "wine small")
        self._always: dict[str, Field] = {"method": method, "model": model.choice}

    def _set_method(self, method: str) -> None:
        self._draft.method = method
        self._show()

    def _set_model(self, model: str) -> None:
        self._draft.model = model
        self._show()

    def _choose(self, game: str) -> None:
        self._draft.game = game
        self._draft.told_of_game().pop("players", None)
        self._draft.draw_seed()
        self._draw_game()

    def _draw_game(self) -> None:
        draft, language = self._draft, self._language
        self._cards.press(draft.game)
        self._fields = dict(self._always)
        self._dealing.clear()
        with self._dealing:
            if has_story(draft.game):
                self._fields |= StoryFields(draft, language, self._renew).fields
                self._circle = None
            else:
                self._circle = CircleFields(draft, language, self._renew)
                self._fields |= self._circle.fields
        self._rules.clear()
        with self._rules:
            rules = RuleFields(draft.game, language, draft.told_of_game(), self._renew)
            rules.draw(rule for rule in rules_of(draft.game).values() if _is_plain(rule, draft.game))
            self._fields |= {f"game.{name}": element for name, element in rules.fields.items()}
            self._pace()
        self._renew()

    def _pace(self) -> None:
        draft = self._draft
        with ui.element("div").classes("rule"):
            seconds = ui.number(
                self._say("seconds"), value=draft.seconds, min=5, max=MOST_SECONDS, precision=0
            ).props("stack-label")
            add_text("p", self._say("seconds_help"), "faded small")
        seconds.props["placeholder"] = self._say("unlimited")
        seconds.on_value_change(lambda event: setattr(draft, "seconds", whole(event.value)))
        seed = draft.seed if draft.is_seed_named else None
        self._seed = ui.number(self._say("seed"), value=seed, min=0, precision=0).props("stack-label")
        self._seed.props["placeholder"] = self._say("secret_seed")
        self._seed.on_value_change(lambda event: self._name_seed(whole(event.value)))
        self._fields |= {"seconds": seconds, "seed": self._seed}

    def _name_seed(self, seed: int | None) -> None:
        if seed is not None:
            self._draft.seed, self._draft.is_seed_named = seed, True
        elif self._draft.is_seed_named:
            self._draft.draw_seed()
        self._renew()

    def _renew(self) -> None:
        self._asked_for += 1
        if self._seed and not self._draft.is_seed_named:
            self._seed.value = None
        ui.timer(0, partial(self._look, self._asked_for), once=True)

    async def _look(self, number: int) -> None:
        self._complain(None)
        if not self._draft.is_complete:
            self._preview = None
            self._show()
            return
        try:
            preview = await asyncio.to_thread(self._draft.request().preview)
        except ParlourError as error:
            if number == self._asked_for:
                self._preview = None
                self._complain(error)
                self._show()
            return
        if number == self._asked_for:
            self._preview = preview
            if self._circle:
                self._circle.show(preview)
            self._seats.show(preview.players)
            self._show()

    def _show(self) -> None:
        self._preview_box.clear()
        is_readable = True
        if self._preview:
            is_read = self._draft.is_read(len(self._preview.players))
            is_readable = self._preview.reader_plays or not is_read
            with self._preview_box:
                show_preview(self._preview, self._language, is_readable=is_readable)
        self._button.set_enabled(self._preview is not None and is_readable)

    async def _open(self) -> None:
        """Opens the table once, even if the button is pressed twice."""
        if self._preview is None or self._is_opened:
            return
        self._is_opened = True
        self._complain(None)
        try:
            request = self._draft.request(len(self._preview.players))
            setup = await self._server.create_setup(request.setup)
            _, passes = self._server.open(setup, seconds=request.seconds)
        except ParlourError as error:
            self._is_opened = False
            self._complain(error)
            return
        host = next(ticket.token for ticket in passes if ticket.kind == "host")
        ui.navigate.to(f"/host/{host}")

    def _complain(self, error: ParlourError | None) -> None:
        for field in self._fields.values():
            field.error = None
        self._alert.text = ""
        if isinstance(error, FieldError):
            self._alert.text = error.message
            if element := self._fields.get(error.field):
                element.error = error.message
        elif error:
            self._alert.text = str(error)


def about_game(game: str, language: Language) -> str:
    """Returns the description of a game, or its numbers of players."""
    fewest, most = find_game(game).seats
    description = GamePhrases(game, language).find("about")
    return description or PHRASES.say("about_game", language, fewest=fewest, most=most)


def _is_plain(rule: Rule, game: str) -> bool:
    is_of_seats = rule.widget == "counts" or (rule.name in OF_SEATS and not has_story(game))
    return (
        rule.widget not in ("story", "file") and not rule.is_made and not rule.is_hidden and not is_of_seats
    )


def show_preview(preview: Preview, language: Language, *, is_readable: bool) -> None:
    """Shows a table before it is opened."""
    comma, phrases = word("comma", language), GamePhrases(preview.game, language)
    add_text("p", PHRASES.say("your_table", language), "brass small caps")
    add_text("h3", preview.title or phrases.title)
    if preview.warning:
        add_text("p", word("content_warning", language, warning=preview.warning), "warning small")
    if preview.synopsis:
        add_text("p", preview.synopsis, "synopsis")
    with ui.element("dl"):
        _row(PHRASES.say("players", language), comma.join(preview.players))
        if preview.victims:
            _row(PHRASES.say("victims", language), comma.join(preview.victims))
        if preview.roles:
            roles = [
                word("counted_role", language, count=count, role=phrases.role(role))
                for role, count in preview.roles.items()
            ]
            _row(PHRASES.say("roles", language), comma.join(roles))
    if not is_readable:
        add_text("p", PHRASES.say("not_for_the_reader", language), "wine small")


def _row(name: str, value: str) -> None:
    add_text("dt", name)
    add_text("dd", value)
