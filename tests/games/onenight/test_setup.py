from collections import Counter

import pytest
from pydantic import ValidationError

from parlour.errors import SetupError
from parlour.games.onenight import OneNightSetup, Role, RoleTable, Team, seat_names, start, usual_table

EIGHT = seat_names(8, "en")


def test_the_papers_eight_are_those_of_appendix_a1():
    assert usual_table(8) == RoleTable(seer=1, mason=2, villager=2, werewolf=1, minion=1, tanner=1)
    sides = Counter(role.team for role in usual_table(8).roles)
    assert sides == {Team.VILLAGE: 5, Team.WEREWOLF: 2, Team.TANNER: 1}


def test_a_larger_usual_table_brings_a_new_role():
    for count, new in ((5, Role.MINION), (6, Role.MASON), (7, Role.TANNER)):
        assert {*usual_table(count).roles} - {*usual_table(count - 1).roles} == {new}


def test_every_usual_table_can_be_dealt():
    for count in range(3, 11):
        setup = OneNightSetup(players=seat_names(count, "en"))
        assert len(setup.table.roles) == count
        assert setup.table.roles.count(Role.WEREWOLF) == setup.table.roles.count(Role.SEER) == 1


def test_a_table_too_small_or_too_large_is_refused():
    for count in (0, 2, 11):
        names = tuple(f"Player {n}" for n in range(count))
        with pytest.raises(SetupError, match=f"One Night is for 3 to 10 players, not {count}"):
            OneNightSetup(players=names)
        with pytest.raises(SetupError, match=f"not {count}"):
            usual_table(count)


def test_there_are_names_for_ten_and_no_more():
    for count in (-1, 11):
        with pytest.raises(SetupError, match=f"not {count}"):
            seat_names(count, "en")


def test_roles_that_cannot_be_dealt_are_refused_with_the_reason():
    for roles, problem in [
        (RoleTable(villager=6), "7 roles for 8 players: 6 villager, 1 werewolf"),
        (RoleTable(villager=8, werewolf=0), "exactly one werewolf: 8 villager"),
        (RoleTable(villager=6, werewolf=2), "exactly one werewolf"),
        (RoleTable(mason=1, villager=6), "two or none"),
        (RoleTable(seer=2, villager=5), "one seer at most"),
        (RoleTable(minion=2, villager=5), "one minion at most"),
        (RoleTable(tanner=2, villager=5), "one tanner at most"),
    ]:
        with pytest.raises(SetupError, match=problem):
            OneNightSetup(players=EIGHT, roles=roles)


def test_a_table_without_a_village_is_refused():
    with pytest.raises(SetupError, match="nobody here is of the village"):
        OneNightSetup(players=EIGHT[:3], roles=RoleTable(minion=1, tanner=1))


def test_a_minion_that_is_not_dealt_cannot_know_the_werewolf():
    with pytest.raises(SetupError, match="no minion is dealt here"):
        OneNightSetup(players=EIGHT[:4], minion_knows_wolf=True)


def test_players_that_cannot_be_told_apart_are_refused():
    for names in (("Ann", "Ann", "Bo"), ("Ann", " ", "Bo")):
        with pytest.raises(SetupError, match="every player needs a name of their own"):
            OneNightSetup(players=names)


def test_a_name_that_could_pass_for_another_or_for_two_is_refused():
    for name in ("Ann\nBo", "Ann\u202eoB", "Ann\u200b"):
        with pytest.raises(SetupError, match="one line of what can be seen"):
            OneNightSetup(players=(name, "Ann", "Bo"))


def test_a_deal_must_be_of_the_table_that_is_asked_for():
    deal = (Role.WEREWOLF, *[Role.VILLAGER] * 7)
    assert OneNightSetup(players=EIGHT, deal=deal).dealt(seed=5) == deal
    with pytest.raises(SetupError, match="the deal has 7 villager, 1 werewolf, where the table has 1 seer"):
        OneNightSetup(players=EIGHT, deal=deal, roles=usual_table(8))


def test_an_unknown_role_or_option_is_refused():
    with pytest.raises(ValidationError, match="thief"):
        OneNightSetup.model_validate({"players": EIGHT, "roles": {"werewolf": 1, "thief": 1}})
    with pytest.raises(ValidationError, match="moon"):
        OneNightSetup.model_validate({"players": EIGHT, "moon": "full"})


def test_a_table_talks_for_one_to_ten_rounds_and_usually_three():
    assert OneNightSetup(players=EIGHT).rounds == 3
    assert [OneNightSetup(players=EIGHT, rounds=rounds).rounds for rounds in (1, 10)] == [1, 10]
    for rounds in (0, 11):
        with pytest.raises(ValidationError, match="rounds"):
            OneNightSetup(players=EIGHT, rounds=rounds)


def test_a_speech_has_ten_to_five_hundred_words_and_usually_120():
    assert OneNightSetup(players=EIGHT).words == 120
    assert [OneNightSetup(players=EIGHT, words=words).words for words in (10, 500)] == [10, 500]
    for words in (9, 501):
        with pytest.raises(ValidationError, match="words"):
            OneNightSetup(players=EIGHT, words=words)


def test_the_seed_deals_the_roles_and_no_seat_is_favoured():
    setup = OneNightSetup(players=EIGHT)
    deals = [setup.dealt(seed) for seed in range(2000)]
    assert deals == [setup.dealt(seed) for seed in range(2000)]
    assert all(Counter(deal) == Counter(setup.table.roles) for deal in deals)
    wolves = Counter(deal.index(Role.WEREWOLF) for deal in deals)
    assert all(wolves[seat] == pytest.approx(250, abs=60) for seat in range(8))


def test_seats_are_named_as_the_paper_names_its_agents():
    assert seat_names(8, "en") == ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Theta", "Zeta", "Eta")
    assert len(set(seat_names(10, "zh"))) == 10


def test_only_the_setups_players_are_seated():
    with pytest.raises(SetupError, match="the seats of this table are Alpha, Beta"):
        start(EIGHT[::-1], 1, OneNightSetup(players=EIGHT))


def test_a_setup_comes_back_equal_from_json():
    setup = OneNightSetup(players=EIGHT, roles=usual_table(8), minion_knows_wolf=True)
    assert OneNightSetup.model_validate_json(setup.model_dump_json()) == setup
