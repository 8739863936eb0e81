"""The source of a story: generated, from the shelf, or uploaded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nicegui import ui
from nicegui.events import UploadEventArguments

from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import story_shelf
from parlour.web.pages.lobby.draft import PHRASES, Source, TableDraft, field_for, rules_of
from parlour.web.pages.lobby.fields import NAMES, Choices, Field, RuleFields, language_field
from parlour.web.pages.look import add_text


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
        self._made = [rule for rule in rules.values() if rule.is_made and not rule.is_hidden]
        self._story, self._file = field_for(draft.game, "story") or "", field_for(draft.game, "file")
        kept: dict[Source, bool] = {
            "generated": bool(rules[self._story].default),
            "shelf": True,
            "upload": self._file is not None,
        }
        found: list[Source] = [source for source, is_there in kept.items() if is_there]
        for source in found:
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
        made = RuleFields(draft.game, self._language, draft.told_of_game(), self._on_change)
        with ui.element("div").classes("fields"):
            made.draw(self._made)
            language_field(draft, self._language, self._on_change)
            ui.button(self._say("another_story"), on_click=self._sow, color=None)
        self.fields |= {f"game.{name}": element for name, element in made.fields.items()}

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
        told = self._draft.told_of_game()
        if premises and self._story not in told:
            told[self._story] = premises[0].id
        self._shelf.press(str(told.get(self._story, "")))
        if self._draft.source == "shelf":
            self._on_change()

    def _upload(self, field: str, most: int | None) -> None:
        add_text("p", self._say("upload_hint"), "faded small")
        told = add_text("p", "", "wine small", role="alert")

        async def take(event: UploadEventArguments) -> None:
            told.text = ""
            uploader.reset()
            try:
                self._draft.told_of_game()[field] = (await event.file.read()).decode("utf-8-sig")
            except UnicodeDecodeError:
                told.text = self._say("not_utf8")
                return
            self._on_change()

        def refuse() -> None:
            told.text = self._say("upload_too_large")

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
