"""Where a mystery comes from: made for the table, from the shelf, or uploaded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nicegui import ui
from nicegui.events import UploadEventArguments

from parlour.games.mystery import library
from parlour.games.mystery.asking import USUAL_CAST
from parlour.llm import Language
from parlour.web.asked import MOST_SCRIPT
from parlour.web.pages.lobby.choices import Choices
from parlour.web.pages.lobby.draft import Draft, Source, fresh_seed
from parlour.web.pages.lobby.field import Field
from parlour.web.pages.lobby.language import NAMES, language_field
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.lobby.rules import whole
from parlour.web.pages.plain import said

SOURCES: tuple[Source, ...] = ("generated", "shelf", "upload")


class StoryFields:
    """The fields of a mystery's story.

    Args:
        draft: the form; kept up to date.
        language: of the page.
        on_change: told when something changes.
    """

    def __init__(self, draft: Draft, language: Language, on_change: Callable[[], object]) -> None:
        self.fields: dict[str, Field] = {}
        self._draft, self._on_change = draft, on_change
        self._language: Language = language
        said("h3", self._say("which_story"))
        sources = Choices[Source](self._say("which_story"), "sources", self._take_from)
        self._panels: dict[Source, ui.element] = {}
        for source in SOURCES:
            sources.add(source, self._say(f"source_{source}"))
            self._panels[source] = ui.element("div").classes("stack")
        sources.press(draft.source)
        panels = self._panels
        with panels["generated"]:
            self._generated()
        with panels["shelf"]:
            self._shelf = Choices[str](self._say("source_shelf"), "choices", self._choose)
        with panels["upload"]:
            self._upload()
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
        self._draft.script = script
        self._on_change()

    def _generated(self) -> None:
        draft = self._draft
        said("p", self._say("generated_hint"), "faded small")
        with ui.element("div").classes("fields"):
            players = ui.number(
                self._say("how_many"), value=draft.players or USUAL_CAST, min=3, max=12, precision=0
            )
            players.on_value_change(lambda event: self._set("players", whole(event.value)))
            victims = ui.number(
                self._say("how_many_victims"), value=draft.victims or 1, min=1, max=4, precision=0
            )
            victims.on_value_change(lambda event: self._set("victims", whole(event.value)))
            language_field(draft, self._language, self._on_change)
            ui.button(
                self._say("another_story"),
                on_click=lambda: self._set("seed", fresh_seed("mystery")),
                color=None,
            )
        self.fields |= {"game.players": players, "game.victims": victims}

    def _set(self, name: str, value: int | None) -> None:
        setattr(self._draft, name, value)
        self._on_change()

    async def _fill_shelf(self) -> None:
        """A card for each script; those in the language of the page come first."""
        shelf = await asyncio.to_thread(library.shelf)
        entries = sorted(shelf.entries, key=lambda entry: entry.script.language != self._language)
        for entry in entries:
            script = entry.script
            about = self._say(
                "about_script",
                players=len(script.players),
                victims=len(script.victims),
                tongue=NAMES[script.language],
            )
            self._shelf.add(script.id, script.title, [about, *filter(None, [script.warning])])
        if shelf.broken:
            with self._panels["shelf"]:
                said("p", self._say("broken", count=len(shelf.broken)), "faded small")
        if entries and not self._draft.script:
            self._draft.script = entries[0].script.id
        self._shelf.press(self._draft.script)
        if self._draft.source == "shelf":
            self._on_change()

    def _upload(self) -> None:
        said("p", self._say("upload_hint"), "faded small")
        told = said("p", "", "wine small", role="alert")

        async def take(event: UploadEventArguments) -> None:
            told.text = ""
            uploader.reset()
            try:
                self._draft.yaml = (await event.file.read()).decode("utf-8-sig")
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
                max_file_size=MOST_SCRIPT,
                on_upload=take,
                on_rejected=refuse,
            )
            .props("accept=.yaml,.yml,text/yaml flat bordered")
            .classes("upload")
        )

    def _say(self, key: str, **variables: object) -> str:
        return PHRASES.say(key, self._language, **variables)
