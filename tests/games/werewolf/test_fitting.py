"""Recorded games of Werewolf, and games like it, as its clue tables see them."""

from __future__ import annotations

from parlour.core import find_game
from parlour.games.werewolf.reader.clues import Clue
from parlour.lab.fitting import PART, ClueTables, SeatDeed
from tests.experiments.likeness.tables import table

TABLES = find_game("werewolf").part(PART, ClueTables)
GOOD, WOLF = range(2)
CAST = {"Ada": "bystander", "Ben": "mafia", "Cy": "bystander"}


def test_mafiosi_among_bystanders_are_werewolves():
    told = table(["Ada: ben is mafia", "Ben: i'm mafia lol"], game="mafia", roles=CAST, votes={"Ada": "Ben"})
    sides = {"mafia": "mafia", "bystander": "bystander"}
    cast = tuple(each.model_copy(update={"team": sides[each.end or ""]}) for each in told.cast)
    game = TABLES.read_sides(told.model_copy(update={"cast": cast}))
    assert game is not None
    assert game.sides == (GOOD, WOLF, GOOD)
    assert {*game.deeds} == {
        SeatDeed(kind="suspects", by=0, about=1),
        SeatDeed(kind="voted", by=0, about=1),
        SeatDeed(kind="admits", by=1, about=1),
    }


def test_a_case_is_of_the_side_of_the_doer_and_then_of_the_target():
    for kind, is_alone in (("suspects", False), ("voted", False), ("claims_seer", True), ("admits", True)):
        table = TABLES.shipped_tables[kind]
        told = [[table.values[table.case_of[by][about]] for about in (GOOD, WOLF)] for by in (GOOD, WOLF)]
        good, hit, bad, both = Clue(kind=kind, by="Ada", about="Ben").cells
        assert told == ([[good, good], [bad, bad]] if is_alone else [[good, hit], [bad, both]])
    cases = TABLES.shipped_tables["voted"]
    assert cases.cases[cases.case_of[GOOD][WOLF]] == "only the target is"
    assert cases.cases[cases.case_of[WOLF][GOOD]] == "only the doer is"
