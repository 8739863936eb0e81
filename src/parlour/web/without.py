"""What a match would have come to without whoever played it: found out once, and kept beside the match."""

from __future__ import annotations

import asyncio

from parlour.core import Player
from parlour.library import MatchOutcome, can_do_without, without
from parlour.web.hosting import LiveMatch, TableServer

_SHEET = "without"


async def outcome_without(house: TableServer, table: LiveMatch, player: Player) -> MatchOutcome | None:
    """How a match that is over would have ended without somebody; None where nobody can know for nothing.

    It is played in a thread of its own, so that no other table waits for it.
    """
    if not table.is_over or not can_do_without(table.setup, player):
        return None
    if kept := house.store.hosting.sheets(table.match, _SHEET).get(player):
        return MatchOutcome.model_validate_json(kept)
    found = await asyncio.to_thread(lambda: asyncio.run(without(table.setup, player)))
    house.store.hosting.put_sheet(table.match, player, _SHEET, found.model_dump_json())
    return found
