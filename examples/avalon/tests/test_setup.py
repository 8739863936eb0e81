"""Who can be dealt, and what a table's fields say of themselves."""

from __future__ import annotations

import re

import pytest
from parlour.errors import SetupError
from pydantic import TypeAdapter, ValidationError

from parlour_avalon import AvalonSetup, Role, RoleTable, Team, seat_names, start, usual_table
from parlour_avalon.quests import QUESTS, SIZES, fails_needed
from tables import NAMES, table

COUNTS = range(5, 11)


@pytest.mark.parametrize(
    ("players", "good", "evil"), [(5, 3, 2), (6, 4, 2), (7, 4, 3), (8, 5, 3), (9, 6, 3), (10, 6, 4)]
)
def test_so_many_of_the_usual_table_are_good_and_evil(players: int, good: int, evil: int):
    sides = [role.team for role in usual_table(players).roles]
    assert (sides.count(Team.GOOD), sides.count(Team.EVIL)) == (good, evil)


def test_the_usual_tables_are_those_that_chinese_players_use():
    evil = {n: {role for role in usual_table(n).roles if role.team is Team.EVIL} for n in COUNTS}
    both = {Role.ASSASSIN, Role.MORGANA}
    assert evil == {
        5: both,
        6: both,
        7: both | {Role.OBERON},
        8: both | {Role.MINION},
        9: both | {Role.MORDRED},
        10: both | {Role.MORDRED, Role.OBERON},
    }


def test_quests_are_as_large_as_in_the_published_game():
    assert {players: "".join(map(str, sizes)) for players, sizes in SIZES.items()} == {
        5: "23233",
        6: "23434",
        7: "23344",
        8: "34455",
        9: "34455",
        10: "34455",
    }


def test_only_the_fourth_quest_of_seven_or_more_takes_two_fails():
    hard = {
        (players, quest)
        for players in COUNTS
        for quest in range(1, QUESTS + 1)
        if fails_needed(players, quest) == 2
    }
    assert hard == {(players, 4) for players in range(7, 11)}


@pytest.mark.parametrize("players", [4, 11])
def test_fewer_than_five_and_more_than_ten_are_refused(players: int):
    with pytest.raises(SetupError, match="for 5 to 10 players"):
        AvalonSetup(players=seat_names(players, "en"))
    with pytest.raises(SetupError, match="for 5 to 10 players"):
        usual_table(players)


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        ("ssPAG", "exactly one merlin and one assassin"),
        ("MMsAG", "exactly one merlin and one assassin"),
        ("MPsmG", "exactly one merlin and one assassin"),
        ("MPPAG", "one percival at most"),
        ("MPsssAGG", "one morgana at most"),
        ("MPssA", "2 are evil, not 1"),
        ("MPAGD", "2 are evil, not 3"),
    ],
)
def test_a_deal_that_the_game_does_not_have_is_refused(deal: str, problem: str):
    with pytest.raises(SetupError, match=problem):
        table(deal)


def test_roles_must_be_as_many_as_the_players():
    with pytest.raises(SetupError, match="6 roles for 5 players"):
        AvalonSetup(players=NAMES[:5], roles=RoleTable(servant=3, minion=1))


def test_a_deal_must_agree_with_the_roles():
    with pytest.raises(SetupError, match="where the table has"):
        table("MPsAG", roles=RoleTable(servant=2, minion=1))


@pytest.mark.parametrize("players", [("Ann", "Ann", "Bo", "Cy", "Di"), ("Ann", " ", "Bo", "Cy", "Di")])
def test_every_player_needs_a_name_of_their_own(players: tuple[str, ...]):
    with pytest.raises(SetupError, match="a name of their own"):
        AvalonSetup(players=players)


def test_seats_must_be_those_of_the_setup():
    with pytest.raises(SetupError, match="the seats of this table are"):
        start(NAMES[:5], 1, AvalonSetup(players=NAMES[1:6]))


def test_what_a_setup_does_not_have_is_refused():
    with pytest.raises(ValidationError):
        table(lady=True)


@pytest.mark.parametrize("players", COUNTS)
def test_the_seed_deals_the_table_in_many_ways_and_draws_every_leader(players: int):
    setup = AvalonSetup(players=NAMES[:players])
    deals = {setup.dealt(seed) for seed in range(60)}
    assert len(deals) > 20
    assert all(sorted(deal) == sorted(setup.table.roles) for deal in deals)
    assert {setup.first_leader(seed) for seed in range(100)} == set(range(players))
    assert {table("MPsAG").first_leader(seed) for seed in range(20)} == {0}


def test_a_deal_that_is_given_is_dealt():
    assert table("GAsPM").dealt(7) == tuple(reversed(table("MPsAG").deal))


def test_a_setup_survives_json():
    setup = table("MPssAGO", language="zh", confers=True)
    assert TypeAdapter(AvalonSetup).validate_json(setup.model_dump_json()) == setup


def test_a_chinese_speech_may_be_longer():
    assert (table(words=100).longest, table(words=100, language="zh").longest) == (100, 160)


def test_every_field_is_titled_and_described_in_both_languages():
    fields = AvalonSetup.model_json_schema()["properties"]
    for name in set(fields) - {"name"}:
        said = fields[name]
        assert said["title"]
        assert said["description"].endswith(".")
        assert set(said["zh"]) == {"title", "description"}
        assert all(re.search(r"[\u3400-\u9fff]", words) for words in said["zh"].values())


@pytest.mark.parametrize(
    ("language", "names"), [("en", ("Player 1", "Player 2")), ("zh", ("1号玩家", "2号玩家"))]
)
def test_seats_are_named_in_the_language_of_the_table(language: str, names: tuple[str, ...]):
    assert seat_names(2, "zh" if language == "zh" else "en") == names
