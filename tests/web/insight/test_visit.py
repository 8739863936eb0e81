"""Who looks back sees what they may, and every entry knows which decision it came of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from parlour.core import Event, event_kinds
from parlour.errors import NoEntry, UnknownMatch
from parlour.web.hosting import Standing, TableServer, Visibility
from parlour.web.insight.visit import visit, visit_match
from tests.web.hosting.houses import game, opened, setup, until

KINDS = ("host", "spectator", "seat")


def test_a_seat_looks_back_with_its_own_eyes_and_after_the_end_with_all(tmp_path: Path):
    async def scenario(house: TableServer) -> None:
        table, passes = house.open(setup(0))
        host, spectator, seat = (next(p.token for p in passes if p.kind == k) for k in KINDS)
        table.start()
        await until(lambda: table.forms(game().players[0]))
        assert visit(house, host).visibility.is_god
        assert visit(house, host).is_host
        mine = visit(house, seat)
        assert mine.visibility == Visibility(player=game().players[0])
        assert {line.type for line in mine.lines()} == {"event"}
        assert not visit(house, spectator).visibility.is_god
        with pytest.raises(NoEntry, match="being played"):
            visit_match(house, table.match)
        await table.end()
        assert visit(house, spectator).visibility.is_god
        assert not visit(house, spectator).is_host
        assert visit_match(house, table.match).is_host

    run(tmp_path, scenario)


def test_entries_lead_to_their_requests_and_to_the_next_decision(tmp_path: Path):
    async def scenario(house: TableServer) -> None:
        table, _ = house.open(setup())
        table.start()
        await until(lambda: table.settings.standing is Standing.FINISHED)
        seen = visit_match(house, table.match)
        assert seen.request_of(0) is None
        for one in seen.happened:
            item = one.item
            if isinstance(item, Event) and item.kind in (
                event_kinds.ASKED,
                event_kinds.REPLIED,
                event_kinds.VOTED,
            ):
                request = seen.request_of(one.number) or ""
                assert item.actor in request.split(".")
                if item.case and item.kind is not event_kinds.REPLIED:
                    assert request.endswith(f".{item.case}")
                assert house.store.calls(table.match, request)
        steps = [each.step for each in seen.decisions]
        assert steps == sorted(steps)
        first = seen.decision_after(-1)
        assert first
        assert first == seen.decisions[0]
        assert seen.decision_after(len(seen.happened)) is None

    run(tmp_path, scenario)


def test_a_match_that_nobody_knows_opens_nothing(tmp_path: Path):
    async def scenario(house: TableServer) -> None:
        with pytest.raises(UnknownMatch):
            visit_match(house, "20260101-zzzz")
        with pytest.raises(NoEntry):
            visit(house, "no-such-token")

    run(tmp_path, scenario)


def run(folder: Path, scenario: Callable[[TableServer], Coroutine[object, object, None]]) -> None:
    async def played() -> None:
        async with opened(str(folder / "parlour.db")) as house:
            await scenario(house)

    asyncio.run(played())
