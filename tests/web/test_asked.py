"""What a form or a program asks for becomes a setup, or a sentence about one of its fields."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from pydantic import ValidationError

from parlour.errors import FieldError
from parlour.games.mystery import MysterySetup, generate, library
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import BUILT_IN
from parlour.web.table_request import TableAsked

Body = dict[str, object]
ASK = TableAsked.model_validate


def window(model: str) -> int:
    return len(model) * 1000


def test_an_empty_form_is_a_generated_mystery_of_six_agents_with_the_reader():
    setup = TableAsked().setup(window)
    assert isinstance(setup.game, MysterySetup)
    assert len(setup.players) == 6
    assert {(seat.method, seat.model) for seat in setup.seats} == {("player-star", BUILT_IN)}


@pytest.mark.parametrize("game", ["werewolf", "onenight"])
@pytest.mark.parametrize(
    ("wanted", "field"),
    [({"players": 10**6}, "game.players"), ({"roles": {"villager": 10**6}}, "game.roles.villager")],
)
def test_a_table_of_a_million_is_refused_before_it_is_counted_out(game: str, wanted: Body, field: str):
    tracemalloc.start()
    try:
        with pytest.raises((FieldError, ValidationError)) as told:
            ASK({"game": {"name": game, **wanted}}).setup(window)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert field.rpartition(".")[2] in str(getattr(told.value, "field", told.value))


def test_a_preview_is_of_the_very_table_that_is_opened_with_its_seed():
    form: dict[str, object] = {"game": {"name": "mystery", "players": 5, "victims": 2}}
    seen = ASK(form).preview()
    in_json = json.loads(seen.model_dump_json())["seed"]
    setup = ASK(form | {"seed": in_json}).setup(window)
    assert seen.seed == setup.seed
    assert in_json == str(seen.seed), "JSON's readers round numbers of 128 bits"
    assert seen.players == setup.players
    assert seen.title == MysterySetup.of(setup.game).script.title
    assert len(seen.victims) == 2
    assert seen.warning


def test_a_preview_of_a_script_says_whether_the_reader_understands_it_and_not_who_did_it():
    seen = ASK({"game": {"name": "mystery", "script": "lighthouse"}, "language": "zh"}).preview()
    assert (seen.language, seen.reader_plays) == ("zh", False)
    assert "murderer" not in seen.model_dump_json()


def test_seats_are_told_by_name_by_its_beginning_or_by_number():
    game = {"name": "mystery", "players": 4}
    names = ASK({"game": game, "seed": 3}).preview().players
    seats = [{"player": "1", "method": "human"}, {"player": names[2][:4].lower(), "method": "random"}]
    laid = ASK({"game": game, "seed": 3, "method": "plain", "seats": seats}).setup(window)
    assert [seat.method for seat in laid.seats] == ["human", "plain", "random", "plain"]
    assert [seat.model for seat in laid.seats] == ["", BUILT_IN, "", BUILT_IN]


def test_an_uploaded_script_is_played_and_its_own_names_may_hold_anything():
    yaml = library.saves(generate(4, players=4)).replace("title:", "title: <b>Bold</b>", 1)
    first = generate(4, players=4).players[0]
    odd = f"{first}=a@b"
    setup = ASK(
        {
            "game": {"name": "mystery", "yaml": yaml.replace(first, odd)},
            "seats": [{"player": odd, "method": "human"}],
        }
    ).setup(window)
    assert setup.seats[0].player == odd
    assert MysterySetup.of(setup.game).script.title.startswith("<b>Bold</b>")


def test_roles_and_rules_of_werewolf_reach_the_table():
    roles = {"werewolf": 2, "seer": 1, "villager": 4}
    game = {"name": "werewolf", "roles": roles, "ties": "runoff", "words": 50}
    setup = ASK({"game": game, "language": "zh"}).setup(window)
    assert isinstance(setup.game, WerewolfSetup)
    assert (len(setup.players), setup.game.ties, setup.game.words) == (7, "runoff", 50)
    assert ASK({"game": game}).preview().roles == roles


WRONG: tuple[tuple[Body, str, str], ...] = (
    ({"game": {"name": "mystery", "script": "lighthose"}}, "game.script", "there is no script"),
    ({"game": {"name": "mystery", "script": "lighthouse", "players": 5}}, "game.script", "its own"),
    ({"game": {"name": "mystery", "players": 3, "victims": 4}}, "game.players", ""),
    ({"game": {"name": "mystery", "yaml": "title: Half\n"}}, "game.yaml", "is missing"),
    ({"game": {"name": "werewolf", "players": 3}}, "game.players", "5 to 18"),
    ({"game": {"name": "werewolf", "players": 6, "roles": {"werewolf": 5}}}, "game.roles", "6"),
    ({"game": {"name": "onenight", "players": 11}}, "game.players", "3 to 10"),
    ({"game": {"name": "onenight", "players": 4, "minion_knows_wolf": True}}, "game.players", "minion"),
    ({"method": "plian"}, "method", "plain"),
    ({"method": "plain:colour"}, "method", "name=value"),
    ({"seats": [{"player": "9"}]}, "seats.0.player", "no seat"),
    ({"seats": [{"player": "1"}, {"player": "1"}]}, "seats.1.player", "twice"),
    ({"seats": [{"player": "1"}, {"player": "2", "method": "nobody"}]}, "seats.1.method", "nobody"),
)
"""Forms that cannot be played: the form, the field that is wrong and a word of the message."""


def test_what_cannot_be_is_told_by_field():
    for form, field, word in WRONG:
        with pytest.raises(FieldError) as raised:
            ASK(form).setup(window)
        assert raised.value.field == field
        assert word in raised.value.message


def test_a_model_that_is_not_there_is_told_where_it_was_named(monkeypatch: pytest.MonkeyPatch):
    from parlour.llm import ModelPool

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(FieldError) as raised:
        ASK({"seats": [{"player": "2", "model": "openai:gpt-4o-mini"}]}).setup(ModelPool().window)
    assert raised.value.field == "seats.0.model"
    with pytest.raises(FieldError) as raised:
        ASK({"model": "nobody-knows"}).setup(ModelPool().window)
    assert raised.value.field == "model"


def test_a_file_of_the_server_is_never_opened_for_a_form(tmp_path: Path):
    secret = tmp_path / "secret.yaml"
    secret.write_text("title: Mine\n", encoding="utf-8")
    with pytest.raises(FieldError, match="script of the library"):
        ASK({"game": {"name": "mystery", "script": str(secret)}}).preview()


NO_FORMS: tuple[Body, ...] = (
    {"game": {"name": "chess"}},
    {"game": {"name": "werewolf", "script": "lighthouse"}},
    {"game": {"name": "werewolf", "words": 9}},
    {"colour": "red"},
    {"seconds": 1},
    {"seed": -1},
    {"game": {"name": "mystery", "yaml": "x" * 1_000_001}},
)


def test_what_is_no_form_at_all_is_refused():
    for form in NO_FORMS:
        with pytest.raises(ValidationError):
            ASK(form)


def test_a_name_has_so_many_characters_at_most():
    for field, most in (("player", 200), ("method", 200), ("model", 500)):
        seat = {"player": "1", field: "a" * most}
        assert getattr(ASK({"seats": [seat]}).seats[0], field) == "a" * most
        for told in ({"seats": [{**seat, field: "a" * (most + 1)}]}, {field: "a" * (most + 1)}):
            with pytest.raises(ValidationError):
                ASK(told)
