"""The matrix of judgements, by algorithm 1 and eq. 7 and 8 of Humanized Agents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.humanized.attitudes import Guess, Judgement

ROLES = ("villager", "seer", "mason", "werewolf", "minion", "tanner")
guesses = st.builds(Guess, role=st.sampled_from(ROLES), probability=st.floats(0, 1))


def judged(role: str, probability: float, *, spread: bool = False) -> Judgement:
    return Judgement.of({"Theta": Guess(role=role, probability=probability)}, ROLES, spread=spread)


def test_the_rest_is_spread_evenly_over_the_other_roles():
    """Theta of table 13: a werewolf at 0.85."""
    row = dict(zip(ROLES, judged("werewolf", 0.85).rows["Theta"], strict=True))
    assert row == pytest.approx({**dict.fromkeys(ROLES, 0.03), "werewolf": 0.85})


def test_the_most_probable_role_counts():
    assert judged("werewolf", 0.85).likeliest("Theta") == Guess(role="werewolf", probability=0.85)


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
