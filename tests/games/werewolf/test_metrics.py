"""Win rates, action scores and rates of reasoning over games of Werewolf."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from parlour.core import event_kinds, find_game
from parlour.evaluation import MatchScore, estimate, score_match
from parlour.games.werewolf import Team, kinds
from parlour.games.werewolf.deeds import DeedStance, Label, Reasoned, label_deeds
from parlour.games.werewolf.reader.clues import Clue
from parlour.lab.fitting import PART, ClueTables, SeatDeed
from parlour.language.facts import Fact, Level, Trust, render
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves
from tests.experiments.likeness.tables import table
from tests.games.werewolf.records import HERO, P1, P2, P4, P5, P6, P7, P8, RIVAL, Story

SWAPPED = (HERO, HERO, HERO, RIVAL, RIVAL, RIVAL, HERO, RIVAL)


def value(name: str, *scores: MatchScore) -> float | None:
    return estimate(scores, name).value


def ended(winner: Team | None, methods: tuple[str, ...] | None = None) -> MatchScore:
    story = Story().ends(winner)
    return score_match(story.record(methods=methods) if methods else story.record())


@cache
def played(seed: int = 3) -> MatchScore:
    """A game of the reader, GRATR at the letters that are not wolves."""
    setup = laid(werewolves("wgvwsxvw"), model="reader", context=32768, seed=seed, method="plain:window=15")
    seats = tuple(
        seat.model_copy(update={"method": HERO}) if seat.player in ("Player 2", "Player 5") else seat
        for seat in setup.seats
    )
    setup = setup.model_copy(update={"seats": seats})
    return score_match(recorded(setup, play(setup)))


def test_a_method_wins_with_its_team_and_the_lone_villager_is_left_out():
    as_leaders, as_wolves = ended(Team.GOOD), ended(Team.GOOD, SWAPPED)
    mine = [score.seen_by(HERO) for score in (as_leaders, as_wolves)]
    assert (value("lwr", *mine), value("wwr", *mine), value("twr", *mine)) == (1, 0, 0.5)
    theirs = [score.seen_by(RIVAL) for score in (as_leaders, as_wolves)]
    assert (value("lwr", *theirs), value("wwr", *theirs), value("twr", *theirs)) == (1, 0, 0.5)


def test_a_draw_is_won_by_nobody_and_counts():
    draw = ended(None)
    assert value("lwr", draw.seen_by(HERO)) == value("wwr", draw.seen_by(RIVAL)) == 0
    assert (draw.won, draw.lost) == (0, 1)


def test_deeds_are_worth_what_table_2_says():
    """GRATR, table 2: correct and incorrect, by identity."""
    for player, identity, worth in (
        (P2, "werewolf", 0.5),
        (P4, "seer", 1.5),
        (P5, "witch", 1.5),
        (P6, "guard", 1.5),
        (P8, "villager", 1.0),
    ):
        friend, foe = (P1, P7) if player == P2 else (P7, P1)
        others = {"werewolf": 3, "villager": 2}.get(identity, 1)
        right = score_match(Story().does(player, event_kinds.VOTED, foe).record())
        wrong = score_match(Story().does(player, event_kinds.VOTED, friend).record())
        assert value(f"action.{identity}", right) == pytest.approx(worth / others)
        assert value(f"action.{identity}", wrong) == pytest.approx(-worth / others)


def test_winners_have_five_points_besides():
    story = Story().does(P4, event_kinds.VOTED, P1).ends(Team.GOOD)
    score = score_match(story.record())
    assert value("action.seer", score) == 6.5
    assert value("action.witch", score) == 5
    assert value("action.leader", score) == pytest.approx(5.5)
    assert value("action.werewolf", score) == 0


def test_rates_of_reasoning_are_shares_of_what_was_labelled_per_team():
    story = (
        Story()
        .does(P4, event_kinds.VOTED, P1)
        .does(P5, event_kinds.VOTED, P7)
        .does(P6, event_kinds.VOTED, P7, trust={P7: 0.9})
        .does(P8, event_kinds.VOTED, P7)
        .does(P2, event_kinds.VOTED, P7)
    )
    score = score_match(story.record())
    thirds = [value(f"{label}.leader", score) for label in ("correct", "deception", "hallucination")]
    assert thirds == [pytest.approx(1 / 3)] * 3
    assert value("correct.werewolf", score) == 1
    assert value("correct.werewolf", score.seen_by(HERO)) is None


def test_the_seats_of_a_real_game_add_up_to_the_game():
    score = played()
    assert sum(seat.actions for seat in score.seats) == score.actions
    own = sum(seat.updating.calls + seat.deciding.calls for seat in score.seats)
    assert own + score.shared.calls == score.play.calls
    assert {seat.won for seat in score.seats if seat.role == "werewolf"} == {not score.won}
    hero, rival = score.seen_by(HERO), score.seen_by("plain:window=15")
    assert hero.play.calls + rival.play.calls == score.play.calls
    assert all(seat.updating.calls == 0 for seat in rival.seats)
    assert hero.shared == score.shared
    assert rival.shared.calls == 0 < hero.shared.calls + sum(seat.updating.calls for seat in hero.seats)
    assert sum(seat.right + seat.wrong for seat in score.seats) > 10


def test_right_deeds_of_the_good_leave_out_the_werewolves():
    match = played()
    counted = [
        seat.model_copy(
            update={"right": 6, "wrong": 0} if seat.role == "werewolf" else {"right": 1, "wrong": 3}
        )
        for seat in match.seats
    ]
    assert value("right.good", match.model_copy(update={"seats": tuple(counted)})) == 1 / 4


RIGHT, LIE, WRONG = Label.CORRECT, Label.DECEPTION, Label.HALLUCINATION


def said(*facts: Fact, lang: Language = "en", by: str = P2) -> str:
    return " ".join(render(fact, lang, Random(1), speaker=by) for fact in facts)


def trusts(whom: str, by: str = P2) -> Trust:
    return Trust(by=by, whom=whom, level=Level.SOME)


def one(story: Story) -> Reasoned:
    [told] = label_deeds(story.record())
    return told


def test_without_a_belief_on_record_the_deed_shows_what_was_thought():
    for player, kind, target, label in (
        (P4, event_kinds.VOTED, P1, RIGHT),
        (P4, event_kinds.VOTED, P7, WRONG),
        (P2, event_kinds.VOTED, P7, RIGHT),
        (P2, event_kinds.VOTED, P1, WRONG),
        (P2, kinds.TARGETED, P7, RIGHT),
        (P5, kinds.POISONED, P8, WRONG),
        (P5, kinds.SAVED, P8, RIGHT),
        (P6, kinds.PROTECTED, P1, WRONG),
        (P6, kinds.PROTECTED, P6, RIGHT),
    ):
        assert one(Story().does(player, kind, target)).label is label


def test_a_belief_on_record_is_held_against_the_truth_first_and_then_against_the_deed():
    for player, target, trust, label in (
        (P4, P1, -0.8, RIGHT),  # distrusts a werewolf and votes against it
        (P4, P1, 0.8, WRONG),  # trusts a werewolf; that it votes against it helps nothing
        (P4, P7, 0.8, LIE),  # trusts a villager and votes against them
        (P4, P7, -0.8, WRONG),  # distrusts a villager
        (P2, P1, 1.0, LIE),  # a werewolf votes against its fellow, and knows it
        (P2, P7, -0.9, RIGHT),
        (P4, P7, 0.2, WRONG),  # undecided up to ε, so that the vote decides
        (P4, P1, -0.2, RIGHT),
    ):
        told = one(Story().does(player, event_kinds.VOTED, target, trust={target: trust}))
        assert (told.trust, told.label) == (trust, label)


def test_a_check_is_labelled_only_by_what_was_thought():
    assert list(label_deeds(Story().does(P4, event_kinds.CHECKED, P1).record())) == []
    assert one(Story().does(P4, event_kinds.CHECKED, P1, trust={P1: -0.5})).label is RIGHT
    assert one(Story().does(P4, event_kinds.CHECKED, P7, trust={P7: -0.5})).label is WRONG


def test_words_that_belie_the_deed_are_a_deception():
    words = said(trusts(P7))
    told = one(Story().says(P2, words).does(P2, event_kinds.VOTED, P7))
    assert (told.words, told.label) == (DeedStance.ALLY, LIE)
    by_night = one(Story().says(P2, words, day=1).does(P2, kinds.TARGETED, P7, day=2))
    assert by_night.label is LIE


def test_words_of_another_day_or_before_the_pack_alone_do_not_bear_on_it():
    story = Story().says(P2, said(trusts(P7)), day=1).does(P2, event_kinds.VOTED, P7, day=2)
    assert (one(story).words, one(story).label) == (None, RIGHT)


def test_chinese_words_are_understood_too():
    me, other = "2号玩家", "7号玩家"
    story = Story().says(me, said(trusts(other, by=me), lang="zh", by=me)).does(me, event_kinds.VOTED, other)
    [told] = label_deeds(story.record(language="zh"))
    assert told.label is LIE


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
