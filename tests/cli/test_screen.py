"""A match as it is watched on a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

import parlour
from parlour.arena import Status
from parlour.cli.screen import Screen, print_finale
from parlour.games.mystery import MysterySetup
from parlour.llm import Language, Ledger
from tests.agents.seats import asking
from tests.arena.mysteries import laid, mystery


def test_speech_that_forms_is_shown_as_it_stands(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = io.StringIO()
    console = Console(file=shown, width=100, force_terminal=True, color_system=None)
    with Screen(setup=laid(mystery()), console=console, ledger=Ledger(), is_live=True) as screen:
        screen.on_requests([asking("Anna")])
        for chunk in ("I saw [red]", "a :dog:", " there."):
            screen.spoke(asking("Anna"), chunk)
    assert "Anna I saw [red]a :dog: there." in shown.getvalue()


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "How it could be known"), ("zh", "真相是怎样推出来的")]
)
def test_the_proof_is_printed_step_by_step_and_only_when_the_match_is_over(language: Language, heading: str):
    record = parlour.play(
        "mystery",
        seed=7,
        players=5,
        rounds=1,
        answers=False,
        method="plain",
        model="reader",
        language=language,
        db=":memory:",
    ).record
    shown = io.StringIO()
    console = Console(file=shown, width=200)
    print_finale(console, replace(record, status=Status.STOPPED))
    assert not shown.getvalue()
    print_finale(console, record)
    printed = shown.getvalue()
    assert heading in printed
    script = MysterySetup.of(record.setup.game).script
    places = [printed.index(f"\n{number}. ") for number in range(1, len(script.players))]
    assert places == sorted(places)
    assert printed.index(heading) < places[0]
    assert script.victims[0].murderers[0] in printed[places[-1] :]
