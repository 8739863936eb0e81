import asyncio
from collections.abc import Callable

import pytest

from parlour.agents.memory import Query, Segment
from parlour.agents.memory.shared_words import Bm25Ranking, words

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
def test_the_segment_that_speaks_of_it_comes_first(
    segments: Callable[..., list[Segment]],
    query: Callable[[str], Query],
    texts: tuple[str, ...],
    wanted: str,
    best: int,
):
    ranked = rank(query(wanted), segments(*texts))
    assert ranked[0] == best
    assert sorted(ranked) == list(range(len(texts)))


@pytest.mark.parametrize("wanted", ["", " ", "?!。", "zeppelin", "鲸"])
def test_what_no_segment_speaks_of_keeps_the_order_of_time(
    segments: Callable[..., list[Segment]], query: Callable[[str], Query], wanted: str
):
    assert rank(query(wanted), segments(*ENGLISH)) == [0, 1, 2, 3]


def test_equal_segments_keep_the_order_of_time(
    segments: Callable[..., list[Segment]], query: Callable[[str], Query]
):
    assert rank(query("poison"), segments("poison", "soup", "poison", "poison")) == [0, 2, 3, 1]


def test_segments_without_any_word_are_ranked_last(
    segments: Callable[..., list[Segment]], query: Callable[[str], Query]
):
    assert rank(query("soup"), segments("…", "soup", "!")) == [1, 0, 2]


def test_words_are_lower_case_and_chinese_goes_by_signs_and_their_pairs():
    assert list(words("Dr. Bo's 2 Mills")) == ["dr", "bo", "s", "2", "mills"]
    assert list(words("毒药 at 磨坊")) == ["毒", "药", "at", "磨", "坊", "毒药", "磨坊"]
