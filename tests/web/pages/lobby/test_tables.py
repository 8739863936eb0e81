"""Whoever looks at the list of tables finds links to what is theirs, and to nothing else."""

from __future__ import annotations

from parlour.arena import Status
from parlour.web.hosting import Standing, TableServer
from parlour.web.pages.lobby.page import list_matches
from tests.web.hosting.houses import served, setup, until


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
