"""Who wins One Night and on whom its votes fall, over games."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.core import find_game
from parlour.evaluation import MatchScore, estimate, score_match, verdicts
from parlour.evaluation.richness import role_shares, table_talk
from parlour.evaluation.richness.judgement import by_seat
from parlour.games.onenight import OneNightSetup, Team, seat_names
from parlour.games.onenight.metrics import side_shares
from parlour.games.onenight.reader.clues import Clue
from parlour.lab.fitting import PART, ClueTables, SeatDeed
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.experiments.likeness.tables import table

SEATS = {"seer": 1, "villager": 2, "mason": 2, "minion": 1, "tanner": 1, "werewolf": 1}


def game(winner: Team | None, **cast: int) -> MatchScore:
    return MatchScore(match="m", script="onenight-1", language="en", winner=winner, dealt=SEATS, cast=cast)


def value(name: str, *scores: MatchScore) -> float | None:
    return estimate(scores, name).value


def test_a_side_wins_its_share_of_all_games_and_a_mystery_is_none_of_them():
    games = [game(Team.VILLAGE), game(Team.TANNER), game(Team.VILLAGE), game(None)]
    assert [value(f"wins.{side}", *games) for side in Team] == [0.5, 0, 0.25]
    mystery = MatchScore(match="x", script="sin", language="en", won=1)
    assert value("wins.village", mystery) is None
    assert estimate([*games, mystery], "wins.village").n == 4


def test_votes_are_pooled_over_games_and_split_over_those_who_have_the_role():
    """Games of four votes and of eight count by their votes; two villagers share theirs."""
    games = [game(None, villager=3, werewolf=1), game(None, villager=3, tanner=2, werewolf=3)]
    assert value("votes.villager", *games) == pytest.approx(6 / 2 / 12)
    assert value("votes.werewolf", *games) == value("votes.for.village", *games) == pytest.approx(4 / 12)
    assert value("votes.for.tanner", *games) == pytest.approx(2 / 12)
    assert value("votes.for.werewolf", *games) == pytest.approx(6 / 12)
    assert value("votes.seer", *games) == 0
    assert value("votes.seer", game(None)) is None


@cache
def played(seed: int) -> tuple[MatchScore, list[float], str | None]:
    setup = OneNightSetup(players=seat_names(8, "en"))
    table = laid(setup, model="reader", seed=seed, method="random")
    record = recorded(table, play(table))
    shares = role_shares([table_talk(record)])
    return score_match(record), [*by_seat(shares), *side_shares(shares).values()], verdicts(record)[0].winner


def test_what_is_kept_of_a_match_gives_what_its_record_gives():
    for seed in range(3):
        score, shares, winner = played(seed)
        told = [value(f"votes.{role}", score) for role in sorted(SEATS) for _ in range(SEATS[role])]
        sides = [value(f"votes.for.{side}", score) for side in ("village", "werewolf", "tanner")]
        assert [*told, *sides] == pytest.approx(shares)
        assert score.winner == winner
        assert (score.won, score.lost) == (int(winner == Team.VILLAGE), int(winner != Team.VILLAGE))
        assert sum(score.cast.values()) == 24


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
