"""Controls of text distance: of the texts' own words, at their own lengths, by the match seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.core import count_words, words_in
from parlour.evaluation.richness import (
    TableTalk,
    TextControls,
    common_length,
    control_estimates,
    shuffled_speakers,
    voices,
)
from parlour.evaluation.richness.talks import equal_length, word_salad
from tests.evaluation.richness.talks import NAMES, talk

SAID = [
    (1, "Ann", "I am the seer, and Hal is no friend of mine."),
    (1, "Ben", "I am a villager."),
    (2, "Ann", "I said so: Hal it is."),
    (2, "Ben", "Who would believe that, among all of us here tonight?"),
]
GAMES = [replace(talk(f"m{seed}", said=SAID), seed=seed) for seed in (1, 2)]


def texts(talks: Sequence[TableTalk]) -> list[str]:
    return [each.text for talk in talks for each in talk.utterances]


def hashed(told: Sequence[str], /) -> NDArray[np.float32]:
    """A bag of words, each word a direction of its own."""
    rows = np.zeros((len(told), 64), dtype=np.float32)
    for row, text in zip(rows, told, strict=True):
        for word in words_in(text):
            row[int(hashlib.sha256(word.encode()).hexdigest(), 16) % 64] += 1
    return rows


def test_word_salad_is_as_long_as_what_was_said_and_of_its_words_by_the_match_seed():
    salad = word_salad(GAMES)
    assert [count_words(text) for text in texts(salad)] == [count_words(text) for text in texts(GAMES)]
    words = {word for text in texts(GAMES) for word in words_in(text)}
    assert {word for text in texts(salad) for word in words_in(text)} <= words
    assert texts(salad) == texts(word_salad(GAMES))
    assert texts(salad) != texts(word_salad([replace(each, seed=9) for each in GAMES]))
    assert texts(salad[:1]) != texts(salad[1:])


def test_chinese_is_cut_and_mixed_by_the_character():
    games = [talk(said=[(1, "Ann", "我是预言家，昨夜我查过他。"), (1, "Ben", "不是我。")], language="zh")]
    assert texts(equal_length(games, 3)) == ["我是预", "不是我"]
    assert [count_words(text) for text in texts(word_salad(games))] == [11, 3]
    assert " " not in "".join(texts(word_salad(games)))


def test_texts_are_compared_at_a_length_that_nearly_all_of_every_condition_have():
    long, short = (
        [talk(said=[(1, "Ann", " ".join(["word"] * (count + n))) for n in range(20)])] for count in (60, 11)
    )
    assert common_length([long]) == 40
    assert common_length([long, short]) == 13
    assert common_length([long, short, []]) == 13
    assert common_length([[]]) == 0
    cut = equal_length(short, 13)
    assert {count_words(text) for text in texts(cut)} == {13}
    assert len(texts(cut)) == 18


def test_shuffled_speakers_say_the_same_and_nobody_else_speaks():
    told = shuffled_speakers(GAMES)
    assert texts(told) == texts(GAMES)
    for one, other in zip(told, GAMES, strict=True):
        assert Counter(each.player for each in one.utterances) == Counter(
            each.player for each in other.utterances
        )
    many = talk(said=[(n, name, "Yes.") for n in range(3) for name in NAMES])
    (mixed,) = shuffled_speakers([many])
    assert [each.player for each in mixed.utterances] != [each.player for each in many.utterances]


def test_voices_are_the_distance_of_two_speakers_less_that_of_one():
    game = talk(said=[(n, name, f"{name}{n}") for n in (1, 2, 3) for name in ("Ann", "Ben", "Cal")])
    vectors = np.random.default_rng(1).normal(size=(9, 4))
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    speakers = [each.player for each in game.utterances]
    pairs = {(a, b): float(1 - unit[a] @ unit[b]) for a, b in combinations(range(9), 2)}
    same = [d for (a, b), d in pairs.items() if speakers[a] == speakers[b]]
    other = [d for (a, b), d in pairs.items() if speakers[a] != speakers[b]]
    assert voices(game, vectors) == pytest.approx(fmean(other) - fmean(same))
    assert voices(talk(said=[(1, "Ann", "a"), (1, "Ben", "b")]), vectors[:2]) is None
    assert voices(talk(said=[(1, "Ann", "a"), (2, "Ann", "b")]), vectors[:2]) is None


def speaking_their_own_words(seed: int) -> TableTalk:
    said = [(n, name, f"{name} {name.lower()} I {n}") for n in (1, 2, 3) for name in NAMES]
    return replace(talk(f"m{seed}", said=said), seed=seed)


def test_voices_show_who_speaks_in_their_own_words_and_shuffling_takes_that_away():
    games = [speaking_their_own_words(seed) for seed in range(40)]
    told = control_estimates(games, TextControls.of(games, 3), hashed)
    own, shuffled = told["text.voices"], told["text.voices.shuffled"]
    assert own.value is not None
    assert own.value > 0.3
    assert shuffled.value == pytest.approx(0, abs=0.05)
    assert shuffled.low is not None
    assert shuffled.high is not None
    assert shuffled.low < 0 < shuffled.high < own.value


def test_salad_lies_at_1_and_one_text_over_and_over_at_0():
    salad = word_salad([speaking_their_own_words(seed) for seed in range(20)])
    told = control_estimates(salad, TextControls.of(salad, 3), hashed)
    assert told["text.position"].value == pytest.approx(1, abs=0.1)
    same = [replace(talk(f"m{n}", said=[(1, "Ann", "It was Hal, I say.")] * 3), seed=n) for n in range(20)]
    told = control_estimates(same, TextControls.of(same, 3), hashed)
    assert told["text.position"].value == pytest.approx(0, abs=1e-6)
