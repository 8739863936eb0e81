from __future__ import annotations

import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.agents.memory.shared_words import WIDTH, WordVectors


def embedded(*texts: str):
    return asyncio.run(WordVectors().embed(texts, is_query=False))


@given(st.lists(st.text(max_size=40), max_size=5))
def test_every_text_has_a_vector_of_length_one_or_none_without_words(texts: list[str]):
    vectors = embedded(*texts)
    assert vectors.shape == (len(texts), WIDTH)
    lengths = np.linalg.norm(vectors, axis=1)
    assert all(length == pytest.approx(1, abs=1e-5) or length == 0 for length in lengths)


def test_texts_are_alike_by_the_words_that_they_share_in_either_language():
    one, two, three = embedded("I suspect Player 2", "Player 2 says: I suspect Anna", "the moon is cheese")
    assert one @ two > 0.5 > abs(one @ three)
    eins, zwei, drei = embedded("我怀疑安娜", "安娜说：我怀疑本恩", "月亮是奶酪")
    assert eins @ zwei > 0.4 > abs(eins @ drei)


def test_half_of_the_words_in_common_is_a_cosine_of_a_half():
    one, two = embedded("alpha beta", "alpha gamma")
    assert one @ two == pytest.approx(0.5)


def test_words_that_share_a_place_add_as_often_as_they_take_away():
    vectors = embedded(*(f"word{number}" for number in range(400)))
    assert abs(float(vectors.sum())) < 80
