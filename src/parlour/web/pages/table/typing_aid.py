"""Aids under a text field: the live hearing, sentences to tap, other readings, and dictation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from nicegui import ui

from parlour.language.hearing import LiveHearing, Offers, OtherReading
from parlour.web.pages.look import add_script
from parlour.web.pages.table.scene import Scene, box, button, text

_PAUSE = 0.35
"""The seconds without a key before a hearing."""
_EARS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hearing")
"""One thread for all tables: hearings take turns, and the loop serves pages meanwhile."""

Hears = Callable[[str], LiveHearing]


class TypingAid:
    """The live hearing of a field, and sentences that can be tapped into it.

    Nothing is sent or confirmed: a tap only writes into the field.

    Args:
        scene: the table.
        area: the field.
        offers: the sentences to tap.
        hears: returns the hearing of a text.
    """

    def __init__(self, scene: Scene, area: ui.element, offers: Offers, hears: Hears) -> None:
        self._scene, self._hears = scene, hears
        self._text: str = ""
        self._heard_text: str = ""
        self._wait: asyncio.TimerHandle | None = None
        self._is_listening = False
        sentences = [offer.words for offer in offers.sentences]
        self._gaps = frozenset(offers.choices)
        with box("div", "typing"):
            self._heard = box("div", "hears", role="status")
            box(
                "typing-aid",
                data_field=area.html_id,
                data_label=scene.say("offers"),
                data_offers=json.dumps({"sentences": sentences, "choices": dict(offers.choices)}),
            )

    def schedule_hearing(self, said: str) -> None:
        """Schedules a hearing of the text at the next pause."""
        self._text = said.strip()
        if self._wait:
            self._wait.cancel()
        self._wait = asyncio.get_running_loop().call_later(_PAUSE, self._listen)

    def _listen(self) -> None:
        """Hears the text, unless a hearing is running; the latest text is heard after it."""
        self._wait = None
        if self._is_listening or self._text == self._heard_text or self._heard.is_deleted:
            return
        said = self._text
        self._heard_text = said
        if not said or any(gap in said for gap in self._gaps):
            self._draw(LiveHearing())
            return
        self._is_listening = True
        hearing = asyncio.get_running_loop().run_in_executor(_EARS, self._hears, said)
        hearing.add_done_callback(self._tell)

    def _tell(self, hearing: asyncio.Future[LiveHearing]) -> None:
        self._is_listening = False
        if hearing.cancelled() or self._heard.is_deleted:
            return
        if self._text == self._heard_text:
            self._draw(hearing.result())
        else:
            self._listen()

    def _draw(self, heard: LiveHearing) -> None:
        self._heard.clear()
        with self._heard:
            for line in heard.lines:
                text("p", line, "is-sure" if heard.is_sure else "is-doubtful")
            put_nearest(self._scene, heard.nearest)


def put_nearest(scene: Scene, nearest: str) -> None:
    """Creates a button that writes the nearest understood sentence into the field, if there is one."""
    if nearest:
        text(
            "button", scene.say("nearest", said=nearest), "offer is-nearest", type="button", data_put=nearest
        )


def help_typing() -> None:
    """Adds the script of the typing aids to a page."""
    add_script("table/typing_aid.js")


def put_others(others: Sequence[OtherReading], send: Callable[[str], None]) -> None:
    """Creates a button for each other reading.

    Args:
        others: the other readings.
        send: sends the confirmed words of the tapped reading.
    """
    if not others:
        return
    with box("div", "others"):
        for other in others:
            button(other.line, partial(send, other.confirmed), "is-other")


_SETTINGS = ("voice", "voice_aloud", "voice_none", "voice_mute", "voice_dictates", "voice_deaf", "voice_note")
_KEY = ("dictate", "dictate_stop", "dictate_failed")


def voice_settings(scene: Scene) -> None:
    """Creates the settings of reading aloud and dictation, stored in the browser."""
    _in_browser("table-voice", scene, _SETTINGS, data_players=json.dumps(scene.players))


def dictation_key(scene: Scene, area: ui.element) -> None:
    """Creates a button that dictates into a field; hidden until dictation is on."""
    _in_browser("dictation-key", scene, _KEY, data_field=area.html_id)


def hear_and_speak() -> None:
    """Adds the script of both to a page."""
    add_script("table/voice.js")


def _in_browser(tag: str, scene: Scene, words: tuple[str, ...], **attributes: str) -> None:
    said = {key: scene.say(key) for key in words}
    box(tag, data_words=json.dumps(said), data_language=scene.language, **attributes)
