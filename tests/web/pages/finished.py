"""Tables whose match was played to its end, for the pages that look back at it."""

from __future__ import annotations

from parlour.arena import GameSetup
from parlour.store import AccessToken
from parlour.web.hosting import LiveMatch, TableServer
from tests.web.hosting.houses import obedient, setup, until


async def finished(
    house: TableServer,
    *people: int,
    of: GameSetup | None = None,
    method: str = "random",
    is_study: bool = False,
) -> tuple[LiveMatch, tuple[AccessToken, ...]]:
    table, passes = house.open(setup(*people, of=of, method=method), is_study=is_study)
    table.start()

    def is_over() -> bool:
        for player in table.outside:
            for form in table.forms(player):
                table.remote_seat(player).answer(form.id, obedient(form))
        return table.is_over

    await until(is_over)
    return table, passes
