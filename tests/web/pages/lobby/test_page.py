"""The first page: its language, the tables that there are, and a game at one click."""

from __future__ import annotations

import re
from pathlib import Path

from nicegui import ui

from parlour.arena import Status
from parlour.core import MEN, WOMEN
from parlour.evaluation import dealt_roles
from parlour.games.werewolf import WerewolfSetup
from parlour.web.hosting import Standing, TableServer
from parlour.web.pages.lobby.page import list_matches, own_results
from tests.web.hosting.houses import served, setup, until, wolves
from tests.web.pages.finished import finished
from tests.web.pages.visiting import Come, Visitor, prop, text_of, token, visit, visited

NOTHING = "Nothing has been played here yet."


async def comes(come: Come) -> Visitor:
    visitor = await come("/")
    await until(lambda: NOTHING in visitor.words("list") or visitor.parts("tables"))
    return visitor


@visited
async def test_an_empty_server_says_so_in_the_language_that_is_marked(house: TableServer, come: Come):
    visitor = await comes(come)
    assert NOTHING in visitor.words("list")
    assert not visitor.parts("tables")
    marked = [each for each in visitor.parts("", "languages") if prop(each, "aria-current")]
    assert [prop(each, "hreflang") for each in marked] == ["en"]
    assert visitor.buttons("languages") == ["English", "中文"]

    answer = await come.fetch("/language/zh")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "=zh;" in answer.headers["set-cookie"]
    assert (await come.fetch("/language/xx")).status_code == 422


@visited
async def test_tables_stand_under_how_they_are(house: TableServer, come: Come):
    for _ in range(2):
        running, _ = house.open(setup(0, method="random"))
        running.start()
    over, _ = house.open(setup(0, method="random"))
    await over.end()
    visitor = await comes(come)
    assert NOTHING not in visitor.words("list")
    told = visitor.words("list").splitlines()
    assert told.index("Being played") < told.index("Over")
    assert "Waiting to begin" not in told
    assert visitor.buttons("tables") == ["Replay"]


@visited
async def test_a_game_at_one_click_begins_and_its_player_is_led_to_the_seat(house: TableServer, come: Come):
    visitor = await comes(come)
    visitor.press("Werewolf now")
    visitor.press("Werewolf now")
    await until(lambda: len(visitor.back_history) > 1)
    (match,) = house.tables
    assert house.table(match).settings.standing is Standing.RUNNING
    dealt = house.table(match).setup.game
    assert isinstance(dealt, WerewolfSetup)
    assert dealt.table.werewolf == 2  # so that it lasts more than a day
    assert set(dealt.players) <= WOMEN | MEN
    assert visitor.back_history[-1] == f"/seat/{token(house.passes(match), 'seat')}"
    assert token(house.passes(match), "host") in visitor.kept
    visitor = await comes(come)
    assert NOTHING not in visitor.words("list")


@visited
async def test_a_game_at_one_click_is_as_hard_as_the_visitor_chose(house: TableServer, come: Come):
    for label, model in (("Sharp", "reader"), ("Easy-going", "reader:attention=.5")):
        visitor, before = await comes(come), set(house.tables)
        option = next(each for each in visitor.parts("choice") if text_of(each).startswith(label))
        visitor.send(option, "click")
        visitor.press("Werewolf now")
        await until(lambda visitor=visitor: len(visitor.back_history) > 1)
        (match,) = set(house.tables) - before
        models = {seat.model for seat in house.table(match).setup.seats if seat.method != "human"}
        assert models == {model}


def test_whoever_said_the_password_is_the_host_of_all(tmp_path: Path):
    async def story(house: TableServer, come: Come) -> None:
        house.open(setup(0, method="random"))
        assert (await comes(come)).buttons("tables") == ["Host's page", "Watch"]

    visit(tmp_path, story, all_own=True)


@visited
async def test_where_there_is_no_page_a_sentence_says_so(house: TableServer, come: Come):
    for language, told in (("en", "There is no such page"), ("zh", "没有这个页面")):
        answer = await come.fetch("/nothing/here", language)
        assert answer.status_code == 404
        assert told in answer.text


def number(visitor: Visitor, label: str) -> ui.number:
    return next(
        each for each in visitor.parts() if isinstance(each, ui.number) and each.props["label"] == label
    )


