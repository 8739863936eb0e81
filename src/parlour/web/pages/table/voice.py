"""The table read aloud, and dictation, by what the browser itself has: both off until somebody asks."""

from __future__ import annotations

import json

from nicegui import ui

from parlour.web.pages.look import add_script
from parlour.web.pages.table.nodes import box
from parlour.web.pages.table.scene import Scene

_SETTINGS = ("voice", "voice_aloud", "voice_none", "voice_mute", "voice_dictates", "voice_deaf", "voice_note")
_KEY = ("dictate", "dictate_stop", "dictate_failed")


def voice_settings(scene: Scene) -> None:
    """What one chooses of it, kept in the own browser; whatever is said from then on is read aloud."""
    _in_browser("table-voice", scene, _SETTINGS, data_players=json.dumps(scene.players))


def dictation_key(scene: Scene, area: ui.element) -> None:
    """What writes into a field as one speaks; hidden until dictation is chosen."""
    _in_browser("dictation-key", scene, _KEY, data_field=area.html_id)


def hear_and_speak() -> None:
    """Has a page know both."""
    add_script("table/voice.js")


def _in_browser(tag: str, scene: Scene, words: tuple[str, ...], **attributes: str) -> None:
    said = {key: scene.say(key) for key in words}
    box(tag, data_words=json.dumps(said), data_language=scene.language, **attributes)
