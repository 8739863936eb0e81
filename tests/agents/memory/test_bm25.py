from __future__ import annotations

import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.agents.memory import Query, Segment
from parlour.agents.memory.shared_words import WIDTH, Bm25Ranking, WordVectors, words
from tests.agents.memory.searching import query, segments

ENGLISH = (
    "I arrived at the mill on Friday, tired and wet.",
    "The miller keeps a bottle of poison behind the flour sacks.",
    "Anna and her brother quarrelled about the will.",
    "We ate soup; nobody said a word.",
)
CHINESE = (
    "我星期五到磨坊，又累又湿。",
    "磨坊主在面粉袋后面藏了一瓶毒药。",
    "安娜和她哥哥为遗嘱吵了一架。",
    "我们喝汤，谁也没说话。",
)


def rank(query: Query, segments: list[Segment]) -> list[int]:
    return list(asyncio.run(Bm25Ranking().rank(query, segments)))


@pytest.mark.parametrize(
    ("texts", "wanted", "best"),
    [
        (ENGLISH, "Who had poison?", 1),
        (ENGLISH, "the WILL of Anna's brother", 2),
        (CHINESE, "谁有毒药？", 1),
        (CHINESE, "遗嘱", 2),
        ((*ENGLISH, *CHINESE), "安娜 soup 遗嘱 哥哥", 6),
    ],
)
def test_the_segment_that_speaks_of_it_comes_first(texts: tuple[str, ...], wanted: str, best: int):
    ranked = rank(query(wanted), segments(*texts))
    assert ranked[0] == best
    assert sorted(ranked) == list(range(len(texts)))


@pytest.mark.parametrize("wanted", ["", " ", "?!。", "zeppelin", "鲸"])
def test_what_no_segment_speaks_of_keeps_the_order_of_time(wanted: str):
    assert rank(query(wanted), segments(*ENGLISH)) == [0, 1, 2, 3]


def test_segments_without_any_word_are_ranked_last():
    assert rank(query("soup"), segments("…", "soup", "!")) == [1, 0, 2]


def test_words_are_lower_case_and_chinese_goes_by_signs_and_their_pairs():
    assert list(words("Dr. Bo's 2 Mills")) == ["dr", "bo", "s", "2", "mills"]
    assert list(words("毒药 at 磨坊")) == ["毒", "药", "at", "磨", "坊", "毒药", "磨坊"]


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
