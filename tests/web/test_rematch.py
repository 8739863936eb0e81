"""Playing again with the same people, on a server without a browser."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.arena import HUMAN
from parlour.core import GameSetup
from parlour.errors import NoEntry, TableError
from parlour.experiments.report import find_subject
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.store.archive import foreseen
from parlour.web.hosting import LiveMatch, Standing, TableServer
from parlour.web.pages.portraits import face_css
from parlour.web.sheets import found_rematch, may_ask, place_at, rematch
from tests.web.hosting.houses import opened, served, setup

PLAYERS = seat_names(6, "zh")


async def over(house: TableServer, of: GameSetup, *people: int) -> LiveMatch:
    table, _ = house.open(setup(*people, of=of), seconds=60)
    await table.end()
    return table


@pytest.mark.parametrize(
    "of",
    [
        MysterySetup(script=generate(5, players=5, victims=2, difficulty="hard"), rounds=2, answers=False),
        WerewolfSetup(language="zh", players=PLAYERS),
        OneNightSetup(language="zh", players=PLAYERS),
    ],
    ids=lambda of: of.name,
)
def test_everybody_sits_in_a_seat_of_the_same_number_at_a_table_like_the_last(tmp_path: Path, of: GameSetup):
    async def play() -> None:
        async with opened(str(tmp_path / "parlour.db")) as house:
            table = await over(house, of, 1, 3)
            new = await rematch(house, table, is_host=False)
            assert [seat.method for seat in new.setup.seats] == [seat.method for seat in table.setup.seats]
            assert new.setup.language == table.setup.language
            assert new.settings.seconds == 60
            assert new.settings.standing is Standing.RUNNING
            for number in (1, 3):
                place = place_at(house, table, new, table.setup.players[number])
                assert place.player == new.setup.players[number]
            assert place_at(house, table, new, None).kind == "host"

    asyncio.run(play())


@served
async def test_whoever_plays_again_with_the_same_names_sees_the_same_faces(house: TableServer):
    names = ("Harriet", "Olive", "Dorothy", "Felix", "Tobias", "Magnus")
    table = await over(house, WerewolfSetup(language="en", players=names), 0)
    new = await rematch(house, table, is_host=False)
    assert new.setup.players == names
    assert (new.match, new.setup.seed) != (table.match, table.setup.seed)
    assert face_css(new.setup) == face_css(table.setup)
    other = await over(house, WerewolfSetup(language="en", players=("Clara", *names[1:])), 0)
    assert face_css(other.setup) != face_css(table.setup)


@served
async def test_there_is_one_rematch_whoever_asks_and_however_often(house: TableServer):
    table = await over(house, WerewolfSetup(language="en", players=seat_names(6, "en")), 0, 1)
    assert found_rematch(house, table.match) is None
    first, second = await asyncio.gather(*(rematch(house, table, is_host=False) for _ in range(2)))
    assert first.match == second.match
    found = found_rematch(house, table.match)
    assert found
    assert found.match == first.match
    assert found.match != table.match


@served
async def test_nobody_but_the_host_asks_where_a_model_may_cost_something_and_nobody_before_the_end(
    house: TableServer,
):
    free = await over(house, WerewolfSetup(language="en", players=seat_names(6, "en")), 0)
    assert may_ask(free, is_host=False)
    paid = setup(0, of=WerewolfSetup(language="en", players=seat_names(6, "en")))
    seats = tuple(
        seat if seat.method == HUMAN else seat.model_copy(update={"model": "openai:gpt-5"})
        for seat in paid.seats
    )
    table = house.lay(house.store.create(paid.model_copy(update={"seats": seats})))[0]
    assert not may_ask(table, is_host=True)
    await table.end()
    assert may_ask(table, is_host=True)
    with pytest.raises(TableError):
        await rematch(house, table, is_host=False)


@served
async def test_a_seat_of_the_rematch_that_was_given_away_is_not_opened_by_the_old_table(house: TableServer):
    table = await over(house, WerewolfSetup(language="en", players=seat_names(6, "en")), 0, 1)
    new = await rematch(house, table, is_host=True)
    first, second, agent = table.setup.players[:3]
    house.renew(place_at(house, table, new, first).token)
    await house.hand_over(new.match, second, "random")
    for player in (first, second, agent):
        with pytest.raises(NoEntry, match="went to somebody else"):
            place_at(house, table, new, player)
    assert place_at(house, table, new, None).kind == "host"


def test_a_rematch_that_was_deleted_can_be_opened_anew(tmp_path: Path):
    async def play() -> None:
        async with opened(str(tmp_path / "parlour.db")) as house:
            match = (await over(house, WerewolfSetup(language="en", players=seat_names(6, "en")), 0)).match
            first = await rematch(house, house.table(match), is_host=True)
            await first.end()
            house.store.delete(foreseen(house.store, find_subject(house.store, first.match)))
        async with opened(str(tmp_path / "parlour.db")) as house:
            assert found_rematch(house, match) is None
            new = await rematch(house, house.table(match), is_host=True)
            assert new.settings.standing is Standing.RUNNING

    asyncio.run(play())
