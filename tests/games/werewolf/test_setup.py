from collections import Counter

import pytest
from pydantic import ValidationError

from parlour.errors import SetupError
from parlour.games.werewolf import (
    LEADERS,
    Role,
    RoleTable,
    Team,
    WerewolfSetup,
    seat_names,
    start,
    usual_table,
)

EIGHT = seat_names(8, "en")


def test_the_papers_eight_are_three_wolves_witch_guard_seer_and_two_villagers():
    assert usual_table(8) == RoleTable(werewolf=3, seer=1, witch=1, guard=1, villager=2)


def test_every_usual_table_can_be_dealt_and_leaves_the_wolves_outnumbered():
    for count in range(5, 19):
        table = WerewolfSetup(players=seat_names(count, "en")).table
        assert len(table.roles) == count
        assert 0 < 2 * table.werewolf < count


def test_a_table_too_small_or_too_large_is_refused():
    for count in (0, 4, 19):
        with pytest.raises(SetupError, match=f"Werewolf is for 5 to 18 players, not {count}"):
            WerewolfSetup(players=seat_names(count, "en"))
        with pytest.raises(SetupError, match=f"not {count}"):
            usual_table(count)


def test_roles_that_cannot_be_dealt_are_refused_with_the_reason():
    for roles, problem in [
        (RoleTable(werewolf=2, villager=4), "6 roles for 8 players: 2 werewolf, 4 villager"),
        (RoleTable(werewolf=4, villager=4), "of 8 players, 1 to 3 are werewolves: 4 werewolf, 4 villager"),
        (RoleTable(werewolf=0, villager=8), "of 8 players, 1 to 3 are werewolves: 8 villager"),
        (RoleTable(werewolf=2, witch=2, villager=4), "a table has one witch at most"),
    ]:
        with pytest.raises(SetupError, match=problem):
            WerewolfSetup(players=EIGHT, roles=roles)


def test_players_that_cannot_be_told_apart_are_refused():
    for names in (("Ann", "Ann", "Bo", "Cy", "Di"), ("Ann", " ", "Bo", "Cy", "Di")):
        with pytest.raises(SetupError, match="every player needs a name of their own"):
            WerewolfSetup(players=names)


def test_a_name_that_could_pass_for_another_or_for_two_is_refused():
    for name in ("Ann\nBo", "Ann\u202eoB", "Ann\u200b"):
        with pytest.raises(SetupError, match="one line of what can be seen"):
            WerewolfSetup(players=(name, "Ann", "Bo", "Cy", "Di"))


def test_a_deal_must_be_of_the_table_that_is_asked_for():
    deal = (Role.WEREWOLF, *[Role.VILLAGER] * 7)
    assert WerewolfSetup(players=EIGHT, deal=deal).dealt(seed=5) == deal
    with pytest.raises(
        SetupError, match="the deal has 1 werewolf, 7 villager, where the table has 2 werewolf"
    ):
        WerewolfSetup(players=EIGHT, deal=deal, roles=RoleTable(werewolf=2, villager=6))


def test_an_unknown_role_or_option_is_refused():
    with pytest.raises(ValidationError, match="thief"):
        WerewolfSetup.model_validate({"players": EIGHT, "roles": {"werewolf": 2, "thief": 1}})
    with pytest.raises(ValidationError, match="moon"):
        WerewolfSetup.model_validate({"players": EIGHT, "moon": "full"})


def test_the_seed_deals_the_roles_and_no_seat_is_favoured():
    setup = WerewolfSetup(players=EIGHT)
    deals = [setup.dealt(seed) for seed in range(2000)]
    assert deals == [setup.dealt(seed) for seed in range(2000)]
    assert all(Counter(deal) == Counter(setup.table.roles) for deal in deals)
    wolves = Counter(seat for deal in deals for seat, role in enumerate(deal) if role is Role.WEREWOLF)
    assert all(wolves[seat] == pytest.approx(750, abs=90) for seat in range(8))


def test_leaders_are_the_good_with_a_power():
    assert {role for role in Role if role.team is Team.GOOD} == LEADERS | {Role.VILLAGER}


def test_seats_are_named_in_the_language_of_the_table():
    assert seat_names(2, "en") == ("Player 1", "Player 2")
    assert seat_names(2, "zh") == ("1号玩家", "2号玩家")


def test_only_the_setups_players_are_seated():
    with pytest.raises(SetupError, match="the seats of this table are Player 1, Player 2"):
        start(EIGHT[::-1], 1, WerewolfSetup(players=EIGHT))


def test_a_setup_comes_back_equal_from_json():
    setup = WerewolfSetup(players=EIGHT, roles=usual_table(8), ties="runoff")
    assert WerewolfSetup.model_validate_json(setup.model_dump_json()) == setup
