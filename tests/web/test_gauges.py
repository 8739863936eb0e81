"""The gauges of a server's tables are there before there is anything to count."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parlour.web.hosting import Standing, TableServer
from parlour.web.metrics import TableGauges
from tests.web.hosting.houses import opened, setup, until


def gauges(house: TableServer) -> dict[str, dict[str, float]]:
    """By name, and within it by label."""
    return {
        family.name.removeprefix("parlour_"): {
            next(iter(each.labels.values()), ""): each.value for each in family.samples
        }
        for family in TableGauges(lambda: house).collect()
    }


def test_tables_seats_and_requests_are_counted_and_what_there_is_none_of_is_nought(tmp_path: Path):
    async def scenario() -> None:
        async with opened(str(tmp_path / "parlour.db")) as house:
            none = dict.fromkeys(("human", "remote", "agent"), 0)
            empty = gauges(house)
            assert empty["matches_running"] == {"": 0}
            assert empty["tables"] == dict.fromkeys((each.value for each in Standing), 0)
            assert empty["seats"] == empty["requests_waiting"] == none

            house.open(setup(0, method="random"))
            table, _ = house.open(setup(0, 1, method="random"))
            table.start()
            await until(lambda: gauges(house)["requests_waiting"] == {**none, "human": 2})
            told = gauges(house)
            assert told["matches_running"] == {"": 1}
            assert {name: n for name, n in told["tables"].items() if n} == {"running": 1, "waiting": 1}
            assert told["seats"] == {**none, "human": 2, "agent": 2}

    asyncio.run(scenario())
