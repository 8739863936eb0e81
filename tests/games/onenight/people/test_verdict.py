"""Who dies and who wins where people play, by the cards as they lie at the end."""

from __future__ import annotations

from parlour.core import event_kinds
from parlour.games.onenight import kinds
from tests.games.onenight.people.written import Game, play


def out(game: Game) -> list[str]:
    return [name for event in game.told(event_kinds.ELIMINATED) for name in event.chosen]


def test_all_who_are_tied_die():
    game = play("wsvv vvv", votes={"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Bo"})
    assert out(game) == ["Ann", "Bo"]
    assert game.winners == ("village",)


def test_a_robber_who_took_the_werewolfs_card_wins_with_the_werewolves():
    game = play("rwsv vvv", {"Ann": "Bo"}, {"Ann": "Bo", "Cy": "Bo", "Di": "Bo"})
    assert out(game) == ["Bo"]
    assert game.winners == ("werewolf",)
    assert game.end.truth == ("Ann",)


def test_a_hunter_takes_along_whom_it_voted_for():
    game = play("hwsv vvv", votes={"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Ann"})
    assert out(game) == ["Ann"]
    assert [(each.actor, each.chosen) for each in game.told(kinds.SHOT)] == [("Ann", ("Bo",))]
    assert game.winners == ("village",)


def test_a_hunter_whose_card_was_robbed_takes_nobody_along():
    game = play("hwrv vvv", {"Cy": "Ann"}, {"Ann": "Bo", "Bo": "Ann", "Cy": "Ann", "Di": "Ann"})
    assert game.told(kinds.SHOT) == []
    assert game.winners == ("werewolf",)


def test_a_village_without_werewolves_lets_nobody_die():
    for letters, votes, winners in (
        ("svv wwv", {}, ("village",)),
        ("svv wwv", {"Ann": "Bo", "Cy": "Bo"}, ()),
        ("snv wwv", {"Ann": "Cy", "Bo": "Cy"}, ("werewolf",)),
        ("snv wwv", {"Ann": "Bo", "Cy": "Bo"}, ()),
        ("wsv wvv", {}, ("werewolf",)),
    ):
        assert play(letters, votes=votes).winners == winners


def test_all_votes_are_cast_once_and_in_the_open():
    game = play("wsv vvv", votes={"Ann": "Bo", "Bo": "Cy"})
    assert game.told(event_kinds.POLLED) == []
    assert [(each.actor, each.chosen, each.visible_to) for each in game.told(event_kinds.VOTED)] == [
        ("Ann", ("Bo",), None),
        ("Bo", ("Cy",), None),
        ("Cy", (), None),
    ]


def test_all_cards_are_turned_over_in_the_end():
    game = play("rws vvn", {"Ann": "Bo"})
    shown = [(each.chosen[0], each.role) for each in game.told(event_kinds.REVEALED)]
    assert shown == [("Ann", "werewolf"), ("Bo", "robber"), ("Cy", "seer")]
    assert [each.role for each in game.told(kinds.LEFT)] == ["villager", "villager", "minion"]
