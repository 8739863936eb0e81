"""Measures of richness over games: talk, text distance, and their intervals."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from parlour.arena import Record, Status
from parlour.core import event_kinds
from parlour.errors import UsageError
from parlour.evaluation import ballots, polls
from parlour.evaluation.richness import (
    Mention,
    Quality,
    TableTalk,
    TableUtterance,
    judged_estimates,
    judgement_estimates,
    role_shares,
    table_talk,
    text_distance,
    text_estimates,
    without_each,
)
from parlour.evaluation.richness.judgement import judgement_variation
from parlour.games.onenight import OneNightSetup
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.replies import varied
from tests.arena.werewolves import werewolves
from tests.evaluation.richness.talks import NAMES, talk
from tests.llm.loopback import Loopback

rows = st.lists(
    st.tuples(st.integers(0, 2), st.lists(st.integers(-5, 5), min_size=4, max_size=4).filter(any)),
    min_size=4,
    max_size=12,
).filter(lambda told: len({game for game, _ in told}) > 1)


def by_letters(texts: Sequence[str], /) -> NDArray[np.float32]:
    return np.array([[text.count(letter) + 0.1 for letter in "abc"] for text in texts], dtype=np.float32)


@given(rows)
def test_without_a_game_is_what_the_texts_of_the_others_come_to(told: list[tuple[int, list[int]]]):
    games, vectors = [game for game, _ in told], np.array([row for _, row in told], dtype=np.float32)
    for game, found in zip(dict.fromkeys(games), without_each(vectors, games), strict=True):
        expected = text_distance(vectors[np.array(games) != game])
        assert found.n == expected.n
        assert found.mean == pytest.approx(expected.mean, abs=1e-9)
        assert (found.deviation is None) == (expected.deviation is None)
        assert found.deviation == pytest.approx(expected.deviation, abs=1e-6)
        assert found.apart == pytest.approx(expected.apart, abs=1e-9)


def test_one_game_alone_cannot_be_left_out():
    with pytest.raises(UsageError, match="one game"):
        without_each(np.eye(2), [0, 0])


def spoken(count: int) -> list[TableTalk]:
    """Games of two rounds, each of which says something else."""
    words = ("aab", "abc", "caa", "bca", "bbb", "cca")
    return [
        talk(f"m{n}", said=[(1, "Ann", words[n]), (2, "Ann", words[(2 * n + 1) % len(words)])])
        for n in range(count)
    ]


def test_texts_are_estimated_up_to_each_round_and_over_all_of_them():
    told = text_estimates(spoken(5), by_letters)
    assert told["text.apart"] == told["text.apart.round2"]
    assert (told["text.apart.round1"].n, told["text.apart"].n) == (5, 10)
    found = told["text.distance"]
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.value < found.high
    assert text_estimates([talk(said=[])], by_letters) == {}


def test_of_few_games_or_of_games_all_alike_there_is_no_interval():
    one = text_estimates([talk(said=[(1, "Ann", "a"), (1, "Ben", "b")])], by_letters)["text.apart"]
    assert one.value
    assert (one.low, one.high, one.n) == (None, None, 2)
    few = text_estimates(spoken(4), by_letters)["text.apart"]
    assert few.value
    assert (few.low, few.high) == (None, None)
    same = [talk(f"m{n}", votes=["Ben", "Cal"]) for n in range(6)]
    told = judgement_estimates(same)["judgement.variation"]
    assert told.value
    assert (told.low, told.n) == (None, 12)
    assert judgement_estimates([talk()]) == {}


USUAL = (0.07, 0.12, 0.12, 0.09, 0.09, 0.07, 0.16, 0.28)
"""Which shares of the votes fall on each seat in the long run."""


def by_lot(seed: int, games: int) -> list[TableTalk]:
    """Games whose votes fall on some seats rather than on others, in each game on others of them."""
    random = np.random.default_rng(seed)
    chances = random.dirichlet([12 * share for share in USUAL], size=games)
    drawn: list[list[int]] = [random.choice(len(NAMES), size=24, p=chance).tolist() for chance in chances]
    return [talk(f"m{n}", votes=[NAMES[target] for target in targets]) for n, targets in enumerate(drawn)]


def test_the_interval_of_a_judgement_variation_covers_and_never_begins_below_0():
    """Of votes that fall otherwise in each game, in simulated runs of ten games."""
    truth = judgement_variation(USUAL)
    assert truth
    told = [judgement_estimates(by_lot(seed, 10))["judgement.variation"] for seed in range(200)]
    ends = [(each.low, each.high) for each in told if each.low is not None and each.high is not None]
    assert len(ends) == len(told)
    assert all(low > 0 for low, _ in ends)
    assert sum(low <= truth <= high for low, high in ends) / len(ends) >= 0.90


class Unmoved:
    """A judge who finds the middle in everything, and can read only the first game."""

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        return [5.0, 6.0] if talk.match == "m1" else []

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        return []

    def moments(self, talk: TableTalk) -> Sequence[Sequence[TableUtterance]]:
        return [talk.utterances] if talk.match == "m1" else []


def test_what_nobody_could_judge_has_no_value_and_is_not_counted():
    games = [talk(f"m{n}", said=[(1, name, "x") for name in NAMES[:3]]) for n in (1, 2)]
    told = judged_estimates(games, Unmoved())
    assert {name: (each.value, each.n) for name, each in told.items() if name in (*Quality, "variation")} == {
        "engagement": (5.5, 1),
        "wonder": (5.5, 1),
        "attraction": (5.5, 1),
        "variation": (None, 0),
    }
    assert told["memorability"].n == 1
    assert told["memorability"].value


vectors = st.lists(
    st.lists(st.integers(-5, 5), min_size=3, max_size=3).filter(any), min_size=3, max_size=8
).map(lambda rows: np.array(rows, dtype=np.float32))


def cosine_distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(1 - one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def test_two_texts_at_right_angles_are_1_apart_and_half_of_it_over_the_matrix():
    told = text_distance(np.array([[1.0, 0], [0, 7]]))
    assert (told.n, told.mean, told.apart) == (2, 0.5, 1.0)
    assert told.deviation == pytest.approx(3**-0.5)


def test_a_single_text_is_at_no_distance_of_itself():
    told = text_distance(np.array([[3.0, 4]]))
    assert (told.mean, told.deviation, told.apart) == (0, None, None)


@given(vectors)
def test_it_is_the_mean_and_deviation_of_all_pairs_with_and_without_the_diagonal(texts: NDArray[np.float32]):
    told = text_distance(texts)
    square = [
        0.0 if one == other else cosine_distance(texts[one], texts[other])
        for one, other in product(range(len(texts)), repeat=2)
    ]
    pairs = [cosine_distance(one, other) for one, other in combinations(texts, 2)]
    assert told.mean == pytest.approx(fmean(square), abs=1e-6)
    assert told.deviation == pytest.approx(stdev(square), abs=1e-6)
    assert told.apart == pytest.approx(fmean(pairs), abs=1e-6)


def test_many_texts_are_measured_as_a_few_are_and_the_matrix_is_never_held():
    """2,000² numbers of 8 bytes are 32 MB."""
    vectors = np.random.default_rng(5).normal(size=(2000, 8))
    tracemalloc.start()
    told = text_distance(vectors)
    without_each(vectors, [n % 100 for n in range(2000)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6e6
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    distances = 1 - unit @ unit.T
    np.fill_diagonal(distances, 0)
    assert told.mean == pytest.approx(distances.mean())
    assert told.deviation == pytest.approx(distances.std(ddof=0) * 2000 / (2000**2 - 1) ** 0.5)


def test_opposite_texts_are_2_apart_and_never_more():
    for each in np.random.default_rng(0).normal(size=(200, 7)):
        apart = text_distance(np.array([each, -each])).apart
        assert apart is not None
        assert 2 - 1e-9 < apart <= 2


def test_nothing_and_a_vector_of_zeros_are_refused():
    with pytest.raises(UsageError, match="no text"):
        text_distance(np.empty((0, 3)))
    with pytest.raises(UsageError, match="zero"):
        text_distance(np.array([[1.0, 0], [0, 0]]))


@cache
def werewolf() -> Record:
    with Loopback(varied) as server:
        setup = laid(werewolves("wwsvvv"), model=server.model, method="plain")
        return recorded(setup, play(setup))


def test_every_speech_to_all_and_every_vote_is_read_and_nothing_that_werewolves_whisper():
    told, heard = table_talk(werewolf()), werewolf().events
    assert any(event.kind is event_kinds.CONFERRED for event in heard)
    spoken = Counter(event.round for event in heard if event.kind is event_kinds.SPOKE)
    assert Counter(each.round for each in told.utterances) == spoken
    assert told.rounds == tuple(spoken)
    assert len(told.votes) == sum(bool(vote.chosen) for vote in ballots(werewolf()))
    assert sum(each.votes for each in role_shares([told])) == len(told.votes) > 0


@pytest.mark.parametrize("kept", [0, 20])
def test_a_match_that_was_stopped_has_what_was_said_until_then(kept: int):
    stopped = replace(werewolf(), entries=werewolf().entries[:kept], status=Status.STOPPED)
    told = table_talk(stopped)
    assert bool(told.roles) == (kept > 0)
    assert len(told.utterances) < len(table_talk(werewolf()).utterances)


def test_one_night_is_read_with_the_votes_that_decide_nothing():
    with Loopback(varied) as server:
        setup = laid(one_night("swmmntv", rounds=2), model=server.model, method="plain")
        record = recorded(setup, play(setup))
    told, game = table_talk(record), record.setup.game
    assert isinstance(game, OneNightSetup)
    assert told.roles == tuple(role.value for role in game.dealt(record.setup.seed))
    assert [each.player for each in told.utterances] == [*told.players, *told.players]
    cast = [*polls(record), *ballots(record)]
    assert len(cast) == 2 * 7
    assert list(told.votes) == [vote.chosen[0] for vote in cast if vote.chosen]
