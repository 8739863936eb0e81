"""A league's file, its meetings and costs, and its page."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.core import GAMES
from parlour.errors import FileError, UsageError
from parlour.evaluation import MatchScore, Spent
from parlour.evaluation.intervals import wilson
from parlour.experiments import plan_run
from parlour.experiments.league import ask_league, left_for
from parlour.experiments.league.page import league_page
from parlour.experiments.league.rating import GameResults, cost_rows, fewest, meeting_rows
from parlour.experiments.league.rows import (
    ALL_GAMES,
    BOTH_CAMPS,
    CampShare,
    CostRow,
    LeagueMatch,
    LeagueTables,
    MeetingRow,
    RatingRow,
)
from parlour.llm import ChosenSettings
from parlour.store import Store
from tests.cases import cases
from tests.experiments.league.conftest import Ask
from tests.experiments.small import kept_cell


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


def tables(dollars: float | None) -> LeagueTables:
    rating = RatingRow(
        game=ALL_GAMES, camp=BOTH_CAMPS, entrant="a", rating=1500, low=1400, high=1600, share=0.5, matches=2
    )
    cost = CostRow(
        game=ALL_GAMES,
        entrant="a",
        calls=1,
        input_tokens=1,
        output_tokens=1,
        dollars=dollars,
        seconds=1,
        faults=0,
        fallbacks=0,
        matches=2,
    )
    return LeagueTables(
        league="l",
        title="L",
        entrants={"a": "random"},
        games={"g": "onenight"},
        expected=2,
        matches=2,
        dollars=7.77,
        ratings=(rating,),
        meetings=(),
        camps=(),
        costs=(cost,),
        biases=(),
        places=(),
        versions={},
    )


@cases(
    ("dollars", "told"),
    [(0.00423, "$0.0042"), (0.01, "$0.01"), (0.256, "$0.26"), (0, "$0.00"), (None, "price unknown")],
)
def test_a_price_below_a_cent_keeps_its_digits(
    monkeypatch: pytest.MonkeyPatch, dollars: float | None, told: str
):
    monkeypatch.setitem(sys.modules, "parlour.experiments.league.figure", None)
    assert f"<td>{told}</td>" in league_page(tables(dollars))


def spending(entrant: str, spent: Spent | None = None, actions: int = 10, faults: int = 0) -> CampShare:
    return CampShare(
        entrant=entrant, spent=spent or Spent(), actions=actions, faults=faults, fallbacks=faults // 2
    )


def match_of(game: str, home: CampShare, away: CampShare) -> LeagueMatch:
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
        match_of("werewolf", spending("a", some, actions=15, faults=4), spending("b")),
        match_of("werewolf", spending("b"), spending("a", more, actions=25, faults=2)),
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
    unpriced = match_of("g", spending("a", Spent(dollars=None)), spending("b", Spent(dollars=1)))
    priced = match_of("g", spending("a", Spent(dollars=1)), spending("b", Spent(dollars=2)))
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
    rows = cost_rows([match_of(game, spending("a"), spending("b")) for game in games], ["a"])
    assert [(row.game, row.matches) for row in rows] == told


@pytest.mark.parametrize("sides", [(), ("village",)])
def test_a_game_without_two_sides_is_no_game_of_a_league(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, sides: tuple[str, ...]
):
    monkeypatch.setitem(GAMES.registered, "alone", replace(GAMES.find("onenight"), name="alone", teams=sides))
    with pytest.raises(FileError, match=r"4: games\[0\]: alone has no two sides to meet on"):
        ask("name: l\nentrants: {a: random, b: random}\ngames:\n  - {game: alone, deals: 1}\n")


def test_settings_of_a_command_line_are_in_the_models_of_the_entrants(tmp_path: Path):
    file = tmp_path / "league.yaml"
    file.write_text(
        "name: l\nmodel: openai:x\nembedding: bm25\ngames:\n  - {game: onenight, deals: 1}\n"
        "entrants: {a: plain, b: plain@openai:y, c: random, d: plain@reader}\n",
        "utf-8",
    )
    chosen = ChosenSettings.read(["openai:y.seed=3"], temperature=0.2)
    [(run, robin)] = ask_league(file, chosen).robins
    assert run.id != ask_league(file).runs[0].id
    assert dict(robin.entrants) == {
        "a": "plain@openai:x?temperature=0.2",
        "b": "plain@openai:y?temperature=0.2&seed=3",
        "c": "random",
        "d": "plain@reader",
    }
    with pytest.raises(UsageError, match=r"--set openai:z\.seed: nobody plays with openai:z"):
        ask_league(file, ChosenSettings.read(["openai:z.seed=3"]))


TWO = """\
name: two
entrants: {a: random, b: random}
games:
  - {game: werewolf, deals: 1}
  - {game: onenight, deals: 1}
"""


def test_what_one_game_has_cost_the_others_may_not_spend(ask: Ask):
    asked = ask(TWO)
    first, second = asked.runs
    with Store.open(":memory:") as store:
        [cell, *_] = plan_run(store, first).cells
        score = MatchScore(match="m", script="s", language="en", play=Spent(dollars=4.0))
        played = kept_cell(condition=cell.condition.name, story=cell.story.name, side=cell.side, score=score)
        store.put_cell(first.id, cell.key, played.model_dump_json())
        assert left_for(store, asked, second, 10) == 6
        assert left_for(store, asked, first, 10) == 10
        assert left_for(store, asked, second, 3) == 0
