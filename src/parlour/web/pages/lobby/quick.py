"""A game at one click: the one who clicked plays one seat, and agents with the reader play the others."""

from __future__ import annotations

import secrets

from parlour.arena import HUMAN
from parlour.core import asked_model, find_game
from parlour.llm import READER, Language
from parlour.web.asked import TableAsked
from parlour.web.hosting import TableServer
from parlour.web.pages.lobby.rules import rules_of
from parlour.web.pages.own_tables import keep_and_go


async def play_now(house: TableServer, game: str, language: Language) -> None:
    """Opens a table, begins, and goes to one of its seats, chosen by lot."""
    rules = {rule.name: rule.at_once for rule in rules_of(game).values() if rule.at_once is not None}
    seats = find_game(game).usual
    seat = 1 + secrets.randbelow(seats)
    asked = TableAsked.model_validate(
        {
            "game": asked_model(game).model_validate(rules).for_person(seat),
            "language": language,
            "model": READER,
            "seats": [{"player": str(seat), "method": HUMAN}],
        }
    )
    table, passes = house.open(asked.setup(house.models.window))
    tokens = {each.kind: each.token for each in passes}
    table.start()
    await keep_and_go(tokens["host"], f"/seat/{tokens['seat']}")
