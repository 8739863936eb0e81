"""Options of `parlour play` follow from what can be asked of the installed games."""

from __future__ import annotations

import pytest

from parlour.cli.game_options import game_options, read_given
from parlour.errors import UsageError
from parlour.library.game_options import asked_fields
from tests.cases import cases

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
    options, _ = game_options(taken=["words"])
    assert {each.name for each in options} >= {"werewolf_words", "onenight_words"}


def test_an_option_of_another_game_is_refused_by_name():
    with pytest.raises(UsageError, match="--days is an option of werewolf, not of mystery"):
        read_given("mystery", {"days": 3}, OPTIONS)
