"""How a match would have ended without a person: the same match, silent in one seat."""

from __future__ import annotations

from parlour.core import Action
from parlour.games.mystery import MysterySetup, generate
from parlour.language.wording import GamePhrases
from parlour.library.match import MatchOutcome, outcome_of
from parlour.library.playing import can_do_without
from parlour.web.hosting import Form, TableServer
from parlour.web.pages.after.verdict import told_without
from parlour.web.sheets import outcome_without
from tests.web.hosting.houses import served, setup, sit

SILENT = Action()


def quiet(form: Form) -> Action:
    return SILENT


@served
async def test_who_said_nothing_would_have_been_missed_by_nobody_and_it_is_kept(house: TableServer):
    script = generate(5, players=4, needed="1")
    table, _ = house.open(setup(0, of=MysterySetup(script=script, rounds=1, answers=False)))
    table.start()
    me = script.players[0]
    assert await outcome_without(house, table, me) is None
    await sit(table, me, quiet)
    real = outcome_of(table.record())
    found = await outcome_without(house, table, me)
    assert found
    assert found == real
    assert house.store.hosting.sheets(table.match, "without")[me]
    assert await outcome_without(house, table, me) == found
    mystery = GamePhrases("mystery", "en")
    assert "ended the same way" in told_without(real, found, mystery, "en")[0]
    other = found.model_copy(update={"eliminated": dict.fromkeys(found.eliminated, "Violet")})
    assert told_without(real, other, mystery, "en") == [
        "Had you said nothing, they would have accused Violet."
    ]


def test_how_it_would_have_ended_is_one_sentence_of_one_colon_in_chinese():
    phrases = GamePhrases("werewolf", "zh")
    ends = [
        MatchOutcome(winner=side, winners={"werewolves": side}, eliminated={"werewolves": None}, truth={})
        for side in ("werewolf", "good")
    ]
    for without in ends:
        [told] = told_without(ends[0], without, phrases, "zh")
        assert told.count("：") == 1


def test_it_is_not_known_for_nothing_of_a_table_of_two_people_or_of_a_paid_model():
    game = MysterySetup(script=generate(5, players=4), rounds=1, answers=False)
    me = game.players[0]
    assert can_do_without(setup(0, of=game), me)
    assert not can_do_without(setup(0, 1, of=game), me)
    assert not can_do_without(setup(1, of=game), me)
    paid = setup(0, of=game)
    seats = tuple(
        each if each.player == me else each.model_copy(update={"model": "openai:gpt-5"})
        for each in paid.seats
    )
    assert not can_do_without(paid.model_copy(update={"seats": seats}), me)
