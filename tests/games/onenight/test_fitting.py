"""Recorded games of One Night as its clue tables see them."""

from __future__ import annotations

from parlour.core import find_game
from parlour.games.onenight.reader.clues import Clue
from parlour.lab.fitting import PART, ClueTables, SeatDeed
from tests.experiments.likeness.tables import table

TABLES = find_game("onenight").part(PART, ClueTables)
VILLAGE, WOLF, MINION, TANNER = range(4)
SAID = (
    "Ada: I'm the seer. I think Ben is lying.",
    "Ben: No, I was the seer, actually!",
    "Ada: I trust Cy.",
    "Cy: If I am the robber, Ben is the werewolf.",
    "Ben: Okay, I'm a villager.",
    "Ben: I said I'm just a villager. Vote for Ada.",
)


def test_words_become_deeds_each_thing_once():
    game = TABLES.read_sides(table(SAID))
    assert game is not None
    assert game.sides == (VILLAGE, WOLF, VILLAGE, VILLAGE)
    assert {*game.deeds} == {
        SeatDeed(kind="suspects", by=0, about=1),
        SeatDeed(kind="suspects", by=1, about=0),
        SeatDeed(kind="trusts", by=0, about=2),
        SeatDeed(kind="claims_seer", by=0, about=0),
        SeatDeed(kind="claims_seer", by=1, about=1),
        SeatDeed(kind="claims_villager", by=1, about=1),
        SeatDeed(kind="wavers", by=1, about=1),
        SeatDeed(kind="claims_nothing", by=2, about=2),
        SeatDeed(kind="rivals", by=0, about=1),
    }
    assert len(game.deeds) == 9


def test_cards_in_the_middle_are_in_the_deck():
    roles = {"Ada": "minion", "Ben": "dream wolf", "Cy": "tanner"}
    told = table([], roles=roles).model_copy(update={"centre": ("villager", "werewolf", "drunk")})
    game = TABLES.read_sides(told)
    assert game is not None
    assert game.sides == (MINION, WOLF, TANNER)
    assert game.deck == (VILLAGE, VILLAGE, WOLF, WOLF, MINION, TANNER)


def test_what_cannot_be_read_so_is_left_out():
    assert (
        TABLES.read_sides(table(SAID, roles={"Ada": "seer", "Ben": "doppelganger", "Cy": "villager"})) is None
    )
    assert TABLES.read_sides(table(SAID, models=("Ada", "Ben", "Cy", "Dot"))) is None
    assert TABLES.read_sides(table(SAID, game="werewolf")) is None
    assert TABLES.read_sides(table(SAID).model_copy(update={"language": "fr"})) is None


def test_the_shipped_tables_are_those_that_the_reader_weighs_by():
    suspects, wavers = TABLES.shipped_tables["suspects"], TABLES.shipped_tables["wavers"]
    cells = Clue(kind="suspects", by="Ada", about=("Ben",)).cells
    for by in range(4):
        told = [suspects.values[suspects.case_of[by][about]] for about in range(4)]
        assert told == [*cells[by], cells[by][2]]
    alone = Clue(kind="wavers", by="Ada").cells
    assert wavers.values == tuple(row[0] for row in alone)
