"""The names of the players of a game of roles."""

from __future__ import annotations

import pytest

from parlour.core import MEN, WOMEN, SeatsAsked, asked_model, check_names
from parlour.core.language import Language
from parlour.core.people import draw_names
from parlour.errors import FieldError, SetupError
from tests.cases import cases

GAMES = ("werewolf", "onenight")


def asked(game: str = "werewolf", **told: object) -> SeatsAsked:
    request = asked_model(game).model_validate(told)
    assert isinstance(request, SeatsAsked)
    return request


@cases("language", ["en", "zh"])
def test_names_are_of_women_and_men_and_begin_unlike_each_other(language: Language):
    length = {"en": 2, "zh": 1}[language]
    for seed in range(20):
        names = draw_names(18, language, seed, ["vi", "白"])
        check_names(names)
        assert len({name[:length] for name in names}) == len(names)
        assert not {name[:length] for name in names} & {"Vi", "白"}
        assert max(map(len, names)) <= 7
        assert len(WOMEN & set(names)) in range(6, 13)
        assert set(names) <= WOMEN | MEN
    assert draw_names(8, language, 1, ()) == draw_names(8, language, 1, ()) != draw_names(8, language, 2, ())


def test_names_that_begin_alike_are_drawn_where_no_others_are_left():
    assert len(set(draw_names(44, "en", 1, ["Agatha"]))) == 44


@cases("game", GAMES)
def test_players_have_the_names_of_people_only_where_that_is_asked(game: str):
    usual = asked(game).deal(1, "en").players
    assert not set(usual) & (WOMEN | MEN)
    assert set(asked(game, names="people").deal(1, "zh").players) <= WOMEN | MEN


def test_no_name_begins_like_a_role_of_the_game():
    names = {name for seed in range(40) for name in asked(names="people").deal(seed, "en").players}
    assert not {name for name in names if name[:2] in ("Vi", "Wi", "Hu", "Si", "Gr", "Ta")}
    assert len(names) > 20


def test_own_names_come_before_all_others_and_an_empty_one_leaves_the_seat_its_name():
    players = asked(players=6, called="Ann, , Bo Li，Hu").deal(1, "en").players
    assert players == ("Ann", "Player 2", "Bo Li", "Hu", "Player 5", "Player 6")
    drawn = asked(players=6, names="people", called="Agatha,Ivor").deal(1, "en").players
    assert drawn[:2] == ("Agatha", "Ivor")
    assert len({name[:2] for name in drawn}) == 6


def test_own_names_that_cannot_be_are_refused():
    with pytest.raises(FieldError, match=r"^called: 6 names for 5 players$"):
        asked(players=5, called="a,b,c,d,e,f").deal(1, "en")
    with pytest.raises((SetupError, ValueError), match="name of their own"):
        asked(players=5, called="Ann,ann").deal(1, "en")


@cases("told", [{"names": "people"}, {"called": "Ann,Bo"}, {}])
def test_another_match_like_a_played_one_has_the_same_people(told: dict[str, str]):
    request = asked(**told)
    setup = request.deal(3, "zh")
    assert request.again(setup).deal(4, "zh").players == setup.players
