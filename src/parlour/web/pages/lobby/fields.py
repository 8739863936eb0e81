"""Fields of the form that opens a table: choices, players and roles, rules, and seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeVar

from nicegui import ui
from nicegui.events import UploadEventArguments, ValueChangeEventArguments
from pydantic import JsonValue

from parlour.arena import HUMAN, REMOTE
from parlour.core import Player, find_game
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import story_shelf
from parlour.web.pages.lobby.draft import PHRASES, Rule, Source, TableDraft, field_for, rules_of
from parlour.web.pages.look import MindPicker, add_text
from parlour.web.table_request import Preview

Field = ui.select | ui.number | ui.input


def whole(value: object) -> int | None:
    """Returns a field's value as an integer; None for an empty field."""
    return int(value) if isinstance(value, int | float) else None


NAMES = {"en": "English", "zh": "中文"}


def language_field(draft: TableDraft, language: Language, on_change: Callable[[], object]) -> None:
    """Creates a field for the table's language."""

    def choose(chosen: object) -> None:
        draft.language = "zh" if chosen == "zh" else "en"
        on_change()

    field = ui.select(NAMES, value=draft.language, label=PHRASES.say("table_language", language))
    field.on_value_change(lambda event: choose(event.value))


T = TypeVar("T", bound=str)


class Choices(Generic[T]):
    """A group of buttons of which one is pressed."""

    def __init__(self, label: str, classes: str, on_choice: Callable[[T], object]) -> None:
        self._buttons: dict[T, ui.element] = {}
        self._on_choice = on_choice
        self._group = ui.element("div").classes(classes)
        self._group.props["role"] = "group"
        self._group.props["aria-label"] = label

    def add(self, name: T, title: str, about: Sequence[str] = ()) -> None:
        """Adds a button with lines of description."""
        with self._group, ui.element("button").classes("choice").props("type=button") as button:
            add_text("strong", title)
            for line in about:
                add_text("span", line, "small")
        self._buttons[name] = button.on("click", partial(self._choose, name))
        button.props["aria-pressed"] = "false"

    def press(self, name: T) -> None:
        for other, button in self._buttons.items():
            button.props["aria-pressed"] = "true" if other == name else "false"

    def _choose(self, name: T) -> None:
        self.press(name)
        self._on_choice(name)


OF_SEATS = ("players", "names", "called")
"""The options of a game of roles that say how many players there are and how they are called."""


class CircleFields:
    """The number of players, their names and their roles, which follow from the number until they are set."""

    def __init__(self, draft: TableDraft, language: Language, on_change: Callable[[], object]) -> None:
        self._draft, self._on_change = draft, on_change
        self._is_told = True
        self._language: Language = language
        self._game = find_game(draft.game)
        self._phrases = GamePhrases(draft.game, language)
        self.fields: dict[str, Field] = {}
        self._number: ui.number | None = None
        rules = rules_of(draft.game)
        with ui.element("div").classes("fields"):
            if "players" in rules:
                self._players(rules["players"])
            language_field(draft, language, on_change)
            name_fields = RuleFields(draft.game, language, draft.told_of_game(), on_change)
            name_fields.draw(rules[name] for name in OF_SEATS[1:] if name in rules)
        self.fields |= {f"game.{name}": element for name, element in name_fields.fields.items()}
        self._counts = {rule.name: self._dealt(rule) for rule in rules.values() if rule.widget == "counts"}

    def show(self, preview: Preview) -> None:
        """Shows the dealt roles without marking them as set."""
        self._is_told = False
        if self._number:
            self._number.value = len(preview.players)
        for counts in self._counts.values():
            for name, count in counts.items():
                count.value = preview.roles.get(name, 0)
        self._is_told = True

    def _players(self, rule: Rule) -> None:
        fewest, most = self._game.seats
        label = rule.label(self._phrases, self._language)
        players = ui.number(label, value=self._game.usual, min=fewest, max=most, precision=0)
        players.on_value_change(lambda event: self._set_players(whole(event.value)))
        self.fields["game.players"] = self._number = players

    def _dealt(self, rule: Rule) -> Mapping[str, ui.number]:
        label = rule.label(self._phrases, self._language)
        with ui.expansion(label).classes("rules"), ui.element("div").classes("fields"):
            counts = {
                name: ui.number(
                    self._phrases.role(name), value=0, min=0, max=self._game.seats[1], precision=0
                )
                for name in rule.counts
            }
        for name, count in counts.items():
            count.on_value_change(partial(self._set_count, rule.name, name))
        if players := self.fields.get("game.players"):
            self.fields[f"game.{rule.name}"] = players
        return counts

    def _set_players(self, players: int | None) -> None:
        if self._is_told:
            options = self._draft.told_of_game()
            for name in self._counts:
                options.pop(name, None)
            options["players"] = players
            self._on_change()

    def _set_count(self, field: str, name: str, event: ValueChangeEventArguments[float | None]) -> None:
        if self._is_told:
            counts = {role: whole(count.value) or 0 for role, count in self._counts[field].items()}
            self._draft.told_of_game()[field] = {**counts, name: whole(event.value) or 0}
            self._on_change()


