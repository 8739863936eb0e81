"""The five scores of table 8 from what a judge found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from parlour.evaluation.richness import Judge, MemorableMoment, Mention, Quality, TableTalk, ewavm, rating
from tests.evaluation.richness.talks import speech, talk

ONE, TWO, THREE = (talk(f"m{number}") for number in (1, 2, 3))
EVEN, ODD = ["Ann", "Hal"] * 5, ["Ann"] * 10


@dataclass(frozen=True, kw_only=True)
class Read:
    """What was found, by match: ratings of any quality, the roles that Ann called Ben, and who shone."""

    rated: Mapping[str, Sequence[float]] = field(default_factory=dict[str, Sequence[float]])
    called: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict[str, Sequence[Sequence[str]]])
    shone: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict[str, Sequence[Sequence[str]]])

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        return self.rated.get(talk.match, ())

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        return [
            [[Mention(speaker="Ann", target="Ben", role=role)] for role in told]
            for told in self.called.get(talk.match, ())
        ]

    def moments(self, talk: TableTalk) -> Sequence[Sequence[MemorableMoment]]:
        return [
            [MemorableMoment(said=speech(name), value=5) for name in told]
            for told in self.shone.get(talk.match, ())
        ]


def test_a_game_counts_once_however_often_it_was_rated():
    judge: Judge = Read(rated={"m1": [8, 8, 8, 8], "m2": [4]})
    told = rating([ONE, TWO, THREE], judge, Quality.WONDER)
    assert (told.value, told.n) == (6, 2)


def test_the_five_scores_come_each_from_its_own_replies():
    judge = Read(
        rated={"m1": [9]},
        called={"m1": [["seer", "tanner"], ["seer", "seer"]], "m2": [["seer", "tanner"]]},
        shone={"m1": [ODD], "m2": [ODD]},
    )
    told = ewavm([ONE, TWO, THREE], judge)
    assert {each.value for each in told.ratings.values()} == {9}
    assert (told.variation.value, told.variation.n) == (pytest.approx((0.5 + 1) / 2), 2)
    assert told.memorability
    assert (told.memorability.n, told.memorability.count) == (2, pytest.approx(28.28, abs=0.01))


def test_moments_on_more_seats_are_more_memorable():
    alone, shared = (ewavm([ONE], Read(shone={"m1": [names]})).memorability for names in (ODD, EVEN))
    assert alone
    assert shared
    assert shared.count > alone.count


def test_a_judge_that_found_nothing_scores_nothing():
    told = ewavm([ONE], Read())
    assert {(each.value, each.n) for each in (*told.ratings.values(), told.variation)} == {(None, 0)}
    assert told.memorability is None
