"""A match as it is watched on a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from parlour.cli.screen import Screen
from parlour.llm import Ledger
from tests.agents.seats import asking
from tests.arena.mysteries import laid, mystery


def test_speech_that_forms_is_shown_as_it_stands(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = io.StringIO()
    console = Console(file=shown, width=100, force_terminal=True, color_system=None)
    with Screen(setup=laid(mystery()), console=console, ledger=Ledger(), is_live=True) as screen:
        screen.asked([asking("Anna")])
        for chunk in ("I saw [red]", "a :dog:", " there."):
            screen.spoke(asking("Anna"), chunk)
    assert "Anna I saw [red]a :dog: there." in shown.getvalue()
