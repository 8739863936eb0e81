"""Setups and sentences that every game has."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from pydantic import ValidationError

from parlour.core import GAMES, read_asked
from parlour.errors import SetupError
from parlour.games import onenight, werewolf
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.language.wording.rulebook import named_sentences, sentences

WOLVES, NIGHTS = werewolf.seat_names(18, "en"), onenight.seat_names(10, "en")


def test_the_papers_eight():
    """The trust paper; Deng and Cai, appendix A.1."""
    wolves = {"werewolf": 3, "seer": 1, "witch": 1, "guard": 1, "villager": 2}
    assert werewolf.usual_table(8) == werewolf.RoleTable(**wolves)
    night = {"seer": 1, "mason": 2, "villager": 2, "werewolf": 1, "minion": 1, "tanner": 1}
    assert onenight.usual_table(8) == onenight.RoleTable(**night)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"werewolf": 2, "villager": 4}, "6 roles for 8 players: 2 werewolf, 4 villager"),
        ({"werewolf": 4, "villager": 4}, "of 8 players, 1 to 3 are werewolves: 4 werewolf, 4 villager"),
        ({"white_wolf_king": 1, "wolf_beauty": 1, "werewolf": 2, "villager": 4}, "1 to 3 are werewolves"),
        ({"werewolf": 2, "witch": 2, "villager": 4}, "a table has one witch at most"),
        ({"werewolf": 1, "sister": 1, "villager": 6}, "there are two or none"),
        ({"werewolf": 2, "thief": 1}, "thief"),
    ],
)
def test_roles_of_werewolf_that_cannot_be_dealt_are_refused(options: dict[str, int], problem: str):
    with pytest.raises((SetupError, ValidationError), match=problem):
        WerewolfSetup.model_validate({"players": WOLVES[:8], "roles": options})


@pytest.mark.parametrize(
    ("count", "options", "problem"),
    [
        (8, {"roles": {"villager": 6}}, "7 roles for 8 players: 6 villager, 1 werewolf"),
        (8, {"roles": {"villager": 6, "werewolf": 2}}, "exactly one werewolf"),
        (8, {"roles": {"mason": 1, "villager": 6}}, "two or none"),
        (8, {"roles": {"seer": 2, "villager": 5}}, "one seer at most"),
        (3, {"roles": {"minion": 1, "tanner": 1}}, "nobody here is of the village"),
        (3, {"roles": {"robber": 1, "villager": 1}}, "robber sits at tables of people alone"),
        (4, {"minion_knows_wolf": True}, "no minion is dealt here"),
        (3, {"cast": "ego4d"}, "people's tables"),
        (3, {"rules": "people", "roles": {"werewolf": 2, "villager": 3}}, "5 cards for 3 players and 3"),
        (3, {"rules": "people", "roles": {"werewolf": 4, "villager": 2}}, "one to 3 werewolves"),
        (3, {"rules": "people", "roles": {"werewolf": 2, "mason": 1, "villager": 3}}, "two or none"),
        (8, {"rounds": 11}, "rounds"),
        (8, {"moon": "full"}, "moon"),
    ],
)
def test_what_one_night_cannot_be_played_with_is_refused(
    count: int, options: dict[str, object], problem: str
):
    with pytest.raises((SetupError, ValidationError), match=problem):
        OneNightSetup.model_validate({"players": NIGHTS[:count], **options})


def test_tables_too_small_or_too_large_and_names_that_cannot_be_told_apart_are_refused():
    for count in (0, 4, 19):
        with pytest.raises(SetupError, match=f"Werewolf is for 5 to 18 players, not {count}"):
            WerewolfSetup(players=werewolf.seat_names(count, "en"))
    for count in (-1, 2, 11):
        with pytest.raises(SetupError, match=f"not {count}"):
            onenight.usual_table(count)
    for first, problem in (
        ("Ann", "a name of their own"),
        (" ", "a name of their own"),
        ("Ann\u202eoB", "one line of what can be seen"),
    ):
        with pytest.raises(SetupError, match=problem):
            OneNightSetup(players=(first, "Ann", "Bo"))


def test_a_deal_must_be_of_the_table_that_is_asked_for_and_of_its_players():
    deal = (werewolf.Role.WEREWOLF, *[werewolf.Role.VILLAGER] * 7)
    setup = WerewolfSetup(players=WOLVES[:8], deal=deal)
    assert setup.dealt(seed=5) == deal
    with pytest.raises(SetupError, match="the deal has 1 werewolf, 7 villager, where the table has 2"):
        WerewolfSetup(players=WOLVES[:8], deal=deal, roles=werewolf.RoleTable(werewolf=2, villager=6))
    with pytest.raises(SetupError, match="the seats of this table are Player 1, Player 2"):
        werewolf.start(WOLVES[7::-1], 1, setup)
    with pytest.raises(SetupError, match="the seats of this table are Alpha, Beta"):
        onenight.start(NIGHTS[7::-1], 1, OneNightSetup(players=NIGHTS[:8]))


@pytest.mark.parametrize(
    "setup",
    [WerewolfSetup(players=WOLVES[:8]), OneNightSetup(players=NIGHTS[:8])],
    ids=lambda told: told.name,
)
def test_the_seed_deals_the_roles_and_no_seat_is_favoured(setup: WerewolfSetup | OneNightSetup):
    deals = [setup.dealt(seed) for seed in range(2000)]
    assert deals == [setup.dealt(seed) for seed in range(2000)]
    assert all(Counter(deal) == Counter(setup.table.roles) for deal in deals)
    wolves = Counter(seat for deal in deals for seat, role in enumerate(deal) if role == "werewolf")
    expected = 250 * setup.table.werewolf
    assert all(wolves[seat] == pytest.approx(expected, abs=90) for seat in range(8))


def test_roles_are_counted_in_a_text_as_on_the_command_line_and_seat_as_many():
    table = werewolf.RoleTable.model_validate("werewolf=2, seer=1,villager=3")
    assert table == werewolf.RoleTable(werewolf=2, seer=1, villager=3)
    for text in ("werewolf", "werewolf=two", "werewolf=1,werewolf=2", ""):
        with pytest.raises(ValidationError, match="is not written as ROLE=2,ROLE=1"):
            werewolf.RoleTable.model_validate(text)
    roles = {"werewolf": 2, "seer": 1, "robber": 1, "villager": 3}
    asked = read_asked({"name": "onenight", "rules": "people", "roles": roles})
    assert len(asked.deal(1, "en").players) == 4


def test_both_languages_have_a_line_for_every_kind_of_event():
    for game in GAMES.names:
        package, kinds = GAMES.find(game).package, set(GAMES.find(game).kinds.events)
        lines = {
            language: [*sentences(package, language, dealt=True), *sentences(package, language)]
            for language in ("en", "zh")
        }
        for each in lines.values():
            assert {line.kind for line in each} == kinds
        assert {line.kind for line in lines["en"]} == {line.kind for line in lines["zh"]}


def test_every_private_act_that_says_you_has_a_line_that_names_its_actor():
    for game in GAMES.names:
        package = GAMES.find(game).package
        for language, you in (("en", re.compile(r"\byou", re.IGNORECASE)), ("zh", re.compile("你"))):
            named = named_sentences(package, language)
            assert all("{actor}" in line.text and not you.search(line.text) for line in named)
            private = {line.kind for line in sentences(package, language) if you.search(line.text)}
            assert private == {line.kind for line in named}, (game, language)