class RuleFields:
    """A field for each of some options."""

    def __init__(
        self, game: str, language: Language, options: dict[str, JsonValue], on_change: Callable[[], object]
    ) -> None:
        self.fields: dict[str, Field] = {}
        self._language: Language = language
        self._phrases = GamePhrases(game, language)
        self._options, self._on_change = options, on_change

    def draw(self, rules: Iterable[Rule]) -> None:
        """Draws fields at the current place of the page."""
        for rule in rules:
            with ui.element("div").classes("rule"):
                self._draw(rule)
                if help_text := rule.help(self._phrases, self._language):
                    add_text("p", help_text, "faded small")

    def _draw(self, rule: Rule) -> None:
        label = rule.label(self._phrases, self._language)
        value = self._options.get(rule.name, rule.default)
        if rule.widget == "switch":
            switch = ui.switch(label, value=bool(value))
            switch.on_value_change(lambda event: self._set(rule, bool(event.value)))
        elif rule.widget == "choice":
            options = {choice: rule.choice(choice, self._phrases, self._language) for choice in rule.choices}
            chosen = value if value in options else None
            select = self.fields[rule.name] = ui.select(options, value=chosen, label=label)
            select.on_value_change(lambda event: self._set(rule, event.value))
        elif rule.widget == "number":
            start = value if isinstance(value, int) else None
            number = self.fields[rule.name] = ui.number(
                label, value=start, min=rule.minimum, max=rule.maximum, precision=0
            )
            number.on_value_change(lambda event: self._set(rule, whole(event.value)))
        elif rule.widget == "text":
            text = self.fields[rule.name] = ui.input(label, value=str(value or ""))
            text.on_value_change(lambda event: self._set(rule, event.value))

    def _set(self, rule: Rule, value: JsonValue) -> None:
        if value is None or value == rule.default:
            self._options.pop(rule.name, None)
        else:
            self._options[rule.name] = value
        self._on_change()


class SeatFields:
    """A picker for each seat."""

    def __init__(
        self, language: Language, seats: dict[int, tuple[str, str]], on_change: Callable[[], object]
    ) -> None:
        self._language: Language = language
        self._seats, self._on_change = seats, on_change
        self._players: tuple[Player, ...] = ()
        self._list = ui.element("ol").classes("seats")

    def show(self, players: Sequence[Player]) -> None:
        """Draws a row for each player; a seat's settings stay with its number."""
        if tuple(players) == self._players:
            return
        self._players = tuple(players)
        self._list.clear()
        with self._list:
            for number, player in enumerate(players, start=1):
                with ui.element("li"):
                    add_text("span", player, "seat-name")
                    self._picker(number, player)

    def _picker(self, number: int, player: Player) -> None:
        method, _ = self._seats.get(number, ("", ""))
        first = "agent" if not method else method if method in (HUMAN, REMOTE) else "own"
        picker = MindPicker(self._language, lambda: self._set(number, picker), label=player, first=first)

    def _set(self, number: int, picker: MindPicker) -> None:
        method, model = picker.value
        if method:
            self._seats[number] = method, model
        else:
            self._seats.pop(number, None)
        self._on_change()


