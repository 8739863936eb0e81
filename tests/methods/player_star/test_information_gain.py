import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.player_star.information_gain import (
    BETA,
    EPSILON,
    AddresseeChoice,
    InformationGain,
    RoundGain,
    SuspectList,
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


NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil")
named = st.lists(st.sampled_from((*NAMES, "a stranger")), max_size=8)


def everybody() -> SuspectList:
    return SuspectList.of_everybody(NAMES)


def test_entropy_is_the_logarithm_of_the_number_of_suspects():
    for n in range(1, 12):
        suspects = SuspectList.of_everybody(f"player {k}" for k in range(n))
        assert suspects.entropy == pytest.approx(-math.log(1 / n))


def test_a_shorter_list_gains_and_a_longer_one_loses():
    before = everybody().refine(["Ben", "Carl"])
    assert before.entropy - before.refine(["Ben"]).entropy == pytest.approx(math.log(2))
    assert before.entropy - before.refine(["Ben", "Carl", "Dora"]).entropy == pytest.approx(math.log(2 / 3))
    assert before.entropy - before.refine(["Carl", "Dora"]).entropy == 0.0


def test_naming_nobody_at_the_table_leaves_the_list_alone():
    pair = everybody().refine(["Ben", "Carl"])
    assert pair.refine([]) == pair
    assert pair.refine(["a stranger"]) == pair


def test_a_pruned_suspect_returns_when_it_is_named_again():
    assert everybody().refine(["Ben"]).refine(["Anna"]).suspects == ("Anna",)


@given(st.lists(named, max_size=6))
def test_a_list_is_never_empty_and_holds_candidates_only(steps: list[list[str]]):
    suspects = everybody()
    for step in steps:
        suspects = suspects.refine(step)
        assert suspects.suspects
        assert suspects.candidates == NAMES
        assert list(suspects.suspects) == [name for name in NAMES if name in suspects.suspects]
        assert 0 <= suspects.entropy <= math.log(len(NAMES))
