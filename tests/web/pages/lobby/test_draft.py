"""The form as it is filled in becomes the table that is asked for."""

from __future__ import annotations

from typing import get_args

import pytest

from parlour import library
from parlour.agents import METHODS
from parlour.arena import HUMAN
from parlour.errors import FieldError
from parlour.games.mystery import generate
from parlour.llm import Language
from parlour.web.hosting import Standing
from parlour.web.pages.lobby.draft import Draft, fresh_seed
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.lobby.rules import SHOWN, rules_of
from parlour.web.pages.minds.pickers import PHRASES as MINDS
from parlour.web.pages.minds.pickers import method_names, told_mind

GAMES: tuple[str, ...] = get_args(str)


def test_an_untouched_form_opens_every_game():
    for game in GAMES:
        seen = Draft(language="zh", game=game).asked().preview()
        assert (seen.game, seen.language) == (game, "zh")


def test_what_is_told_of_seats_that_are_not_there_any_more_is_left_out():
    draft = Draft(language="en", players=4, seats={1: (HUMAN, ""), 6: ("random", "")})
    assert [seat.player for seat in draft.asked(4).seats] == ["1"]
    assert [seat.player for seat in draft.asked(6).seats] == ["1", "6"]


def test_rules_and_roles_of_a_game_stay_with_it():
    draft = Draft(
        language="en", rules={"werewolf": {"ties": "lot"}}, roles={"werewolf": {"werewolf": 2, "villager": 4}}
    )
    draft.game = "onenight"
    assert draft.asked().preview().roles["werewolf"] == 1
    draft.game = "werewolf"
    assert draft.asked().preview().roles == {"werewolf": 2, "villager": 4}


def test_a_story_is_made_taken_from_the_shelf_or_uploaded():
    draft = Draft(
        language="en", source="shelf", script="teahouse", yaml=library.saves(generate(4, lang="zh"))
    )
    assert draft.asked().preview().title == "Plum Rain at Willow Ferry"
    draft.source = "upload"
    assert draft.asked().preview().language == "zh"


def test_it_is_known_whether_the_reader_would_have_to_read_free_prose():
    draft = Draft(language="en", model="openai:gpt-4o-mini")
    assert not draft.is_read(4)
    draft.seats = {2: ("plain", "reader")}
    assert draft.is_read(4)
    assert not draft.is_read(1)
    draft.seats = {2: ("random", "reader"), 3: (HUMAN, "")}
    assert not draft.is_read(4)
    draft.model = "reader"
    assert draft.is_read(4)
    draft.seats = dict.fromkeys(range(1, 5), (HUMAN, ""))
    assert not draft.is_read(4)


def test_an_upload_that_has_not_come_is_no_table_yet():
    assert not Draft(language="en", source="upload").is_complete
    assert Draft(language="en", source="upload", game="werewolf").is_complete
    assert Draft(language="en", source="upload", yaml="title: Half").is_complete


def test_what_is_wrong_is_told_by_the_field_that_the_form_shows():
    with pytest.raises(FieldError) as raised:
        Draft(language="en", players=99).asked()
    assert raised.value.field == "game.players"
    with pytest.raises(FieldError) as raised:
        Draft(language="en", seconds=1).asked()
    assert raised.value.field == "seconds"


def test_a_mysterys_seed_is_short_enough_for_a_title():
    assert all(fresh_seed("mystery") < 10_000 for _ in range(50))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_rule_choice_and_standing_has_a_word(language: Language):
    words = PHRASES.all(language)
    for game in GAMES:
        assert {f"game_{game}", f"about_{game}", f"play_{game}"} <= words.keys()
        for name, rule in rules_of(game).items():
            assert f"rule_{name}" in words
            assert {f"{name}_{choice}" for choice in rule.enum} <= words.keys()
    assert {f"standing_{standing}" for standing in Standing} <= words.keys()


def test_a_rule_takes_what_its_setup_takes():
    rules = rules_of("werewolf")
    assert rules.keys() == set(SHOWN["werewolf"])
    assert (rules["words"].minimum, rules["words"].maximum, rules["words"].default) == (10, 500, 100)
    assert rules["ties"].enum == ("nobody", "lot", "runoff")


def test_every_method_of_ours_is_told_in_chinese_and_a_mind_in_a_few_words():
    assert {f"method_{name}" for name in METHODS.names} <= MINDS.all("zh").keys()
    assert method_names("zh").keys() >= set(METHODS.names)
    assert told_mind("human", "", "zh") == "真人"
    assert told_mind("random", "", "en") == "random"
    assert told_mind("plain", "reader", "en") == "plain on reader"
