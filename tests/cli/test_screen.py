"""A match as it is watched on a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

import parlour
from parlour.arena import Status
from parlour.cli.game_options import game_options, read_given
from parlour.cli.screen import Screen, print_finale
from parlour.errors import UsageError
from parlour.games.mystery import MysterySetup
from parlour.library.game_options import asked_fields
from parlour.llm import Language, Ledger
from tests.agents.seats import asking
from tests.arena.mysteries import laid, mystery
from tests.cases import cases


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


OPTIONS, BROKEN = game_options()


def test_every_shipped_game_can_be_asked_for():
    assert BROKEN == ()
    assert {field.game for each in OPTIONS for field in each.fields} == {"mystery", "onenight", "werewolf"}


@cases(
    ("game", "name", "form", "choices", "span", "usual"),
    [
        ("werewolf", "self_save", "boolean", (), (None, None), True),
        ("werewolf", "ties", "choice", ("nobody", "lot", "runoff"), (None, None), "nobody"),
        ("werewolf", "words", "integer", (), (10, 500), 100),
        ("onenight", "words", "integer", (), (10, 500), 120),
        ("onenight", "players", "integer", (), (3, 10), 8),
        ("mystery", "questions", "integer", (), (1, 11), 1),
        ("mystery", "script", "string", (), (None, None), "generated"),
    ],
)
def test_a_field_is_asked_for_as_its_model_describes_it(
    game: str, name: str, form: str, choices: tuple[str, ...], span: tuple[int | None, ...], usual: object
):
    [field] = [each for each in asked_fields(game) if each.name == name]
    assert (field.form, field.choices, field.span, field.usual) == (form, choices, span, usual)


def test_roles_are_counts_of_what_the_table_knows():
    [field] = [each for each in asked_fields("onenight") if each.name == "roles"]
    assert (field.form, field.choices[:2]) == ("counts", ("seer", "mason"))
    assert field.read("seer=1, mason=2", "--roles") == {
        **dict.fromkeys(field.choices, "0"),
        "seer": "1",
        "mason": "2",
    }


def test_an_option_that_every_match_has_is_named_with_its_game():
    options, _ = game_options(reserved=["words"])
    assert {each.name for each in options} >= {"werewolf_words", "onenight_words"}


def test_an_option_of_another_game_is_refused_by_name():
    with pytest.raises(UsageError, match="--days is an option of werewolf, not of mystery"):
        read_given("mystery", {"days": 3}, OPTIONS)
