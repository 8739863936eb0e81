"""Favor, by algorithm 2 and eq. 6 of Humanized Agents; and the words of roles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.agents import SeatContext
from parlour.core import find_game
from parlour.errors import SetupError
from parlour.llm import Language
from parlour.methods.humanized.attitudes import Band, Favors, Guess, Judgement, remap
from parlour.methods.humanized.wording import are_friends, read_role_words, role_words, roles_of
from tests.agents.seats import seat_context

OTHERS = ("Ben", "Cat", "Dan")
ratings = st.dictionaries(st.sampled_from(OTHERS), st.integers(1, 10))


def test_a_rating_changes_favor_by_up_to_thirty():
    for rating, change in ((1, -30), (10, 30), (5.5, 0), (7, 10), (4, -10)):
        assert remap(rating) == pytest.approx(change)


def test_a_rating_out_of_range_is_refused():
    for rating in (0, 0.9, 10.1, 11):
        with pytest.raises(ValueError, match="from 1 to 10"):
            remap(rating)


def test_bands_are_half_open_and_the_last_is_closed():
    """Appendix C: who is at 80 is in the highest band."""
    for favor, band in (
        (1, 0),
        (19.99, 0),
        (20, 1),
        (39.9, 1),
        (40, 2),
        (60, 3),
        (79.9, 3),
        (80, 4),
        (100, 4),
    ):
        assert Band.of(favor) == band


def test_the_ratings_of_table_12_move_everybody_from_fifty():
    """Alpha's ratings there: Beta 2, Delta 6, Eta 1."""
    held = Favors.towards(["Beta", "Delta", "Eta"]).apply_ratings({"Beta": 2, "Delta": 6, "Eta": 1})
    assert held.levels == pytest.approx({"Beta": 50 - 70 / 3, "Delta": 50 + 10 / 3, "Eta": 20})
    assert held.bands(["Beta", "Delta", "Eta"]) == {"Beta": 1, "Delta": 2, "Eta": 1}


def test_who_is_not_rated_is_liked_as_before():
    held = Favors.towards(OTHERS).apply_ratings({"Ben": 10})
    assert held.levels == {"Ben": 80, "Cat": 50, "Dan": 50}
    assert held.of("Ann") == 50


def test_a_stranger_cannot_be_rated():
    with pytest.raises(KeyError):
        Favors.towards(OTHERS).apply_ratings({"Eve": 3})


@given(st.lists(ratings, max_size=8))
def test_favor_never_leaves_its_range_and_four_best_ratings_lead_to_its_end(rounds: list[dict[str, int]]):
    held = Favors.towards(OTHERS)
    for each in rounds:
        held = held.apply_ratings(each)
    assert set(held.levels) == set(OTHERS)
    assert all(1 <= level <= 100 for level in held.levels.values())
    for _ in range(4):
        held = held.apply_ratings(dict.fromkeys(OTHERS, 10))
    assert set(held.levels.values()) == {100}


ROLES = ("villager", "seer", "mason", "werewolf", "minion", "tanner")
guesses = st.builds(Guess, role=st.sampled_from(ROLES), probability=st.floats(0, 1))


def judged(role: str, probability: float, *, spread: bool = False) -> Judgement:
    return Judgement.of({"Theta": Guess(role=role, probability=probability)}, ROLES, spread=spread)


def test_the_rest_is_spread_evenly_over_the_other_roles():
    """Theta of table 13: a werewolf at 0.85."""
    row = dict(zip(ROLES, judged("werewolf", 0.85).rows["Theta"], strict=True))
    assert row == pytest.approx({**dict.fromkeys(ROLES, 0.03), "werewolf": 0.85})


def test_a_guess_of_less_than_its_share_is_the_most_probable_role_as_table_14_prints_it():
    """Gamma of table 13 is a villager at 0.05, below 1/6; eq. 8 takes the role that the model names."""
    for role, probability in (("villager", 0.05), ("tanner", 0.05), ("villager", 0.1)):
        guess = judged(role, probability).likeliest("Theta")
        assert guess == Guess(role=role, probability=probability)


