"""What entrants of a league cost a match, and how often they erred."""

from __future__ import annotations

from parlour.evaluation import Spent
from parlour.experiments.league.rating import cost_rows
from parlour.experiments.league.rows import ALL_GAMES, CampShare, CostRow, LeagueMatch
from tests.cases import cases


def share(entrant: str, spent: Spent | None = None, actions: int = 10, faults: int = 0) -> CampShare:
    return CampShare(
        entrant=entrant, spent=spent or Spent(), actions=actions, faults=faults, fallbacks=faults // 2
    )


def match(game: str, home: CampShare, away: CampShare) -> LeagueMatch:
    return LeagueMatch(
        match="m",
        game=game,
        deal="d",
        language="en",
        camps=(home, away),
        points=0.5,
        seats=("Ann", "Bo"),
        is_home=(True, False),
    )


def test_what_was_spent_is_told_per_match_and_errors_per_hundred_actions():
    some = Spent(calls=3, input_tokens=300, output_tokens=30, dollars=0.75, seconds=6)
    more = Spent(calls=5, input_tokens=100, output_tokens=10, dollars=0.25, seconds=2)
    matches = [
        match("werewolf", share("a", some, actions=15, faults=4), share("b")),
        match("werewolf", share("b"), share("a", more, actions=25, faults=2)),
    ]
    first, second = cost_rows(matches, ["a", "b"])
    assert first == CostRow(
        game="werewolf",
        entrant="a",
        calls=4,
        input_tokens=200,
        output_tokens=20,
        dollars=0.5,
        seconds=4,
        faults=15,
        fallbacks=7.5,
        matches=2,
    )
    assert (second.entrant, second.calls, second.dollars, second.faults) == ("b", 0, 0, 0)


def test_one_call_without_a_price_leaves_an_entrant_without_one():
    unpriced = match("g", share("a", Spent(dollars=None)), share("b", Spent(dollars=1)))
    priced = match("g", share("a", Spent(dollars=1)), share("b", Spent(dollars=2)))
    assert [row.dollars for row in cost_rows([unpriced, priced], ["a", "b"])] == [None, 1.5]


@cases(
    ("games", "told"),
    [
        ((), []),
        (("g",), [("g", 1)]),
        (("g", "g"), [("g", 2)]),
        (("g", "h", "g"), [(ALL_GAMES, 3), ("g", 2), ("h", 1)]),
    ],
)
def test_of_several_games_all_together_come_first(games: tuple[str, ...], told: list[tuple[str, int]]):
    rows = cost_rows([match(game, share("a"), share("b")) for game in games], ["a"])
    assert [(row.game, row.matches) for row in rows] == told
