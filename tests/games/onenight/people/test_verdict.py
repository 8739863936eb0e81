"""Who dies and who wins where people play, by the cards as they lie at the end."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core import event_kinds
from parlour.games.onenight import kinds
from tests.games.onenight.people.written import Game

Play = Callable[..., Game]


def out(game: Game) -> list[str]:
    return [name for event in game.told(event_kinds.ELIMINATED) for name in event.chosen]


def test_all_who_are_tied_die(play: Play):
    game = play("wsvv vvv", votes={"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Bo"})
    assert out(game) == ["Ann", "Bo"]
    assert game.winners == ("village",)


def test_nobody_dies_of_a_single_vote(play: Play):
    game = play("wsv vvv", votes={"Ann": "Bo", "Bo": "Cy", "Cy": "Ann"})
    assert out(game) == []
    assert game.winners == ("werewolf",)


def test_a_robber_who_took_the_werewolfs_card_wins_with_the_werewolves(play: Play):
    game = play("rwsv vvv", {"Ann": "Bo"}, {"Ann": "Bo", "Cy": "Bo", "Di": "Bo"})
    assert out(game) == ["Bo"]
    assert game.winners == ("werewolf",)
    assert game.end.truth == ("Ann",)


def test_a_hunter_takes_along_whom_it_voted_for(play: Play):
    game = play("hwsv vvv", votes={"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Ann"})
    assert out(game) == ["Ann"]
    assert [(each.actor, each.chosen) for each in game.told(kinds.SHOT)] == [("Ann", ("Bo",))]
    assert game.winners == ("village",)


def test_a_hunter_whose_card_was_robbed_takes_nobody_along(play: Play):
    game = play("hwrv vvv", {"Cy": "Ann"}, {"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Ann"})
    assert game.told(kinds.SHOT) == []
    assert game.winners == ("werewolf",)


def test_a_dead_tanner_beats_the_werewolves(play: Play):
    game = play("twsv vvv", votes={"Bo": "Ann", "Cy": "Ann"})
    assert game.winners == ("tanner",)


def test_a_tanner_who_dies_with_a_werewolf_shares_the_victory_of_the_village(play: Play):
    game = play("twsv vvv", votes={"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Bo"})
    assert game.winners == ("village", "tanner")
    assert game.end.winner == "village"


def test_a_village_without_werewolves_lets_nobody_die(play: Play):
    for letters, votes, winners in (
        ("svv wwv", {}, ("village",)),
        ("svv wwv", {"Ann": "Bo", "Cy": "Bo"}, ()),
        ("snv wwv", {"Ann": "Cy", "Bo": "Cy"}, ("werewolf",)),
        ("snv wwv", {"Ann": "Bo", "Cy": "Bo"}, ()),
        ("wsv wvv", {}, ("werewolf",)),
    ):
        assert play(letters, votes=votes).winners == winners


def test_all_votes_are_cast_once_and_in_the_open(play: Play):
    game = play("wsv vvv", votes={"Ann": "Bo", "Bo": "Cy"})
    assert game.told(event_kinds.POLLED) == []
    assert [(each.actor, each.chosen, each.visible_to) for each in game.told(event_kinds.VOTED)] == [
        ("Ann", ("Bo",), None),
        ("Bo", ("Cy",), None),
        ("Cy", (), None),
    ]


def test_all_cards_are_turned_over_in_the_end(play: Play):
    game = play("rws vvn", {"Ann": "Bo"})
    shown = [(each.chosen[0], each.role) for each in game.told(event_kinds.REVEALED)]
    assert shown == [("Ann", "werewolf"), ("Bo", "robber"), ("Cy", "seer")]
    assert [each.role for each in game.told(kinds.LEFT)] == ["villager", "villager", "minion"]
