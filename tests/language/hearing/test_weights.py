"""Fitted weights tell what is meant beyond what the rules foresee, and how certain that is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from bench.hearing_packing import pack_weights
from parlour.language.hearing import SpokenAct
from parlour.language.hearing.readings import FittedWeights, RemarkReadings, by_chance, unpack_weights
from parlour.language.hearing.ruled import by_rules
from tests.language.hearing.test_hear import ROLES

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
    again = unpack_weights(pack_weights(SMALL))
    assert (again.kinds, again.words, again.bearings) == (SMALL.kinds, SMALL.words, SMALL.bearings)
    assert again.kind_chances(["fishy", "unknown"]) == pytest.approx(
        SMALL.kind_chances(["fishy", "unknown"]), abs=1e-3
    )
    assert again.act_chance({"rules:none": 1.0}) == SMALL.act_chance({"rules:none": 1.0})


def likely(text: str, *acts: tuple[float, SpokenAct]) -> RemarkReadings:
    _, evidence = by_rules(text, ROLES)
    assert evidence is not None
    return RemarkReadings(evidence=evidence, ranked=acts, kinds={"suspect": 1.0, "trust": -1.0})


def test_of_acts_that_differ_in_fullness_alone_one_is_heard():
    short = SpokenAct(kind="suspect", slots=(("who", "Player 6"),))
    full = short.with_slots(level="strong")
    assert [*likely("6", (0.9, full), (0.6, short))] == [(), (0,), (1,)]


def test_of_many_acts_the_likeliest_are_read_together():
    acts = [SpokenAct(kind="vote", slots=(("whom", f"Player {n}"),)) for n in range(1, 8)]
    told = [*likely("all of them", *((0.9 - n / 10, act) for n, act in enumerate(acts)))]
    assert (0, 4, 5) in told
    assert (0, 1, 2, 3, 4, 5, 6) in told
    assert not any(len(each) > 3 and each != tuple(range(len(each))) for each in told)
    assert not any(6 in each for each in told if len(each) < 7)


def test_a_reading_is_weighed_as_a_whole():
    trust, vote = (SpokenAct(kind=kind, slots=(("who", "Player 6"),)) for kind in ("trust", "no_vote"))
    readings = likely("leave 6 alone", (0.8, vote), (0.7, trust))
    both = {"odds": 1.0}
    either = {**both, "pair:no_vote&trust": -2.0}
    assert by_chance(readings, replace(SMALL, by_reading=both))[0][0] == (vote, trust)
    acts, alone = by_chance(readings, replace(SMALL, by_reading=either))[0]
    assert acts == (vote,)
    assert 0 < alone < 1


def test_readings_share_all_chance_among_them():
    weights = replace(SMALL, by_reading={"odds": 1.0})
    chances = weights.reading_chances([{"odds": 0.0}, {"odds": math.log(3)}, {"never seen": 9.0}])
    assert chances == pytest.approx([0.2, 0.6, 0.2])
    again = unpack_weights(pack_weights(weights))
    assert again.by_reading == weights.by_reading


def test_a_reading_is_as_certain_as_what_it_looks_like():
    weights = replace(SMALL, by_look={"": -1.0, "rules:same": 3.0, "least": 0.5}, least_certainty=0.75)
    assert weights.certainty({"rules:same": 1.0, "least": 2.0}) == pytest.approx(1 / (1 + math.exp(-3)))
    assert weights.certainty({"never seen": 1.0}) == pytest.approx(1 / (1 + math.exp(1)))
    again = unpack_weights(pack_weights(weights))
    assert (again.by_look, again.least_certainty) == (weights.by_look, weights.least_certainty)
