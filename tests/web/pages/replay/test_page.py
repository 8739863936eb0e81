"""The replay: a place among the lines that may be seen, what moves it, and what stands beside it."""

from __future__ import annotations

from itertools import pairwise

from nicegui import ui

from parlour.store import AccessTokenKind
from parlour.web.hosting import TableServer, Visibility
from parlour.web.pages.replay.transcript import WINDOW
from tests.web.hosting.houses import game, setup, until, wolves
from tests.web.pages.finished import finished
from tests.web.pages.visiting import Come, Visitor, prop, token, visited

GOD = Visibility(is_god=True)


def shown(visitor: Visitor) -> list[int]:
    return [int(each) for each in visitor.words("entry-number").split()]


@visited
async def test_buttons_and_addresses_move_a_window_along_the_record(house: TableServer, come: Come):
    table, passes = await finished(house, of=game(7), method="player-star")
    numbers = [each.number for each in table.lines(GOD) if each.type != "thought"]
    assert len(numbers) > WINDOW + 5
    visitor = await come(f"/replay/{token(passes, 'host')}")

    def stands_at(place: int) -> None:
        assert shown(visitor) == [*range(max(0, place - WINDOW + 1) + 1, place + 2)]
        (row,) = visitor.parts("now")
        assert visitor.words("entry-number", "now") == str(place + 1)
        assert row is visitor.parts("now")[0]
        assert visitor.words("where").startswith(f"{place + 1} of {len(numbers)} · ")

    stands_at(0)
    for button, place in (
        ("One back", 0), ("One on", 1), ("One on", 2), ("One back", 1), ("To the end", len(numbers) - 1),
        ("One on", len(numbers) - 1), ("One back", len(numbers) - 2), ("To the beginning", 0),
    ):  # fmt: skip
        visitor.press(button, "controls")
        stands_at(place)
    visitor = await come(f"/replay/match/{table.match}?at={numbers[WINDOW - 2]}")
    for place in range(WINDOW - 2, WINDOW + 2):
        stands_at(place)
        visitor.press("One on", "controls")
    for at, place in (("x", 0), ("-3", 0), ("", 0), ("²", 0), ("9" * 40, 0), ("99999", len(numbers) - 1)):
        visitor = await come(f"/replay/match/{table.match}?at={at}&beside=nothing")
        stands_at(place)


@visited
async def test_players_see_what_was_said_and_done_and_developers_the_rest_on_demand(
    house: TableServer, come: Come
):
    table, passes = await finished(house, method="player-star")
    lines = table.lines(GOD)
    visitor = await come(f"/replay/{token(passes, 'host')}")
    events = sum(line.type != "thought" for line in lines)
    assert visitor.words("where").startswith(f"1 of {events} · ")
    visitor.press("One on", "controls")
    assert not visitor.parts("to-prompt")
    tabs = [tab for tab in visitor.parts() if isinstance(tab, ui.tab)]
    assert [prop(tab, "name") for tab in tabs if tab.visible] == ["minds", "search", "fork"]
    (switch,) = (part for part in visitor.parts() if isinstance(part, ui.switch))
    switch.value = True
    assert visitor.words("where").startswith(f"2 of {len(lines)} · ")
    assert all(tab.visible for tab in tabs)
    thought = next(line for line in lines if line.type == "thought")
    visitor = await come(f"/replay/{token(passes, 'host')}?at={thought.number}")
    assert visitor.words("entry-number", "now") == str(thought.number)
    assert visitor.parts("to-prompt")


@visited
async def test_it_plays_and_pauses_and_from_the_end_begins_anew(house: TableServer, come: Come):
    table, _ = await finished(house)
    visitor = await come(f"/replay/match/{table.match}?at=99999")
    assert visitor.words("where").startswith(f"{len(table.lines(GOD))} of ")
    assert visitor.words("where").endswith("It is over")
    visitor.press("Play", "controls")
    assert visitor.words("where").startswith("1 of ")
    visitor.press("Pause", "controls")
    assert "Play" in visitor.buttons("controls")


@visited
async def test_what_a_model_was_asked_stands_beside_what_it_decided_and_nothing_beside_the_games_own(
    house: TableServer, come: Come
):
    table, passes = await finished(house, method="player-star")
    host = token(passes, "host")
    lines = table.lines(GOD)
    dealt, spoke = lines[0], next(each for each in lines if each.kind == "introduced")

    visitor = await come(f"/replay/{host}?at={dealt.number}&beside=prompts")
    await until(lambda: visitor.words("inspector"))
    assert visitor.words("inspector") == "Nobody decided this; the game did."
    visitor = await come(f"/replay/{host}?at={spoke.number}&beside=prompts")
    await until(lambda: visitor.words("inspector"))
    told = visitor.words("inspector")
    assert told.startswith("Request ")
    assert f"{spoke.actor}" in told
    assert visitor.parts("call")
    assert "No model was called" not in told

    chance, _ = await finished(house)
    spoke = next(each for each in chance.lines(GOD) if each.kind == "introduced")
    visitor = await come(f"/replay/match/{chance.match}?at={spoke.number}&beside=prompts")
    await until(lambda: visitor.words("inspector"))
    assert visitor.words("inspector").endswith("No model was called for this.")


