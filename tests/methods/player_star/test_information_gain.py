import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.player_star import (
    BETA,
    EPSILON,
    AddresseeChoice,
    InformationGain,
    RoundGain,
    choose,
    score,
)

SEEDS = range(3000)


def history(*gains: tuple[str, float]) -> InformationGain:
    """One round for each of these: who was questioned, and what it was worth."""
    rounds = (RoundGain(round=n, questioned=(who,), gain=gain) for n, (who, gain) in enumerate(gains, 1))
    return InformationGain(rounds=tuple(rounds))


gains = st.lists(st.floats(-3, 3), min_size=1, max_size=20)


def test_before_the_first_round_there_is_no_history():
    assert InformationGain().weighted_gain("Carl", 1) == 0.0


def test_one_round_is_its_own_mean():
    assert history(("Carl", 0.4)).weighted_gain("Carl", 2) == pytest.approx(0.4)


def test_two_rounds_by_hand():
    """At i = 3, round 1 weighs e^-2 and round 2 e^-1; Carl was not questioned in round 2."""
    told = history(("Carl", 0.4), ("Dora", 0.7))
    assert told.weighted_gain("Carl", 3) == pytest.approx(0.4 * math.exp(-2) / (math.exp(-2) + math.exp(-1)))
    assert told.weighted_gain("Carl", 3) == pytest.approx(0.107577, abs=1e-6)
    assert told.weighted_gain("Dora", 3) == pytest.approx(0.7 * math.exp(-1) / (math.exp(-2) + math.exp(-1)))


def test_three_rounds_by_hand():
    """(0.4 e^-3 + 0 e^-2 + -0.2 e^-1) / (e^-3 + e^-2 + e^-1) at i = 4."""
    told = history(("Carl", 0.4), ("Dora", 0.7), ("Carl", -0.2))
    weights = [math.exp(-3), math.exp(-2), math.exp(-1)]
    assert told.weighted_gain("Carl", 4) == pytest.approx(
        (0.4 * weights[0] - 0.2 * weights[2]) / sum(weights)
    )
    assert told.weighted_gain("Carl", 4) == pytest.approx(-0.097036, abs=1e-6)


def test_only_rounds_before_the_one_to_be_asked_count():
    told = history(("Carl", 0.4), ("Carl", 0.9))
    assert told.weighted_gain("Carl", 2) == pytest.approx(0.4)
    assert told.weighted_gain("Carl", 1) == 0.0


def test_whoever_was_never_questioned_has_no_gain():
    assert history(("Carl", 0.4), ("Carl", 0.9)).weighted_gain("Dora", 3) == 0.0


@given(st.floats(0.01, 3), st.integers(2, 12))
def test_a_recent_gain_weighs_more_than_the_same_gain_long_ago(gain: float, rounds: int):
    early = history(("Carl", gain), *[("Dora", 0.0)] * (rounds - 1))
    late = history(*[("Dora", 0.0)] * (rounds - 1), ("Carl", gain))
    assert late.weighted_gain("Carl", rounds + 1) > early.weighted_gain("Carl", rounds + 1)


@given(gains)
def test_the_weighted_history_lies_between_the_least_and_the_greatest_gain(told: list[float]):
    weighted = history(*(("Carl", gain) for gain in told)).weighted_gain("Carl", len(told) + 1)
    assert min(told) - 1e-9 <= weighted <= max(told) + 1e-9


@given(st.floats(-3, 3), st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=6, unique=True))
def test_a_gain_is_shared_among_all_who_were_questioned(gain: float, questioned: list[str]):
    told = RoundGain(round=1, questioned=tuple(questioned), gain=gain)
    shares = [told.of(name) for name in "ABCDEF"]
    assert sum(shares) == pytest.approx(gain)
    assert len({told.of(name) for name in questioned}) == 1
    assert all(told.of(name) == 0 for name in "ABCDEF" if name not in questioned)


def test_a_round_in_which_nobody_was_questioned_is_nobodys_gain():
    assert RoundGain(round=1, questioned=(), gain=0.4).of("Carl") == 0.0


def test_rounds_are_added_at_the_end_and_the_earlier_history_stays():
    before = history(("Carl", 0.4))
    after = before.with_round(RoundGain(round=2, questioned=("Dora",), gain=0.1))
    assert [gain.round for gain in after.rounds] == [1, 2]
    assert len(before.rounds) == 1


def test_the_score_weighs_history_a_fifth_by_default():
    assert BETA == 0.2
    assert score(0.5, 0.9) == pytest.approx(0.2 * 0.5 + 0.8 * 0.9)


@given(st.floats(-3, 3), st.floats(-1, 1), st.floats(0, 1))
def test_the_score_is_a_mean_of_history_and_expectation(weighted: float, expected: float, beta: float):
    low, high = sorted((weighted, expected))
    assert low - 1e-9 <= score(weighted, expected, beta) <= high + 1e-9
    assert score(weighted, expected, 1) == weighted
    assert score(weighted, expected, 0) == expected


def test_without_exploration_the_best_score_is_chosen():
    scores = {"Anna": 0.1, "Ben": 0.8, "Carl": 0.79}
    told = {choose(scores, ["Anna", "Ben", "Carl"], 0.0, Random(seed)) for seed in SEEDS}
    assert told == {AddresseeChoice(player="Ben", is_exploration=False)}


def test_only_candidates_are_chosen():
    scores = {"Anna": 0.1, "Ben": 0.8}
    assert {choose(scores, ["Anna"], epsilon, Random(1)).player for epsilon in (0.0, 1.0)} == {"Anna"}


def test_whoever_has_no_score_counts_as_nothing():
    assert choose({"Anna": -0.2}, ["Anna", "Ben"], 0.0, Random(1)).player == "Ben"
    assert choose({"Anna": 0.2}, ["Anna", "Ben"], 0.0, Random(1)).player == "Anna"


def test_a_tie_is_settled_by_an_even_lot_among_those_tied_and_nobody_else():
    scores = {"Anna": 0.8, "Ben": 0.1, "Carl": 0.8, "Dora": 0.8}
    told = Counter(choose(scores, list(scores), 0.0, Random(seed)).player for seed in SEEDS)
    assert set(told) == {"Anna", "Carl", "Dora"}
    assert all(abs(count / len(SEEDS) - 1 / 3) < 0.04 for count in told.values())


def test_exploration_is_as_frequent_as_epsilon_and_reaches_everybody():
    assert EPSILON == 0.1
    scores = {"Anna": 0.1, "Ben": 0.8, "Carl": 0.2}
    told = [choose(scores, list(scores), EPSILON, Random(seed)) for seed in SEEDS]
    explored = Counter(choice.player for choice in told if choice.is_exploration)
    assert sum(explored.values()) / len(SEEDS) == pytest.approx(EPSILON, abs=0.02)
    assert set(explored) == set(scores)
    assert {choice.player for choice in told if not choice.is_exploration} == {"Ben"}


def test_with_an_epsilon_of_one_every_choice_is_an_exploration():
    told = [choose({"Ben": 9.0}, ["Anna", "Ben"], 1.0, Random(seed)) for seed in SEEDS]
    assert all(choice.is_exploration for choice in told)
    assert sum(choice.player == "Anna" for choice in told) / len(SEEDS) == pytest.approx(0.5, abs=0.04)
