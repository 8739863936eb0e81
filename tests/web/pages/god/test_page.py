"""Everybody's mind while a match is played: for its host, and for the others only once it is over."""

from __future__ import annotations

from parlour.web.hosting import TableServer
from tests.web.hosting.houses import game, setup, until
from tests.web.pages.finished import finished
from tests.web.pages.visiting import Come, token, visited


@visited
async def test_thoughts_are_shown_to_the_host_and_until_the_end_to_nobody_else(
    house: TableServer, come: Come
):
    table, passes = house.open(setup(0))
    table.start()
    await until(lambda: table.forms(game().players[0]))
    host = await come(f"/replay/{token(passes, 'host')}/live")
    assert host.parts("lines-said")
    assert "Nobody has put a reading of anybody on record yet." in host.words("board")
    for kind in ("seat", "spectator"):
        visitor = await come(f"/replay/{token(passes, kind)}/live")
        assert "This is shown to the host while the match is being played" in visitor.words()
        assert not visitor.parts("lines-said")
    await table.end()
    seat = await come(f"/replay/{token(passes, 'seat')}/live")
    assert seat.parts("lines-said")


@visited
async def test_a_mind_is_drawn_where_it_is_on_record_and_said_to_be_unknown_where_it_is_not(
    house: TableServer, come: Come
):
    first = game().players[0]
    unknown = f"Nothing of what {first} thinks of the others is on record."
    _, passes = await finished(house, method="player-star")
    told = (await come(f"/replay/{token(passes, 'host')}/live")).words("board")
    assert "Nobody has put a reading" not in told
    assert unknown not in told
    assert f"{first}: " in told
    _, passes = await finished(house)
    told = (await come(f"/replay/{token(passes, 'host')}/live")).words("board")
    assert "Nobody has put a reading" in told
    assert unknown in told
    assert f"{first}: " not in told
