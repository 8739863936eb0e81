"""What a table of people is dealt from."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from parlour.core import chance, read_asked
from parlour.core.conformance import check_game, random_action
from parlour.errors import SetupError
from parlour.games.onenight import OneNightSetup, RoleTable, seat_names, start
from parlour.games.onenight.people import PeopleState

FORM = TypeAdapter(PeopleState)


def begin(setup: OneNightSetup, seed: int) -> PeopleState:
    state = start(setup.players, seed, setup)
    assert isinstance(state, PeopleState)
    return state


def setup(players: int, **options: object) -> OneNightSetup:
    told = {"players": seat_names(players, "en"), "rules": "people", "rounds": 1}
    return OneNightSetup.model_validate({**told, **options})


@pytest.mark.parametrize("cast", ["usual", "youtube", "ego4d"])
@pytest.mark.parametrize("count", range(3, 11))
def test_every_cast_for_any_number_of_people_does_what_every_game_must(count: int, cast: str):
    told = setup(count, cast=cast)
    assert len(told.table.roles) == count + 3
    check_game(lambda seed: begin(told, seed), FORM, seeds=range(3))


def test_a_state_comes_back_equal_from_json_at_every_step():
    told = setup(8, words=50)
    state = begin(told, 3)
    while not state.is_over:
        assert FORM.validate_json(FORM.dump_json(state)) == state
        actions = {each.id: random_action(each, chance(3, each.id)) for each in state.requests()}
        state, _ = state.apply(actions)


def test_cards_that_cannot_be_dealt_are_refused_with_the_reason():
    for roles, problem in [
        (RoleTable(werewolf=2, villager=3), "5 cards for 3 players and 3 in the centre"),
        (RoleTable(werewolf=4, villager=2), "one to 3 werewolves"),
        (RoleTable(werewolf=2, mason=1, villager=3), "two or none"),
        (RoleTable(werewolf=2, robber=2, villager=2), "one robber at most"),
    ]:
        with pytest.raises(SetupError, match=problem):
            setup(3, roles=roles)


def test_the_papers_table_has_no_robber_and_no_cast():
    with pytest.raises(SetupError, match="robber sits at tables of people alone"):
        OneNightSetup(players=seat_names(3, "en"), roles=RoleTable(werewolf=1, robber=1, villager=1))
    with pytest.raises(SetupError, match="people's tables"):
        OneNightSetup(players=seat_names(3, "en"), cast="ego4d")


def test_as_many_sit_down_as_the_cards_are_for():
    roles = {"werewolf": 2, "seer": 1, "robber": 1, "villager": 3}
    asked = read_asked({"name": "onenight", "rules": "people", "roles": roles})
    assert len(asked.deal(1, "en").players) == 4
