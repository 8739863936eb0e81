"""Aids under a text field: readings to switch on, sentences to tap, and dictation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from nicegui import ui

from parlour.core import Player
from parlour.language.hearing import Chip, OfferedReadings, Offers
from parlour.web.pages.look import add_text
from parlour.web.pages.table.scene import Scene, box, button

_PAUSE = 0.35
"""The seconds without a key before a hearing."""
_EARS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hearing")
"""One thread for all tables: hearings take turns, and the loop serves pages meanwhile."""

Hears = Callable[[str], OfferedReadings]


class TypingAid:
    """The readings offered of a field's text, and sentences that can be tapped into it.

    Nothing is sent: a tap lights a reading or puts it out, or writes into the field.
    """

    def __init__(self, scene: Scene, area: ui.element, offers: Offers, hears: Hears) -> None:
        self._hears = hears
        self._text: str = ""
        self._heard_text: str = ""
        self._readings: OfferedReadings | None = None
        self._newest: OfferedReadings | None = None
        self._keys: dict[str, ui.element] = {}
        self._switched: set[str] = set()
        self._tapped = set[Chip]()
        self._wait: asyncio.TimerHandle | None = None
        self._is_listening = False
        sentences = [offer.words for offer in offers.sentences]
        self._gaps = frozenset(offers.choices)
        self._say = scene.say
        with box("div", "typing"):
            self._note = add_text("p", "", "chips-note", role="status")
            self._chips = box("div", "chips", role="group", aria_labelledby=self._note.html_id)
            box(
                "typing-aid",
                data_field=area.html_id,
                data_label=scene.say("offers"),
                data_offers=json.dumps({"sentences": sentences, "choices": dict(offers.choices)}),
            )

    def open_gap(self, text: str) -> str | None:
        """Returns the first gap of a tapped sentence that is not filled."""
        return next((gap for gap in self._gaps if gap in text), None)

    def speech(self, text: str) -> str:
        """Returns a text as it is sent: with the readings that are lit."""
        readings = self._readings
        if readings is None or readings.typed != text:
            readings = self._with_tapped(self._hears(text))
        return readings.speech(self._lit(readings))

    @property
    def addressee(self) -> Player | None:
        """The addressee of the lit questions; None without one, or with several."""
        lit = self._lit(self._readings) if self._readings else ()
        addressees = {chip.to for chip in lit if chip.to}
        return addressees.pop() if len(addressees) == 1 else None

    @property
    def is_unheard(self) -> bool:
        """True if readings of the last text were offered and none is lit."""
        chips = self._newest.chips if self._newest else ()
        return bool(chips) and not any(map(self._is_lit, chips))

    def _lit(self, readings: OfferedReadings) -> list[Chip]:
        return [chip for chip in readings.chips if self._is_lit(chip)]

    def _is_lit(self, chip: Chip) -> bool:
        return chip.is_lit != (chip.text in self._switched)

    def hear_again(self) -> None:
        """Schedules a hearing of the same text, which now has another addressee."""
        self._heard_text, self._readings = "", None
        for chip in [chip for chip in self._tapped if chip.to]:
            self._put_out(chip)
        self.schedule_hearing(self._text)

    def schedule_hearing(self, text: str) -> None:
        """Schedules a hearing of the text at the next pause."""
        self._text = text.strip()
        if self._text != self._heard_text:
            self._note.text = self._say("chips_soon") if self._text else ""
        if self._wait:
            self._wait.cancel()
        self._wait = asyncio.get_running_loop().call_later(_PAUSE, self._listen)

    def _listen(self) -> None:
        self._wait = None
        if self._is_listening or self._chips.is_deleted:
            return
        if self._text == self._heard_text:
            self._draw(self._readings)
            return
        text = self._text
        self._heard_text = text
        if not text or self.open_gap(text):
            self._draw(None)
            return
        self._is_listening = True
        hearing = asyncio.get_running_loop().run_in_executor(_EARS, self._hears, text)
        hearing.add_done_callback(self._tell)

    def _tell(self, hearing: asyncio.Future[OfferedReadings]) -> None:
        self._is_listening = False
        if hearing.cancelled() or self._chips.is_deleted:
            return
        if self._text == self._heard_text:
            self._draw(hearing.result())
        else:
            self._listen()

    def _draw(self, readings: OfferedReadings | None) -> None:
        readings = self._with_tapped(readings) if readings else None
        before, self._readings = self._readings, readings
        chips = readings.chips if readings else ()
        self._tell_note()
        if before and before.chips == chips:
            return
        self._chips.clear()
        with self._chips:
            for chip in chips:
                sentence = "".join(chip.sentences)
                if self.open_gap(sentence):
                    attributes = {"type": "button", "data_put": sentence}
                    add_text("button", chip.text, "button chip-key is-begun", **attributes)
                else:
                    self._keys[chip.text] = button(chip.text, partial(self._switch, chip), "chip-key")
                    self._show(chip)

    def _switch(self, chip: Chip) -> None:
        self._switched ^= {chip.text}
        if chip.text in self._switched and not chip.is_lit:
            self._tapped.add(chip)
        else:
            self._tapped.discard(chip)
        self._show(chip)
        self._tell_note()

    def _tell_note(self) -> None:
        readings, key = self._readings, "chips_none"
        if readings and readings.chips:
            key = "chips" if readings.fits(self._lit(readings)) else "chips_long"
        self._note.text = self._say(key) if readings else ""

    def _with_tapped(self, readings: OfferedReadings) -> OfferedReadings:
        """Adds what the person has lit before typing on, unless the words it was read from are gone.

        The last sentence comes first, then what is lit. Of an earlier sentence of which something was lit
        nothing else is offered.
        """
        for chip in [chip for chip in self._tapped if chip.source not in readings.typed]:
            self._put_out(chip)
        settled = [chip.source for chip in self._tapped if not readings.typed.endswith(chip.source)]
        offered = [
            chip
            for chip in readings.chips
            if chip.is_lit or chip in self._tapped or not any(source in chip.source for source in settled)
        ]
        texts = {chip.text for chip in offered}
        unoffered = (chip for chip in self._tapped if chip.text not in texts)
        in_order = sorted(
            (*unoffered, *offered),
            key=lambda chip: (not readings.typed.endswith(chip.source), not self._is_lit(chip)),
        )
        self._newest = replace(readings, chips=tuple(in_order))
        return self._newest

    def _put_out(self, chip: Chip) -> None:
        self._tapped.discard(chip)
        self._switched.discard(chip.text)

    def _show(self, chip: Chip) -> None:
        self._keys[chip.text].props["aria-pressed"] = str(self._is_lit(chip)).lower()


_SETTINGS = ("voice", "voice_aloud", "voice_none", "voice_mute", "voice_dictates", "voice_deaf", "voice_note")
_KEY = ("dictate", "dictate_stop", "dictate_failed")


def voice_settings(scene: Scene) -> None:
    """Creates the settings of reading aloud and dictation, stored in the browser."""
    _in_browser("table-voice", scene, _SETTINGS, data_players=json.dumps(scene.players))


def dictation_key(scene: Scene, area: ui.element) -> None:
    """Creates a button that dictates into a field; hidden until dictation is on."""
    _in_browser("dictation-key", scene, _KEY, data_field=area.html_id)


def _in_browser(tag: str, scene: Scene, words: tuple[str, ...], **attributes: str) -> None:
    phrases = {key: scene.say(key) for key in words}
    box(tag, data_words=json.dumps(phrases), data_language=scene.language, **attributes)
