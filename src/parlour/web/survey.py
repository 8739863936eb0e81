"""The surveys of a match: who may fill one, and where it is kept."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.arena import HUMAN, Setup
from parlour.core import Player
from parlour.errors import TableError
from parlour.evaluation import SHEET, Survey
from parlour.store import Store
from parlour.web.hosting import LiveMatch


def may_fill(table: LiveMatch, player: Player) -> bool:
    """Whether somebody is asked: a person who sits in a seat when the match is over."""
    return table.is_over and is_person(table.setup, player)


def is_person(setup: Setup, player: Player) -> bool:
    """Whether a person holds a seat."""
    return any(seat.player == player and seat.holder.method == HUMAN for seat in setup.seats)


def put_survey(store: Store, table: LiveMatch, player: Player, survey: Survey) -> None:
    """Keeps a survey in place of the one before.

    Raises:
        TableError: if the match goes on, or no person sits in that seat.
    """
    if not may_fill(table, player):
        raise TableError("The survey is for people who played, once the match is over.")
    store.hosting.put_sheet(table.match, player, SHEET, survey.model_dump_json())


def surveys(store: Store, match: str) -> Mapping[Player, Survey]:
    """The surveys of a match, by whose they are."""
    sheets = store.hosting.sheets(match, SHEET)
    return {player: Survey.model_validate_json(json) for player, json in sheets.items()}
