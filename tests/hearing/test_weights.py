"""Fitted weights tell what is meant beyond what the rules foresee, and how certain that is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from parlour.facts import Language
from parlour.hearing import SpokenAct
from parlour.hearing.ruled import by_rules
from parlour.hearing.weighing import chosen
from parlour.hearing.weights import FittedWeights, fitted, packed, unpacked
from tests.hearing.test_hear import ROLES

SMALL = FittedWeights(
    kinds=("suspect", "trust"),
    words={"fishy": 0},
    by_word=np.array([[0.5, -0.25]], np.float32),
    kind_bias=np.array([0.25, 0.5], np.float32),
    bearings={"rules:none": 0},
    by_bearing=[2.0],
    act_bias=-1.0,
)


def test_weights_come_back_from_what_is_shipped():
    again = unpacked(packed(SMALL))
    assert (again.kinds, again.words, again.bearings) == (SMALL.kinds, SMALL.words, SMALL.bearings)
    assert again.kind_chances(["fishy", "unknown"]) == pytest.approx(
        SMALL.kind_chances(["fishy", "unknown"]), abs=1e-3
    )
    assert again.act_chance({"rules:none": 1.0}) == SMALL.act_chance({"rules:none": 1.0})


def test_a_known_word_moves_its_kind():
    assert SMALL.kind_chances(["fishy"])["suspect"] > SMALL.kind_chances(["unknown"])["suspect"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_weights_are_shipped(language: Language):
    weights = fitted(language)
    assert weights is not None
    assert {"suspect", "ask_where", "swapped"} <= {*weights.kinds}


def test_whoever_is_named_may_be_meant_in_each_place_but_not_in_two():
    _, evidence = by_rules("6 says 4 robbed 2", ROLES)
    assert evidence is not None
    robbed = [*evidence.of_kind("robbed")]
    assert SpokenAct(kind="robbed", slots=(("by", "Player 4"), ("whom", "Player 2"))) in robbed
    assert all(act["by"] != act["whom"] for act in robbed)


def test_of_acts_that_differ_in_fullness_alone_the_likelier_is_heard():
    short = SpokenAct(kind="suspect", slots=(("who", "Player 6"),))
    full = short.with_slots(level="strong")
    told = chosen([(0.9, full), (0.6, short)])
    assert told.acts == (full,)
    assert told.certainty == pytest.approx(0.9 * 0.4)


def test_what_is_hardly_likely_is_not_even_guessed():
    assert chosen([(0.01, SpokenAct(kind="yes"))]).acts == ()


def test_a_reading_is_as_certain_as_what_it_looks_like():
    weights = replace(SMALL, by_look={"": -1.0, "rules:same": 3.0, "least": 0.5}, least_certainty=0.75)
    assert weights.certainty({"rules:same": 1.0, "least": 2.0}) == pytest.approx(1 / (1 + math.exp(-3)))
    assert weights.certainty({"never seen": 1.0}) == pytest.approx(1 / (1 + math.exp(1)))
    again = unpacked(packed(weights))
    assert (again.by_look, again.least_certainty) == (weights.by_look, weights.least_certainty)
