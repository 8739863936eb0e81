"""A game at one click: the one who clicked plays one seat, and agents with the reader play the others."""

from __future__ import annotations

import secrets

from nicegui import ui

from parlour.arena import HUMAN, USUAL_CAST, USUAL_CIRCLE
from parlour.llm import READER, Language
from parlour.web.asked import TableAsked
from parlour.web.hosting import TableServer
from parlour.web.pages.lobby.draft import fresh_seed
from parlour.web.pages.own_tables import keep_token


def play_now(house: TableServer, game: str, language: Language) -> None:
    """Opens a table, begins, and goes to one of its seats, chosen by lot."""
    seats = USUAL_CAST if game == "mystery" else USUAL_CIRCLE
    rules: dict[str, object] = {"answers": False} if game == "mystery" else {}
    asked = TableAsked.model_validate(
        {
            "game": {"name": game, **rules},
            "language": language,
            "model": READER,
            "seed": fresh_seed(game),
            "seats": [{"player": str(1 + secrets.randbelow(seats)), "method": HUMAN}],
        }
    )
    table, passes = house.open(asked.setup(house.models.window))
    tokens = {each.kind: each.token for each in passes}
    keep_token(tokens["host"])
    table.start()
    ui.navigate.to(f"/seat/{tokens['seat']}")
