"""Meetings of a league, and how many there were of whoever met least."""

from __future__ import annotations

from parlour.evaluation import Spent
from parlour.evaluation.intervals import wilson
from parlour.experiments.league.rating import GameResults, fewest, meeting_rows
from parlour.experiments.league.rows import CampShare, LeagueMatch, MeetingRow
from tests.cases import cases


def share(entrant: str) -> CampShare:
    return CampShare(entrant=entrant, spent=Spent(), actions=1, faults=0, fallbacks=0)


def match(home: str, away: str, points: float = 1.0, game: str = "g") -> LeagueMatch:
    return LeagueMatch(
        match="m",
        game=game,
        deal="d",
        language="en",
        camps=(share(home), share(away)),
        points=points,
        seats=("Ann", "Bo"),
        is_home=(True, False),
    )


def results(*matches: LeagueMatch, name: str = "g") -> GameResults:
    return GameResults.of(name, ("village", "werewolf"), matches, ["a", "b", "c"])


def test_a_meeting_tells_the_points_from_either_camp_and_together():
    game = results(match("a", "b", 1), match("a", "b", 0.5), match("a", "b", 0), match("b", "a", 0.25))
    low, high = wilson(0.5625, 4)
    assert meeting_rows([game], ["a", "b", "c"])[0] == MeetingRow(
        game="g",
        entrant="a",
        rival="b",
        share=0.5625,
        low=low,
        high=high,
        first_camp=0.5,
        second_camp=0.75,
        matches=4,
    )


@cases(
    ("matches", "told"),
    [
        ([], 0),
        ([match("a", "b"), match("a", "c")], 0),
        ([match("a", "b"), match("b", "a"), match("a", "c"), match("c", "b")], 1),
        ([match(home, away, game=game) for home, away in ("ab", "bc", "ca") for game in "ghh"], 1),
    ],
)
def test_the_fewest_are_those_of_the_pair_that_met_least_in_any_game(matches: list[LeagueMatch], told: int):
    assert fewest(matches, ["a", "b", "c"]) == told