def test_spread_makes_another_role_than_such_a_guess_more_probable():
    """A villager at 0.05 leaves 0.95 / 5 = 0.19 to each of the other five roles; the first of them counts."""
    likeliest = judged("villager", 0.05, spread=True).likeliest("Theta")
    assert likeliest.role == "seer"
    assert likeliest.probability == pytest.approx(0.19)


def test_of_whom_nothing_is_known_is_taken_for_a_villager():
    """Algorithm 1, line 4."""
    likeliest = Judgement.of({"Theta": None}, ROLES).likeliest("Theta")
    assert likeliest.role == "villager"
    assert likeliest.probability == pytest.approx(1 / 6)


def test_a_guess_of_no_role_or_no_probability_is_refused():
    for role, probability in (("witch", 0.5), ("seer", 1.1), ("seer", -0.1)):
        with pytest.raises(ValueError, match="no guess among"):
            judged(role, probability)


def test_with_one_role_there_is_nothing_to_judge():
    with pytest.raises(ValueError, match="two roles"):
        Judgement.of({}, ROLES[:1])


@given(st.dictionaries(st.sampled_from("ABCD"), guesses | st.none()))
def test_every_row_adds_up_to_one_and_keeps_what_was_guessed(told: dict[str, Guess | None]):
    matrix = Judgement.of(told, ROLES)
    assert set(matrix.rows) == set(told)
    for name, guess in told.items():
        assert sum(matrix.rows[name]) == pytest.approx(1)
        if guess:
            assert matrix.rows[name][ROLES.index(guess.role)] == guess.probability


SHIPPED = ("mystery", "onenight", "werewolf")


def seated(game: str, language: Language = "en") -> SeatContext:
    return replace(seat_context(), game=find_game(game), language=language, roles={})


def test_every_role_of_every_game_has_a_name_and_ideas_in_both_languages():
    for game in SHIPPED:
        english, chinese = role_words(seated(game)), role_words(seated(game, "zh"))
        assert list(english) == list(chinese)
        for role in english:
            assert len(english[role].ideas) == len(chinese[role].ideas) >= 3
            assert english[role].name == role.replace("_", " ")


def test_friends_are_on_the_same_side():
    for game, one, other, so in (
        ("werewolf", "seer", "hunter", True),
        ("werewolf", "werewolf", "villager", False),
        ("mystery", "murderer", "civilian", False),
        ("onenight", "minion", "werewolf", True),
        ("onenight", "tanner", "villager", False),
        ("onenight", "tanner", "werewolf", False),
    ):
        assert are_friends(seated(game), one, other) is so
        assert are_friends(seated(game), other, one) is so


def test_a_file_of_ideas_that_does_not_fit_its_game_is_refused():
    for text, problem in (
        ("", "file"),
        ("civilian: {name: civilian, ideas: []}", "ideas"),
        ("civilian: {name: civilian, ideas: [hide]}", "murderer"),
        (
            "{civilian: {name: a, ideas: [b]}, murderer: {name: a, ideas: [b]}, cook: {name: a, ideas: [b]}}",
            "cook",
        ),
    ):
        with pytest.raises(SetupError, match=rf"mine\.yaml.*{problem}"):
            read_role_words(text, ("civilian", "murderer"), "mine.yaml")


def test_a_game_that_says_nothing_of_its_roles_has_an_open_side_and_a_hidden_one():
    stranger = replace(find_game("werewolf"), package="tests.language.wording", roles={}, sought=("spy",))
    dealt = replace(seat_context(), game=stranger, roles={"spy": 1, "agent": 1})
    assert roles_of(dealt) == ("agent", "spy")
    assert not are_friends(dealt, "agent", "spy")
    assert role_words(dealt)["spy"].name == "spy"
    undealt = replace(dealt, roles={})
    assert roles_of(undealt) == ("open", "hidden")
    assert role_words(undealt)["open"].name == "ordinary player"
    assert len(role_words(undealt)["hidden"].ideas) >= 3
