"""The form of a free discussion stays while others speak, and goes when its player lets the moment pass."""

from __future__ import annotations

from parlour.core import PASS, Player
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.web.hosting import LiveMatch, TableServer
from tests.web.hosting.houses import obedient, setup, until
from tests.web.pages.visiting import Come, Visitor, prop, token, visited

GAME = OneNightSetup(language="en", players=seat_names(5, "en"), talk="bidding", speeches=12, rounds=1)
ME, OTHER, *_ = GAME.players


async def until_both_may_speak(table: LiveMatch) -> None:
    def both_bid() -> bool:
        for player in (ME, OTHER):
            for form in table.forms(player):
                if form.kind != "bid":
                    table.remote_seat(player).answer(form.id, obedient(form))
        return all(bids(table, player) for player in (ME, OTHER))

    await until(both_bid)


def bids(table: LiveMatch, player: Player) -> list[str]:
    return [form.id for form in table.forms(player) if form.kind == "bid"]


def cards(visitor: Visitor) -> list[str]:
    return [prop(card, "data-request") for card in visitor.parts("asked is-bid")]


@visited
async def test_after_a_pass_the_form_is_gone_until_a_new_bid_is_asked(house: TableServer, come: Come):
    table, passes = house.open(setup(0, 1, of=GAME, method="random"))
    table.start()
    await until_both_may_speak(table)
    page = await come(f"/seat/{token(passes, 'seat', ME)}")
    other = await come(f"/seat/{token(passes, 'seat', OTHER)}")
    await until(lambda: cards(page) == ["floor.0"] == cards(other))
    [mine], [theirs] = bids(table, ME), bids(table, OTHER)

    page.press("Pass")
    await until(lambda: not cards(page))
    assert bids(table, OTHER) == [theirs], "the others are still asked"
    assert cards(other) == ["floor.0"]

    table.remote_seat(OTHER).answer(theirs, PASS)
    await until(lambda: bids(table, ME) not in ([], [mine]))
    await until(lambda: cards(page) == ["floor.1"])
