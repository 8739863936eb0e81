import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.player_star import SuspectList

NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil")
named = st.lists(st.sampled_from((*NAMES, "a stranger")), max_size=8)


def everybody() -> SuspectList:
    return SuspectList.of_everybody(NAMES)


def test_entropy_is_the_logarithm_of_the_number_of_suspects():
    for n in range(1, 12):
        suspects = SuspectList.of_everybody(f"player {k}" for k in range(n))
        assert suspects.entropy == pytest.approx(-math.log(1 / n))


def test_at_the_start_everybody_else_is_a_suspect():
    at_the_table = 6
    others = SuspectList.of_everybody(f"player {k}" for k in range(at_the_table - 1))
    assert others.suspects == others.candidates
    assert others.entropy == pytest.approx(math.log(at_the_table - 1))


def test_entropy_of_a_lone_suspect_is_nothing():
    assert everybody().refine(["Ben"]).entropy == 0.0


def test_a_shorter_list_gains_and_a_longer_one_loses():
    before = everybody().refine(["Ben", "Carl"])
    assert before.entropy - before.refine(["Ben"]).entropy == pytest.approx(math.log(2))
    assert before.entropy - before.refine(["Ben", "Carl", "Dora"]).entropy == pytest.approx(math.log(2 / 3))
    assert before.entropy - before.refine(["Carl", "Dora"]).entropy == 0.0


def test_a_refined_list_keeps_the_order_of_the_seats():
    assert everybody().refine(["Dora", "Ben", "Dora", "Anna"]).suspects == ("Anna", "Ben", "Dora")


def test_a_stranger_is_never_suspected():
    assert everybody().refine(["a stranger", "Emil"]).suspects == ("Emil",)


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