@visited
async def test_a_number_of_players_that_cannot_be_is_complained_about_until_it_can(
    house: TableServer, come: Come
):
    visitor = await come("/")
    werewolf = next(each for each in visitor.parts("choice") if text_of(each).startswith("Werewolf\n"))
    visitor.send(werewolf, "click")
    await until(lambda: "Werewolf" in visitor.words("preview"))
    players, opens = number(visitor, "Players"), visitor.button("Open the table")
    assert isinstance(opens, ui.button)
    players.value = 99
    await until(lambda: visitor.words("wine", "opening-preview"))
    assert players.error == visitor.words("wine", "opening-preview")
    assert not opens.enabled
    players.value = 6
    await until(lambda: opens.enabled)
    assert not players.error
    assert not visitor.words("wine", "opening-preview")


@served
async def test_links_of_tables_are_for_their_hosts(house: TableServer):
    waiting, passes = house.open(setup(0))
    ended, _ = house.open(setup(0))
    await ended.end()
    tokens = {each.kind: each.token for each in passes}

    stranger = {row.summary.match: row for row in list_matches(house, (), all_own=False)}
    assert stranger[waiting.match].links == {}
    assert stranger[waiting.match].standing is Standing.WAITING
    assert stranger[ended.match].links == {"replay": f"/replay/match/{ended.match}"}

    mine = {row.summary.match: row for row in list_matches(house, [tokens["host"]], all_own=False)}
    links = {"host": f"/host/{tokens['host']}", "watch": f"/watch/{tokens['spectator']}"}
    assert mine[waiting.match].links == links
    assert "host" not in mine[ended.match].links

    everybodys = list_matches(house, (), all_own=True)
    assert all("host" in row.links for row in everybodys)


@served
async def test_a_token_that_is_no_hosts_makes_nobody_a_host(house: TableServer):
    _, passes = house.open(setup(0))
    seat = next(each.token for each in passes if each.kind == "seat")
    [row] = list_matches(house, [seat, "nothing"], all_own=False)
    assert row.links == {"seat": f"/seat/{seat}"}
    await house.table(row.summary.match).end()
    [row] = list_matches(house, [seat], all_own=False)
    assert row.links["after"] == f"/after/{seat}"
    assert "seat" not in row.links


@served
async def test_a_fork_says_from_what(house: TableServer):
    first, _ = house.open(setup())
    first.start()
    await until(lambda: first.settings.standing is Standing.FINISHED)
    fork, passes = await house.fork(first.match, 2, {})
    rows = {row.summary.match: row for row in list_matches(house, [passes[0].token], all_own=False)}
    assert rows[fork.match].origin == rows[first.match].summary.title
    assert rows[first.match].origin == ""
    assert "host" in rows[fork.match].links


@served
async def test_matches_of_the_command_line_are_replayed_once_they_are_over(house: TableServer):
    played, running = house.store.create(setup()), house.store.create(setup())
    await house.store.journal(played).end(Status.FINISHED)
    rows = {row.summary.match: row.links for row in list_matches(house, (), all_own=True)}
    assert rows == {played: {"replay": f"/replay/match/{played}"}}
    assert running not in rows


@served
async def test_of_ones_own_matches_the_role_and_the_result_are_read_once_they_are_over(house: TableServer):
    table, passes = await finished(house, 0, of=wolves())
    seat = token(passes, "seat")
    running, more = house.open(setup(1, of=wolves()))
    rows = list_matches(house, [seat, token(more, "seat")], all_own=True)
    assert {row.summary.match: row.own_seat for row in rows} == {
        table.match: table.setup.players[0],
        running.match: running.setup.players[1],
    }
    results = own_results(house.store, rows)
    role = dealt_roles(table.record())[table.setup.players[0]]
    assert {match: result.role for match, result in results.items()} == {table.match: role}
    assert results[table.match].reward in (0, 1)
    assert own_results(house.store, list_matches(house, (), all_own=True)) == {}


@visited
async def test_ones_own_matches_are_told_apart_by_name_role_and_result(house: TableServer, come: Come):
    table, passes = await finished(house, 0, of=wolves())
    me, hers = table.setup.players[0], dealt_roles(table.record())
    visitor = await come(f"/seat/{token(passes, 'seat')}")
    await visitor.open("/")
    await until(lambda: visitor.parts("tables"))
    told = visitor.words("tables")
    assert re.search(rf"you: {me} \({hers[me]}\), (won|lost)", told)
    assert not any(name in told for name in table.setup.players[1:])
    stranger = await comes(come)
    assert me not in stranger.words("tables")
