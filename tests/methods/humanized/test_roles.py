from dataclasses import replace

import pytest

from parlour.agents import SeatContext
from parlour.core import find_game
from parlour.errors import SetupError
from parlour.llm import Language
from parlour.methods.humanized.wording import are_friends, read_role_words, role_words, roles_of
from tests.agents.seats import place

SHIPPED = ("mystery", "onenight", "werewolf")


def seated(game: str, language: Language = "en") -> SeatContext:
    return replace(place(), game=find_game(game), language=language, roles={})


def test_every_role_of_every_game_has_a_name_and_ideas_in_both_languages():
    for game in SHIPPED:
        english, chinese = role_words(seated(game)), role_words(seated(game, "zh"))
        assert list(english) == list(chinese)
        for role in english:
            assert len(english[role].ideas) == len(chinese[role].ideas) >= 3
            assert english[role].name == role.replace("_", " ")


def test_friends_are_on_the_same_side():
    for game, one, other, so in (
        ("werewolf", "seer", "hunter", True),
        ("werewolf", "werewolf", "villager", False),
        ("mystery", "murderer", "civilian", False),
        ("onenight", "minion", "werewolf", True),
        ("onenight", "tanner", "villager", False),
        ("onenight", "tanner", "werewolf", False),
    ):
        assert are_friends(seated(game), one, other) is so
        assert are_friends(seated(game), other, one) is so


def test_a_file_of_ideas_that_does_not_fit_its_game_is_refused():
    for text, problem in (
        ("", "file"),
        ("civilian: {name: civilian, ideas: []}", "ideas"),
        ("civilian: {name: civilian, ideas: [hide]}", "murderer"),
        (
            "{civilian: {name: a, ideas: [b]}, murderer: {name: a, ideas: [b]}, cook: {name: a, ideas: [b]}}",
            "cook",
        ),
    ):
        with pytest.raises(SetupError, match=rf"mine\.yaml.*{problem}"):
            read_role_words(text, ("civilian", "murderer"), "mine.yaml")


def test_a_game_that_says_nothing_of_its_roles_has_an_open_side_and_a_hidden_one():
    stranger = replace(find_game("werewolf"), package="tests.language.wording", roles={}, sought=("spy",))
    dealt = replace(place(), game=stranger, roles={"spy": 1, "agent": 1})
    assert roles_of(dealt) == ("agent", "spy")
    assert not are_friends(dealt, "agent", "spy")
    assert role_words(dealt)["spy"].name == "spy"
    undealt = replace(dealt, roles={})
    assert roles_of(undealt) == ("open", "hidden")
    assert role_words(undealt)["open"].name == "ordinary player"
    assert len(role_words(undealt)["hidden"].ideas) >= 3