@visited
async def test_while_it_is_played_everybody_looks_back_at_what_they_have_seen_alone(
    house: TableServer, come: Come
):
    player = game().players[0]
    table, passes = house.open(setup(0, method="random"))
    early = await come(f"/replay/{token(passes, 'host')}")
    assert "Nothing has happened in this match yet." in early.words()
    table.start()
    await until(lambda: table.forms(player))
    eyes: dict[AccessTokenKind, Visibility] = {
        "seat": Visibility(player=player),
        "spectator": Visibility(),
        "host": GOD,
    }
    for kind, visibility in eyes.items():
        visitor = await come(f"/replay/{token(passes, kind)}?at=99999")
        count = sum(each.type != "thought" for each in table.lines(visibility))
        assert shown(visitor) == [*range(1, count + 1)][-WINDOW:]
        assert bool(visitor.parts("eyes")) == (kind == "host")
        assert ("Take along the record (JSON)" in visitor.buttons()) == (kind == "host")
    assert (await come.fetch(f"/replay/match/{table.match}")).status_code == 403
    assert (await come.fetch("/replay/match/nothing")).status_code == 404
    assert (await come.fetch("/replay/nothing")).status_code == 404


@visited
async def test_a_match_is_taken_along_whole_when_it_is_over_and_as_seen_before(
    house: TableServer, come: Come
):
    table, passes = house.open(setup(0, method="random"))
    table.start()
    await until(lambda: table.forms(game().players[0]))
    seat, host = token(passes, "seat"), token(passes, "host")

    async def status(address: str) -> int:
        return (await come.fetch(f"/replay/{address}")).status_code

    assert await status(f"{seat}/export.html") == 200
    refused = await come.fetch(f"/replay/{seat}/export.json")
    assert (refused.status_code, refused.headers["content-type"]) == (403, "text/plain; charset=utf-8")
    assert refused.text.startswith("The whole record is for the host")
    assert await status(f"{host}/export.json") == 200
    assert await status(f"{seat}/export.xml") == 404
    nowhere = await come.fetch("/replay/nothing/export.html")
    assert nowhere.status_code == 404
    assert nowhere.text.startswith("This link opens nothing")
    assert await status("match/nothing/export.html") == 404
    assert await status(f"match/{table.match}/export.html") == 404

    await table.end()
    for address in (f"{seat}/export.json", f"match/{table.match}/export.json"):
        taken = await come.fetch(f"/replay/{address}")
        assert taken.status_code == 200
        assert taken.headers["content-type"] == "application/json"
        assert f'filename="parlour-{table.match}.json"' in taken.headers["content-disposition"]
        assert taken.json()


@visited
async def test_thoughts_are_shown_to_the_host_and_until_the_end_to_nobody_else(
    house: TableServer, come: Come
):
    table, passes = house.open(setup(0))
    table.start()
    await until(lambda: table.forms(game().players[0]))
    host = await come(f"/replay/{token(passes, 'host')}/live")
    assert host.parts("lines-said")
    assert "No agent has noted yet whom it suspects." in host.words("board")
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
    assert "No agent has noted" not in told
    assert unknown not in told
    assert f"{first}: " in told
    _, passes = await finished(house)
    told = (await come(f"/replay/{token(passes, 'host')}/live")).words("board")
    assert "No agent has noted" in told
    assert unknown in told
    assert f"{first}: " not in told


@visited
async def test_while_others_think_the_seat_of_whoever_said_the_shown_words_is_marked(
    house: TableServer, come: Come
):
    table, passes = await finished(house, of=wolves(), method="gratr")
    lines = table.lines(GOD)
    said = next(
        place
        for place, (line, then) in enumerate(pairwise(lines))
        if line.kind == "spoke" and then.type == "thought" and then.actor != line.actor
    )
    for line in lines[said : said + 2]:
        page = await come(f"/replay/{token(passes, 'host')}?at={line.number}")
        assert page.words("cloth-words") == lines[said].words
        assert page.words("seat-name", "is-busy").endswith(lines[said].actor or "-")
