"""What is done to cards by night, and who learns what."""

from __future__ import annotations

import pytest

from parlour.arena import Record
from parlour.core import PASS, Event, event_kinds, find_game, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.games.onenight import kinds
from parlour.language.facts import NIGHT_OF_CARDS, Language, RoleClaim, read
from parlour.language.wording import game_words, tell
from tests.games.onenight.people.written import LETTERS, Game, play

W, S, R, K, D, V, N = (LETTERS[letter] for letter in "wsrkdvn")
INSOMNIAC = LETTERS["i"]


def shown(events: list[Event]) -> list[tuple[str, tuple[str, ...], str | None]]:
    return [(each.kind.name, each.chosen, each.role) for each in events]


def test_cards_move_in_the_order_robber_troublemaker_drunk():
    game = play("rwkdi vvv", {"Ann": "Bo", "Cy": ("Ann", "Eve"), "Di": "the left card"})
    assert game.ends == {"Ann": INSOMNIAC, "Bo": R, "Cy": K, "Di": V, "Eve": W}
    assert shown(game.told(kinds.ROBBED)) == [("robbed", ("Bo",), W)]
    assert shown(game.told(kinds.WOKE)) == [("woke", (), W)]
    assert game.state.cards.at("the left card") is D


def test_a_troublemaker_and_a_drunk_see_nothing():
    game = play("kdwv vvs", {"Ann": ("Bo", "Cy"), "Bo": "the right card"})
    assert game.ends == {"Ann": K, "Bo": S, "Cy": D, "Di": V}
    assert game.state.cards.at("the right card") is W
    assert all(each.role is None for each in (*game.told(kinds.SWAPPED), *game.told(kinds.DRANK)))


@pytest.mark.parametrize(("language", "words"), [("en", "; or nobody."), ("zh", "；也可以不选。")])
def test_a_troublemaker_is_offered_to_exchange_none(language: Language, words: str):
    game = play("kwv vvv", language=language)
    [request] = [each for each in game.asked if each.kind == kinds.SWAP]
    asked = game_words(find_game("onenight")).speak("swap", language, request=request)
    assert asked.endswith(words)
    assert request.kind.optional
    request.check(PASS)


def test_the_seer_sees_cards_as_they_were_dealt():
    game = play("srw vvv", {"Ann": "Bo", "Bo": "Cy"})
    assert shown(game.told_to("Ann", kinds.LOOKED)) == [("looked", ("Bo",), R)]
    assert game.ends["Bo"] is W


def test_the_seer_may_look_at_two_cards_of_the_centre():
    game = play("swv rkd", {"Ann": "the left card + the right card"})
    assert shown(game.told_to("Ann", kinds.LOOKED)) == [
        ("looked", ("the left card",), R),
        ("looked", ("the right card",), D),
    ]


def test_only_a_werewolf_who_is_alone_may_look_at_the_centre():
    alone, two = play("wsv wvv", {"Ann": "the left card"}), play("wwv svv", {"Ann": "the left card"})
    assert [each.player for each in alone.asked if each.kind is kinds.PEEK] == ["Ann"]
    assert shown(alone.told_to("Ann", kinds.LOOKED)) == [("looked", ("the left card",), W)]
    assert not [each for each in two.asked if each.kind is kinds.PEEK]


def test_werewolves_see_each_other_and_the_minion_sees_them_unseen():
    game = play("wwnsv vvv")
    seen = {each.actor: each.chosen for each in game.told(event_kinds.FELLOWS)}
    assert seen == {"Ann": ("Bo",), "Bo": ("Ann",), "Cy": ("Ann", "Bo")}


def test_whoever_was_robbed_or_exchanged_learns_nothing_of_it():
    still = play("rwkv vvv")
    moved = play("rwkv vvv", {"Ann": "Bo", "Cy": ("Bo", "Di")})
    for player in ("Bo", "Di"):
        assert shown(still.of(player)) == shown(moved.of(player))


def test_nobody_else_is_told_of_what_is_done_by_night():
    for kind in (kinds.LOOKED, kinds.ROBBED, kinds.SWAPPED, kinds.DRANK, kinds.WOKE):
        game = play(
            "srkdiwv vvv",
            {"Ann": "Fay", "Bo": "Cy", "Cy": ("Di", "Eve"), "Di": "the left card", "Fay": "the right card"},
        )
        told = [each for each in game.events if each.kind == kind]
        assert told
        assert all(each.visible_to == frozenset({each.actor}) for each in told)


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


NIGHT = {kinds.LOOKED, kinds.ROBBED, kinds.SWAPPED, kinds.DRANK, kinds.WOKE}


def played(method: str, language: Language, *, players: int = 6, seed: int = 3, rounds: int = 1) -> Record:
    asked = read_asked({"name": "onenight", "players": players, "rounds": rounds, "rules": "people"})
    return check_match(lay_alike(asked, method, seed=seed, language=language))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_reader_says_of_the_night_is_read_back_by_the_grammar(language: Language):
    record = played("plain", language, players=8, rounds=2)
    told = [event for event in record.events if event.kind is event_kinds.SPOKE]
    names = record.setup.players
    facts = [
        fact
        for event in told
        for fact in read(event.text, language, speaker=event.actor or "", names=names).facts
    ]
    assert len({type(fact) for fact in facts} & set(NIGHT_OF_CARDS)) >= 3
    claims = {fact.who for fact in facts if isinstance(fact, RoleClaim)}
    assert claims == set(names), "everybody says what they were dealt"


def test_no_prompt_holds_what_another_did_by_night():
    record = played("plain", "en", players=8)
    for event in record.events:
        if event.kind in NIGHT and event.chosen:
            line = tell(event, "en", "onenight")
            readers = {call.key.player for call in record.calls for part in call.user if line in part.text}
            assert readers <= (event.visible_to or set()), line
