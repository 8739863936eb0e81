"""The host's page: how the table stands, what changes it, its links, and who sits where."""

from __future__ import annotations

from typing import cast

from nicegui import ui

from parlour.web.hosting import Standing, TableServer
from tests.web.hosting.houses import game, setup, until
from tests.web.pages.visiting import Come, Visitor, prop, token, visited


def choices_of(visitor: Visitor, label: str) -> list[str]:
    found = [each for each in visitor.parts() if isinstance(each, ui.select) and each.props["label"] == label]
    return list(cast("dict[str, str]", found[-1].options))  # pyright: ignore[reportUnknownMemberType]


@visited
async def test_a_host_starts_pauses_and_ends_a_table_and_nobody_else_does(house: TableServer, come: Come):
    table, passes = house.open(setup(0, method="random"))
    for kind in ("seat", "spectator"):
        stranger = await come(f"/host/{token(passes, kind)}")
        assert "This link is not of a host" in stranger.words()
        assert not stranger.parts("controls")
    address = f"/host/{token(passes, 'host')}"
    host = await come(address)
    await until(lambda: host.kept == [token(passes, "host")])

    async def stands(standing: Standing, words: str, *buttons: str) -> None:
        await until(lambda: table.settings.standing is standing)
        anew = await come(address)
        assert anew.words("standing") == words
        assert anew.buttons("controls") == [*buttons]
        how = "Sit down, and the match begins."
        assert (how in anew.words("controls")) == (standing is Standing.WAITING)

    await stands(Standing.WAITING, "Waiting to begin", "Sit down", "End the match", "Set")
    assert host.buttons("ways") == ["Replay"]
    host.press("Sit down")
    await stands(Standing.RUNNING, "Running", "Pause", "End the match", "Set")
    seat = f"/seat/{token(passes, 'seat')}"
    await until(lambda: host.back_history[-1] == seat)
    host = await come(address)
    assert f"Thinking now: {game().players[0]}" in host.words()
    assert prop(host.button("Sit down", "ways"), "href") == seat
    host.press("Pause")
    await stands(Standing.PAUSED, "Paused", "Go on", "End the match", "Set")
    assert host.buttons("ways") == ["Sit down", "Replay"]
    see_everything = host.part("god")
    assert host.parts().index(see_everything) > host.parts().index(host.part("links", "halves"))
    await table.end()
    await stands(Standing.ENDED, "Ended early")
    host = await come(address)
    assert host.buttons("ways") == ["Replay", "The truth, the votes, the scores"]
    assert not host.parts("god")


@visited
async def test_a_seat_is_given_to_anybody_but_the_tables_usual_agent(house: TableServer, come: Come):
    table, passes = house.open(setup(0, method="random"))
    host = await come(f"/host/{token(passes, 'host')}")
    player = table.setup.players[0]
    host.press("Replace", "seats")
    assert choices_of(host, player) == ["own", "human", "remote"]
    host.press("Replace", "replace")
    await until(lambda: table.setup.seats[0].holder.method != "human")
    again = await come(f"/host/{token(passes, 'host')}")
    assert "A person" not in again.words("seats")


@visited
async def test_a_host_of_several_people_stays_and_is_told_to_send_links(house: TableServer, come: Come):
    _, passes = house.open(setup(0, 1, method="random"))
    host = await come(f"/host/{token(passes, 'host')}")
    assert "Send everybody the link of their seat." in host.words("controls")
    assert "Sit down" not in host.buttons("ways")
    host.press("Start")
    await until(lambda: host.words("standing") == "Running")
    assert host.back_history == [f"/host/{token(passes, 'host')}"]