class StoryFields:
    """The fields of a game's story."""

    def __init__(self, draft: TableDraft, language: Language, on_change: Callable[[], object]) -> None:
        self.fields: dict[str, Field] = {}
        self._draft, self._on_change = draft, on_change
        self._language: Language = language
        self._say = partial(PHRASES.say, language=language)
        add_text("h3", self._say("which_story"))
        sources = Choices[Source](self._say("which_story"), "sources", self._take_from)
        self._panels: dict[Source, ui.element] = {}
        rules = rules_of(draft.game)
        self._generated_rules = [rule for rule in rules.values() if rule.is_made and not rule.is_hidden]
        self._story, self._file = field_for(draft.game, "story") or "", field_for(draft.game, "file")
        availability: dict[Source, bool] = {
            "generated": bool(rules[self._story].default),
            "shelf": True,
            "upload": self._file is not None,
        }
        offered: list[Source] = [source for source, is_there in availability.items() if is_there]
        for source in offered:
            sources.add(source, self._say(f"source_{source}"))
            self._panels[source] = ui.element("div").classes("stack")
        sources.press(draft.source)
        panels = self._panels
        if "generated" in panels:
            with panels["generated"]:
                self._draw_generated()
        with panels["shelf"]:
            self._shelf = Choices[str](self._say("source_shelf"), "choices", self._choose)
        if self._file:
            with panels["upload"]:
                self._upload(self._file, rules[self._file].maximum)
        self._show_source()
        ui.timer(0, self._fill_shelf, once=True)

    def _take_from(self, source: Source) -> None:
        self._draft.source = source
        self._show_source()
        self._on_change()

    def _show_source(self) -> None:
        for source, panel in self._panels.items():
            panel.set_visibility(source == self._draft.source)

    def _choose(self, script: str) -> None:
        self._draft.told_of_game()[self._story] = script
        self._on_change()

    def _draw_generated(self) -> None:
        draft = self._draft
        if hint := GamePhrases(draft.game, self._language).find("generated_hint"):
            add_text("p", hint, "faded small")
        rule_fields = RuleFields(draft.game, self._language, draft.told_of_game(), self._on_change)
        with ui.element("div").classes("fields"):
            rule_fields.draw(self._generated_rules)
            language_field(draft, self._language, self._on_change)
            ui.button(self._say("another_story"), on_click=self._sow, color=None)
        self.fields |= {f"game.{name}": element for name, element in rule_fields.fields.items()}

    def _sow(self) -> None:
        self._draft.draw_seed()
        self._on_change()

    async def _fill_shelf(self) -> None:
        shelf = await asyncio.to_thread(story_shelf, self._draft.game)
        premises = sorted(shelf.premises, key=lambda premise: premise.language != self._language)
        for premise in premises:
            about = self._say("about_story", players=len(premise.players), tongue=NAMES[premise.language])
            if premise.victims:
                about += self._say("about_victims", victims=len(premise.victims))
            self._shelf.add(premise.id, premise.title, [about, *filter(None, [premise.warning])])
        if shelf.broken:
            with self._panels["shelf"]:
                add_text("p", self._say("broken", count=shelf.broken), "faded small")
        options = self._draft.told_of_game()
        if premises and self._story not in options:
            options[self._story] = premises[0].id
        self._shelf.press(str(options.get(self._story, "")))
        if self._draft.source == "shelf":
            self._on_change()

    def _upload(self, field: str, most: int | None) -> None:
        add_text("p", self._say("upload_hint"), "faded small")
        alert = add_text("p", "", "wine small", role="alert")

        async def take(event: UploadEventArguments) -> None:
            alert.text = ""
            uploader.reset()
            try:
                self._draft.told_of_game()[field] = (await event.file.read()).decode("utf-8-sig")
            except UnicodeDecodeError:
                alert.text = self._say("not_utf8")
                return
            self._on_change()

        def refuse() -> None:
            alert.text = self._say("upload_too_large")

        uploader = (
            ui.upload(
                label=self._say("upload"),
                auto_upload=True,
                max_file_size=most,
                on_upload=take,
                on_rejected=refuse,
            )
            .props("accept=.yaml,.yml,text/yaml flat bordered")
            .classes("upload")
        )
