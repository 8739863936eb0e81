"""A seat that passes from GRATR to another GRATR in mid-match has a trust graph of each."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parlour.core import event_kinds
from parlour.methods.gratr.views import trust_histories
from parlour.web.hosting import Standing
from tests.web.hosting.houses import opened, setup, until, wolves


def test_the_graphs_of_both_holders_come_out_as_they_are_on_record(tmp_path: Path):
    async def scenario() -> None:
        async with opened(str(tmp_path / "parlour.db")) as house:
            table, _ = house.open(setup(of=wolves(), method="gratr"))
            table.start()
            await until(lambda: table.settings.standing is Standing.FINISHED)
            voter = next(each.actor or "" for each in table.events() if each.kind is event_kinds.VOTED)
            fork, _ = await house.fork(table.match, 5, {voter: ("gratr:hops=false", "")})
            fork.start()
            await until(lambda: fork.settings.standing is Standing.FINISHED)
            before, after = trust_histories(fork.record(), voter)
            assert (before.method, after.method) == ("gratr", "gratr:hops=false")
            assert len(before.moments) < len(after.moments)

    asyncio.run(scenario())
